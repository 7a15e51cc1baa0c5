import ContentStorage

/// The properties that may come next in an object.
///
/// In the declared order, the state of the object says which they are. In any order they are, of
/// those that the state allows, the ones that remain. These are kept among the places to return to,
/// 32 to a ``Position/Kind/remaining``, right after what is being read of the object. So an object
/// takes no more states for all the sets of properties that it can have, and equal sets are equal
/// stacks, under which masks are found again.
extension GrammarMachine {
  /// The places to return to in an object that begins in a state.
  func pushProperties(
    of state: GrammarTables.ObjectState, onto stack: StackIndex
  ) -> StackIndex {
    let object = tables.layout.objects[state.object]
    var stack = stack
    for index in (0..<object.remainingPlaceCount).reversed() {
      let remaining = Position(
        remaining: tables.properties(ofPlace: index, in: state.allowed),
        from: object.properties[index * 32])
      stack = push(remaining, onto: stack)
    }
    return stack
  }

  /// The item behind an object.
  func popped(object state: GrammarTables.ObjectState, _ stack: StackIndex) -> Item {
    let object = tables.layout.objects[state.object]
    return popped(self.stack(after: object.remainingPlaceCount, of: stack))
  }

  /// The places to return to after a property has begun.
  func removing(
    _ property: Int, of object: GrammarTables.Object, from stack: StackIndex
  ) -> StackIndex {
    guard object.remainingPlaceCount > 0 else { return stack }
    let node = stacks[self.stack(after: property >> 5, of: stack)]
    let remaining = Position(
      remaining: node.position.remaining & ~(1 << UInt32(property & 31)),
      from: node.position.firstRemaining)
    var result = push(remaining, onto: node.parent)
    for index in (0..<property >> 5).reversed() {
      result = push(stacks[self.stack(after: index, of: stack)].position, onto: result)
    }
    return result
  }

  /// Indicates whether an object may go on with another property.
  func hasNext(_ state: GrammarTables.ObjectState, _ stack: StackIndex) -> Bool {
    let object = tables.layout.objects[state.object]
    guard object.remainingPlaceCount > 0, state.additionalNext == nil else { return state.hasNext }
    return isOpen(tables.layout.objects.keyNodes[object.keyRoot], in: state, stack)
  }

  /// Indicates whether a property may come next.
  func isAllowed(
    _ property: Int, in state: GrammarTables.ObjectState, _ stack: StackIndex
  ) -> Bool {
    guard tables.isAllowed(property, in: state) else { return false }
    guard tables.layout.objects[state.object].remainingPlaceCount > 0 else { return true }
    let remaining = stacks[self.stack(after: property >> 5, of: stack)].position.remaining
    return remaining >> UInt32(property & 31) & 1 == 1
  }

  /// Indicates whether names of properties that may come next go on at a node.
  func isOpen(
    _ node: GrammarTables.KeyNode, in state: GrammarTables.ObjectState, _ stack: StackIndex
  ) -> Bool {
    let object = tables.layout.objects[state.object]
    guard object.remainingPlaceCount > 0 else {
      return tables.isOpen(node, in: state, words: object.words)
    }
    var stack = stack
    for index in 0..<object.remainingPlaceCount {
      let place = stacks[stack]
      let allowed =
        tables.properties(ofPlace: index, in: node.below)
        & tables.properties(ofPlace: index, in: state.allowed)
      if allowed & place.position.remaining != 0 { return true }
      stack = place.parent
    }
    return false
  }

  /// The rest of a stack after some places.
  private func stack(after count: Int, of stack: StackIndex) -> StackIndex {
    var stack = stack
    for _ in 0..<count { stack = stacks[stack].parent }
    return stack
  }
}
