import SchemaModel
import SchemaText

/// The definitions of a document: the schemas that are written once and referenced.
///
/// Names are chosen when all definitions are known. They depend on the types that are present, and
/// not on the order of their registration.
///
///     let registry = DefinitionRegistry([
///       DefinitionRegistry.Entry(title: "Status", type: Order.Status.self),
///       DefinitionRegistry.Entry(title: "Status", type: Payment.Status.self),
///     ])
///     print(registry.names())  // ["Order.Status", "Payment.Status"]
package struct DefinitionRegistry: Sendable {
  /// A definition.
  ///
  /// In this order the stored properties take 32 bytes.
  package struct Entry: Sendable {
    let title: String
    var origin: Origin?

    /// The number of the level, for a type whose levels of recursion are written one by one.
    package var level: UInt32 = 1

    /// The text after the name or the qualified name, such as `_2` for the second level.
    var suffix: String { level == 1 ? "" : "_\(level)" }

    package init(title: String, type: (any Any.Type)? = nil) {
      self.title = title
      origin = type.map(Origin.type)
    }
  }

  /// The origin of a definition.
  ///
  /// It distinguishes definitions with the same title.
  enum Origin: Sendable {
    case type(any Any.Type)

    /// A part of a schema that was made at run time and has a name.
    ///
    /// The name has its own memory, so that a type takes no more than it needs.
    indirect case part(of: String)
  }

  let entries: [Entry]

  /// Creates a registry of definitions that are known to be different.
  package init(_ entries: [Entry]) { self.entries = entries }
}

extension DefinitionRegistry {
  /// Returns the names of the definitions, in the order of their registration.
  ///
  /// A definition is named after its title. If several definitions have the same title, each is
  /// qualified by the enclosing types of its generic arguments and of itself, only as far as is
  /// needed to differ. Definitions whose full names are equal, such as local types with one name,
  /// are numbered in the order of their registration.
  ///
  /// - Parameter rule: The allowed names.
  /// - Returns: Distinct names.
  package func names(_ rule: NameRule = .any) -> [String] {
    let titles = entries.map { entry in
      // Appending an empty suffix would copy the string.
      let title = entry.level == 1 ? entry.title : entry.title + entry.suffix
      return rule == .any ? title : rule.applied(to: title)
    }
    let clashes = Self.clashes(in: titles)
    guard !clashes.isEmpty else { return titles }
    return qualifiedNames(titles, rule)
  }

  /// Returns the indices of equal names, in groups, ordered by first occurrence.
  ///
  /// Names that are equal as `String` clash, although their bytes may differ: a Swift dictionary
  /// that is decoded from the document holds only one of them.
  private static func clashes(in names: [String]) -> [[Int]] {
    // Comparing few names takes less time than hashing them.
    if names.count <= 8, !names.indices.contains(where: { names[..<$0].contains(names[$0]) }) {
      return []
    }
    var first: [String: Int] = [:]
    var groups: [Int: Int] = [:]
    var members: [[Int]] = []
    first.reserveCapacity(names.count)
    for (index, name) in names.enumerated() {
      guard let original = first.updateValue(index, forKey: name) else { continue }
      first[name] = original
      if let group = groups[original] {
        members[group].append(index)
      } else {
        groups[original] = members.count
        members.append([original, index])
      }
    }
    return members.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }

  /// Returns distinct names.
  ///
  /// Names that clash are qualified level by level and then numbered. The titles already have their
  /// suffixes and the form that the rule allows.
  private func qualifiedNames(_ titles: [String], _ rule: NameRule) -> [String] {
    var names = titles
    var levels = [Int](repeating: 0, count: names.count)
    var qualified: [Int: QualifiedName] = [:]
    // Caches qualified names, which the levels of recursion of one type share.
    var texts: [QualifiedLevel: String] = [:]
    // Each round qualifies all members of a clash by one more level, so that their order does not
    // matter. The rounds end when no names are equal, or no name can be qualified further.
    while true {
      var isChanged = false
      for group in Self.clashes(in: names) {
        for index in group {
          let name = qualified[index] ?? QualifiedName(entries[index])
          qualified[index] = name
          guard levels[index] < name.levels else { continue }
          levels[index] += 1
          let level = QualifiedLevel(name: ExactText(name.full), level: levels[index])
          let text = texts[level] ?? name.text(level.level)
          texts[level] = text
          names[index] = rule.applied(to: text + entries[index].suffix)
          isChanged = true
        }
      }
      if !isChanged { break }
    }
    number(&names, rule)
    return names
  }

