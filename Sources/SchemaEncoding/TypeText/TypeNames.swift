import IndexedTables
import SchemaModel

/// The names of the types in a type text.
///
/// A definition whose name is a short identifier keeps it. Another name, such as
/// `https://example.org/defs/v1.Pod`, is shortened to its last words, as many as it needs to differ
/// from other names.
struct TypeNames {
  /// The name of the root.
  let root: String

  /// Indicates whether the text needs the name of the root: its title is the name, a reference
  /// leads to the root, or a shared property needs it.
  let namesRoot: Bool

  /// The title of the root, if it is not its name.
  let rootTitle: String?

  private let definitions: IndexedTable<DefinitionID, String>

  private static let longestName = 32

  /// The words that are types, or part of the notation.
  private static let reserved: Set<String> = [
    "string", "integer", "number", "boolean", "null", "any", "never", "object", "type", "one",
    "true", "false",
  ]

  init(_ graph: SchemaGraph) {
    let tables = graph.storage.tables
    let names = tables.names
    var taken = Set(names.filter(Self.isShortName))
    var numbers: [String: Int] = [:]
    let title = graph.root.title
    var rootName: String?
    if let title, Self.isName(title), !taken.contains(title) {
      (rootName, rootTitle, namesRoot) = (title, nil, true)
    } else {
      rootTitle = title
      namesRoot = tables.refersToRoot
      if namesRoot { rootName = Self.shortened(title ?? "Root", besides: taken, &numbers) }
    }
    if let rootName { taken.insert(rootName) }
    definitions = IndexedTable(
      from: .first,
      names.map { name in
        if Self.isShortName(name) { return name }
        let short = Self.shortened(name, besides: taken, &numbers)
        taken.insert(short)
        return short
      })
    // Definitions choose their names before a root whose name may not be needed.
    root = rootName ?? Self.shortened(title ?? "Root", besides: taken, &numbers)
  }

  /// Returns the name of a definition.
  subscript(definition: DefinitionID) -> String { definitions[definition] }

  /// Returns the shortest name of the last words of a name that is not taken.
  private static func shortened(
    _ name: String, besides taken: Set<String>, _ numbers: inout [String: Int]
  ) -> String {
    let words = name.utf8.split { !isLetterOrDigit($0) }.suffix(8)
    var last = ""
    for word in words.reversed() {
      let text = String(Substring(word))
      last = last.isEmpty ? text : "\(text)_\(last)"
      if isShortName(last), !taken.contains(last) { return last }
    }
    let base = isShortName(last) ? last : "Type"
    var number = numbers[base] ?? 2
    while taken.contains("\(base)\(number)") { number += 1 }
    numbers[base] = number + 1
    return "\(base)\(number)"
  }

  private static func isShortName(_ name: String) -> Bool {
    name.utf8.count <= longestName && isName(name)
  }

  private static func isName(_ name: String) -> Bool {
    isIdentifier(name) && !reserved.contains(name)
  }

  /// Returns `true` if a name needs no quotes.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    return name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
