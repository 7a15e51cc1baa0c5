import IndexedTables
import SchemaModel

/// The schemas from which a graph is made.
///
/// The schema of each type and each entry of a table are read once.
///
/// A ``Fault`` has no path. The caller adds the path of the node that needs the record.
struct SchemaRecords {
  private typealias EntryID = GenerationSchema.EntryID

  /// The index of a schema that has been read.
  struct RecordID: Hashable, Strideable {
    private let position: UInt32

    static let first = RecordID(position: 0)

    func distance(to other: RecordID) -> Int { Int(other.position) - Int(position) }

    func advanced(by count: Int) -> RecordID { RecordID(position: UInt32(Int(position) + count)) }
  }

  /// A schema that has been read.
  ///
  /// A graph has a record for each type, so a record is small.
  struct Record {
    let declaration: GenerationSchema.Declaration

    /// The table of the schema; `nil` if the schema was not made at run time.
    let table: DynamicSchemaTable?

    /// The definition of the schema; `nil` before the first reference.
    fileprivate(set) var definition: DefinitionID?
    fileprivate(set) var expansion = ExpansionState.none
  }

  /// The state of the inline expansion of a schema.
  enum ExpansionState {
    case none

    /// The schema is being expanded at a node.
    ///
    /// A second inline occurrence below this node is a cycle.
    case open(at: NodeID)

    /// The schema was expanded before, so another expansion is a repetition.
    case complete
  }

  /// A schema that describes the values of a place, with the guides and the description of the
  /// place and of the followed aliases.
  struct Target {
    /// The record of the schema, which is not an alias.
    let record: RecordID
    let kind: SchemaKind
    var guides: [GuideValue] = []
    var summary: String?
  }

  /// The reason why a schema cannot be read.
  enum Fault: Error {
    case undefinedReference
    case circularAlias
    case foreignSchema(of: any Any.Type, describing: any Any.Type)
    case tooManySchemas(Int)
    case longTitle(String)
  }

  private let limits: SchemaGraph.Limits
  private var list = IndexedTable<RecordID, Record>(from: .first)

  /// The record of each type whose schema has been requested.
  private var types = TypeRecords()

  /// The type that the given schema claims to describe, and the record of that schema.
  private var given: (type: ObjectIdentifier, record: RecordID)?

  /// The records of the entries of the tables that were read.
  private var entries: [ObjectIdentifier: IndexedTable<EntryID, RecordID?>] = [:]

  /// The targets of the aliases that have been followed, by record.
  private var aliasTargets: [RecordID: Target] = [:]

  init(limits: SchemaGraph.Limits) {
    self.limits = limits
    // Most schemas have about twelve records. An array without reserved capacity would be moved
    // several times.
    list.reserveCapacity(12)
  }

  subscript(record: RecordID) -> Record { list[record] }

  /// Gives a schema its definition.
  mutating func define(_ record: RecordID, as definition: DefinitionID) {
    list[record].definition = definition
  }

  /// Begins the inline expansion of a schema.
  mutating func open(_ record: RecordID, at node: NodeID) {
    list[record].expansion = .open(at: node)
  }

  /// Ends the inline expansion of a schema.
  mutating func close(_ record: RecordID) { list[record].expansion = .complete }

  /// The name of the first schema.
  ///
  /// For an array, the name is `Array`: to name an array type, the runtime recurses over the types
  /// of its elements.
  var rootName: String {
    guard let first = list.indices.first else { return "the schema" }
    let declaration = list[first].declaration
    return declaration.kind.valueKind == .array ? "Array" : declaration.name
  }

  /// Removes all records.
  ///
  /// The declarations take more memory than the graph, so they are freed early.
  mutating func removeAll() {
    list = IndexedTable(from: .first)
    types = TypeRecords()
    entries = [:]
    aliasTargets = [:]
  }

  // MARK: Targets

  /// Returns the target of a given schema.
  ///
  /// The schema becomes the schema of its type.
  mutating func target(ofGiven schema: GenerationSchema) throws(Fault) -> Target {
    let record = try enter(schema.declaration)
    if case .type(let type) = schema.declaration.subject {
      // `record(of:)` compares this schema with the type's own when it reads the type.
      types[ObjectIdentifier(type)] = nil
      given = (ObjectIdentifier(type), record)
    }
    return try target(of: record)
  }

  /// Returns the target of a reference.
  ///
  /// A reference to an entry is relative to the table.
  mutating func target(
    of reference: GenerationSchema.Reference, in table: DynamicSchemaTable?
  ) throws(Fault) -> Target {
    try target(of: record(of: reference, in: table))
  }

  /// Returns the target of a record: the record itself, or the target of an alias.
  ///
  /// Each alias is followed once. For a chain, the time is linear in the number of aliases plus,
  /// for each alias, the number of guides of the aliases after it.
  private mutating func target(of record: RecordID) throws(Fault) -> Target {
    var aliases: [RecordID] = []
    var target = try target(of: record, following: &aliases)
    while let alias = aliases.popLast() {
      target.guides += list[alias].declaration.guides.constraints
      target.summary = list[alias].declaration.summary ?? target.summary
      aliasTargets[alias] = target
    }
    return target
  }

