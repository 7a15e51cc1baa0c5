import IndexedTables
import SchemaDocuments
import SchemaKit
import SchemaText

/// The parts of two documents at the same places.
///
/// What is known of each value of the new document stands in tables, so that a document with many
/// keywords to ask about takes no more time.
struct DocumentParts {
  /// A reference of the new document: the value of the keyword, and the value that it leads to.
  private struct Reference {
    let node: ValueID
    let target: ValueID
  }

  private let old: DocumentTree
  private let new: DocumentTree
  /// The values of the old document at the places of those of the new one.
  private var counterparts: IndexedTable<ValueID, ValueID?>
  /// `true` for each value of the new document that the old document also has, with everything that
  /// the value refers to.
  private var isEqual: IndexedTable<ValueID, Bool>
  /// `true` for each value of the new document that applies only to values to which its counterpart
  /// applies.
  private var isAppliedAlike: IndexedTable<ValueID, Bool>
  /// `false` if nothing is known of any part.
  private var isComparable = false

  /// The keywords whose meaning depends only on their values, and on the values of the other
  /// keywords in the list.
  static let independent: [Keyword: [Keyword]] = [
    .uniqueItems: [], .not: [], .propertyNames: [], .dependentRequired: [], .dependentSchemas: [],
    .dependencies: [], .format: [], .contains: [.minContains, .maxContains],
    .if: [.then, .else], .then: [.if, .else], .else: [.if, .then],
  ]

  /// The keywords whose meaning depends only on their values, and whose schemas are also compared
  /// by themselves.
  private static let combinations: Set<Keyword> = [.allOf, .anyOf, .oneOf, .patternProperties]

  /// Compares two documents whose schemas are at the same place.
  ///
  /// - Complexity: Linear in the sizes of the documents.
  init(old: SchemaDocument, new: SchemaDocument) {
    var tree = DocumentTree()
    _ = tree.append(old.content, uri: "")
    self.old = tree
    tree = DocumentTree()
    _ = tree.append(new.content, uri: "")
    self.new = tree
    counterparts = IndexedTable(repeating: nil, for: tree.indices)
    isEqual = IndexedTable(repeating: true, for: tree.indices)
    isAppliedAlike = isEqual
    // Another language can give the same keyword another meaning.
    let hasOneLanguage = old.language == new.language
    guard hasOneLanguage, let root = self.new.value(at: new.place),
      let references = references(from: new.place)
    else { return }
    isComparable = true
    findCounterparts()
    let isSame = isEqual
    removeUnequal(references)
    compareApplication(from: root, references, isSame)
  }

  /// Returns `true` if the old document has the same keyword at the same place, with the same
  /// meaning, and applies it to the same values.
  func isRepeated(_ keyword: Keyword?, at owner: SchemaPath) -> Bool {
    guard isComparable, let schema = new.value(at: owner), isAppliedAlike[schema] else {
      return false
    }
    guard let keyword else { return isEqual[schema] }
    if Self.combinations.contains(keyword) { return hasEqual(keyword, schema) }
    guard let others = Self.independent[keyword] else { return isEqual[schema] }
    return ([keyword] + others).allSatisfy { hasEqual($0, schema) }
  }

  /// Returns `true` if a schema and its counterpart have equal values of a keyword, or none.
  private func hasEqual(_ keyword: Keyword, _ schema: ValueID) -> Bool {
    if let member = new.member(keyword, of: schema) { return isEqual[member] }
    return counterparts[schema].map { old.member(keyword, of: $0) == nil } ?? false
  }

  // MARK: Values

  /// Finds the values at the same places, and those that differ.
  private mutating func findCounterparts() {
    for value in new.indices {
      guard let parent = new.parent(of: value) else {
        counterparts[value] = .root
        continue
      }
      guard let other = counterparts[parent], new.shape(parent) == old.shape(other) else {
        continue
      }
      if new.shape(parent) == .object {
        counterparts[value] = old.member(new.name(of: value), of: other)
      } else {
        let index = new.index(of: value)
        let elements = old.children(of: other)
        if index < elements.count {
          counterparts[value] = elements.lowerBound.advanced(by: index)
        }
      }
    }
    for value in new.indices.reversed() {
      if !isSameByItself(value) { isEqual[value] = false }
      if !isEqual[value], let parent = new.parent(of: value) { isEqual[parent] = false }
    }
  }

  /// Returns `true` if the old document has the same value at the same place, whatever is inside.
  private func isSameByItself(_ value: ValueID) -> Bool {
    guard let other = counterparts[value], new.shape(value) == old.shape(other) else {
      return false
    }
    switch new.shape(value) {
    case .object, .array: return new.children(of: value).count == old.children(of: other).count
    default: return new.content(value) == old.content(other)
    }
  }

  // MARK: References

