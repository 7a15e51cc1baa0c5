import IndexedTables

/// The transitions of the automaton: the items that follow an item and a byte.
extension GrammarMachine {
  /// Adds the items that follow an item and a byte to the current set.
  ///
  /// Adds nothing if the item cannot read the byte.
  func step(_ item: Item, _ byte: UInt8) {
    let position = item.position
    switch position.kind {
    case .end, .remaining: return
    case .leaf: stepLeaf(item, byte)
    case .text: stepText(item, byte)
    case .counted: stepCounted(item, byte)
    case .key: stepKey(item, byte)
    case .value:
      if readBlank(item, byte) || position.blanks == Blanks.oneSpace { return }
      enter(position.node, byte, item.stack)
    case .objectStart:
      if readBlank(item, byte) { return }
      let state = tables.layout.objects.states[position.objectState]
      if byte == UInt8(ascii: "\""), hasNext(state, item.stack) {
        beginKey(position.objectState, state, item.stack)
      } else if byte == UInt8(ascii: "}"), state.canClose {
        items.emit(popped(object: state, item.stack))
      }
    case .keyQuote:
      if readBlank(item, byte) || position.blanks == Blanks.oneSpace { return }
      guard byte == UInt8(ascii: "\"") else { return }
      beginKey(position.objectState, tables.layout.objects.states[position.objectState], item.stack)
    case .colon:
      if readBlank(item, byte) { return }
      guard byte == UInt8(ascii: ":") else { return }
      let after = GrammarPosition.objectAfter(
        position.objectState, blanks: tables.layout.blanksBefore)
      emit(
        .value(position.valueNode, blanks: tables.layout.blanksAfter),
        push(after, onto: item.stack))
    case .objectAfter:
      if readBlank(item, byte) { return }
      let state = tables.layout.objects.states[position.objectState]
      if byte == UInt8(ascii: ","), hasNext(state, item.stack) {
        emit(.keyQuote(position.objectState, blanks: tables.layout.blanksAfter), item.stack)
      } else if byte == UInt8(ascii: "}"), state.canClose {
        items.emit(popped(object: state, item.stack))
      }
    case .arrayStart, .arrayAfter: stepArray(item, byte)
    }
  }

  /// Reads white space.
  ///
  /// Returns `true` if the byte is white space, even if it is not allowed here.
  private func readBlank(_ item: Item, _ byte: UInt8) -> Bool {
    guard Blanks.isBlank(byte) else { return false }
    if let left = Blanks.after(byte, item.position.blanks) {
      emit(item.position.with(blanks: left), item.stack)
    }
    return true
  }

  /// Reads the first byte of a value.
  private func enter(_ node: EntryIndex<GrammarTables.Node>, _ byte: UInt8, _ stack: StackIndex) {
    let node = tables.layout.nodes[node]
    guard node.first.contains(byte) else { return }
    for index in node.forms {
      let form = tables.layout.forms[index]
      guard form.first.contains(byte) else { continue }
      switch form.kind {
      case .leaf(let leaf):
        stepLeaf(
          Item(position: .leaf(leaf, state: Int(LeafAutomaton.start)), stack: stack), byte)
      case .text(let need, let room):
        emit(GrammarPosition(need: need, room: room, content: StringContent.start), stack)
      case .counted(let counter):
        let start = tables.layout.counters[counter].start
        emit(GrammarPosition(counter: counter, state: start, characters: 0), stack)
      case .object(let state):
        emit(
          .objectStart(state, blanks: tables.layout.blanksBefore),
          pushProperties(of: tables.layout.objects.states[state], onto: stack))
      case .array(let array):
        emit(.arrayStart(array, blanks: tables.layout.blanksBefore), stack)
      }
    }
  }

  private func stepLeaf(_ item: Item, _ byte: UInt8) {
    let leaf = tables.layout.leaves[item.position.leaf]
    let state = item.position.leafState
    let next = leaf.step(state, byte)
    if next != 0 {
      if leaf.state(next).isFinal {
        items.emit(popped(item.stack))
      } else {
        emit(.leaf(item.position.leaf, state: next), item.stack)
      }
    } else if leaf.state(state).isAccepting {
      // The item after a value is never in a leaf, so this recursion has one level.
      step(popped(item.stack), byte)
    }
  }

