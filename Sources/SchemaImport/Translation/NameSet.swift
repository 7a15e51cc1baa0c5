import SchemaDocuments
import SchemaGuides
import SchemaText

/// The names that a `propertyNames` allows.
struct NameSet {
  /// Names that are allowed, in the order of the document.
  private(set) var names: [String] = []
  private var known: Set<ExactText> = []

  /// Patterns whose matches are allowed.
  private(set) var patterns: [SchemaPattern] = []

  /// `true` if all names are allowed.
  private(set) var allowsAll = false

  /// `true` if the schema states more than the set.
  private(set) var isPartial = false

  /// `true` if the schema has a format, which is an annotation.
  var hasFormat = false

  static let all: NameSet = {
    var set = NameSet()
    set.allowsAll = true
    return set
  }()

  static let none = NameSet()

  init() {}

  init(_ names: [String]) { for name in names { add(name) } }

  private mutating func add(_ name: String) {
    if known.insert(ExactText(name)).inserted { names.append(name) }
  }

  /// Returns `true` if the names that are listed contain a name.
  func lists(_ name: String) -> Bool { known.contains(ExactText(name)) }

  init(_ patterns: [SchemaPattern]) { self.patterns = patterns }

  /// Records that the schema states more than the set.
  mutating func makePartial() { isPartial = true }

  /// Adds the names of another set.
  mutating func formUnion(_ other: NameSet) {
    for name in other.names { add(name) }
    patterns += other.patterns.filter { !patterns.contains($0) }
    allowsAll = allowsAll || other.allowsAll
    isPartial = isPartial || other.isPartial
  }
}

extension Translator {
  /// The deepest nesting of unions in a schema of names.
  private static let deepestNames = 4

  /// The names that a schema of names allows.
  ///
  /// If the schema states more, the set has more names than the schema allows.
  mutating func names(
    allowedBy schema: SchemaID, depth: Int = deepestNames
  ) throws(SchemaImportError) -> NameSet {
    if let known = nameSets[schema] { return known }
    let names = try findNames(allowedBy: schema, depth: depth)
    nameSets[schema] = names
    return names
  }

  private mutating func findNames(
    allowedBy schema: SchemaID, depth: Int
  ) throws(SchemaImportError) -> NameSet {
    if source.allowsEverything(schema) { return .all }
    if try source.allowsNothing(schema) { return .none }
    let conjunction = try conjunction(of: Place(schema))
    if conjunction.excluding != nil { return .none }
    var set = try names(allowedBy: conjunction.parts)
    let isPartial = conjunction.complete.contains { object in
      object.members.contains { !$0.keyword.rule.isStated }
    }
    if isPartial || conjunction.isIncomplete || !conjunction.conditions.isEmpty {
      set.makePartial()
    }
    set.hasFormat = conjunction.parts.contains { $0[.format] != nil }
    guard !conjunction.unions.isEmpty else { return set }
    guard set.allowsAll, conjunction.unions.count == 1, depth > 0,
      let union = conjunction.unions.first
    else {
      set.makePartial()
      return set
    }
    var result = NameSet.none
    for alternative in union.alternatives {
      result.formUnion(try names(allowedBy: alternative, depth: depth - 1))
    }
    if set.isPartial { result.makePartial() }
    result.hasFormat = set.hasFormat
    return result
  }

  /// The names that several schemas without unions allow together.
  private func names(allowedBy parts: [SchemaObject]) throws(SchemaImportError) -> NameSet {
    var listed: ScalarList?
    var patterns: [SchemaPattern] = []
    var lengths = CountRange.all
    var isPartial = false
    for part in parts {
      try source.check(part, for: .string)
      if let types = types(of: part), !ValueTypes(types).contains(.string) { return .none }
      for (_, values) in part.choices {
        // Objects and arrays are no names.
        let scalars = values.compactMap { document.content($0).scalar }
        let list = ScalarList(values: scalars, nodes: nil)
        listed = source.intersection(of: [listed, list].compactMap(\.self))
      }
      if let member = part[.pattern], case .text(let text) = member.value {
        if let pattern = source.pattern(text, member.node, .pattern) {
          patterns.append(pattern)
        } else {
          isPartial = true
        }
      }
      lengths = lengths.intersection(
        CountRange(from: part.count(.minLength), to: part.count(.maxLength)))
    }
    var set = NameSet.all
    if let listed {
      var names = listed.values.filter { value in
        value.string.map { lengths.contains($0.unicodeScalars.count) } ?? false
      }
      for pattern in patterns {
        if let allowed = source.values(names, allowedBy: pattern) {
          names = allowed
        } else {
          isPartial = true
        }
      }
      set = NameSet(names.compactMap(\.string))
    } else {
      if let least = lengths.minimum, let most = lengths.maximum, least > most { return .none }
      let common = commonPattern(of: patterns, lengths)
      if common.isEmpty { return .none }
      if let pattern = common.pattern { set = NameSet([pattern]) }
      if !common.isExact { isPartial = true }
    }
    if isPartial { set.makePartial() }
    return set
  }

  /// A pattern for the names that match several patterns and have a length in a range.
  ///
  /// - Returns: The pattern, which is `nil` if every name is allowed. `isExact` is `false` if the
  ///   pattern has more names than are allowed, and `isEmpty` is `true` if no name is allowed.
  private func commonPattern(
    of patterns: [SchemaPattern], _ lengths: CountRange
  ) -> (pattern: SchemaPattern?, isExact: Bool, isEmpty: Bool) {
    var patterns = patterns
    var isExact = limit(&patterns, to: lengths)
    guard var common = patterns.first else { return (nil, isExact, false) }
    for pattern in patterns.dropFirst() where pattern != common {
      guard let relation = source.relation(of: common, to: pattern) else {
        isExact = false
        continue
      }
      if !relation.haveCommon { return (nil, true, true) }
      if relation.isSubset { continue }
      if relation.isSuperset {
        common = pattern
      } else {
        isExact = false
      }
    }
    return (common, isExact, false)
  }

  /// Limits the first pattern that can state lengths, or else adds a pattern for them.
  ///
  /// Returns `false` if no pattern states the lengths.
  private func limit(_ patterns: inout [SchemaPattern], to lengths: CountRange) -> Bool {
    let least = lengths.minimum ?? 0
    guard least > 0 || lengths.maximum != nil else { return true }
    for index in patterns.indices {
      guard let limited = patterns[index].limited(toLengthFrom: least, to: lengths.maximum)
      else { continue }
      patterns[index] = limited
      return true
    }
    guard let pattern = SchemaPattern(lengthFrom: least, to: lengths.maximum) else { return false }
    patterns.append(pattern)
    return true
  }
}