  /// Returns the references of the new document; `nil` if a target depends on more than the text
  /// and the place of a reference.
  private func references(from place: SchemaPath) -> [Reference]? {
    guard !Self.hasIdentifiers(old, besides: place) else { return nil }
    guard !Self.hasIdentifiers(new, besides: place) else { return nil }
    let part = new.value(at: place)
    var references: [Reference] = []
    var isInPart = IndexedTable<ValueID, Bool>(repeating: false, for: new.indices)
    for value in new.indices {
      isInPart[value] = value == part || new.parent(of: value).map { isInPart[$0] } ?? false
      guard new.shape(value) == .object, let node = new.member(.reference, of: value),
        new.shape(node) == .string
      else { continue }
      guard let text = new.content(node).text, text.hasPrefix("#"), !text.contains("%"),
        let pointer = try? SchemaPath(pointer: String(text.dropFirst()))
      else { return nil }
      // A reference leads to a place in the part, or else to one in the whole document.
      let inner = SchemaPath(place.components + pointer.components)
      let target = new.value(at: inner)
      guard (target == nil) == (old.value(at: inner) == nil), target == nil || isInPart[value],
        let target = target ?? new.value(at: pointer)
      else { return nil }
      references.append(Reference(node: node, target: target))
    }
    return references
  }

  /// Returns `true` if a part of a document has an identifier or an anchor, by which references can
  /// lead to it.
  private static func hasIdentifiers(_ tree: DocumentTree, besides place: SchemaPath) -> Bool {
    let root = tree.value(at: place)
    return tree.indices.contains { value in
      guard let owner = tree.parent(of: value), tree.shape(owner) == .object else { return false }
      return switch Keyword(rawValue: tree.name(of: value)) {
      case .newID: owner != root
      case .anchor, .dynamicReference, .dynamicAnchor, .recursiveReference, .recursiveAnchor: true
      default: false
      }
    }
  }

  /// Removes the values that refer to unequal ones from the equal values.
  private mutating func removeUnequal(_ references: [Reference]) {
    var sources: [ValueID: [ValueID]] = [:]
    for reference in references { sources[reference.target, default: []].append(reference.node) }
    var pending = sources.keys.filter { !isEqual[$0] }
    while let target = pending.popLast() {
      for source in sources[target] ?? [] {
        var next: ValueID? = source
        while let value = next, isEqual[value] {
          isEqual[value] = false
          if sources[value] != nil { pending.append(value) }
          next = new.parent(of: value)
        }
      }
    }
  }

  // MARK: Application

  /// The way from the root, or from the target of a reference, to a value.
  private enum Way {
    /// Only references lead to the value, if anything does.
    case none
    /// Keywords that apply the schema at the value to the same values in both documents.
    case schema
    /// As `schema`, to a value with such schemas.
    case schemas
    /// Keywords of a schema, all of which decide on the values; `true` if the schema is equal.
    case inside(isEqual: Bool)
  }

  /// Finds the values that are applied to other values than their counterparts.
  private mutating func compareApplication(
    from root: ValueID, _ references: [Reference], _ isSame: IndexedTable<ValueID, Bool>
  ) {
    let targets = Set(references.map(\.target))
    var ways = IndexedTable<ValueID, Way>(repeating: .none, for: new.indices)
    for value in new.indices {
      ways[value] = way(to: value, ways)
      if case .none = ways[value], value == root || targets.contains(value) {
        ways[value] = .schema
      }
      if case .inside(isEqual: false) = ways[value] { isAppliedAlike[value] = false }
    }
    var leading: [ValueID: [ValueID]] = [:]
    for reference in references {
      if let owner = new.parent(of: reference.node) {
        leading[owner, default: []].append(reference.target)
      }
    }
    // A reference that leads to other values makes a difference to everything in its target.
    var pending = references.filter { reference in
      !isSame[reference.node]
        || new.parent(of: reference.node).map { !isAppliedAlike[$0] } ?? false
    }.map(\.target)
    var isMet = Set(pending)
    while let value = pending.popLast() {
      isAppliedAlike[value] = false
      for next in new.children(of: value) + (leading[value] ?? []) where isMet.insert(next).inserted
      {
        pending.append(next)
      }
    }
  }

  private func way(to value: ValueID, _ ways: IndexedTable<ValueID, Way>) -> Way {
    guard let parent = new.parent(of: value) else { return .none }
    switch ways[parent] {
    case .none: return .none
    case .inside: return ways[parent]
    case .schemas: return .schema
    case .schema:
      switch Keyword(rawValue: new.name(of: value)) {
      case .newDefinitions, .definitions, .properties, .allOf: return .schemas
      case .items where hasEqual(.prefixItems, parent): return .schema
      // The schemas of an alternative apply to the values of that alternative.
      default: return .inside(isEqual: isEqual[parent])
      }
    }
  }
}