  /// Adds numbers to equal names, and skips a number if another definition has the resulting name.
  private func number(_ names: inout [String], _ rule: NameRule) {
    var clashes = Self.clashes(in: names)
    guard !clashes.isEmpty else { return }
    // Sorts by name and full name. A dialect's alphabet can make different names equal, and the
    // numbers then do not depend on the order of registration.
    clashes.sort { names[$0[0]] < names[$1[0]] }
    for (group, members) in clashes.enumerated() {
      let keys = members.map { QualifiedName(entries[$0]).full + entries[$0].suffix }
      let order = members.indices.sorted { (keys[$0], members[$0]) < (keys[$1], members[$1]) }
      clashes[group] = order.map { members[$0] }
    }
    var taken = Set(names)
    for members in clashes {
      var number = 2
      for index in members.dropFirst() {
        var candidate = ""
        repeat {
          candidate = rule.numbered(names[index], number)
          number += 1
        } while taken.contains(candidate)
        taken.insert(candidate)
        names[index] = candidate
      }
    }
  }
}

/// A full name with a level of qualification.
private struct QualifiedLevel: Hashable {
  let name: ExactText
  let level: Int
}

/// The full name of a definition, and its shorter forms.
private struct QualifiedName {
  let full: String

  /// The number of levels of qualification.
  let levels: Int

  /// The largest depth of paths and of generic arguments to which a name is divided.
  ///
  /// The level after this depth is the full name, so that long names take time in proportion to
  /// their length.
  private static let maximumDepth = 16

  init(_ entry: DefinitionRegistry.Entry) {
    full =
      switch entry.origin {
      case .type(let type): TypeName(type).qualified
      case .part(let schema): "\(schema).\(entry.title)"
      case nil: entry.title
      }
    let depth = Self.depth(full[...], limit: Self.maximumDepth)
    levels = 2 * min(max(1, depth), Self.maximumDepth)
  }

  /// Returns the name at a level of qualification.
  ///
  /// An odd level adds an enclosing name to the generic arguments. An even level adds an enclosing
  /// name to the name itself.
  func text(_ level: Int) -> String {
    guard level < 2 * Self.maximumDepth else { return full }
    return Self.shortened(
      full[...], outer: level / 2, inner: (level + 1) / 2, limit: Self.maximumDepth)
  }

  /// Splits a path at the dots outside of brackets.
  private static func split(_ path: Substring, at separator: Character = ".") -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = path.startIndex
    for index in path.indices {
      switch path[index] {
      case "<", "(", "[": depth += 1
      case ")", "]": depth -= 1
      // The arrow of a function type is not a closing bracket.
      case ">" where index == path.startIndex || path[path.index(before: index)] != "-": depth -= 1
      case separator where depth == 0:
        parts.append(path[start..<index])
        start = path.index(after: index)
      default: break
      }
    }
    parts.append(path[start...])
    return parts
  }

  /// Returns the length of the longest path within a name, which is the largest level of
  /// qualification.
  private static func depth(_ path: Substring, limit: Int) -> Int {
    let parts = split(path)
    var deepest = parts.count - 1
    guard limit > 0 else { return deepest }
    for part in parts {
      for argument in arguments(of: part) {
        deepest = max(deepest, depth(argument, limit: limit - 1))
      }
    }
    return deepest
  }

  private static func shortened(
    _ path: Substring, outer: Int, inner level: Int, limit: Int
  ) -> String {
    let parts = split(path).suffix(outer + 1)
    return parts.map { part in
      let inner = arguments(of: part)
      guard limit > 0, !inner.isEmpty, let bracket = part.firstIndex(of: "<") else {
        return String(part)
      }
      let texts = inner.map { argument in
        let trimmed = argument.first == " " ? argument.dropFirst() : argument
        return shortened(trimmed, outer: level, inner: level, limit: limit - 1)
      }
      return part[..<bracket] + "<" + texts.joined(separator: ", ") + ">"
    }.joined(separator: ".")
  }

  /// Returns the generic arguments of `Name<A, B>`; empty for other forms.
  private static func arguments(of part: Substring) -> [Substring] {
    guard part.last == ">", let bracket = part.firstIndex(of: "<"), part.first != "(" else {
      return []
    }
    return split(part[part.index(after: bracket)...].dropLast(), at: ",")
  }
}
