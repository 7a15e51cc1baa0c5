import IndexedTables
import SchemaEncoding
import SchemaText

/// The tables of objects: the tree of their property names, and the properties that may follow in
/// each state.
///
/// If properties come in the declared order, optional ones may be omitted. A state is the index of
/// the first property that may still come and, if the number of properties is bounded, the number
/// of properties so far. Any property up to the next required one may come next. A bit set has
/// these properties, so no state is needed for each choice. For properties in any order, see
/// ``addUnorderedStates(of:_:stride:words:)``.
struct ObjectTables: Sendable {
  /// The largest number of words for the sets of properties.
  private static let maximumSetWords = 1 << 23

  private var objects: [GrammarTables.Object] = []
  private(set) var states: [GrammarTables.ObjectState] = []
  private(set) var properties: [GrammarTables.Property] = []
  private(set) var names: [GrammarTables.NameClass] = []
  private(set) var keyNodes: [GrammarTables.KeyNode] = []
  private(set) var sets: [UInt64] = []
  private let propertyOrder: TokenGrammar.Options.PropertyOrder

  init(_ propertyOrder: TokenGrammar.Options.PropertyOrder) { self.propertyOrder = propertyOrder }

  var count: Int { objects.count }

  subscript(index: EntryIndex<GrammarTables.Object>) -> GrammarTables.Object { objects[index] }

  var byteCount: Int {
    objects.byteCount + states.byteCount + properties.byteCount + names.byteCount
      + keyNodes.byteCount + sets.byteCount
  }

  /// Returns the classes of undeclared names.
  func names(of object: GrammarTables.Object) -> ArraySlice<GrammarTables.NameClass> {
    names[object.names]
  }

  /// Indicates whether a property is in the set that begins at a word.
  func contains(_ property: Int, _ set: EntryIndex<UInt64>) -> Bool {
    sets[set.value + property >> 6] >> UInt64(property & 63) & 1 == 1
  }

  /// Adds an object; the leaves of its names must already be in `leaves`.
  mutating func add(
    _ object: GrammarDraft.Object, _ leaves: LeafTables
  ) throws(SchemaError) {
    let count = object.properties.count
    let words = max((count + 63) / 64, 1)
    let stride = max(object.minimumCount, object.maximumCount ?? 0) + 1
    let isOrdered = propertyOrder == .declared
    let rows = 1 + (isOrdered ? count : object.properties.count { !$0.isOptional })
    try checkSize(object, rows: rows, stride: stride, words: words)
    let root = addNames(object, words: words)
    let index = objects.count
    objects.append(
      GrammarTables.Object(
        properties: EntryRange(properties.count..<(properties.count + count)),
        additional: object.additional?.inTables,
        names: EntryRange(names.count..<(names.count + object.names.count)),
        keyRoot: EntryIndex(root),
        states: EntryRange(states.count..<(states.count + rows * stride)), countStride: stride,
        words: words, minimumCount: object.minimumCount,
        remainingPlaceCount: isOrdered ? 0 : (count + 31) / 32))
    for property in object.properties {
      properties.append(
        GrammarTables.Property(
          node: property.node.inTables, nameLength: property.name.count,
          isOptional: property.isOptional))
    }
    for name in object.names {
      let quote = UInt8(ascii: "\"")
      let state = leaves[name.leaf.inTables].step(Int(LeafAutomaton.start), quote)
      names.append(
        GrammarTables.NameClass(
          leaf: name.leaf.inTables, state: state, node: name.node.inTables))
    }
    if isOrdered {
      addStates(of: index, object, stride: stride, words: words)
    } else {
      addUnorderedStates(of: index, object, stride: stride, words: words)
    }
  }

  /// Checks that an object's tables are not too large.
  private func checkSize(
    _ object: GrammarDraft.Object, rows: Int, stride: Int, words: Int
  ) throws(SchemaError) {
    let (stateCount, overflow) = rows.multipliedReportingOverflow(by: stride)
    let nodes = object.properties.reduce(1) { $0 + $1.name.count }
    let fits =
      !overflow && stateCount <= GrammarPosition.objectStateLimit - states.count
      && object.properties.count <= GrammarPosition.propertyLimit - properties.count
      && nodes <= GrammarPosition.keyNodeLimit - keyNodes.count
      && stateCount + nodes <= (Self.maximumSetWords - sets.count) / words
    if fits { return }
    throw .limitExceeded(
      limit: "size of an object", value: object.properties.count,
      maximum: Self.maximumSetWords,
      context: .init(
        path: object.origin?.path ?? SchemaPath(),
        problem: "An object with \(object.properties.count) properties, of which up to "
          + "\(stride - 1) are counted, needs tables of more than \(Self.maximumSetWords) words.",
        remedy: "Split the object, or remove 'minProperties' and 'maxProperties'."))
  }

  // MARK: Names

