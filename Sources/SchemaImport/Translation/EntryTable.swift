import IndexedTables
import SchemaDocuments

/// The entries of a translation.
///
/// A schema, a combination of schemas, and a kind of value without details have one entry each.
struct EntryTable {
  private(set) var entries = IndexedTable<EntryID, Entry>(from: .root)

  /// The error for each entry that no value satisfies, without its path.
  private(set) var faults: [EntryID: SchemaImportError] = [:]

  /// The entry of each value of the documents, if it has one.
  private var entriesOfNodes = IndexedTable<ValueID, EntryID?>(from: .root)
  private var entriesOfPlaces: [Place: EntryID] = [:]
  private var constants: [Constant: EntryID] = [:]

  /// The kinds of value without details, whose places share one entry.
  enum Constant {
    case any
    case null
    case never

    fileprivate var kind: GenerationSchema.Kind {
      switch self {
      case .any: .any
      case .null: .null
      case .never: .never
      }
    }
  }

  init(documentSize: Int) {
    entriesOfNodes.append(contentsOf: repeatElement(nil, count: documentSize))
    entries.reserveCapacity(documentSize / 2)
  }

  subscript(entry: EntryID) -> Entry { entries[entry] }

  // MARK: Adding entries

  /// The entry of a schema, which is added at the first call.
  ///
  /// `hint` is a name for the definition, if the entry becomes one.
  mutating func entry(of schema: SchemaID, hint: String? = nil) -> EntryID {
    let node = schema.node
    if node >= entriesOfNodes.endIndex {
      // A reference has added a document.
      let count = entriesOfNodes.endIndex.distance(to: node) + 1
      entriesOfNodes.append(contentsOf: repeatElement(nil, count: count))
    }
    if let entry = entriesOfNodes[node] { return entry }
    let entry = entries.append(Entry(.schema, at: schema, hint: hint))
    entriesOfNodes[node] = entry
    return entry
  }

  /// Returns `true` if an entry is that of a schema.
  func isEntry(_ entry: EntryID, of schema: SchemaID) -> Bool {
    schema.node < entriesOfNodes.endIndex && entriesOfNodes[schema.node] == entry
  }

  /// The entry of a combination of schemas; `nil` if none has been added.
  func entry(of place: Place) -> EntryID? { entriesOfPlaces[place] }

  /// Adds the entry of a combination of schemas.
  mutating func add(_ place: Place, at schema: SchemaID, hint: String?) -> EntryID {
    let entry = entries.append(Entry(.place(place), at: schema, hint: hint))
    entriesOfPlaces[place] = entry
    return entry
  }

  /// Adds the entry of a kind of value that is part of a place.
  mutating func add(_ content: Translator.Content, at schema: SchemaID) -> EntryID {
    entries.append(Entry(content, at: schema))
  }

  /// The entry of a kind without details, which is added at the first call.
  mutating func constant(_ constant: Constant) -> EntryID {
    if let entry = constants[constant] { return entry }
    let entry = add((constant.kind, []), at: .root)
    constants[constant] = entry
    return entry
  }

  // MARK: Changing entries

  /// Makes an entry a definition, unless several places share it.
  mutating func makeDefinition(_ entry: EntryID) {
    if !entries[entry].isPart { entries[entry].makeDefinition() }
  }

  /// Sets the title and the description of an entry, unless the entry has its own.
  mutating func name(_ entry: EntryID, title: String?, summary: String?) {
    entries[entry].name(title: title, summary: summary)
  }

  /// Sets the kind of value of an entry and its constraints.
  mutating func declare(
    _ entry: EntryID, _ content: Translator.Content, words: [WordedConstraint]
  ) {
    entries[entry].declare(content, words: words)
  }

  /// Records the reason why no value satisfies an entry.
  mutating func record(_ fault: SchemaImportError, of entry: EntryID) { faults[entry] = fault }
}
