import SchemaGuides
import SchemaModel

/// Resolves a schema: reads each type once, finds what is referred to, merges guides.
///
/// Nothing here recurses. An inline tree is walked with a stack of its own; the bodies of
/// definitions follow one after the other, in the order in which they were first met.
struct GraphBuilder: ~Copyable {
  /// What is known of a schema that has been read, besides the schema itself.
  struct Record {
    let isTitled: Bool

    /// The kind of node, if the schema is that of a plain value that nothing more is said of.
    let plainKind: NodeKind?

    /// What refers to this schema when it is a definition; -1 before that.
    var definition: Int32 = -1
    var wasExpanded = false
    var isOnPath = false

    /// Whether the schema comes from another type than the one that it describes, which has not
    /// been asked yet.
    var isForeign = false

    /// The whole that the schema belongs to, -1 if it was not made from dynamic ones.
    let whole: Int32
  }

  /// An inline schema whose children are being made.
  ///
  /// Small, since a million may be open.
  struct Frame: BitwiseCopyable {
    let record: Int32
    let node: Int32

    /// How many children there are, and how many of them have been begun.
    let children: Int32
    var next: Int32 = 0

    /// Where the guides of an array's elements are, or -1 where there are none.
    let elementGuides: Int32

    /// The record of an array's elements, or -1 where it is not known yet.
    let element: Int32
  }

  let limits: SchemaGraph.Limits
  let nameClash: SchemaGraph.NameClash

  var records = FlatList<Record>(capacity: 16)

  /// The schemas of the records.
  let declarations = DeclarationList(capacity: 16)
  let types = IdentityTable()

  /// The types that were asked for their schema, in order, with their answers, if that is wanted.
  var keepsSources = false
  var sources: [GraphCache.Source] = []

  /// Answers that were given before resolution began.
  var answers: [GraphCache.Source] = []

  /// The records of the entries of each whole, -1 for entries not met yet.
  var wholes: [(table: DynamicSchemaTable, records: [Int32])] = []

  var nodes = FlatList<NodeRecord>(capacity: 32)
  var properties = FlatList<PropertyRecord>(capacity: 32)
  var choices = FlatList<Int32>(capacity: 4)
  var guides = FlatList<GuideRecord>(capacity: 8)
  var constraints = FlatList<ConstraintRecord>(capacity: 8)
  var definitions = FlatList<DefinitionRecord>(capacity: 8)
  var text = TextArena(capacity: 2048)

  /// Whether all titles are: beyond ASCII, Swift takes some for equal that differ in their bytes.
  private var areTitlesASCII = true

  var frames = FlatList<Frame>(capacity: 8)
  var elementGuides: [GuideList] = []
  var rootRecord = -1

  /// The guides under which the root stands, besides its own.
  var rootGuides = GuideList.none

  /// How many bodies of definitions have been begun.
  var bodies = 0
  var copies = 0
  var mayRecurse = false

  init(limits: SchemaGraph.Limits, nameClash: SchemaGraph.NameClash) {
    self.limits = limits
    self.nameClash = nameClash
  }

  consuming func build(_ schema: GenerationSchema) throws(SchemaError) -> GraphStorage {
    // A schema is taken as that of the type it describes, which need not be asked again.
    let root = enter(schema, source: nil).number
    var sources: [GraphCache.Source] = []
    return try finish(from: root, sources: &sources)
  }

  /// Resolves the schema of a type.
  consuming func build(_ type: any Generable.Type) throws(SchemaError) -> GraphStorage {
    let schema = ask(type)
    let root = enter(schema, source: type).number
    var sources: [GraphCache.Source] = []
    return try finish(from: root, sources: &sources)
  }

  /// Resolves the schema of a type, and tells which types were asked on the way.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - answers: What types have been asked already, which are not asked again.
  ///   - sources: Receives the types that the graph consists of.
  /// - Returns: The graph.
  /// - Throws: What is wrong with the schema.
  consuming func build(
    _ type: any Generable.Type, answers: [GraphCache.Source],
    sources: inout [GraphCache.Source]
  ) throws(SchemaError) -> GraphStorage {
    self.answers = answers
    keepsSources = true
    let schema = ask(type)
    let root = enter(schema, source: type).number
    return try finish(from: root, sources: &sources)
  }

  private consuming func finish(
    from root: Int, sources: inout [GraphCache.Source]
  ) throws(SchemaError) -> GraphStorage {
    if let element = declarations.elementOfArrayType(at: root) {
      types.insert(arraysOf: element, number: root)
    }
    do throws(SchemaError) {
      try build(root)
      try nameDefinitions()
    } catch {
      text.output.deallocate()
      throw error
    }
    sources = self.sources
    return GraphStorage(
      nodes: nodes, properties: properties, choices: choices, guides: guides,
      constraints: constraints, definitions: definitions,
      text: text.take(), mayRecurse: mayRecurse)
  }

  private mutating func build(_ declared: Int) throws(SchemaError) {
    nodes.append(NodeRecord(kind: .any, parent: .min, position: 0))
    let root = try place(declared, guides: .none, summary: nil, node: 0)
    rootRecord = root.record
    rootGuides = root.guides
    try expand(root, into: 0, isHead: true)
    try drain()
    while bodies < definitions.count {
      let next = bodies
      bodies += 1
      let node = nodes.count
      definitions[next].node = Int32(truncatingIfNeeded: node)
      nodes.append(NodeRecord(kind: .any, parent: Int32(-1 - next), position: 0))
      try expand(
        Place(record: Int(definitions[next].record), guides: .none, summary: nil), into: node,
        isHead: true)
      try drain()
    }
  }

