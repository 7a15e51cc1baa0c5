import IndexedTables

/// Limits of values, and budgets: finds the tokens after which the rest of the output does not fit.
extension PlanWorkspace {
  /// Indicates whether a limit or a budget can forbid a token of an item.
  func isRestricted(_ item: PlanItem, _ left: Int?) -> Bool {
    let place = tables.place(of: item)
    if place.isEnd { return false }
    if let left, tables.greatestDistance > Distance(left - 1) {
      let limit = Distance(left - 1)
      return longestDistance(after: vocabulary.longestToken, from: item).map { $0 > limit } ?? true
    }
    guard tables.hasLimitedValues else { return false }
    if case .tokens = place { return false }
    return true
  }

  /// Returns an upper bound of the distance after a token of a number of bytes; `nil` if it is not
  /// known.
  private func longestDistance(after length: Int, from item: PlanItem) -> Distance? {
    guard !tables.hasLimitedValues else { return nil }
    return max(machine.distance(of: item), tables.distances.longest) + tables.longestStep * length
  }

  /// Removes the tokens after which the rest of the output does not fit into the budget, or the
  /// rest of the value does not fit into its limit.
  func restrict(
    _ words: inout [UInt64], _ mask: PlanMask, of item: PlanItem, left: Int?
  ) {
    let limit = left.map { Distance($0 - 1) } ?? .infinite
    /// The largest number of tokens for the rest of a value with its own limit.
    var valueLimit: Distance?
    switch tables.place(of: item) {
    case .end: return
    case .value(let value, _):
      valueLimit = tables.layout.values[value].limit.map {
        Distance(Int64($0) - Int64(item.spent) - 1)
      }
    case .literal, .tokens, .text, .open, .close, .split: break
    }
    if left == nil, valueLimit == nil {
      // Only a token that leaves the part can end in a value with a limit. All other tokens fit.
      for token in mask.tokens where !fits(Int(token), item, limit) { words.remove(token) }
      return
    }
    // If the largest possible distance is within the limit, the rest fits after every token.
    let longest = left == nil ? nil : longestDistance(after: 0, from: item)
    func fitsAlways(afterToken length: Int) -> Bool {
      longest.map { $0 + tables.longestStep * length <= limit } ?? false
    }
    if case .text(let text, _) = tables.place(of: item), mask.words != nil,
      limit >= tables.distances[text].longestFromAnyByte
    {
      // All tokens that stay within the text fit.
      for token in mask.tokens where !fits(Int(token), item, limit) { words.remove(token) }
      return
    }
    var known: StringFit?
    if mask.includesValue, case .value(let value, let next) = tables.place(of: item),
      case .value(let inner) = item.reading
    {
      let room = limit - tables.distances[next]
      known = workspace(of: value).stringFit(of: inner, min(room, valueLimit ?? .infinite))
    }
    let unknown = (known?.unknown ?? []).map(VocabularyTables.number).filter(words.contains)
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
        if fitsAlways(afterToken: vocabulary.byteRange(of: token).count) { continue }
        if !fits(token, item, limit) { words.remove(VocabularyTables.number(of: token)) }
      }
    }
    for token in unknown { words.remove(token) }
    for token in fitting { words.insert(token) }
  }

  /// Indicates whether the output can be completed within a number of tokens after a token.
  private func fits(_ token: Int, _ item: PlanItem, _ limit: Distance) -> Bool {
    let items = machine.items
    let top = items.count
    defer { items.removeAll(from: top) }
    func fits(from first: Int) -> Bool {
      (first..<items.count).contains { index in
        guard let item = machine.endToken(items[index]) else { return false }
        return machine.distance(of: item) <= limit
      }
    }
    let range = vocabulary.byteRange(of: token)
    let outer = items.beginSet()
    machine.step(item, token: token, byteCount: range.count)
    items.endSet(outer)
    if fits(from: top) { return true }
    guard !range.isEmpty, let first = machine.read(token, from: item) else { return false }
    return fits(from: first)
  }
}
