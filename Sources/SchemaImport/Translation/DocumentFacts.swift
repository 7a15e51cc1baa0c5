import SchemaAlternatives
import SchemaDocuments

/// The facts that the schemas of one value state: of an alternative, or next to a union.
struct DocumentFacts {
  var facts = ValueFacts()
  /// The list of the values, if they are listed; its positions in the document are read once.
  private(set) var list: ScalarList?
  /// The schemas of each property.
  private(set) var members: [ExactText: [SchemaID]] = [:]
  /// The names of the properties, in the order in which schemas are read.
  private(set) var names: [ExactText] = []

  /// Creates the facts of all values of some types.
  init(_ types: ValueTypes = .all) { facts.types = types }

  /// Adds a schema of a property.
  mutating func add(_ schema: SchemaID, to name: ExactText) {
    if members[name] == nil { names.append(name) }
    members[name, default: []].append(schema)
  }

  /// Limits the values to a list.
  mutating func limit(to list: ScalarList?) {
    guard let list else { return }
    self.list = list
    facts.limit(to: list.values)
  }

  /// Adds null to the values.
  mutating func addNull() {
    facts.addNull()
    guard let list, !list.values.contains(.null) else { return }
    self.list = ScalarList(values: list.values + [.null], nodes: nil)
  }
}

/// The index of a large union, and the alternatives that all places so far have kept.
struct DocumentUnionIndex {
  /// The smallest number of alternatives for which an index is made.
  static let least = 8

  let index: AlternativeIndex
  private var remaining: Set<Int>

  init(_ index: AlternativeIndex, count: Int) {
    self.index = index
    remaining = Set(0..<count)
  }

  /// The alternatives that a place leaves out, and that all earlier places have kept.
  mutating func firstSkipped(keeping kept: [Int]) -> [Int] {
    if remaining.isEmpty { return [] }
    let left = remaining.intersection(kept)
    defer { remaining = left }
    return remaining.subtracting(left).sorted()
  }
}
