import IndexedTables
import SchemaAlternatives
import SchemaDocuments

/// A property whose value excludes some alternatives of a union.
///
/// `DiscriminatingProperty` of SchemaAlternatives chooses the property. This type is its index for
/// values in content: an evaluation looks up one value, and evaluates the alternatives that remain.
///
/// The number of an alternative is the count of the alternatives before it.
struct Discriminator: Sendable {
  /// A value, and the numbers of the alternatives that allow it.
  struct Entry: Sendable {
    let value: SchemaScalar
    fileprivate(set) var owners: [Int]
  }

  let name: String
  /// `true` if all alternatives for objects require the property, and no two of them allow the same
  /// value.
  let isDistinct: Bool
  private(set) var entries: [Entry] = []
  private(set) var types: ValueTypes = []
  /// The numbers of the alternatives that do not constrain the property.
  private(set) var others: [Int] = []

  private var texts = NameTable()
  private var textRange = 0..<0
  /// The index of the entry for each string.
  ///
  /// `scalarIndices` has the indices of the other values.
  private var textIndices: [EntryIndex<Entry>] = []
  private var scalarIndices: [SchemaScalar: EntryIndex<Entry>] = [:]

  init(_ property: DiscriminatingProperty) {
    name = property.name.text
    isDistinct = property.isDistinct
    for (alternative, values) in property.lists.enumerated() {
      guard let values else {
        others.append(alternative)
        continue
      }
      for value in values { add(value, to: alternative) }
    }
    texts.seal(textRange)
  }

  private mutating func add(_ value: SchemaScalar, to alternative: Int) {
    let next = EntryIndex<Entry>(entries.count)
    let index: EntryIndex<Entry>
    if case .string(let text) = value {
      let string = texts.insert(text, into: &textRange)
      if string == textIndices.count { textIndices.append(next) }
      index = textIndices[string]
    } else {
      index = scalarIndices[value] ?? next
      scalarIndices[value] = index
    }
    guard index < next else {
      entries.append(Entry(value: value, owners: [alternative]))
      return types.formUnion(ValueTypes(value))
    }
    if entries[index].owners.last != alternative { entries[index].owners.append(alternative) }
  }

  /// The index of the entry for the value at a place; `nil` if no alternative lists this value.
  func index(ofValueAt place: ContentPlace, in places: ContentPlaces) -> EntryIndex<Entry>? {
    if case .string = places.shape(at: place) {
      let outline = places.outline(at: place)
      return texts.index(of: outline, ofTextAt: place, in: places, among: textRange)
        .map { textIndices[$0] }
    }
    guard !scalarIndices.isEmpty, places.shape(at: place).isScalar else { return nil }
    return places.content(at: place).scalar.flatMap { scalarIndices[$0] }
  }
}
