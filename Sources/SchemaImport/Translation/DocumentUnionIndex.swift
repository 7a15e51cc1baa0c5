import SchemaAlternatives
import SchemaDocuments

/// The alternatives of a large union by the values that they list, by the values of one property,
/// and by their types.
///
/// The index finds the alternatives that do not contradict the schemas next to the union, without a
/// test of each alternative.
struct DocumentUnionIndex {
  /// The smallest number of alternatives for which an index is made.
  static let least = 8

  private let types: [ValueTypes]
  private var listed = AlternativeIndex()
  /// The property by which alternatives are found.
  let property: ExactText?
  private var discriminated = AlternativeIndex()
  /// `true` if all alternatives that list values of the property require it.
  private var isRequired = true
  /// The alternatives that all places so far have kept.
  private var remaining: Set<Int>

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - traits: The traits of each alternative.
  ///   - property: The property by which alternatives are found.
  ///   - values: The values that each alternative lists for the property; `nil` if an alternative
  ///     lists none.
  init(_ traits: [Traits], by property: ExactText?, _ values: [[SchemaScalar]?]) {
    types = traits.map(\.types)
    self.property = property
    remaining = Set(traits.indices)
    for (index, other) in traits.enumerated() { listed.add(index, other.values?.values) }
    guard let property else { return }
    for (index, list) in values.enumerated() {
      discriminated.add(index, list)
      if list != nil, !traits[index].required.contains(property) { isRequired = false }
    }
  }

  /// The alternatives that do not contradict the schemas next to the union.
  ///
  /// - Parameters:
  ///   - base: The traits of these schemas.
  ///   - list: The values that they list for the property.
  /// - Returns: The alternatives, or `nil` for all.
  func alternatives(beside base: Traits, _ list: ScalarList?) -> [Int]? {
    let found: [Int]
    if let values = base.values?.values {
      found = listed.alternatives(of: values)
    } else if let property, base.types == .object, let list,
      isRequired || base.required.contains(property)
    {
      found = discriminated.alternatives(of: list.values)
    } else {
      if base.types == .all { return nil }
      found = Array(types.indices)
    }
    return found.filter { !types[$0].isDisjoint(with: base.types) }
  }

  /// The alternatives that a place leaves out, and that all earlier places have kept.
  mutating func firstSkipped(keeping kept: [Int]) -> [Int] {
    if remaining.isEmpty { return [] }
    let left = remaining.intersection(kept)
    defer { remaining = left }
    return remaining.subtracting(left).sorted()
  }
}
