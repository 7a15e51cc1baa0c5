import IndexedTables

extension GrammarTables {
  // MARK: Objects

  func isAllowed(_ property: Int, in state: ObjectState) -> Bool {
    layout.objects.contains(property, state.allowed)
  }

  /// Indicates whether a name that is allowed in a state begins with the bytes up to a node of the
  /// tree of names.
  func leadsToAllowedName(_ node: KeyNode, in state: ObjectState, words: Int) -> Bool {
    for word in 0..<words
    where layout.objects.sets[node.below.value + word]
      & layout.objects.sets[state.allowed.value + word] != 0
    {
      return true
    }
    return false
  }

  /// Returns the part of a set of properties that one ``GrammarPosition/Kind/remaining`` place of
  /// an object has.
  func properties(ofPlace index: Int, in set: EntryIndex<UInt64>) -> UInt32 {
    UInt32(
      truncatingIfNeeded: layout.objects.sets[set.value + index >> 1] >> UInt64((index & 1) * 32))
  }

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

  /// Returns the child of a node by the child's byte; `nil` if there is none.
  func child(of node: KeyNode, _ byte: UInt8) -> EntryIndex<KeyNode>? {
    for index in node.children where layout.objects.keyNodes[index].byte == byte { return index }
    return nil
  }

  /// Returns the classes of undeclared names.
  func names(of object: Object) -> ArraySlice<NameClass> { layout.objects.names(of: object) }

  /// Indicates whether undeclared names are allowed and not distinguished by patterns.
  func hasFreeNames(_ state: ObjectState) -> Bool {
    state.additionalNext != nil && layout.objects[state.object].additional != nil
  }

  // MARK: Arrays

  /// Returns the node of the element after a number of elements; `nil` if no element may follow.
  func element(after count: Int, of array: Array) -> EntryIndex<Node>? {
    if let maximum = array.maximum, count >= maximum { return nil }
    return count < array.prefix.count ? layout.prefixes[array.prefix[count]] : array.rest
  }

  /// Returns the number of elements after one more element, up to the largest number that is
  /// counted.
  func count(after count: Int, of array: Array) -> Int { min(count + 1, array.countLimit) }
}
