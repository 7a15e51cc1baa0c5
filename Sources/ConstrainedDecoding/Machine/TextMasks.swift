import IndexedTables

/// The masks within strings that only their length bounds.
final class TextMasks {
  private let machine: GrammarMachine
  private let suffixes: SuffixTable
  private let walker: TrieWalker
  private let masks: MaskTable
  private let strings: StringTables
  private let longestToken: Int

  init(
    _ machine: GrammarMachine, _ suffixes: SuffixTable, _ walker: TrieWalker, _ masks: MaskTable
  ) {
    self.machine = machine
    self.suffixes = suffixes
    self.walker = walker
    self.masks = masks
    strings = machine.tables.vocabulary.strings
    longestToken = machine.tables.vocabulary.longestToken
  }

  /// Returns the item under which a mask is stored.
  func key(_ item: Item) -> Item {
    let position = item.position
    let room =
      position.room > Int64(longestToken) + 1 ? GrammarPosition.unlimited : position.room
    return Item(
      position: GrammarPosition(
        need: min(position.need, longestToken + 1), room: room, content: position.content),
      stack: item.stack)
  }

  func mask(of item: Item) -> StoredMask {
    let position = item.position
    // ``StringTables`` counts characters only for tokens that begin between two characters.
    let reach =
      position.content == StringContent.start ? strings.mostCharacters : longestToken + 1
    let isBounded = position.room <= Int64(reach)
    guard !isBounded || position.content == StringContent.start else {
      return walker.mask(of: item, in: masks)
    }
    let allowed =
      position.need <= strings.mostCharacters
      ? suffixes.set(after: machine.popped(item.stack)) : nil
    let isCounted = isBounded && position.room <= Int64(StringTables.countedCharacters)
    var mask = masks.draft(
      ofStrings: isCounted
        ? StringTables.maskIndex(ofCharacters: Int(position.room)) : Int(position.content))
    if let allowed {
      suffixes.forEachExit(from: position.content, in: allowed) { exit in
        let characters = Int64(exit.characters)
        if characters >= Int64(position.need), characters <= position.room {
          mask.add(strings.exitTokens[Int(exit.ordinal)])
        }
      }
    }
    guard isBounded, !isCounted else { return mask.finish() }
    return mask.finish(without: strings.longTokens) {
      Int64(strings.longLengths[$0]) > position.room
    }
  }
}
