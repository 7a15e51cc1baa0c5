import IndexedTables

/// The result of testing many tokens together: all tokens of a mask of ``StringTables``.
struct StringFit {
  /// The index of the mask.
  var mask: Int
  /// `true` if the rest of the text fits into the budget after each of the tokens, and `false` if
  /// it fits after none of them.
  var fits: Bool
  /// The tokens of the mask for which ``fits`` is not known; they are parts of declared names.
  var unknown: [Int] = []
}

/// Budgets within strings, in which nearly all tokens may follow.
///
/// Trying each token takes 15 ms for 131 072 tokens, and the length of the rest depends little on
/// the token, so tokens are tested together.
extension MaskWorkspace {
  /// Returns the tokens that stay within the string of an item, and whether the rest of the text
  /// fits after them.
  ///
  /// `limit`: The largest number of bytes that the rest may have.
  ///
  /// - Returns: The result; `nil` if the tokens have to be tried one by one.
  func stringFit(of item: Item, _ limit: Distance) -> StringFit? {
    let tables = machine.tables
    let position = item.position
    // The largest number of bytes that complete a character after a token.
    let character: Distance = 6
    let after = machine.distance(of: Item(position: .end, stack: item.stack))
    switch position.kind {
    case .text:
      let needed = after + Distance(position.need + 1)
      if needed + character <= limit { return StringFit(mask: Int(position.content), fits: true) }
      guard position.content == StringContent.start else { return nil }
      // If the string needs more characters, the token's character counts as one of them.
      return StringFit(
        mask: StringTables.wholeMaskIndex,
        fits: after + Distance(max(position.need, 1)) <= limit)
    case .key:
      let state = tables.layout.objects.states[position.objectState]
      guard tables.hasFreeNames(state) else { return nil }
      let free = Item(
        position: .key(position.objectState, name: .free(content: StringContent.start)),
        stack: item.stack
      )
      let needed = machine.distance(of: free)
      let content = machine.content(ofName: position.name)
      if needed + character <= limit { return StringFit(mask: Int(content), fits: true) }
      guard content == StringContent.start else { return nil }
      var fit = StringFit(mask: StringTables.wholeMaskIndex, fits: needed <= limit)
      if case .declared(let node) = position.name { fit.unknown = tokens(withinNamesFrom: node) }
      return fit
    case .leaf:
      let leaf = tables.layout.leaves[position.leaf]
      let content = leaf.state(position.leafState).content
      guard content != StringContent.invalid, after + leaf.longest <= limit else { return nil }
      return StringFit(mask: Int(content), fits: true)
    case .counted:
      guard
        let longest = tables.layout.counters[position.counter]
          .longestDistance(ahead: position.counted, position.characters),
        after + longest <= limit
      else { return nil }
      return StringFit(mask: Int(machine.content(of: position)), fits: true)
    default: return nil
    }
  }

  /// Finds the tokens that are parts of declared names.
  ///
  /// - Complexity: O(*n*) in the length of the names below the node.
  private func tokens(
    withinNamesFrom start: EntryIndex<GrammarTables.KeyNode>
  ) -> [Int] {
    let trie = vocabulary.trie
    let objects = machine.tables.layout.objects
    var tokens: [Int] = []
    var pending = [(name: start, text: ByteTrie.root)]
    while let (name, text) = pending.popLast() {
      let parent = objects.keyNodes[name]
      for child in parent.children
      where objects.keyNodes[child].property == nil {
        let byte = objects.keyNodes[child].byte
        guard let next = trie.child(of: trie.nodes[text], byte) else { continue }
        if let token = trie.nodes[next].value {
          vocabulary.forEachDuplicate(of: token) { tokens.append(Int($0)) }
        }
        pending.append((child, next))
      }
    }
    return tokens
  }
}
