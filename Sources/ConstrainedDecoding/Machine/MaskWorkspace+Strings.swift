import ContentStorage

/// Masks within strings that only their length bounds.
extension MaskWorkspace {
  func textMask(_ item: Item) -> StoredMask {
    let position = item.position
    // A token that begins within a character is not among those whose characters were counted.
    let reach =
      position.content == StringContent.start ? strings.mostCharacters : vocabulary.longestToken + 1
    let isBounded = position.room <= Int64(reach)
    guard !isBounded || position.content == StringContent.start else { return walkedMask(item) }
    let suffixes =
      position.need <= strings.mostCharacters ? suffixes(after: popped(item.stack)) : nil
    let isCounted = isBounded && position.room <= Int64(StringTables.countedCharacters)
    var mask = stored.masks.makeMask(
      ofStrings: isCounted
        ? StringTables.maskIndex(ofCharacters: Int(position.room)) : Int(position.content))
    if let suffixes {
      forEachExit(from: position.content, before: suffixes) { exit in
        let characters = Int64(exit.characters)
        if characters >= Int64(position.need), characters <= position.room {
          stored.masks.add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
        }
      }
    }
    guard isBounded, !isCounted else { return mask }
    for index in strings.longTokens.indices
    where Int64(strings.longLengths[index]) > position.room {
      stored.masks.remove(strings.longTokens[index], from: &mask)
    }
    return mask
  }

  /// Calls a function with the exits of a state of the content whose suffixes are in a set.
  func forEachExit(
    from content: UInt8, before suffixes: EntryIndex<UInt64>, _ body: (StringTables.Exit) -> Void
  ) {
    guard content == StringContent.start else {
      for index in strings.exitRange(from: content)
      where stored.suffixes.contains(strings.exits[index].suffix, in: suffixes) {
        body(strings.exits[index])
      }
      return
    }
    let bounds = strings.startExitBounds
    stored.suffixes.forEachSuffix(in: suffixes) { suffix in
      for index in Int(bounds[suffix])..<Int(bounds[suffix + 1]) { body(strings.startExits[index]) }
    }
  }
}