  private mutating func nameDefinitions() throws(SchemaError) {
    guard !definitions.isEmpty else { return }
    // Where all titles differ, each definition may bear its own.
    if areTitlesASCII,
      DistinctNames.firstDuplicate(
        in: definitions, from: 0, count: definitions.count, text: text.output.buffer) == nil
    {
      for index in 0..<definitions.count {
        definitions[index].name = definitions[index].title
        definitions[index].pointer = text.append(pointerTo: definitions[index].name)
      }
      return
    }
    let registry = DefinitionRegistry(definitions, text: text.output.buffer)
    if nameClash == .error, let title = registry.clashingTitles.first {
      throw duplicateType(title)
    }
    for (index, name) in registry.names().enumerated() {
      definitions[index].name = text.append(quoting: name)
      definitions[index].pointer = text.append(quoting: DefinitionRegistry.pointer(to: name))
    }
  }

  // MARK: Places

  /// A schema at a place: what is there, under which guides besides its own, with which description.
  struct Place {
    var record: Int
    var guides: GuideList
    var summary: String?
  }

  /// Follows aliases to the schema that they stand for, with their guides.
  mutating func place(
    _ declared: Int, guides: GuideList, summary: String?, node: Int
  ) throws(SchemaError) -> Place {
    var place = Place(record: declared, guides: guides, summary: summary)
    // What is a definition already, or an array, stands for nothing else.
    guard records[declared].definition < 0,
      declarations.elementOfArrayType(at: declared) == nil
    else { return place }
    var hops = 0
    while case .alias(let target) = declarations[place.record].kind {
      let alias = declarations[place.record]
      place.summary = place.summary ?? alias.summary
      if !alias.guides.isEmpty { place.guides = alias.guides + place.guides }
      place.record = try number(of: target, in: records[place.record].whole, from: node)
      hops += 1
      if hops > records.count { throw circularAlias(at: node) }
    }
    return place
  }

  /// Makes the node of a reference, and whatever stands inline below it that needs no stack.
  mutating func visit(
    _ reference: GenerationSchema.Reference, in whole: Int32, guides: GuideList,
    summary: String?, parent: Int, position: Int
  ) throws(SchemaError) {
    let node = try add(nodeIn: parent, position: position)
    if case .type(let type) = reference, let kind = NodeKind(builtIn: type) {
      return try fill(node, plain: kind, guides: guides, summary: summary)
    }
    try fill(
      node, with: number(of: reference, in: whole, from: node), guides: guides, summary: summary)
  }

  /// Adds a node of which nothing is known yet.
  mutating func add(nodeIn parent: Int, position: Int) throws(SchemaError) -> Int {
    let node = nodes.count
    guard node < Int32.max, !text.isFull else { throw tooLarge(from: parent) }
    nodes.append(
      NodeRecord(
        kind: .any, parent: Int32(truncatingIfNeeded: parent),
        position: Int32(truncatingIfNeeded: position)))
    return node
  }

  /// Makes a node what a schema says that has been read.
  mutating func fill(
    _ node: Int, with declared: Int, guides: GuideList, summary: String?
  ) throws(SchemaError) {
    if let kind = records[declared].plainKind {
      return try fill(node, plain: kind, guides: guides, summary: summary)
    }
    if guides.isEmpty, declared != rootRecord,
      let element = declarations.elementOfArrayType(at: declared)
    {
      return try expand(arrayTypeOf: element, declared, summary: summary, into: node)
    }
    let place = try place(declared, guides: guides, summary: summary, node: node)
    // Under other guides a root without a title is another schema, and is written out.
    if place.record == rootRecord, records[rootRecord].isTitled || place.guides == rootGuides {
      if records[rootRecord].isTitled, try isWrittenOut(place, at: node) {
        return try expand(place, into: node, isHead: false)
      }
      nodes[node].kind = .rootReference
      mayRecurse = true
      describe(node, place.summary)
    } else if records[place.record].isTitled {
      if try isWrittenOut(place, at: node) {
        return try expand(place, into: node, isHead: false)
      }
      nodes[node].kind = .definitionReference
      nodes[node].first = try define(place.record, at: node)
      describe(node, place.summary)
    } else {
      try expand(place, into: node, isHead: false)
    }
  }

  /// Makes a node that of a plain value.
  private mutating func fill(
    _ node: Int, plain kind: NodeKind, guides: GuideList, summary: String?
  ) throws(SchemaError) {
    nodes[node].kind = kind
    describe(node, summary)
    if !guides.isEmpty { try constrain(node, own: .none, place: guides, kind: kind.plainKind) }
  }

  private mutating func define(_ record: Int, at node: Int) throws(SchemaError) -> Int32 {
    let known = records[record].definition
    if known >= 0 {
      if known < bodies { mayRecurse = true }
      return known
    }
    let declaration = declarations[record]
    let title = declaration.name
    var entry = DefinitionRecord(
      record: Int32(truncatingIfNeeded: record), node: -1,
      firstReference: Int32(truncatingIfNeeded: node), title: text.append(quoting: title))
    if let type = declaration.describedType {
      entry.type = type
    } else if records[record].whole >= 0 {
      let table = wholes[Int(records[record].whole)].table
      entry.enclosing = text.append(quoting: table.name)
    } else {
      throw undefinedReference(from: node)
    }
    areTitlesASCII = areTitlesASCII && text.isASCII(entry.title)
    let definition = Int32(truncatingIfNeeded: definitions.count)
    records[record].definition = definition
    definitions.append(entry)
    return definition
  }

  mutating func describe(_ node: Int, _ summary: String?) {
    if let summary { nodes[node].description = text.append(quoting: summary) }
  }
}
