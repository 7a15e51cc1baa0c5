import SchemaDocuments

/// A property whose value excludes some alternatives.
struct Discriminator: Sendable {
  let name: String
  /// The values, each with the numbers of the schemas that allow it.
  private(set) var values: [SchemaScalar] = []
  private(set) var owners: [[Int]] = []
  /// The types of the values.
  private(set) var types: ValueTypes = []
  /// The numbers of the schemas that do not constrain the property.
  private(set) var others: [Int] = []
  /// `true` if all schemas of objects require the property, and no two schemas allow the same
  /// value.
  private(set) var isDistinct = true

  private var texts = NameTable()
  private var textRange = 0..<0
  /// The index of the value for each string.
  ///
  /// `scalarIndices` has the indices of the other values.
  private var textIndices: [Int] = []
  private var scalarIndices: [SchemaScalar: Int] = [:]

  init(name: String) { self.name = name }

  /// Adds a schema that does not constrain the property.
  mutating func add(unconstrained schema: Int, allowsObjects: Bool) {
    others.append(schema)
    if allowsObjects { isDistinct = false }
  }

  /// Adds the values that a schema allows for the property.
  mutating func add(_ values: [SchemaScalar], to schema: Int, isRequired: Bool) {
    if !isRequired { isDistinct = false }
    for value in values { add(value, to: schema) }
  }

  private mutating func add(_ value: SchemaScalar, to schema: Int) {
    let index: Int
    if case .string(let text) = value {
      let string = texts.insert(text, into: &textRange)
      if string == textIndices.count { textIndices.append(values.count) }
      index = textIndices[string]
    } else {
      index = scalarIndices[value] ?? values.count
      scalarIndices[value] = index
    }
    if index < values.count {
      isDistinct = isDistinct && owners[index] == [schema]
    } else {
      values.append(value)
      owners.append([])
      types.formUnion(ValueTypes(value))
    }
    if owners[index].last != schema { owners[index].append(schema) }
  }

  /// Ends the list of values.
  mutating func seal() { texts.seal(textRange) }

  /// The index of the value at a place; `nil` if no schema lists this value.
  func index(ofValueAt place: ContentPlace, in places: ContentPlaces) -> Int? {
    if case .string = places.shape(at: place) {
      let outline = places.outline(at: place)
      return texts.index(of: outline, ofTextAt: place, in: places, among: textRange)
        .map { textIndices[$0] }
    }
    guard !scalarIndices.isEmpty, places.shape(at: place).isScalar else { return nil }
    return places.content(at: place).scalar.flatMap { scalarIndices[$0] }
  }
}
