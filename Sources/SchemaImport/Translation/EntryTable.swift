import IndexedTables
import SchemaDocuments

/// The entries of a translation.
///
/// A schema, a combination of schemas, and a kind of value without details have one entry each.
struct EntryTable {
  private(set) var entries = IndexedTable<Entry.ID, Entry>(from: .root)

  /// The error for each entry that no value satisfies, without its path.
  private(set) var faults: [Entry.ID: SchemaImportError] = [:]

  /// The entry of each value of the documents, if it has one.
  private var entriesOfNodes = IndexedTable<ValueID, Entry.ID?>(from: .root)
  private var entriesOfPlaces: [Place: Entry.ID] = [:]
  private var constants: [SchemaKind: Entry.ID] = [:]

  /// - Parameter documentSize: The number of values of the document.
  init(documentSize: Int) {
    entriesOfNodes.append(contentsOf: repeatElement(nil, count: documentSize))
    entries.reserveCapacity(documentSize / 2)
  }

  subscript(entry: Entry.ID) -> Entry { entries[entry] }

  // MARK: Adding entries

  /// The entry of a schema, which is added at the first call.
  ///
  /// `hint` is a name for the definition, if the entry becomes one.
  mutating func entry(of schema: SchemaID, hint: String? = nil) -> Entry.ID {
    let node = schema.node
    if node >= entriesOfNodes.endIndex {
      // A reference has added a document.
      let count = entriesOfNodes.endIndex.distance(to: node) + 1
      entriesOfNodes.append(contentsOf: repeatElement(nil, count: count))
    }
    if let entry = entriesOfNodes[node] { return entry }
    let entry = entries.append(Entry(Place(schema), at: schema, hint: hint))
    entriesOfNodes[node] = entry
    return entry
  }

  /// The entry of a combination of schemas; `nil` if none has been added.
  func entry(of place: Place) -> Entry.ID? { entriesOfPlaces[place] }

  /// Adds the entry of a combination of schemas.
  mutating func add(_ place: Place, at schema: SchemaID, hint: String?) -> Entry.ID {
    let entry = entries.append(Entry(place, at: schema, hint: hint))
    entriesOfPlaces[place] = entry
    return entry
  }

  /// Adds the entry of a kind of value that is part of a place.
  mutating func add(_ content: Translator.Content, at schema: SchemaID) -> Entry.ID {
    entries.append(Entry(content, at: schema))
  }

  /// The entry of `any`, `null` or `never`, which is added at the first call.
  mutating func constant(_ kind: SchemaKind) -> Entry.ID {
    if let entry = constants[kind] { return entry }
    let content: Translator.Content =
      (kind == .any ? .any : kind == .null ? .null : .never, [])
    let entry = add(content, at: .root)
    constants[kind] = entry
    return entry
  }

  // MARK: Changing entries

  /// Makes an entry a definition, unless several places share it.
  mutating func makeDefinition(_ entry: Entry.ID) {
    if entries[entry].place != nil { entries[entry].makeDefinition() }
  }

  /// Sets the title and the description of an entry, unless the entry has its own.
  mutating func name(_ entry: Entry.ID, title: String?, summary: String?) {
    entries[entry].name(title: title, summary: summary)
  }

  /// Sets the kind of value of an entry and its constraints.
  mutating func declare(_ entry: Entry.ID, _ content: Translator.Content) {
    entries[entry].declare(content)
  }

  /// Records the reason why no value satisfies an entry.
  mutating func record(_ fault: SchemaImportError, of entry: Entry.ID) {
    faults[entry] = fault
  }
}
