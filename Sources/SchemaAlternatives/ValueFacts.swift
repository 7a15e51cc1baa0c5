package import SchemaGuides
package import SchemaModel
package import SchemaText

/// The facts that are known of the values of an alternative, or of one of its properties.
///
/// An unknown fact allows more values, so facts that exclude each other prove that the schemas do.
package struct ValueFacts: Sendable {
  package var types = ValueTypes.all

  /// The values, if they are listed.
  ///
  /// Values of types that are not in ``types``, or outside of the ranges, do not count.
  package var scalars: [SchemaScalar]?

  package var numbers = NumberRange()

  /// The numbers of Unicode scalars in strings.
  package var lengths = CountRange.all

  /// The numbers of elements in arrays.
  package var elements = CountRange.all

  /// The numbers of properties of objects.
  package var properties = CountRange.all

  /// The names that every object has.
  package var required: Set<ExactText> = []

  /// The only names that an object may have; `nil` for any names.
  package var allowed: Set<ExactText>?

  /// Names that no object has.
  package var forbidden: Set<ExactText> = []

  /// The names of the properties whose values are known, in the order of the schema.
  package private(set) var names: [ExactText] = []

  /// The facts of the values of properties.
  ///
  /// These facts have no further properties, so functions that compare them go one level down.
  package private(set) var members: [ExactText: ValueFacts] = [:]

  /// The number of facts of properties.
  private var memberSize = 0

  /// Creates facts that allow all values.
  package init() {}

  /// Creates the facts that a kind and its constraints state.
  package init(_ kind: SchemaKind, _ constraints: GuideConstraints) {
    types = ValueTypes(kind)
    guard kind != .reference, kind != .anyOf else { return }
    if let choices = constraints.choices { limit(to: choices) }
    numbers = NumberRange(constraints, isIntegral: kind == .integer)
    lengths = constraints[.characters]
    elements = constraints[.elements]
    properties = constraints[.properties]
    limitToSingleNumber()
  }

  /// Sets the values to a list of scalars.
  package mutating func limit(to values: [SchemaScalar]) {
    scalars = values
    types.formIntersection(values.reduce(into: []) { $0.formUnion(ValueTypes($1)) })
  }

  /// Adds null to the values.
  package mutating func addNull() {
    types.formUnion(.null)
    if let values = scalars, !values.contains(.null) { scalars = values + [.null] }
  }

  /// Adds what further schemas of the same values state, apart from lists and from properties.
  package mutating func narrow(to other: ValueFacts) {
    types.formIntersection(other.types)
    numbers = numbers.intersection(other.numbers)
    lengths = lengths.intersection(other.lengths)
    elements = elements.intersection(other.elements)
    properties = properties.intersection(other.properties)
    limitToSingleNumber()
  }

  /// Lists the number of a range with only one.
  private mutating func limitToSingleNumber() {
    guard scalars == nil, types.isSubset(of: .number), let single = numbers.single else { return }
    limit(to: [.number(single)])
  }

  /// Sets what is known of the values of a property.
  package mutating func set(_ facts: ValueFacts, of name: ExactText) {
    memberSize += 1 + (facts.scalars?.count ?? 0)
    if let old = members.updateValue(facts, forKey: name) {
      memberSize -= 1 + (old.scalars?.count ?? 0)
    } else {
      names.append(name)
    }
  }

  /// The number of facts, which is the cost of a comparison.
  ///
  /// - Complexity: O(1), so that a caller can ask for the cost before any work.
  package var size: Int {
    1 + required.count + (allowed?.count ?? 0) + (scalars?.count ?? 0) + memberSize
  }

  // MARK: Comparing

  /// Returns `true` if it is certain that no value has both the facts and those of another schema.
  ///
  /// - Complexity: Linear in the number of names and listed values.
  package func excludes(_ other: ValueFacts) -> Bool {
    types.intersection(other.types).kinds.allSatisfy { excludes(other, among: $0) }
  }

  /// Returns `true` if it is certain that no value of a kind has both facts.
  func excludes(_ other: ValueFacts, among kind: ValueTypes) -> Bool {
    switch kind {
    case .object: return excludesObjects(of: other)
    case .array: return !elements.overlaps(other.elements)
    default: break
    }
    guard let values = scalars, let others = other.scalars else {
      if let values = scalars ?? other.scalars {
        return !values.contains { kind.isSuperset(of: ValueTypes($0)) && allows($0, other) }
      }
      return switch kind {
      case .string: !lengths.overlaps(other.lengths)
      case .null, .boolean: false
      default: numbers.isBelow(other.numbers) || other.numbers.isBelow(numbers)
      }
    }
    let (short, long) = values.count < others.count ? (values, others) : (others, values)
    let known = Set(short.filter { kind.isSuperset(of: ValueTypes($0)) && allows($0, other) })
    return known.isEmpty || !long.contains { known.contains($0) }
  }

  /// Returns `true` if the range of one kind of values ends before another range begins.
  func isBelow(_ other: ValueFacts, among kind: ValueTypes) -> Bool {
    switch kind {
    case .string: lengths.upper < other.lengths.lower
    case .array: elements.upper < other.elements.lower
    case .null, .boolean, .object: false
    default: numbers.isBelow(other.numbers)
    }
  }

  private func allows(_ value: SchemaScalar, _ other: ValueFacts) -> Bool {
    allowsInRanges(value) && other.allowsInRanges(value)
  }

  /// Returns `true` if a value has an allowed type, and is in the ranges.
  func allowsInRanges(_ value: SchemaScalar) -> Bool {
    guard types.isSuperset(of: ValueTypes(value)) else { return false }
    return switch value {
    case .string(let text):
      lengths == .all || lengths.contains(text.unicodeScalars.count)
    case .number(let number): numbers.contains(number)
    case .boolean, .null: true
    }
  }

  private func excludesObjects(of other: ValueFacts) -> Bool {
    if !propertyCounts.overlaps(other.propertyCounts) { return true }
    if requiresNameMissing(in: other) || other.requiresNameMissing(in: self) { return true }
    let (few, many) =
      members.count < other.members.count ? (members, other.members) : (other.members, members)
    return few.contains { name, facts in
      guard required.contains(name) || other.required.contains(name),
        let others = many[name]
      else { return false }
      return facts.excludes(others)
    }
  }

  /// The numbers of properties of objects, by the constraints and by the names.
  private var propertyCounts: CountRange {
    CountRange(
      from: max(properties.lower, required.count),
      to: min(properties.upper, allowed?.count ?? .max))
  }

  /// Returns `true` if every object has a property that no object of another schema has.
  private func requiresNameMissing(in other: ValueFacts) -> Bool {
    if let allowed = other.allowed, !required.isSubset(of: allowed) { return true }
    return !required.isDisjoint(with: other.forbidden)
  }
}
