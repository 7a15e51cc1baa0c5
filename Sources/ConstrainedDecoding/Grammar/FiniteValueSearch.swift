import IndexedTables

/// The search for the nodes, objects and arrays that have finite values.
///
/// - Complexity: O(*n*) in the size of the draft: each use of a node is visited once, when a finite
///   value of the node is found.
struct FiniteValueSearch {
  private typealias Container = GrammarContainer<GrammarDraft.Object, GrammarDraft.Array>
  private typealias ContainerTable<Entry> = GrammarContainerTable<
    GrammarDraft.Object, GrammarDraft.Array, Entry
  >

  /// The number of parts that an object or an array still needs for a finite value.
  private struct Need {
    /// The number of required properties or elements for which no finite value is known.
    var required: Int
    /// The number of further properties that are needed to reach the minimum, required or optional.
    var further = 0
    let isPossible: Bool

    var isMet: Bool { isPossible && required == 0 && further <= 0 }

    init(_ object: GrammarDraft.Object) {
      required = object.properties.count { !$0.isOptional }
      further = object.minimumCount
      isPossible = object.maximumCount ?? .max >= max(required, further)
    }

    init(_ array: GrammarDraft.Array) {
      required = array.requiredElements.count
      isPossible =
        (array.minimum <= array.prefix.count || array.rest != nil)
        && array.maximum ?? .max >= array.minimum
    }
  }

  /// A use of a node in an object or an array.
  private struct Use {
    let container: Container
    let isRequired: Bool
    /// Indicates whether any number of such properties may occur.
    var isRepeated = false
  }

  private let draft: GrammarDraft
  /// The nodes that are known to have a finite value.
  private(set) var nodes: GrammarDraft.NodeSet
  private var needs: ContainerTable<Need>
  private var uses: [[Use]]
  /// For each object and array, the nodes that have it as a form.
  private var holders: ContainerTable<[EntryIndex<GrammarDraft.Node>]>
  /// The nodes whose uses are still to be visited.
  private var found: [EntryIndex<GrammarDraft.Node>] = []

  init(_ draft: GrammarDraft) {
    self.draft = draft
    nodes = GrammarDraft.NodeSet(nodeCount: draft.nodes.count)
    needs = ContainerTable(
      objects: draft.objects.map { Need($0) }, arrays: draft.arrays.map { Need($0) })
    uses = Array(repeating: [], count: draft.nodes.count)
    holders = needs.map { _ in [] }
    for (index, object) in draft.objects.enumerated() {
      addUses(in: object, .object(EntryIndex(index)))
    }
    for (index, array) in draft.arrays.enumerated() {
      addUses(in: array, .array(EntryIndex(index)))
    }
    for (index, node) in draft.nodes.enumerated() {
      for container in node.forms.compactMap(Self.container) {
        holders[container].append(EntryIndex(index))
      }
    }
  }

  mutating func run() {
    for (index, node) in draft.nodes.enumerated() where node.forms.contains(where: isFinite) {
      find(EntryIndex(index))
    }
    while let node = found.popLast() {
      for use in uses[node.value] where !needs[use.container].isMet {
        if use.isRequired { needs[use.container].required -= 1 }
        needs[use.container].further -= use.isRepeated ? needs[use.container].further : 1
        guard needs[use.container].isMet else { continue }
        for holder in holders[use.container] { find(holder) }
      }
    }
  }

  /// Indicates whether a form is known to have a finite value.
  func isFinite(_ form: GrammarDraft.Form) -> Bool {
    if case .text(let minimum, let maximum?) = form { return Int64(minimum) <= maximum }
    return Self.container(of: form).map { needs[$0].isMet } ?? true
  }

  private mutating func find(_ node: EntryIndex<GrammarDraft.Node>) {
    if nodes.insert(node) { found.append(node) }
  }

  private mutating func addUses(in object: GrammarDraft.Object, _ container: Container) {
    for property in object.properties {
      uses[property.node.value].append(
        Use(container: container, isRequired: !property.isOptional))
    }
    for node in object.names.map(\.node) + [object.additional].compactMap(\.self) {
      uses[node.value].append(Use(container: container, isRequired: false, isRepeated: true))
    }
  }

  private mutating func addUses(in array: GrammarDraft.Array, _ container: Container) {
    for node in array.requiredElements {
      uses[node.value].append(Use(container: container, isRequired: true))
    }
  }

  /// Returns the object or the array of a form; `nil` if the form contains no values.
  private static func container(of form: GrammarDraft.Form) -> Container? {
    switch form {
    case .leaf, .counted, .text: nil
    case .object(let index): .object(index)
    case .array(let index): .array(index)
    }
  }
}

extension GrammarDraft.Array {
  /// The nodes of the elements that a value must have, each node of the prefix once for its element
  /// and the node of all further elements once.
  fileprivate var requiredElements: [EntryIndex<GrammarDraft.Node>] {
    prefix.prefix(minimum) + (minimum > prefix.count ? [rest].compactMap(\.self) : [])
  }
}

extension GrammarDraft {
  struct NodeSet {
    private var isMember: [Bool]

    /// Creates an empty set of the nodes of a draft.
    init(nodeCount: Int) { isMember = Swift.Array(repeating: false, count: nodeCount) }

    func contains(_ node: EntryIndex<Node>) -> Bool { isMember[node.value] }

    /// Inserts a node, and returns `true` if the set did not contain it.
    mutating func insert(_ node: EntryIndex<Node>) -> Bool {
      guard !isMember[node.value] else { return false }
      isMember[node.value] = true
      return true
    }
  }
}
