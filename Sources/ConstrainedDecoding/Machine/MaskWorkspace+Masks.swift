import ContentStorage

/// Masks of items, each found once.
///
/// A configuration accepts what any of its items accepts, so items are looked at one by one, and
/// what was found for one holds for it in every configuration.
extension MaskWorkspace {
  /// The memory past which masks that were found are dropped.
  private static let memoryLimit = 1 << 23
  /// Masks of more tokens than this are kept as words.
  static let sparseLimit = 1024

  /// The mask of an item: exactly the tokens whose bytes it can read.
  func mask(of item: Item) -> StoredMask {
    let key = key(item, longest: vocabulary.longestToken)
    if let known = stored.masks.mask(of: key) { return known }
    if stored.byteCount > Self.memoryLimit { stored.removeAll() }
    var mask: StoredMask
    switch item.position.kind {
    case .end: mask = stored.masks.makeMask()
    case .text: mask = textMask(item)
    case .counted: mask = countedMask(item)
    case .key: mask = keyMask(item)
    case .leaf: mask = leafMask(item)
    default: mask = walkedMask(item)
    }
    mask.allowsEnd = canEnd(item)
    // Tokens are missing then, and the next matcher has to be told, too.
    guard !hasOverflowed else { return mask }
    stored.masks.keep(mask, of: key)
    return mask
  }

  /// The item under which a mask is kept: lengths that no token can reach are alike.
  private func key(_ item: Item, longest: Int) -> Item {
    if item.position.kind == .counted {
      return Item(position: representative(item.position), stack: item.stack)
    }
    guard item.position.kind == .text else { return item }
    let position = item.position
    let room =
      position.room > Int64(longest) + 1 ? Position.unlimited : position.room
    return Item(
      position: Position(
        need: min(position.need, longest + 1), room: room, content: position.content),
      stack: item.stack)
  }

  /// Indicates whether a text may end at an item.
  func canEnd(_ item: Item) -> Bool {
    switch item.position.kind {
    case .end: return true
    case .leaf:
      let leaf = tables.layout.leaves[item.position.leaf]
      return tables.state(leaf, item.position.leafState).isAccepting
        && stacks[item.stack].position == .end
    default: return false
    }
  }

  // MARK: Structure

  /// The mask of an item by a walk through the vocabulary.
  func walkedMask(_ item: Item) -> StoredMask {
    let bottom = found.count
    let start = items.count
    items.append(item)
    walk(vocabulary.trie, from: ByteTrie.root, itemsFrom: start)
    defer { found.truncate(to: bottom) }
    return makeMask(foundFrom: bottom)
  }

  /// The mask of the tokens that were found.
  func makeMask(foundFrom bottom: Int) -> StoredMask {
    if found.count - bottom > Self.sparseLimit {
      let words = stored.masks.makeWords()
      for index in bottom..<found.count { stored.masks.insert(found[index], into: words) }
      return stored.masks.makeMask(words)
    }
    var mask = stored.masks.makeMask()
    for index in bottom..<found.count { stored.masks.add(found[index], to: &mask) }
    return mask
  }
}
