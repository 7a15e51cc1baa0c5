import IndexedTables

/// The properties that may come next in an object.
///
/// In the declared order, the state of the object has the properties that may come next. In any
/// order, a property may come next if the state allows it and the object does not yet have it. The
/// remaining properties are on the stack, in places of the kind ``GrammarPosition/Kind/remaining``
/// with 32 properties each, directly below the current place in the object. So the tables need no
/// state for each set of properties, and equal sets have equal stacks, for which masks are found
/// again.
extension GrammarMachine {
  /// Pushes the remaining properties of an object that begins in a state.
  func pushProperties(
    of state: GrammarTables.ObjectState, onto stack: StackIndex
  ) -> StackIndex {
    let object = tables.layout.objects[state.object]
    var stack = stack
    for index in (0..<object.remainingPlaceCount).reversed() {
      let remaining = GrammarPosition(
        remaining: tables.properties(ofPlace: index, in: state.allowed),
        from: object.properties[index * 32])
      stack = push(remaining, onto: stack)
    }
    return stack
  }

  func popped(object state: GrammarTables.ObjectState, _ stack: StackIndex) -> Item {
    let object = tables.layout.objects[state.object]
    return popped(self.stack(after: object.remainingPlaceCount, of: stack))
  }

  /// Returns the stack without a property, which has begun.
  func removing(
    _ property: Int, of object: GrammarTables.Object, from stack: StackIndex
  ) -> StackIndex {
    guard object.remainingPlaceCount > 0 else { return stack }
    let node = stacks[self.stack(after: property >> 5, of: stack)]
    let remaining = GrammarPosition(
      remaining: node.position.remaining & ~(1 << UInt32(property & 31)),
      from: node.position.firstRemaining)
    var result = push(remaining, onto: node.parent)
    for index in (0..<property >> 5).reversed() {
      result = push(stacks[self.stack(after: index, of: stack)].position, onto: result)
    }
    return result
  }

  /// Indicates whether another property may follow in an object.
  func hasNext(_ state: GrammarTables.ObjectState, _ stack: StackIndex) -> Bool {
    let object = tables.layout.objects[state.object]
    guard object.remainingPlaceCount > 0, state.additionalNext == nil else { return state.hasNext }
    return leadsToAllowedName(tables.layout.objects.keyNodes[object.keyRoot], in: state, stack)
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

  /// Indicates whether the name of a property that may come next begins with the bytes up to a node
  /// of the tree of names.
  func leadsToAllowedName(
    _ node: GrammarTables.KeyNode, in state: GrammarTables.ObjectState, _ stack: StackIndex
  ) -> Bool {
    let object = tables.layout.objects[state.object]
    guard object.remainingPlaceCount > 0 else {
      return tables.leadsToAllowedName(node, in: state, words: object.words)
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

  /// Returns a stack without its first places.
  private func stack(after count: Int, of stack: StackIndex) -> StackIndex {
    var stack = stack
    for _ in 0..<count { stack = stacks[stack].parent }
    return stack
  }
}