  /// Returns the target of a record, and adds the aliases that lead to it to a list.
  ///
  /// If an alias has been followed before, the result is its target, and the list ends before it.
  private mutating func target(
    of record: RecordID, following aliases: inout [RecordID]
  ) throws(Fault) -> Target {
    var next = record
    while true {
      switch list[next].declaration.kind.outline {
      case .value(let kind): return Target(record: next, kind: kind)
      case .alias(let other):
        if let known = aliasTargets[next] { return known }
        aliases.append(next)
        next = try self.record(of: other, in: list[next].table)
        if aliases.count > list.count { throw .circularAlias }
      }
    }
  }

  // MARK: Reading

  private mutating func record(
    of reference: GenerationSchema.Reference, in table: DynamicSchemaTable?
  ) throws(Fault) -> RecordID {
    switch reference {
    case .type(let type): return try record(of: type)
    case .entry(let entry):
      guard let table, table.entries.indices.contains(entry) else { throw .undefinedReference }
      if let known = entries[ObjectIdentifier(table)]?[entry] { return known }
      return try add(table.entries[entry].declaration, as: entry, of: table)
    // The builder reads no schema for properties that are not mentioned.
    case .unmentioned: throw .undefinedReference
    }
  }

  /// Returns the record of a type.
  ///
  /// The schema of the type is read at its first occurrence.
  private mutating func record(of type: any Generable.Type) throws(Fault) -> RecordID {
    if let known = types[ObjectIdentifier(type)] { return known }
    let declaration = type.generationSchema.declaration
    if let record = givenRecord(of: type, declaration) { return record }
    guard declaration.table == nil, case .type(let subject) = declaration.subject,
      ObjectIdentifier(subject) != ObjectIdentifier(type)
    else {
      let record = try enter(declaration)
      // `enter` has already stored the record if the schema describes the type itself.
      if case .type = declaration.subject, declaration.table == nil { return record }
      types[ObjectIdentifier(type)] = record
      return record
    }
    // A type that returns the schema of another type shares the record of that type, so both
    // schemas have to be equal.
    let record = try record(ofSubject: subject, returnedBy: type)
    guard list[record].declaration == declaration else {
      throw .foreignSchema(of: type, describing: subject)
    }
    types[ObjectIdentifier(type)] = record
    return record
  }

  /// Returns the record of a type whose schema another type returns.
  private mutating func record(
    ofSubject subject: any Any.Type, returnedBy type: any Generable.Type
  ) throws(Fault) -> RecordID {
    if let known = types[ObjectIdentifier(subject)] { return known }
    guard let own = (subject as? any Generable.Type)?.generationSchema.declaration,
      case .type(let described) = own.subject,
      ObjectIdentifier(described) == ObjectIdentifier(subject)
    else { throw .foreignSchema(of: type, describing: subject) }
    if let record = givenRecord(of: subject, own) { return record }
    return try enter(own)
  }

  /// Returns the record of the given schema, if it is the schema of a type.
  private mutating func givenRecord(
    of type: any Any.Type, _ declaration: GenerationSchema.Declaration
  ) -> RecordID? {
    guard let given, given.type == ObjectIdentifier(type),
      list[given.record].declaration == declaration
    else { return nil }
    types[given.type] = given.record
    return given.record
  }

  /// Adds a schema under the identity of the type that it describes.
  private mutating func enter(
    _ declaration: GenerationSchema.Declaration
  ) throws(Fault) -> RecordID {
    if let table = declaration.table {
      if let known = entries[ObjectIdentifier(table)]?[.root] { return known }
      return try add(declaration, as: .root, of: table)
    }
    let record = try add(declaration, table: nil)
    if case .type(let subject) = declaration.subject {
      if case .title(let title) = declaration.title, title.utf8.count > limits.titleLength {
        throw .longTitle(title)
      }
      types[ObjectIdentifier(subject)] = record
    }
    return record
  }

  private mutating func add(
    _ declaration: GenerationSchema.Declaration, table: DynamicSchemaTable?
  ) throws(Fault) -> RecordID {
    guard list.count < limits.schemas else { throw .tooManySchemas(list.count + 1) }
    return list.append(Record(declaration: declaration, table: table))
  }

  private mutating func add(
    _ declaration: GenerationSchema.Declaration, as entry: EntryID, of table: DynamicSchemaTable
  ) throws(Fault) -> RecordID {
    let record = try add(declaration, table: table)
    // The default table is made only for the first entry.
    entries[
      ObjectIdentifier(table), default: IndexedTable(repeating: nil, for: table.entries.indices)
    ][entry] = record
    return record
  }
}

/// The records of types, by identity.
///
/// An ordinary schema has few types, which are found in a list. For the first dictionary with this
/// type of key, the runtime searches the conformances of all modules, which takes about a third of
/// the time of the first encoding in a process.
private struct TypeRecords {
  private struct Entry {
    let type: ObjectIdentifier
    let record: SchemaRecords.RecordID
  }

  private var few: [Entry] = []
  private var many: [ObjectIdentifier: SchemaRecords.RecordID] = [:]

  init() { few.reserveCapacity(16) }

  subscript(type: ObjectIdentifier) -> SchemaRecords.RecordID? {
    get {
      many.isEmpty ? few.first { $0.type == type }?.record : many[type]
    }
    set {
      if many.isEmpty, few.count < 16 || newValue == nil {
        if let known = few.firstIndex(where: { $0.type == type }) { few.remove(at: known) }
        if let newValue { few.append(Entry(type: type, record: newValue)) }
        return
      }
      for entry in few { many[entry.type] = entry.record }
      few = []
      many[type] = newValue
    }
  }
}
