import IndexedTables

/// The masks within leaves that are strings, such as those with a pattern or a format.
final class LeafMasks {
  private let machine: GrammarMachine
  private let leaves: LeafMaskTable
  private let suffixes: SuffixTable
  private let masks: MaskTable
  private let strings: StringTables

  init(
    _ machine: GrammarMachine, _ leaves: LeafMaskTable, _ suffixes: SuffixTable,
    _ masks: MaskTable
  ) {
    self.machine = machine
    self.leaves = leaves
    self.suffixes = suffixes
    self.masks = masks
    strings = machine.tables.vocabulary.strings
  }

  /// Returns the mask of an item; `nil` for a leaf that is not a string.
  func mask(of item: Item) -> StoredMask? {
    let tables = machine.tables
    let leaf = tables.layout.leaves[item.position.leaf]
    guard leaf.state(item.position.leafState).content != StringContent.invalid else {
      return nil
    }
    let inner = leaves.mask(of: item.position)
    let allowed = suffixes.set(after: machine.popped(item.stack))
    var mask = masks.draft(from: inner.interior)
    for index in inner.exits {
      let exit = leaves[index]
      guard suffixes.contains(exit.suffix, in: allowed) else { continue }
      mask.add(strings.exitTokens[Int(exit.ordinal)])
    }
    return mask.finish()
  }
}