  private func stepText(_ item: Item, _ byte: UInt8) {
    let position = item.position
    let content = StringContent.shared
    if content.closes(position.content, byte) {
      if position.need == 0 { items.emit(popped(item.stack)) }
      return
    }
    let next = content.step(position.content, byte)
    guard next != StringContent.invalid else { return }
    let room = position.room
    if position.content == StringContent.start, room == 0 { return }
    guard next == StringContent.start else {
      emit(GrammarPosition(need: position.need, room: room, content: next), item.stack)
      return
    }
    emit(
      GrammarPosition(
        need: max(position.need - 1, 0), room: room == GrammarPosition.unlimited ? room : room - 1,
        content: next), item.stack)
  }

  /// Reads a byte in a string whose characters are counted.
  private func stepCounted(_ item: Item, _ byte: UInt8) {
    let position = item.position
    let index = position.counter
    let leaf = tables.layout.leaves[tables.layout.counters[index].leaf]
    let next = leaf.step(position.counted, byte)
    guard next != 0 else { return }
    let content = leaf.state(next).content
    if content == StringContent.invalid {
      if tables.layout.counters[index].mayClose(at: position.characters) {
        items.emit(popped(item.stack))
      }
      return
    }
    let count =
      content == StringContent.start
      ? tables.layout.counters[index].count(after: position.characters) : position.characters
    guard tables.layout.counters[index].isPossible(next, count) else { return }
    emit(GrammarPosition(counter: index, state: next, characters: count), item.stack)
  }

  // MARK: Objects

  private func beginKey(
    _ index: EntryIndex<GrammarTables.ObjectState>, _ state: GrammarTables.ObjectState,
    _ stack: StackIndex
  ) {
    let object = tables.layout.objects[state.object]
    if tables.hasFreeNames(state)
      || leadsToAllowedName(tables.layout.objects.keyNodes[object.keyRoot], in: state, stack)
    {
      emit(.key(index, name: .declared(object.keyRoot)), stack)
    }
    guard let next = state.additionalNext else { return }
    for name in tables.names(of: object) {
      let after = GrammarPosition.colon(
        next: next, value: name.node, blanks: tables.layout.blanksBefore)
      emit(.leaf(name.leaf, state: name.state), push(after, onto: stack))
    }
  }

  /// Reads a byte of a name in an object, or the quote after it.
  ///
  /// The declared names are a tree of their bytes. A byte without a child in the tree continues or
  /// ends an undeclared name, if the object allows such names and no pattern distinguishes them.
  private func stepKey(_ item: Item, _ byte: UInt8) {
    let position = item.position
    let content = StringContent.shared
    let state = tables.layout.objects.states[position.objectState]
    let allowsFreeNames = tables.hasFreeNames(state)
    if case .declared(let node) = position.name,
      let child = tables.child(of: tables.layout.objects.keyNodes[node], byte)
    {
      readName(child, item, state, allowsFreeNames: allowsFreeNames)
      return
    }
    let contentState = self.content(ofName: position.name)
    guard allowsFreeNames else { return }
    if content.closes(contentState, byte) {
      if let after = itemAfterFreeName(in: state, item.stack) { items.emit(after) }
      return
    }
    let next = content.step(contentState, byte)
    if next != StringContent.invalid {
      emit(.key(position.objectState, name: .free(content: next)), item.stack)
    }
  }

  /// Adds the item at a node in the tree of names, or after the name if the name ends there.
  private func readName(
    _ index: EntryIndex<GrammarTables.KeyNode>, _ item: Item, _ state: GrammarTables.ObjectState,
    allowsFreeNames: Bool
  ) {
    let node = tables.layout.objects.keyNodes[index]
    let object = tables.layout.objects[state.object]
    if let property = node.property.map({ Int($0) }) {
      // A declared name that is not allowed here is a duplicate or out of order.
      guard isAllowed(property, in: state, item.stack) else { return }
      let value = tables.layout.objects.properties[object.properties[property]].node
      emit(
        .colon(
          next: tables.next(after: property, in: state), value: value,
          blanks: tables.layout.blanksBefore),
        removing(property, of: object, from: item.stack))
    } else if allowsFreeNames || leadsToAllowedName(node, in: state, item.stack) {
      emit(
        .key(item.position.objectState, name: .declared(index)),
        item.stack)
    }
  }

  /// Returns the state of ``StringContent`` after the part of a name that was read.
  func content(ofName name: GrammarPosition.Name) -> UInt8 {
    switch name {
    case .free(let content): content
    case .declared(let node): tables.layout.objects.keyNodes[node].content
    }
  }

