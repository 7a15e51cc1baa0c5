import IndexedTables

/// The working memory for finding the masks of one plan, and a cache of these masks; see
/// ``MaskWorkspace``.
///
/// A workspace has no locks, so only one thread may use it at a time.
final class PlanWorkspace {
  /// The automaton of the plan.
  let machine: PlanMachine
  let tables: PlanTables
  let vocabulary: VocabularyTables
  /// The workspaces of the plan's grammars.
  private let values: ValueWorkspaces
  /// The workspace of the only value, if the plan is a value without a limit.
  ///
  /// Each mask of its grammar is a mask of the plan.
  private let onlyValue: MaskWorkspace?
  /// The tokens that end the output after the only value.
  private let endTokens: [Int]

  /// Counts the work for the last masks, also that of the workspaces of grammars.
  let work: MaskCounter

  private var masks = FoundPlanMasks()

  /// The words of the mask that a matcher passes to a closure.
  let maskBuffer = GrowingTable<UInt64>()

  // The memory of a walk, which the workspaces of all grammars share. It is empty between walks.
  private let frames: GrowingTable<WalkFrame>
  private let found: GrowingTable<Int32>

  init(_ tables: PlanTables) {
    self.tables = tables
    vocabulary = tables.vocabulary.tables
    let work = MaskCounter()
    self.work = work
    let values = ValueWorkspaces(tables, work)
    self.values = values
    frames = values.memory.frames
    found = values.memory.found
    machine = PlanMachine(tables, values)
    onlyValue = tables.onlyValue.map { values[$0.grammar] }
    // This copies the tokens. An assigned array would share its storage, and so its reference
    // count, with all threads.
    endTokens = tables.onlyValue.flatMap { tables.endTokens(after: $0.next) }?.map { $0 } ?? []
  }

  private var items: ItemSets<PlanItem> { machine.items }

  /// Indicates whether there are so many stacks that this workspace should be replaced by a new
  /// one.
  var isFull: Bool { values.isFull }

  /// The memory of masks and stacks, in bytes.
  var byteCount: Int {
    masks.byteCount + machine.byteCount + values.byteCount
  }

  /// Removes all masks, and frees their memory.
  func removeMasks() {
    masks = FoundPlanMasks()
    values.removeMasks()
  }

  /// Checks the stored masks of all grammars, and that no state of a computation is left.
  func checkInvariants() {
    #if DEBUG
    machine.checkInvariants()
    values.checkInvariants()
    assert(frames.count + found.count == 0, "a walk has not ended")
    #endif
  }

  func workspace(of value: EntryIndex<PlanValue>) -> MaskWorkspace {
    values[value]
  }

  // MARK: Masks

  /// Returns the mask of an item: exactly the tokens that the item can read.
  ///
  /// Within strings and free text, nearly all tokens stay within the same part. Only tokens that
  /// can leave the part are visited: tokens with a quote or with the last byte of a marker. A model
  /// has a few hundred such tokens.
  func mask(of item: PlanItem) -> PlanMask {
    // The mask of a value is counted by the workspace of its grammar.
    if let known = masks[item.key] {
      if !known.includesValue { work.addFoundMask() }
      return known
    }
    let mask = makeMask(of: item)
    if !mask.includesValue { work.addNewMask() }
    // After an overflow the mask lacks tokens. It is not stored, so that other matchers also notice
    // the overflow.
    guard !items.hasOverflowed else { return mask }
    masks.insert(mask, for: item.key)
    return mask
  }

  private func makeMask(of item: PlanItem) -> PlanMask {
    switch (tables.place(of: item), item.reading) {
    case (.tokens(let tokens, _), _), (.end(let tokens), _):
      return PlanMask(tokens: tables.layout.tokenSets[tokens].map(VocabularyTables.number))
    case (.literal, _): return PlanMask(tokens: walk(vocabulary.trie, item))
    case (.value(_, let next), .value) where tables.endTokens(after: next) != nil:
      return PlanMask(includesValue: true)
    case (.value(let value, _), .value(let inner)):
      guard workspace(of: value).machine.isWithinString(inner) else {
        return PlanMask(tokens: walk(vocabulary.trie, item))
      }
      return PlanMask(
        includesValue: true,
        tokens: walk(vocabulary.strings.exitTrie, item) {
          self.vocabulary.strings.exitTokens[Int($0)]
        })
    case (.text(let text, _), _): return textMask(item, tables.layout.texts[text])
    case (.value, _), (.open, _), (.close, _), (.split, _): return PlanMask()
    }
  }

  private func textMask(_ item: PlanItem, _ text: PlanText) -> PlanMask {
    let markers = tables.layout.automaton(of: text).markers
    let special = machine.tokenMarkers(of: item, text).flatMap {
      markers[$0].tokens.map(VocabularyTables.number)
    }
    switch item.reading {
    case .beginning, .literal, .value, .leaving: return PlanMask()
    case .finishing: return PlanMask(tokens: walk(vocabulary.trie, item))
    case .closing:
      return PlanMask(tokens: special.isEmpty ? walk(vocabulary.trie, item) : special)
    case .text(_, let character):
      work.addPreparedSets(1)
      let candidates = tables.candidates(of: text.automaton)
      var words = tables.textMasks[Int(character)]
      for index in words.indices { words[index] &= ~candidates.words[index] }
      var leaving = special
      for token in walk(candidates.trie, item) {
        words.insert(token)
        if leaves(item, token) { leaving.append(token) }
      }
      for token in special { words.insert(token) }
      return PlanMask(words: words, tokens: leaving)
    }
  }

