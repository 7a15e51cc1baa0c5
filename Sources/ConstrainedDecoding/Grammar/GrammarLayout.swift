import SchemaEncoding
import SchemaText

/// A draft that is laid out in flat tables.
///
/// Only the initializers of a grammar change it. Then ``GrammarTables`` holds it as a constant.
struct GrammarLayout: Sendable {
  /// The most words that sets of properties may take.
  static let maximumSetWords = 1 << 23

  var start = Position.end
  var nodes: [GrammarTables.Node] = []
  var forms: [GrammarTables.Form] = []
  var leaves: [GrammarTables.Leaf] = []
  var leafStates: [GrammarTables.LeafState] = []
  var transitions: [Int32] = []
  var counters: [StringCounter] = []
  var byteClasses: [UInt8] = []
  var objects: [GrammarTables.Object] = []
  var objectStates: [GrammarTables.ObjectState] = []
  var properties: [GrammarTables.Property] = []
  var names: [GrammarTables.NameClass] = []
  var keyNodes: [GrammarTables.KeyNode] = []
  var sets: [UInt64] = []
  var arrays: [GrammarTables.Array] = []
  var prefixes: [Int32] = []
  let propertyOrder: TokenGrammar.Options.PropertyOrder
  /// White space in front of a separator or a closing bracket, and behind a separator.
  let blanksBefore: Int
  let blanksAfter: Int
  /// The most that the distance to the end can be, from any place in a value.
  var greatestDistance = far
  /// The bytes that are tokens of their own.
  let singleBytes: ByteSet

  /// A distance that nothing reaches.
  static let far = Int64.max / 4

  init(_ options: TokenGrammar.Options, singleBytes: ByteSet) {
    propertyOrder = options.propertyOrder
    (blanksBefore, blanksAfter) = options.blanks
    self.singleBytes = singleBytes
  }

  /// The size in bytes.
  var byteCount: Int {
    nodes.byteCount + forms.byteCount + leaves.byteCount + leafStates.byteCount
      + transitions.byteCount + byteClasses.byteCount + objects.byteCount
      + objectStates.byteCount + properties.byteCount + names.byteCount + keyNodes.byteCount
      + sets.byteCount + counters.reduce(0) { $0 + $1.byteCount }
      + arrays.byteCount + prefixes.byteCount
  }

  /// Lays out the values of a draft's nodes, and begins at one of them.
  mutating func add(_ draft: GrammarDraft, root: Int) throws(SchemaError) {
    let count = max(draft.nodes.count, draft.arrays.count)
    guard count <= Position.firstLimit, draft.counters.count <= Position.counterLimit else {
      throw .limitExceeded(
        limit: "places of a schema", value: count, maximum: Position.firstLimit,
        context: .init(
          path: SchemaPath(),
          problem: "The schema has \(count) places for values; the limit is "
            + "\(Position.firstLimit).",
          remedy: "Split the schema."))
    }
    var finite = draft
    guard finite.removeEndlessValues()[root] else {
      throw .contradictoryGuides(
        schema: draft.nodes[root].origin?.title ?? "the root",
        context: draft.shortage(ofNode: root)
          ?? .init(
            path: SchemaPath(), problem: "No finite value satisfies the schema.",
            remedy: "Make a property optional where the schema contains itself."))
    }
    for leaf in finite.leaves { add(leaf) }
    for var counter in finite.counters {
      counter.spell(finite.leaves[counter.leaf], with: singleBytes)
      counters.append(counter)
    }
    for object in finite.objects { try add(object) }
    for array in finite.arrays { add(array) }
    for node in finite.nodes { add(node) }
    start = Position(.value, root)
    findDistances()
    greatestDistance = greatestDistance(of: root)
  }

  mutating func add(_ leaf: LeafAutomaton) {
    let distances = leaf.distances(using: singleBytes)
    let firstState = leafStates.count
    var longest: Int64 = 0
    for (state, following) in leaf.following.enumerated() {
      let distance =
        distances[state] == LeafAutomaton.unreachable ? Self.far : Int64(distances[state])
      let isReached = leaf.isAccepting[state] || !following.isEmpty
      if isReached { longest = max(longest, distance) }
      leafStates.append(
        GrammarTables.LeafState(
          following: following, distance: distance, content: leaf.contents[state],
          isAccepting: leaf.isAccepting[state], isFinal: following.isEmpty,
          isUniversal: leaf.isUniversal[state]))
    }
    leaves.append(
      GrammarTables.Leaf(
        firstTransition: Int32(truncatingIfNeeded: transitions.count),
        firstClass: Int32(truncatingIfNeeded: byteClasses.count),
        stride: Int32(truncatingIfNeeded: leaf.stride),
        firstState: Int32(truncatingIfNeeded: firstState),
        stateCount: Int32(truncatingIfNeeded: leaf.stateCount), longest: longest))
    transitions.append(contentsOf: leaf.transitions)
    byteClasses.append(contentsOf: leaf.byteClasses)
  }

  private mutating func add(_ array: GrammarDraft.Array) {
    arrays.append(
      GrammarTables.Array(
        minimum: Int32(clamping: array.minimum),
        maximum: array.maximum.map { Int32(clamping: $0) } ?? -1,
        firstPrefix: Int32(truncatingIfNeeded: prefixes.count),
        prefixCount: Int32(clamping: array.prefix.count),
        rest: array.rest.map { Int32(clamping: $0) } ?? -1,
        countLimit: Int32(
          clamping: array.maximum ?? max(array.minimum, array.prefix.count))))
    prefixes.append(contentsOf: array.prefix.map { Int32(clamping: $0) })
  }

  private mutating func add(_ node: GrammarDraft.Node) {
    let first = forms.count
    var bytes = ByteSet()
    for form in node.forms {
      var entry = GrammarTables.Form(kind: .leaf, index: 0, first: ByteSet())
      switch form {
      case .leaf(let index):
        entry.index = Int32(truncatingIfNeeded: index)
        entry.first =
          leafStates[Int(leaves[index].firstState) + Int(LeafAutomaton.start)].following
      case .counted(let index):
        entry.kind = .counted
        entry.index = Int32(truncatingIfNeeded: index)
        entry.first = ByteSet([UInt8(ascii: "\"")])
      case .text(let minimum, let maximum):
        entry.kind = .text
        entry.need = Int32(clamping: minimum)
        entry.room = maximum ?? Position.unlimited
        entry.first = ByteSet([UInt8(ascii: "\"")])
      case .object(let index):
        entry.kind = .object
        entry.index = objects[index].firstState
        entry.first = ByteSet([UInt8(ascii: "{")])
      case .array(let index):
        entry.kind = .array
        entry.index = Int32(truncatingIfNeeded: index)
        entry.first = ByteSet([UInt8(ascii: "[")])
      }
      bytes.formUnion(entry.first)
      forms.append(entry)
    }
    nodes.append(
      GrammarTables.Node(
        firstForm: Int32(truncatingIfNeeded: first),
        formCount: Int32(truncatingIfNeeded: forms.count - first), first: bytes,
        distance: Self.far))
  }
}