  /// Returns the item after an undeclared name; `nil` if undeclared names are not allowed or are
  /// distinguished by patterns.
  func itemAfterFreeName(in state: GrammarTables.ObjectState, _ stack: StackIndex) -> Item? {
    guard let next = state.additionalNext,
      let node = tables.layout.objects[state.object].additional
    else { return nil }
    return Item(
      position: .colon(
        next: next, value: node, blanks: tables.layout.blanksBefore),
      stack: stack)
  }

  // MARK: Arrays

  private func stepArray(_ item: Item, _ byte: UInt8) {
    if readBlank(item, byte) { return }
    let position = item.position
    let array = tables.layout.arrays[position.array]
    let count = position.elementCount
    if byte == UInt8(ascii: "]") {
      if count >= array.minimum { items.emit(popped(item.stack)) }
      return
    }
    guard let element = tables.element(after: count, of: array) else { return }
    let after = GrammarPosition.arrayAfter(
      position.array, count: tables.count(after: count, of: array),
      blanks: tables.layout.blanksBefore)
    if position.kind == .arrayStart {
      guard tables.layout.nodes[element].first.contains(byte) else { return }
      enter(element, byte, push(after, onto: item.stack))
    } else if byte == UInt8(ascii: ",") {
      emit(
        .value(element, blanks: tables.layout.blanksAfter),
        push(after, onto: item.stack))
    }
  }

  // MARK: Items

  func canEnd(_ item: Item) -> Bool {
    switch item.position.kind {
    case .end: return true
    case .leaf:
      let leaf = tables.layout.leaves[item.position.leaf]
      return leaf.state(item.position.leafState).isAccepting
        && stacks[item.stack].position == .end
    default: return false
    }
  }

  /// Returns a set of bytes that includes all bytes that an item may read.
  func following(_ item: Item) -> ByteSet {
    let position = item.position
    var set: ByteSet
    switch position.kind {
    case .end, .remaining: return ByteSet()
    case .leaf:
      let leaf = tables.layout.leaves[position.leaf]
      let state = leaf.state(position.leafState)
      return state.isAccepting
        ? state.following.union(following(popped(item.stack))) : state.following
    case .counted:
      let leaf = tables.layout.leaves[tables.layout.counters[position.counter].leaf]
      return leaf.state(position.counted).following
    case .text:
      set = StringContent.shared.following[Int(position.content)]
      if position.content == StringContent.start { set.insert(UInt8(ascii: "\"")) }
      return set
    case .key: return followingKey(position)
    case .value:
      set =
        position.blanks == Blanks.oneSpace ? ByteSet() : tables.layout.nodes[position.node].first
    case .objectStart: set = ByteSet([UInt8(ascii: "\""), UInt8(ascii: "}")])
    case .keyQuote:
      set = position.blanks == Blanks.oneSpace ? ByteSet() : ByteSet([UInt8(ascii: "\"")])
    case .colon: set = ByteSet([UInt8(ascii: ":")])
    case .objectAfter: set = ByteSet([UInt8(ascii: ","), UInt8(ascii: "}")])
    case .arrayStart:
      let element = tables.element(after: 0, of: tables.layout.arrays[position.array])
      set = element.map { tables.layout.nodes[$0].first } ?? ByteSet()
      set.insert(UInt8(ascii: "]"))
    case .arrayAfter: set = ByteSet([UInt8(ascii: ","), UInt8(ascii: "]")])
    }
    if position.blanks == Blanks.oneSpace { return set.union(Blanks.space) }
    return position.blanks > 0 ? set.union(Blanks.bytes) : set
  }

  private func followingKey(_ position: GrammarPosition) -> ByteSet {
    let content = StringContent.shared
    let allowsFreeNames = tables.hasFreeNames(tables.layout.objects.states[position.objectState])
    var set = ByteSet()
    if case .declared(let node) = position.name {
      for child in tables.layout.objects.keyNodes[node].children {
        set.insert(tables.layout.objects.keyNodes[child].byte)
      }
    }
    guard allowsFreeNames else { return set }
    let contentState = self.content(ofName: position.name)
    set.formUnion(content.following[Int(contentState)])
    if contentState == StringContent.start { set.insert(UInt8(ascii: "\"")) }
    return set
  }

  /// Indicates whether an item is within a JSON string that only a quote can end.
  func isWithinString(_ item: Item) -> Bool {
    switch item.position.kind {
    case .text, .key: return true
    case .counted: return content(of: item.position) != StringContent.invalid
    case .leaf:
      let leaf = tables.layout.leaves[item.position.leaf]
      return leaf.state(item.position.leafState).content != StringContent.invalid
    default: return false
    }
  }
}