  /// Indicates whether a token completes a marker after an item in free text.
  ///
  /// The item must be able to read the token.
  private func leaves(_ item: PlanItem, _ token: Int32) -> Bool {
    let top = items.count
    defer { items.removeAll(from: top) }
    guard let first = machine.read(Int(token), from: item) else { return false }
    return (first..<items.count).contains { items[$0].place != item.place }
      || (first..<items.count).isEmpty
  }

  // MARK: Walks

  /// Returns the tokens of a trie that an item can read, including duplicates.
  private func walk(
    _ trie: ByteTrie, _ item: PlanItem, _ token: (Int32) -> Int32 = { $0 }
  ) -> [Int32] {
    let bottom = found.count
    let start = items.count
    defer {
      found.truncate(to: bottom)
      items.removeAll(from: start)
    }
    items.append(item)
    enter(trie, ByteTrie.root, start)
    let lowest = frames.count - 1
    while frames.count > lowest {
      var frame = frames[frames.count - 1]
      guard !frame.bytes.isEmpty else {
        items.removeAll(from: frame.items.lowerBound)
        frames.truncate(to: frames.count - 1)
        continue
      }
      let byte = frame.bytes.removeFirst()
      frames[frames.count - 1] = frame
      work.addWalkedBytes(1)
      guard let child = trie.child(of: trie.nodes[frame.node], byte),
        let next = machine.advance(frame.items.lowerBound, byte)
      else { continue }
      if let value = trie.nodes[child].value { found.append(value) }
      if trie.nodes[child].hasChildren {
        enter(trie, child, next)
      } else {
        items.removeAll(from: next)
      }
    }
    var tokens: [Int32] = []
    for index in bottom..<found.count {
      vocabulary.forEachDuplicate(of: token(found[index])) { tokens.append($0) }
    }
    return tokens
  }

  private func enter(_ trie: ByteTrie, _ node: ByteTrie.NodeIndex, _ first: Int) {
    var bytes = ByteSet()
    for index in first..<items.count { bytes.formUnion(machine.following(items[index])) }
    frames.append(
      WalkFrame(
        node: node, children: trie.nodes[node].children, firstItem: first, endItem: items.count,
        bytes: bytes))
  }

  // MARK: Writing

  /// Writes the tokens that may follow some items to words, as many as a mask has.
  ///
  /// `current`: The items. `left`: The number of tokens that are left of the budget; `nil` without
  /// a budget.
  func write<Word: MaskWord>(
    _ current: ArraySlice<PlanItem>, to words: UnsafeMutablePointer<Word>, left: Int?
  ) {
    work.begin(readings: current.count)
    if let onlyValue, fitsAlways(left) {
      return unsafe write(current, of: onlyValue, to: words)
    }
    unsafe words.update(repeating: 0, count: Word.count(ofTokens: vocabulary.count))
    for item in machine.settled(current) { unsafe write(item, to: words, left: left) }
  }

  /// Indicates whether the rest of the output fits into the budget after any token.
  private func fitsAlways(_ left: Int?) -> Bool {
    guard let left else { return true }
    return tables.greatestDistance <= Distance(left - 1)
  }

  /// Returns whether items are missing because the text can be read in too many ways, and resets
  /// this.
  func takeOverflow() -> Bool { items.takeOverflow() }

  /// Writes the masks of the only value's items, without copies in this workspace.
  private func write<Word: MaskWord>(
    _ current: ArraySlice<PlanItem>, of workspace: MaskWorkspace,
    to words: UnsafeMutablePointer<Word>
  ) {
    var isFirst = true
    var canEnd = false
    for item in current {
      guard case .value(let inner) = item.reading else {
        canEnd = true
        continue
      }
      let mask = workspace.mask(of: inner)
      if isFirst {
        unsafe workspace.write(mask, to: words)
      } else {
        unsafe workspace.formUnion(mask, into: words)
      }
      isFirst = false
    }
    if isFirst {
      unsafe words.update(repeating: 0, count: Word.count(ofTokens: vocabulary.count))
    }
    if canEnd {
      for token in endTokens { unsafe words[Word.index(of: token)] |= Word.bit(of: token) }
    }
    if workspace.takeOverflow() { items.noteOverflow() }
  }

  /// Adds the tokens of an item to words.
  ///
  /// `item`: The item. It must be settled. `words`: The words, as many as a mask has. `left`: The
  /// number of tokens that are left of the budget; `nil` without a budget.
  private func write<Word: MaskWord>(
    _ item: PlanItem, to words: UnsafeMutablePointer<Word>, left: Int?
  ) {
    let mask = mask(of: item)
    guard isRestricted(item, left) else { return unsafe write(mask, of: item, to: words) }
    var own = [UInt64](repeating: 0, count: vocabulary.wordCount)
    unsafe own.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe write(mask, of: item, to: base)
    }
    restrict(&own, mask, of: item, left: left)
    unsafe add(own, to: words)
  }

  private func write<Word: MaskWord>(
    _ mask: PlanMask, of item: PlanItem, to words: UnsafeMutablePointer<Word>
  ) {
    if let bits = mask.words { return unsafe add(bits, to: words) }
    if mask.includesValue, case .value(let value, _) = tables.place(of: item),
      case .value(let inner) = item.reading
    {
      let workspace = workspace(of: value)
      unsafe workspace.formUnion(workspace.mask(of: inner), into: words)
      if workspace.takeOverflow() { items.noteOverflow() }
    }
    for token in mask.tokens {
      unsafe words[Word.index(of: Int(token))] |= Word.bit(of: Int(token))
    }
  }

  private func add<Word: MaskWord>(_ bits: [UInt64], to words: UnsafeMutablePointer<Word>) {
    unsafe bits.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe Word.formUnion(base, into: words, count: Word.count(ofTokens: vocabulary.count))
    }
  }
}
