/// Masks within strings that only their length bounds.
extension MaskWorkspace {
  func textMask(_ item: Item) -> StoredMask {
    let strings = vocabulary.strings
    let position = item.position
    // A token that begins within a character is not among those whose characters were counted.
    let reach =
      position.content == StringContent.start ? strings.mostCharacters : vocabulary.longestToken + 1
    let isBounded = position.room <= Int64(reach)
    guard !isBounded || position.content == StringContent.start else { return walkedMask(item) }
    var mask = StoredMask()
    let suffixes = position.need <= strings.mostCharacters ? suffixes(after: popped(item.stack)) : 0
    mask.firstToken = Int32(truncatingIfNeeded: tokens.count)
    mask.base = .string(Int32(position.content))
    if isBounded, position.room <= Int64(StringTables.countedCharacters) {
      mask.base = .string(
        Int32(truncatingIfNeeded: StringTables.maskIndex(ofCharacters: Int(position.room))))
    }
    if position.need <= strings.mostCharacters {
      for index in strings.exitRange(from: position.content) {
        let exit = strings.exits[index]
        let characters = Int64(exit.characters)
        if characters >= Int64(position.need), characters <= position.room,
          isSuffix(exit.suffix, in: suffixes)
        {
          add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
        }
      }
    }
    guard isBounded, position.room > Int64(StringTables.countedCharacters) else { return mask }
    for index in strings.longTokens.indices
    where Int64(strings.longLengths[index]) > position.room {
      tokens.append(strings.longTokens[index])
      mask.removedCount += 1
    }
    return mask
  }
}
