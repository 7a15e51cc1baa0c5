import ContentStorage

extension GrammarTables {
  /// The state of a leaf after a byte, 0 if it cannot follow.
  func step(_ leaf: Leaf, _ state: Int, _ byte: UInt8) -> Int {
    layout.leaves.step(leaf, state, byte)
  }

  func state(_ leaf: Leaf, _ state: Int) -> LeafState {
    layout.leaves.state(leaf, state)
  }

  // MARK: Objects

  func isAllowed(_ property: Int, in state: ObjectState) -> Bool {
    layout.objects.contains(property, state.allowed)
  }

  /// Indicates whether names that are allowed in a state go on at a node.
  func isOpen(_ node: KeyNode, in state: ObjectState, words: Int) -> Bool {
    for word in 0..<words
    where layout.objects.sets[node.below.value + word]
      & layout.objects.sets[state.allowed.value + word] != 0
    {
      return true
    }
    return false
  }

  /// The properties of a set that one place ``Position/Kind/remaining`` of an object has bits for.
  ///
  /// - Parameters:
  ///   - index: The index of the place.
  ///   - set: The first word of the set.
  /// - Returns: The properties as bits.
  func properties(ofPlace index: Int, in set: EntryIndex<UInt64>) -> UInt32 {
    UInt32(
      truncatingIfNeeded: layout.objects.sets[set.value + index >> 1] >> UInt64((index & 1) * 32))
  }

  /// The state of an object after a property.
  func next(after property: Int, in state: ObjectState) -> EntryIndex<ObjectState> {
    let object = layout.objects[state.object]
    let count = min(Int(state.count) + 1, object.countStride - 1)
    var row = property + 1
    if object.remainingPlaceCount > 0 {
      let isOptional = layout.objects.properties[object.properties[property]].isOptional
      row = Int(state.requiredCount) + (isOptional ? 0 : 1)
    }
    return object.states[row * object.countStride + count]
  }

  /// The child of a node by its byte; `nil` if it has none.
  func child(of node: KeyNode, _ byte: UInt8) -> EntryIndex<KeyNode>? {
    for index in node.children where layout.objects.keyNodes[index].byte == byte {
      return index
    }
    return nil
  }

  /// The classes of names that are not declared.
  func names(of object: Object) -> ArraySlice<NameClass> {
    layout.objects.names(of: object)
  }

  /// Indicates whether names that are not declared are read without patterns.
  func hasFreeNames(_ state: ObjectState) -> Bool {
    state.additionalNext != nil && layout.objects[state.object].additional != nil
  }

  // MARK: Arrays

  /// The node of the element after some others; `nil` if there may be none.
  func element(after count: Int, of array: Array) -> EntryIndex<Node>? {
    if let maximum = array.maximum, count >= maximum { return nil }
    return count < array.prefix.count ? layout.prefixes[array.prefix[count]] : array.rest
  }

  /// The number of elements, one more than before, as far as it matters.
  func count(after count: Int, of array: Array) -> Int { min(count + 1, array.countLimit) }
}
