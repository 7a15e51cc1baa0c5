import ContentStorage

/// Masks within the names of properties, where others than those declared are allowed.
extension MaskWorkspace {
  func keyMask(_ item: Item) -> StoredMask {
    let state = tables.layout.objects.states[item.position.objectState]
    guard let after = itemAfterFreeName(in: state, item.stack) else { return walkedMask(item) }
    let contentState = content(ofName: item.position.name)
    let suffixes = suffixes(after: after)
    if acceptedExits.count != strings.exitTokens.count {
      acceptedExits.reset(count: strings.exitTokens.count, to: 0)
    }
    let bottom = found.count
    forEachExit(from: contentState, before: suffixes) { exit in
      acceptedExits[Int(exit.ordinal)] = 1
      found.append(Int32(exit.ordinal))
    }
    if case .declared(let node) = item.position.name { correctNames(item, node) }
    var mask = stored.masks.makeMask(ofStrings: Int(contentState))
    for index in bottom..<found.count where acceptedExits[Int(found[index])] == 1 {
      acceptedExits[Int(found[index])] = 0
      stored.masks.add(strings.exitTokens[Int(found[index])], to: &mask)
    }
    found.truncate(to: bottom)
    return mask
  }

  /// The state of the content at the end of the part of a name that was read.
  func content(ofName name: Position.Name) -> UInt8 {
    switch name {
    case .free(let content): content
    case .declared(let node): tables.layout.objects.keyNodes[node].content
    }
  }

  /// The item behind a name that is not declared and that no pattern tells from others; `nil` if
  /// there may be none.
  func itemAfterFreeName(in state: GrammarTables.ObjectState, _ stack: StackIndex) -> Item? {
    guard let next = state.additionalNext,
      let node = tables.layout.objects[state.object].additional
    else { return nil }
    return Item(
      position: .colon(
        next: next, value: node, blanks: tables.layout.blanksBefore),
      stack: stack)
  }

  /// Corrects ``acceptedExits`` where a token completes a declared name, and adds to ``found``
  /// those that it accepts.
  ///
  /// The tree of names and the trie of tokens with a quote are gone down together, which meets few
  /// nodes: a token with a long name in it is rare.
  private func correctNames(_ item: Item, _ node: EntryIndex<GrammarTables.KeyNode>) {
    let trie = strings.exitTrie
    pushVisit(ByteTrie.root, node.value)
    while let visit = visits.popLast() {
      let exitNode = trie.nodes[visit.node]
      let keyNode = tables.layout.objects.keyNodes[Int(visit.state)]
      for child in keyNode.children {
        guard let exit = trie.child(of: exitNode, tables.layout.objects.keyNodes[child].byte)
        else { continue }
        if tables.layout.objects.keyNodes[child].property == nil {
          pushVisit(exit, child.value)
        } else {
          completeName(item, parent: .init(Int(visit.state)), exit)
        }
      }
    }
  }

  /// Decides the tokens at and below a node where a declared name ends.
  private func completeName(
    _ item: Item, parent: EntryIndex<GrammarTables.KeyNode>, _ exit: ByteTrie.NodeIndex
  ) {
    let ordinals = strings.exitRanges[exit.value]
    for ordinal in Int(ordinals.start)..<Int(ordinals.end) { acceptedExits[ordinal] = 0 }
    let start = items.count
    let outer = outputStart
    outputStart = start
    step(
      Item(
        position: .key(item.position.objectState, name: .declared(parent)),
        stack: item.stack), UInt8(ascii: "\""))
    outputStart = outer
    guard items.count > start else { return }
    let bottom = found.count
    if let value = strings.exitTrie.nodes[exit].value { found.append(value) }
    walk(strings.exitTrie, from: exit, itemsFrom: start)
    for index in bottom..<found.count { acceptedExits[Int(found[index])] = 1 }
  }
}
