import IndexedTables
import SchemaEncoding
import SchemaText

/// A draft as flat tables.
struct GrammarLayout: Sendable {
  /// The place before the first byte of the text.
  let start: GrammarPosition
  private(set) var nodes: [GrammarTables.Node] = []
  private(set) var forms: [GrammarTables.Form] = []
  private(set) var counters: [StringCounter] = []
  private(set) var arrays: [GrammarTables.Array] = []
  private(set) var prefixes: [EntryIndex<GrammarTables.Node>] = []
  private(set) var leaves = LeafTables()
  private(set) var objects: ObjectTables
  /// The white space that is allowed before a separator or a closing bracket, and after a
  /// separator.
  let blanksBefore: Int
  let blanksAfter: Int
  /// The bytes that are tokens by themselves.
  let singleBytes: ByteSet

  /// Creates the tables of plain texts, which are not JSON.
  init(_ leaf: LeafAutomaton, singleBytes: ByteSet) {
    start = .leaf(EntryIndex(0), state: Int(LeafAutomaton.start))
    objects = ObjectTables(.declared)
    (blanksBefore, blanksAfter) = (0, 0)
    self.singleBytes = singleBytes
    leaves.add(LeafStateTable(leaf, singleBytes: singleBytes))
  }

  /// Creates the tables of a draft; the text is a value of the node `root`.
  init(
    _ draft: GrammarDraft, _ compiled: LeafCompiler, root: EntryIndex<GrammarDraft.Node>,
    _ options: TokenGrammar.Options, singleBytes: ByteSet
  ) throws(SchemaError) {
    start = .value(root.inTables)
    objects = ObjectTables(options.propertyOrder)
    (blanksBefore, blanksAfter) = options.blanks
    self.singleBytes = singleBytes
    let count = max(draft.nodes.count, draft.arrays.count)
    try Self.check(count, "places for values", GrammarPosition.nodeLimit)
    try Self.check(
      compiled.counters.count, "strings with a pattern and a length", GrammarPosition.counterLimit)
    var finite = draft
    guard finite.removeEndlessValues().contains(root) else {
      throw .contradictoryGuides(
        schema: draft.nodes[root].origin?.title ?? "the root",
        context: draft.shortage(of: root)
          ?? .init(
            path: SchemaPath(), problem: "No finite value satisfies the schema.",
            remedy: "Make a property optional where the schema contains itself."))
    }
    for leaf in compiled.leaves { leaves.add(leaf.table) }
    counters = compiled.counters
    for object in finite.objects { try objects.add(object, leaves) }
    for array in finite.arrays { add(array) }
    // A plan can have a small grammar for each of many tools, so no more is reserved than is used.
    nodes.reserveCapacity(finite.nodes.count)
    forms.reserveCapacity(finite.nodes.reduce(0) { $0 + $1.forms.count })
    for node in finite.nodes { add(node) }
  }

  /// Throws if a schema has more entries of one kind than a ``GrammarPosition`` can refer to.
  private static func check(
    _ count: Int, _ things: String, _ limit: Int
  ) throws(SchemaError) {
    guard count > limit else { return }
    throw .limitExceeded(
      limit: "\(things) of a schema", value: count, maximum: limit,
      context: .init(
        path: SchemaPath(),
        problem: "The schema has \(count) \(things); the limit is \(limit).",
        remedy: "Split the schema."))
  }

  /// Returns the size in bytes, without the leaves that are already counted.
  func byteCount(countedLeaves: inout Set<ObjectIdentifier>) -> Int {
    nodes.byteCount + forms.byteCount + counters.reduce(0) { $0 + $1.byteCount }
      + arrays.byteCount + prefixes.byteCount + objects.byteCount
      + leaves.byteCount(counted: &countedLeaves)
  }

  private mutating func add(_ array: GrammarDraft.Array) {
    arrays.append(
      GrammarTables.Array(
        minimum: array.minimum, maximum: array.maximum,
        prefix: EntryRange(prefixes.count..<(prefixes.count + array.prefix.count)),
        rest: array.rest?.inTables,
        countLimit: array.maximum ?? max(array.minimum, array.prefix.count)))
    prefixes.append(contentsOf: array.prefix.map(\.inTables))
  }

  private mutating func add(_ node: GrammarDraft.Node) {
    let first = forms.count
    var bytes = ByteSet()
    for form in node.forms {
      let entry: GrammarTables.Form
      switch form {
      case .leaf(let index):
        let leaf = index.inTables
        entry = .init(kind: .leaf(leaf), first: leaves.start(of: leaf).following)
      case .counted(let index):
        entry = .init(kind: .counted(index), first: ByteSet([UInt8(ascii: "\"")]))
      case .text(let minimum, let maximum):
        entry = .init(
          kind: .text(need: minimum, room: maximum ?? GrammarPosition.unlimited),
          first: ByteSet([UInt8(ascii: "\"")]))
      case .object(let index):
        entry = .init(
          kind: .object(objects[index.inTables].states[0]), first: ByteSet([UInt8(ascii: "{")]))
      case .array(let index):
        entry = .init(kind: .array(index.inTables), first: ByteSet([UInt8(ascii: "[")]))
      }
      bytes.formUnion(entry.first)
      forms.append(entry)
    }
    nodes.append(GrammarTables.Node(forms: EntryRange(first..<forms.count), first: bytes))
  }
}

// The tables keep the order of the draft, so each entry keeps its index.

extension EntryIndex<GrammarDraft.Node> {
  /// The index of the node in ``GrammarLayout/nodes``.
  var inTables: EntryIndex<GrammarTables.Node> { .init(value) }
}

extension EntryIndex<GrammarDraft.Object> {
  /// The index of the object in ``GrammarLayout/objects``.
  var inTables: EntryIndex<GrammarTables.Object> { .init(value) }
}

extension EntryIndex<GrammarDraft.Array> {
  /// The index of the array in ``GrammarLayout/arrays``.
  var inTables: EntryIndex<GrammarTables.Array> { .init(value) }
}

extension EntryIndex<CompiledLeaf> {
  /// The index of the leaf in ``GrammarLayout/leaves``.
  var inTables: EntryIndex<GrammarTables.Leaf> { .init(value) }
}
