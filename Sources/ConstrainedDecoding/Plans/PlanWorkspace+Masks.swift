import ContentStorage

/// Masks of items, each found once, and their restriction by limits.
extension PlanWorkspace {
  /// The mask of an item: exactly the tokens that it can read.
  ///
  /// Within strings and free text, nearly all tokens stay where they are. Only those are walked
  /// through that can leave: they contain a quote, or the last byte of a marker. Of the tokens of
  /// a model, these are a few hundred.
  func mask(of item: PlanItem) -> PlanMask {
    if let known = masks[item.key] { return known }
    let mask = makeMask(of: item)
    // Tokens are missing then, and the next matcher has to be told, too.
    guard !hasOverflowed else { return mask }
    masks.insert(mask, for: item.key)
    return mask
  }

  private func makeMask(of item: PlanItem) -> PlanMask {
    switch (tables.place(of: item), item.reading) {
    case (.tokens(let tokens, _), _), (.end(let tokens), _):
      return PlanMask(tokens: tables.layout.tokenSets[tokens].map(Self.token))
    case (.literal, _): return PlanMask(tokens: walk(vocabulary.trie, item))
    case (.value(let value, _), .value(let inner)):
      guard workspace(of: value).isWithinString(inner) else {
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

  private static func token(_ number: Int) -> Int32 { Int32(truncatingIfNeeded: number) }

  private func textMask(_ item: PlanItem, _ text: PlanText) -> PlanMask {
    let markers = tables.layout.automaton(of: text).markers
    let special = tokenMarkers(of: item, text).flatMap { markers[$0].tokens.map(Self.token) }
    switch item.reading {
    case .beginning, .literal, .value, .leaving: return PlanMask()
    case .finishing: return PlanMask(tokens: walk(vocabulary.trie, item))
    case .closing:
      return PlanMask(tokens: special.isEmpty ? walk(vocabulary.trie, item) : special)
    case .text(_, let character):
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

  /// Indicates whether a token that an item in text can read completes a marker.
  private func leaves(_ item: PlanItem, _ token: Int32) -> Bool {
    let top = items.count
    defer { items.truncate(to: top) }
    guard let first = read(Int(token), from: item) else { return false }
    return (first..<items.count).contains { items[$0].place != item.place }
      || (first..<items.count).isEmpty
  }

  /// Reads the bytes of a token with an item, and returns where the items after it begin.
  private func read(_ token: Int, from item: PlanItem) -> Int? {
    var first = items.count
    items.append(item)
    for index in vocabulary.byteRange(of: token) {
      guard let next = advance(first, vocabulary.bytes[index]) else { return nil }
      first = next
    }
    return first
  }

  // MARK: Walks

  /// The tokens of a trie that an item can read, duplicates included.
  private func walk(
    _ trie: ByteTrie, _ item: PlanItem, _ token: (Int32) -> Int32 = { $0 }
  ) -> [Int32] {
    let bottom = found.count
    let start = items.count
    defer {
      found.truncate(to: bottom)
      items.truncate(to: start)
    }
    items.append(item)
    enter(trie, ByteTrie.root, start)
    let lowest = frames.count - 1
    while frames.count > lowest {
      var frame = frames[frames.count - 1]
      guard !frame.bytes.isEmpty else {
        items.truncate(to: frame.items.lowerBound)
        frames.truncate(to: frames.count - 1)
        continue
      }
      let byte = frame.bytes.removeFirst()
      frames[frames.count - 1] = frame
      guard let child = trie.child(of: trie.nodes[frame.node], byte),
        let next = advance(frame.items.lowerBound, byte)
      else { continue }
      if let value = trie.nodes[child].value { found.append(value) }
      if trie.nodes[child].hasChildren {
        enter(trie, child, next)
      } else {
        items.truncate(to: next)
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
    for index in first..<items.count { bytes.formUnion(following(items[index])) }
    frames.append(
      WalkFrame(
        node: node, children: trie.nodes[node].children, firstItem: first, endItem: items.count,
        bytes: bytes))
  }

  // MARK: Writing

  /// Adds the tokens of an item to words.
  ///
  /// - Parameters:
  ///   - item: The item, which is settled.
  ///   - words: As many words as a mask has.
  ///   - left: The tokens that are left of the budget; `nil` if there is none.
  func write<Word: MaskWord>(_ item: PlanItem, to words: UnsafeMutablePointer<Word>, left: Int?) {
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
      let stored = workspace.mask(of: inner)
      unsafe workspace.stored.masks.formUnion(stored, into: words)
      if workspace.hasOverflowed {
        workspace.hasOverflowed = false
        hasOverflowed = true
      }
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

  // MARK: Limits

  /// Indicates whether a limit can forbid a token of an item.
  private func isRestricted(_ item: PlanItem, _ left: Int?) -> Bool {
    if let left, tables.greatestDistance > Int64(left) - 1 { return true }
    guard tables.hasLimitedValues else { return false }
    switch tables.place(of: item) {
    case .end, .tokens: return false
    case .literal, .text, .value, .open, .close, .split: return true
    }
  }

  /// Removes the tokens after which the rest does not fit into the budget, or the value into its
  /// limit.
  private func restrict(
    _ words: inout [UInt64], _ mask: PlanMask, of item: PlanItem, left: Int?
  ) {
    let limit = left.map { Int64($0) - 1 } ?? .max
    /// The most tokens of the rest of a value with a limit of its own.
    var valueLimit: Int64?
    switch tables.place(of: item) {
    case .end: return
    case .value(let value, _):
      valueLimit = tables.layout.values[value].limit.map { Int64($0) - Int64(item.spent) - 1 }
    case .literal, .tokens, .text, .open, .close, .split: break
    }
    if left == nil, valueLimit == nil {
      // A token can leave the part, and end in a value that has a limit; the others fit.
      for token in mask.tokens where !fits(Int(token), item, limit) { words.remove(token) }
      return
    }
    // Within the limit, the rest fits after each byte of a token, wherever the token leads.
    let longest = max(distance(of: item), tables.distances.longest)
    let slack = tables.hasLimitedValues || limit == .max ? -1 : limit - longest
    let reach = tables.longestStep.multipliedReportingOverflow(by: Int64(vocabulary.longestToken))
    if !reach.overflow, reach.partialValue <= slack { return }
    if case .text(let text, _) = tables.place(of: item), mask.words != nil,
      limit >= tables.distances[text].longest + 3
    {
      // Tokens that stay within the text fit.
      for token in mask.tokens where !fits(Int(token), item, limit) { words.remove(token) }
      return
    }
    var known: StringFit?
    if mask.includesValue, case .value(let value, let next) = tables.place(of: item),
      case .value(let inner) = item.reading
    {
      let room = left == nil ? Int64.max : limit - tables.distances[next]
      known = workspace(of: value).stringFit(of: inner, min(room, valueLimit ?? .max))
    }
    let unknown = (known?.unknown ?? []).map(Self.token).filter(words.contains)
    let fitting = unknown.filter { fits(Int($0), item, limit) }
    for index in words.indices {
      var rest = words[index]
      if let known {
        let tokens = vocabulary.strings.masks[known.mask * vocabulary.wordCount + index]
        if !known.fits { words[index] &= ~tokens }
        rest &= ~tokens
      }
      while rest != 0 {
        let token = index * 64 + rest.trailingZeroBitCount
        rest &= rest - 1
        // The same by the token's own length.
        let length = Int64(vocabulary.byteRange(of: token).count)
        let (added, overflow) = tables.longestStep.multipliedReportingOverflow(by: length)
        if !overflow, added <= slack { continue }
        if !fits(token, item, limit) { words.remove(Int32(truncatingIfNeeded: token)) }
      }
    }
    for token in unknown { words.remove(token) }
    for token in fitting { words.insert(token) }
  }

  /// Indicates whether the output can be completed after a token within a number of tokens.
  private func fits(_ token: Int, _ item: PlanItem, _ limit: Int64) -> Bool {
    let top = items.count
    defer { items.truncate(to: top) }
    func fits(from first: Int) -> Bool {
      (first..<items.count).contains { index in
        guard let item = endToken(items[index]) else { return false }
        return distance(of: item) <= limit
      }
    }
    let range = vocabulary.byteRange(of: token)
    let outer = outputStart
    outputStart = top
    step(item, token: token, byteCount: range.count)
    outputStart = outer
    if fits(from: top) { return true }
    guard !range.isEmpty, let first = read(token, from: item) else { return false }
    return fits(from: first)
  }
}

extension MaskWorkspace {
  /// Indicates whether an item is within a JSON string, which only a quote ends.
  func isWithinString(_ item: Item) -> Bool {
    switch item.position.kind {
    case .text, .key: return true
    case .counted: return content(of: item.position) != StringContent.invalid
    case .leaf:
      let leaf = tables.layout.leaves[item.position.leaf]
      return tables.state(leaf, item.position.leafState).content != StringContent.invalid
    default: return false
    }
  }
}
