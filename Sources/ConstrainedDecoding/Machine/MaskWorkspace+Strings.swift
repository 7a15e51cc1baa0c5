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
    var mask = StoredMask()
    let suffixes =
      position.need <= strings.mostCharacters ? suffixes(after: popped(item.stack)) : nil
    mask.firstToken = stored.tokens.nextIndex
    mask.base = .string(Int32(position.content))
    if isBounded, position.room <= Int64(StringTables.countedCharacters) {
      mask.base = .string(
        Int32(StringTables.maskIndex(ofCharacters: Int(position.room))))
    }
    if let suffixes {
      forEachExit(from: position.content, before: suffixes) { exit in
        let characters = Int64(exit.characters)
        if characters >= Int64(position.need), characters <= position.room {
          add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
        }
      }
    }
    guard isBounded, position.room > Int64(StringTables.countedCharacters) else { return mask }
    for index in strings.longTokens.indices
    where Int64(strings.longLengths[index]) > position.room {
      stored.tokens.append(strings.longTokens[index])
      mask.removedCount += 1
    }
    return mask
  }

  /// Calls a function with the exits of a state of the content whose suffixes are in a set.
  func forEachExit(
    from content: UInt8, before suffixes: EntryIndex<UInt64>, _ body: (StringTables.Exit) -> Void
  ) {
    guard content == StringContent.start else {
      for index in strings.exitRange(from: content)
      where isSuffix(strings.exits[index].suffix, in: suffixes) { body(strings.exits[index]) }
      return
    }
    for word in 0..<suffixWordCount {
      var rest = stored.suffixBits[suffixes.value + word]
      while rest != 0 {
        let suffix = word * 64 + rest.trailingZeroBitCount
        rest &= rest - 1
        let bounds = strings.startExitBounds
        for index in Int(bounds[suffix])..<Int(bounds[suffix + 1]) {
          body(strings.startExits[index])
        }
      }
    }
  }
}