  /// Adds the tree of an object's names, and returns its root.
  private mutating func addNames(_ object: GrammarDraft.Object, words: Int) -> Int {
    struct Draft {
      var byte: UInt8
      var property: UInt32?
      var childCount = 0
      // The children are a linked list in the order of insertion.
      var firstChild: Int?
      var lastChild: Int?
      var sibling: Int?
    }
    var drafts = [Draft(byte: 0)]
    /// For each draft node, the set of properties whose names contain the node, in `words` words.
    var below = [UInt64](repeating: 0, count: words)
    for (index, property) in object.properties.enumerated() {
      let (word, bit) = (index >> 6, 1 << UInt64(index & 63) as UInt64)
      var node = 0
      below[word] |= bit
      for byte in property.name {
        var child = drafts[node].firstChild
        while let other = child, drafts[other].byte != byte { child = drafts[other].sibling }
        if let child {
          node = child
        } else {
          let added = drafts.count
          if let last = drafts[node].lastChild {
            drafts[last].sibling = added
          } else {
            drafts[node].firstChild = added
          }
          drafts[node].lastChild = added
          drafts[node].childCount += 1
          drafts.append(Draft(byte: byte))
          below.append(contentsOf: repeatElement(0, count: words))
          node = added
        }
        below[node * words + word] |= bit
      }
      drafts[node].property = UInt32(index)
    }
    let root = keyNodes.count
    /// The draft nodes in the order of the final nodes, in which children are adjacent.
    var order = [0]
    keyNodes.append(keyNode(byte: 0, below[..<words], parent: nil))
    var position = 0
    while position < order.count {
      let draft = drafts[order[position]]
      let index = root + position
      keyNodes[index].property = draft.property
      keyNodes[index].children = EntryRange(keyNodes.count..<(keyNodes.count + draft.childCount))
      var next = draft.firstChild
      while let child = next {
        order.append(child)
        let set = below[(child * words)..<((child + 1) * words)]
        keyNodes.append(keyNode(byte: drafts[child].byte, set, parent: index))
        next = drafts[child].sibling
      }
      position += 1
    }
    return root
  }

  private mutating func keyNode(
    byte: UInt8, _ below: ArraySlice<UInt64>, parent: Int?
  ) -> GrammarTables.KeyNode {
    var node = GrammarTables.KeyNode(below: EntryIndex(sets.count), byte: byte)
    sets.append(contentsOf: below)
    if let parent {
      node.depth = keyNodes[parent].depth + 1
      node.content = StringContent.shared.step(keyNodes[parent].content, byte)
    }
    return node
  }

  // MARK: States

  private mutating func addStates(
    of index: Int, _ object: GrammarDraft.Object, stride: Int, words: Int
  ) {
    let count = object.properties.count
    let first = states.count
    // For each index, the number of required and of possible properties from this index on.
    var required = [Int](repeating: 0, count: count + 1)
    var possible = [Int](repeating: 0, count: count + 1)
    for position in (0..<count).reversed() {
      let property = object.properties[position]
      required[position] = required[position + 1] + (property.isOptional ? 0 : 1)
      possible[position] = possible[position + 1] + (property.isForbidden ? 0 : 1)
    }
    let maximum = object.maximumCount ?? .max
    for position in 0...count {
      for number in 0..<stride {
        var allowed = [UInt64](repeating: 0, count: words)
        var candidate = position
        while candidate < count {
          let property = object.properties[candidate]
          let fitsMaximum = number < maximum - required[candidate + 1]
          let fitsMinimum =
            object.isOpen
            || number + 1 + possible[candidate + 1] >= object.minimumCount
          if !property.isForbidden, fitsMaximum, fitsMinimum {
            allowed[candidate >> 6] |= 1 << UInt64(candidate & 63)
          }
          if !property.isOptional { break }
          candidate += 1
        }
        let isFree = required[position] == 0
        let isOpen = isFree && object.isOpen && number < maximum
        let next = first + count * stride + min(number + 1, stride - 1)
        states.append(
          GrammarTables.ObjectState(
            object: EntryIndex(index), count: Int32(number), allowed: EntryIndex(sets.count),
            additionalNext: isOpen ? EntryIndex(next) : nil,
            hasNext: isOpen || allowed.contains { $0 != 0 },
            canClose: isFree && number >= object.minimumCount))
        sets.append(contentsOf: allowed)
      }
    }
  }

  /// Adds the states of an object whose properties come in any order.
  ///
  /// A state is the number of required properties so far and, if the number of all properties is
  /// bounded, this number. The set of used properties is not part of the state, because each set
  /// would need its own state. The set is on the stack; see
  /// ``GrammarMachine/pushProperties(of:onto:)``.
  private mutating func addUnorderedStates(
    of index: Int, _ object: GrammarDraft.Object, stride: Int, words: Int
  ) {
    let first = states.count
    var possible = [UInt64](repeating: 0, count: words)
    var required = possible
    for (property, entry) in object.properties.enumerated() where !entry.isForbidden {
      possible[property >> 6] |= 1 << UInt64(property & 63)
      if !entry.isOptional { required[property >> 6] |= 1 << UInt64(property & 63) }
    }
    let (possibleSet, requiredSet) = (sets.count, sets.count + words)
    sets += possible + required
    let requiredCount = object.properties.count { !$0.isOptional }
    let maximum = object.maximumCount ?? .max
    for found in 0...requiredCount {
      for number in 0..<stride {
        let missing = requiredCount - found
        let hasRoom = number < maximum - missing
        let isOpen = object.isOpen && hasRoom
        let next = first + found * stride + min(number + 1, stride - 1)
        states.append(
          GrammarTables.ObjectState(
            object: EntryIndex(index), count: Int32(number), requiredCount: Int32(found),
            allowed: EntryIndex(hasRoom ? possibleSet : requiredSet),
            additionalNext: isOpen ? EntryIndex(next) : nil,
            hasNext: isOpen || (hasRoom ? possible : required).contains { $0 != 0 },
            canClose: missing == 0 && number >= object.minimumCount))
      }
    }
  }
}
