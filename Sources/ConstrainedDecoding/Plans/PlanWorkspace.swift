import IndexedTables

/// The working memory for finding the masks of one plan, and a cache of these masks; see
/// ``MaskWorkspace``.
///
/// A workspace has no locks, so only one thread may use it at a time.
final class PlanWorkspace {
  /// The only part of the plan, if it is a value without a limit.
  ///
  /// Its items are read by the machine of its grammar alone, and each mask of its grammar is a
  /// mask of the plan.
  private struct OnlyValue {
    let place: PlaceIndex
    let next: PlaceIndex
    let workspace: MaskWorkspace
    let endTokens: [Int]
  }

  let tables: PlanTables
  let vocabulary: VocabularyTables
  /// The workspaces of the plan's grammars.
  private let values: [MaskWorkspace]
  private let onlyValue: OnlyValue?

  /// The sets of items for the bytes that are being read.
  let items = ItemSets<PlanItem>(capacity: 64)

  /// Counts the work for the last masks, also that of the workspaces of grammars.
  let work: MaskCounter

  private var recorder = PlanTraceRecorder()

  // The function `enter(_:trace:)` reuses this stack.
  private let pending = GrowingTable<PendingPlace>(capacity: 16)
  private let seen = GrowingTable<PlaceIndex>(capacity: 16)

  private struct PendingPlace: BitwiseCopyable {
    var place: PlaceIndex
    var trace: EntryIndex<PlanTrace>?
  }

  private var masks = FoundPlanMasks()

  /// The words of the mask that a matcher passes to a closure.
  let maskBuffer = GrowingTable<UInt64>()

  // Each walk reuses this stack.
  private let frames = GrowingTable<WalkFrame>(capacity: 64)
  private let found = GrowingTable<Int32>(capacity: 256)

  init(_ tables: PlanTables) {
    self.tables = tables
    vocabulary = tables.vocabulary.tables
    let work = MaskCounter()
    self.work = work
    let values = tables.layout.grammars.map { MaskWorkspace($0.tables, work) }
    self.values = values
    onlyValue = tables.onlyValue.map {
      // This copies the tokens. An assigned array would share its storage, and so its reference
      // count, with all threads.
      OnlyValue(
        place: $0.place, next: $0.next, workspace: values[$0.grammar.value],
        endTokens: tables.endTokens(after: $0.next).map { $0 })
    }
  }

  /// Indicates whether there are so many stacks that this workspace should be replaced by a new
  /// one.
  var isFull: Bool { values.contains { $0.machine.isFull } }

  /// The memory of masks and stacks, in bytes.
  var byteCount: Int { masks.byteCount + items.byteCount + values.reduce(0) { $0 + $1.byteCount } }

  /// Removes all masks, and frees their memory.
  func removeMasks() {
    masks = FoundPlanMasks()
    for workspace in values { workspace.removeMasks() }
  }

  /// Checks the stored masks of all grammars, and that no state of a computation is left.
  func checkInvariants() {
    #if DEBUG
    for workspace in values { workspace.checkInvariants() }
    assert(pending.count + frames.count + found.count == 0, "a walk has not ended")
    assert(items.count == 0, "items of a step are left")
    for workspace in values {
      assert(workspace.machine.items.count == 0, "items of a step in a value are left")
    }
    #endif
  }

  /// Replaces items of another workspace of the same plan by items of this workspace.
  func adopt(_ items: inout [PlanItem], from other: PlanWorkspace) {
    for (number, workspace) in values.enumerated() {
      var own: [Int] = []
      var moved: [Item] = []
      for (index, item) in items.enumerated() {
        guard case .value(let value, _) = tables.place(of: item),
          case .value(let inner) = item.reading,
          tables.layout.values[value].grammar.value == number
        else { continue }
        own.append(index)
        moved.append(inner)
      }
      workspace.machine.adopt(&moved, from: other.values[number].machine)
      for (index, item) in zip(own, moved) { items[index].reading = .value(item) }
    }
  }

  func workspace(of value: EntryIndex<PlanValue>) -> MaskWorkspace {
    values[tables.layout.values[value].grammar.value]
  }

  private func machine(of value: EntryIndex<PlanValue>) -> GrammarMachine {
    workspace(of: value).machine
  }

  // MARK: Items

  /// Returns the items before the first token, and their traces.
  ///
  /// The caller must reset the overflow, because other outputs share the sets.
  func start() -> (items: [PlanItem], traces: [PlanTrace]) {
    let first = items.count
    let outer = items.beginSet()
    recorder.begin(0, offset: 0)
    enter(tables.start, trace: nil)
    items.endSet(outer)
    defer { items.removeAll(from: first) }
    return (items.suffix(from: first), recorder.end())
  }

  /// Returns some items, and the items after texts that may end here.
  ///
  /// The caller must reset the overflow, because other outputs share the sets.
  func settled(_ current: ArraySlice<PlanItem>) -> ArraySlice<PlanItem> {
    guard tables.hasText else { return current }
    let first = items.count
    let outer = items.beginSet()
    for item in current {
      items.emit(item)
      settle(item)
    }
    items.endSet(outer)
    defer { items.removeAll(from: first) }
    return items.suffix(from: first)[...]
  }

  /// What follows some items and a text or a token.
  struct Step {
    /// The items that follow; empty if the text may not follow.
    var items: [PlanItem]
    /// The new traces.
    var traces: [PlanTrace] = []
    /// The number of bytes that some item could read.
    var readCount = 0
    /// Indicates whether the token ends the output.
    var isEnd = false
  }

  /// Reads a text or a token.
  ///
  /// The caller must reset the overflow, because other outputs share the sets.
  ///
  /// - Parameters:
  ///   - current: The items before it.
  ///   - bytes: Its bytes.
  ///   - token: The token; `nil` for a text.
  ///   - traceCount: The number of traces before it.
  ///   - offset: The number of bytes before it.
  /// - Returns: What follows.
  func step(
    from current: ArraySlice<PlanItem>, _ bytes: some Collection<UInt8>, token: Int?,
    traceCount: Int, offset: Int
  ) -> Step {
    recorder.begin(traceCount, offset: offset)
    let settled = settled(current)
    var step: Step
    if let token, let end = settled.first(where: { tables.ends($0, by: token) }) {
      step = Step(items: [end], isEnd: true)
    } else if let onlyValue {
      step = read(bytes, from: settled, onlyValue)
    } else {
      step = read(bytes, token: token, from: settled)
    }
    step.traces = recorder.end()
    return step
  }

  private func read(
    _ bytes: some Collection<UInt8>, token: Int?, from settled: ArraySlice<PlanItem>
  ) -> Step {
    let bottom = items.count
    defer { items.removeAll(from: bottom) }
    let outer = items.beginSet()
    if let token { for item in settled { step(item, token: token, byteCount: bytes.count) } }
    items.endSet(outer)
    let byToken = items.suffix(from: bottom)
    items.removeAll(from: bottom)
    var start = bottom
    var readCount = 0
    if !bytes.isEmpty {
      for item in settled { items.append(item) }
      for byte in bytes {
        guard let next = advance(start, byte) else {
          start = items.count
          break
        }
        start = next
        readCount += 1
      }
    }
    _ = items.beginSet(at: start)
    for item in byToken { items.emit(item) }
    items.endSet(outer)
    return Step(
      items: items.suffix(from: start).compactMap { endToken($0) }, readCount: readCount)
  }

  /// Reads a text or a token by the machine of the only value.
  private func read(
    _ bytes: some Collection<UInt8>, from settled: ArraySlice<PlanItem>, _ only: OnlyValue
  ) -> Step {
    let machine = only.workspace.machine
    let (first, bottom) = (machine.items.count, items.count)
    defer {
      items.removeAll(from: bottom)
      machine.items.removeAll(from: first)
      if machine.items.takeOverflow() { items.noteOverflow() }
    }
    var trace: EntryIndex<PlanTrace>?
    for item in settled {
      guard case .value(let inner) = item.reading else { continue }
      machine.items.append(inner)
      trace = item.trace
    }
    var readCount = 0
    for byte in bytes {
      guard machine.replaceItems(from: first, byte) else {
        return Step(items: [], readCount: readCount)
      }
      readCount += 1
    }
    // A token without bytes is none of the value.
    guard readCount > 0 else { return Step(items: []) }
    recorder.move(by: readCount)
    let outer = items.beginSet()
    for index in first..<machine.items.count {
      let inner = machine.items[index]
      if inner.position != .end {
        items.append(PlanItem(only.place, .value(inner), trace: trace))
      }
      if machine.canEnd(inner) { enter(only.next, trace: trace) }
    }
    items.endSet(outer)
    return Step(items: items.suffix(from: bottom), readCount: readCount)
  }

  // MARK: Traces

  private func trace(
    _ role: EntryIndex<PlanPart.Role>, isStart: Bool, back: Int = 0,
    after previous: EntryIndex<PlanTrace>?
  ) -> EntryIndex<PlanTrace>? {
    recorder.trace(role, isStart: isStart, back: back, after: previous)
  }

  // MARK: Steps

  /// Adds the items of a place to the current set; the items of the first alternative come first.
  private func enter(_ place: PlaceIndex, trace: EntryIndex<PlanTrace>?) {
    let (bottom, seenBottom) = (pending.count, seen.count)
    defer { seen.truncate(to: seenBottom) }
    pending.append(PendingPlace(place: place, trace: trace))
    while pending.count > bottom, let pendingPlace = pending.popLast() {
      let (index, trace) = (pendingPlace.place, pendingPlace.trace)
      switch tables.layout.places[index] {
      case .literal: items.emit(PlanItem(index, .literal(offset: 0), trace: trace))
      case .tokens, .end: items.emit(PlanItem(index, .beginning, trace: trace))
      case .open(let role, let next):
        let trace = self.trace(role, isStart: true, after: trace)
        pending.append(PendingPlace(place: next, trace: trace))
      case .close(let role, let next):
        let trace = self.trace(role, isStart: false, after: trace)
        pending.append(PendingPlace(place: next, trace: trace))
      case .split(let split):
        var isNew = true
        for number in seenBottom..<seen.count where seen[number] == index { isNew = false }
        guard isNew else { continue }
        seen.append(index)
        for target in tables.layout.splits[split].reversed() {
          pending.append(PendingPlace(place: target, trace: trace))
        }
      case .text(let text, _):
        let role = tables.layout.texts[text].role
        var item = PlanItem(
          index, .text(state: 0, character: 0),
          trace: self.trace(role, isStart: true, after: trace))
        if tables.layout.texts[text].limit == 0 { limit(&item, text, state: 0, character: 0) }
        items.emit(item)
      case .value(let value, let next):
        let machine = machine(of: value)
        let start = machine.start
        if !machine.following(start).isEmpty {
          items.emit(PlanItem(index, .value(start), trace: trace))
        }
        if machine.canEnd(start) { pending.append(PendingPlace(place: next, trace: trace)) }
      }
    }
  }

  /// Adds the items that follow an item and a byte to the current set.
  func step(_ item: PlanItem, _ byte: UInt8) {
    switch (tables.place(of: item), item.reading) {
    case (.literal(let literal, let next), .literal(let offset)):
      let bytes = tables.layout.literals[literal].bytes
      guard bytes[Int(offset)] == byte else { return }
      if Int(offset) + 1 == bytes.count {
        enterBehindByte(next, trace: item.trace)
      } else {
        emit(item, .literal(offset: offset + 1))
      }
    case (.text(let text, _), _): stepText(item, text, byte)
    case (.value(let value, let next), .value(let inner)): stepValue(item, inner, value, next, byte)
    default: return
    }
  }

  private func emit(_ item: PlanItem, _ reading: PlanItem.Reading) {
    var item = item
    item.reading = reading
    items.emit(item)
  }

  /// Adds the items of a place after the current byte.
  private func enterBehindByte(
    _ place: PlaceIndex, trace: @autoclosure () -> EntryIndex<PlanTrace>?
  ) {
    recorder.move(by: 1)
    enter(place, trace: trace())
    recorder.move(by: -1)
  }

  private func stepText(_ item: PlanItem, _ index: EntryIndex<PlanText>, _ byte: UInt8) {
    let text = tables.layout.texts[index]
    let automaton = tables.layout.automaton(of: text)
    switch item.reading {
    case .beginning, .literal, .value, .leaving: return
    case .closing(let number, let offset):
      let marker = automaton.markers[number]
      guard offset > 0 || marker.tokens.isEmpty, marker.bytes[Int(offset)] == byte else { return }
      if Int(offset) + 1 == marker.bytes.count {
        complete(number, of: text, item, length: marker.bytes.count)
      } else {
        emit(item, .closing(number, offset: offset + 1))
      }
    case .text(let state, let character), .finishing(let state, let character):
      guard let character = UTF8Automaton.step(Int(character), byte) else { return }
      let state = automaton.step(Int(state), byte)
      switch automaton.completed[state] {
      case .excluded: return
      case .marker(let marker):
        complete(marker, of: text, item, length: automaton.markers[marker].bytes.count)
      case .none:
        var next = item
        next.isTouched = text.limit != nil
        let (state, character) = (Int32(state), UInt8(character))
        if case .finishing = item.reading {
          limit(&next, index, state: state, character: character)
        } else {
          next.reading = .text(state: state, character: character)
        }
        items.emit(next)
      }
    }
  }

  /// Adds the items of the place after a marker whose last byte is the current byte.
  private func complete(
    _ marker: EntryIndex<PlanMarker>, of text: PlanText, _ item: PlanItem, length: Int
  ) {
    enterBehindByte(
      text.targets[marker.value],
      trace: trace(text.role, isStart: false, back: length, after: item.trace))
  }

  private func stepValue(
    _ item: PlanItem, _ inner: Item, _ value: EntryIndex<PlanValue>, _ next: PlaceIndex,
    _ byte: UInt8
  ) {
    let machine = machine(of: value)
    let bottom = machine.items.count
    let outer = machine.items.beginSet()
    machine.step(inner, byte)
    machine.items.endSet(outer)
    var item = item
    item.isTouched = tables.layout.values[value].limit != nil
    recorder.move(by: 1)
    for index in bottom..<machine.items.count {
      let inner = machine.items[index]
      if inner.position != .end { emit(item, .value(inner)) }
      if machine.canEnd(inner) { enter(next, trace: item.trace) }
    }
    recorder.move(by: -1)
    machine.items.removeAll(from: bottom)
    if machine.items.takeOverflow() { items.noteOverflow() }
  }

  /// Reads a byte with the items from an index on, and returns the index of the first item after
  /// the byte; `nil` if there is none.
  func advance(_ first: Int, _ byte: UInt8) -> Int? {
    let end = items.count
    let outer = items.beginSet()
    for index in first..<end { step(items[index], byte) }
    items.endSet(outer)
    recorder.move(by: 1)
    return items.count > end && !items.hasOverflowed ? end : nil
  }

  /// Returns a set of bytes that includes all bytes that may follow an item.
  func following(_ item: PlanItem) -> ByteSet {
    switch (tables.place(of: item), item.reading) {
    case (.literal(let literal, _), .literal(let offset)):
      return ByteSet([tables.layout.literals[literal].bytes[Int(offset)]])
    case (.value(let value, _), .value(let inner)): return machine(of: value).following(inner)
    case (.text, .text(_, let character)), (.text, .finishing(_, let character)):
      return UTF8Automaton.following(Int(character))
    case (.text(let text, _), .closing(let number, let offset)):
      let marker = tables.layout.automaton(of: tables.layout.texts[text]).markers[number]
      guard offset > 0 || marker.tokens.isEmpty else { return ByteSet() }
      return ByteSet([marker.bytes[Int(offset)]])
    default: return ByteSet()
    }
  }

  /// Returns the only byte that may follow the items from an index on, and the index of the first
  /// item after it; `nil` if several bytes may follow, if the output may end, or before a token
  /// that is not read by its bytes.
  func onlyByte(after start: Int) -> (byte: UInt8, next: Int)? {
    let end = items.count
    var candidates = ByteSet()
    for index in start..<end {
      let item = items[index]
      let following = following(item)
      // In free text there are several possible bytes. At an end or before a token, there is none.
      guard !following.isEmpty else { return nil }
      switch item.reading {
      case .text, .finishing, .leaving: return nil
      case .beginning, .literal, .closing, .value: break
      }
      candidates.formUnion(following)
    }
    var only: UInt8?
    while !candidates.isEmpty {
      let byte = candidates.removeFirst()
      let isPossible = advance(start, byte) != nil
      items.removeAll(from: end)
      guard isPossible else { continue }
      if only != nil { return nil }
      only = byte
    }
    guard let only, let next = advance(start, only) else { return nil }
    return (only, next)
  }

  // MARK: Tokens

  /// Returns the only token that an item can read, if it reads tokens as a whole; otherwise `nil`.
  func onlyToken(of item: PlanItem) -> Int? {
    switch (tables.place(of: item), item.reading) {
    case (.tokens(let tokens, _), _):
      let tokens = tables.layout.tokenSets[tokens]
      return tokens.count == 1 ? tokens.first : nil
    case (.text(let text, _), .closing(let marker, offset: 0)):
      let tokens = tables.layout.automaton(of: tables.layout.texts[text]).markers[marker].tokens
      return tokens.count == 1 ? tokens.first : nil
    default: return nil
    }
  }

  /// Adds the items that follow an item and a token, if the item reads the token as a whole instead
  /// of by its bytes.
  func step(_ item: PlanItem, token: Int, byteCount: Int) {
    recorder.move(by: byteCount)
    defer { recorder.move(by: -byteCount) }
    switch tables.place(of: item) {
    case .tokens(let tokens, let next) where tables.layout.tokenSets[tokens].contains(token):
      enter(next, trace: item.trace)
    case .text(let index, _):
      let text = tables.layout.texts[index]
      for marker in tokenMarkers(of: item, text)
      where tables.layout.automaton(of: text).markers[marker].tokens.contains(token) {
        enter(
          text.targets[marker.value],
          trace: trace(text.role, isStart: false, back: byteCount, after: item.trace))
      }
    default: return
    }
  }

  /// Returns the markers that an item reads as one token.
  ///
  /// If the text has not reached its limit, markers with bytes are read by their bytes instead.
  func tokenMarkers(of item: PlanItem, _ text: PlanText) -> [EntryIndex<PlanMarker>] {
    switch item.reading {
    case .text where item.isBetweenCharacters:
      let markers = tables.layout.automaton(of: text).markers
      return markers.indices.filter { markers[$0].isSpecial }.map { EntryIndex($0) }
    case .closing(let marker, offset: 0): return [marker]
    default: return []
    }
  }

  /// Adds the items after free text at the end of a token, if the text may end without a marker.
  private func settle(_ item: PlanItem) {
    guard case .text(let index, let next) = tables.place(of: item) else { return }
    let text = tables.layout.texts[index]
    switch item.reading {
    case .leaving: break
    case .text where item.isBetweenCharacters && text.canEnd: break
    default: return
    }
    enter(next, trace: trace(text.role, isStart: false, after: item.trace))
  }

  /// Counts a token of a part with a limit, and enforces the limit.
  ///
  /// - Returns: `nil` if the item's part can no longer be completed within its limit.
  func endToken(_ item: PlanItem) -> PlanItem? {
    guard item.isTouched else { return item }
    var item = item
    item.isTouched = false
    if item.spent < .max { item.spent += 1 }
    switch (tables.place(of: item), item.reading) {
    case (.text(let text, _), .text(let state, let character)):
      if let limit = tables.layout.texts[text].limit, Int(item.spent) >= limit {
        self.limit(&item, text, state: state, character: character)
      }
    case (.value(let value, _), .value(let inner)):
      guard let limit = tables.layout.values[value].limit else { break }
      let needed = machine(of: value).distance(of: inner)
      if needed > Distance(Int64(limit) - Int64(item.spent)) { return nil }
    default: break
    }
    return item
  }

  /// Allows only the shortest exit of free text that has reached its limit.
  ///
  /// `item`: The item, which is in the text. `character`: The state of ``UTF8Automaton``.
  private func limit(
    _ item: inout PlanItem, _ text: EntryIndex<PlanText>, state: Int32, character: UInt8
  ) {
    let exit = tables.distances[text].exits[Int(state)]
    if exit.needsCharacter, character != UInt8(UTF8Automaton.start) {
      item.reading = .finishing(state: state, character: character)
      return
    }
    switch exit.way {
    case .next: item.reading = .leaving(state: state)
    case .token(let marker): item.reading = .closing(marker, offset: 0)
    case .bytes(let marker, let offset): item.reading = .closing(marker, offset: offset)
    }
    item.spent = 0
    item.isTouched = false
  }

  // MARK: Distances

  /// Returns the smallest number of tokens from an item to the end of the output, if each byte is a
  /// token.
  func distance(of item: PlanItem) -> Distance {
    switch (tables.place(of: item), item.reading) {
    case (.literal(let literal, let next), .literal(let offset)):
      return tables.layout.literals[literal].costs[Int(offset)] + tables.distances[next]
    case (.value(let value, let next), .value(let inner)):
      return machine(of: value).distance(of: inner) + tables.distances[next]
    case (.text(_, let next), .leaving): return tables.distances[next]
    case (.text(let index, _), .closing(let number, let offset)):
      let text = tables.layout.texts[index]
      let marker = tables.layout.automaton(of: text).markers[number]
      let isToken = offset == 0 && !marker.tokens.isEmpty
      return (isToken ? 1 : marker.costs[Int(offset)])
        + tables.distances[text.targets[number.value]]
    case (.text(let text, _), .text(let state, let character)),
      (.text(let text, _), .finishing(let state, let character)):
      let exits = tables.distances[text]
      let exit = exits.exits[Int(state)]
      guard character != UInt8(UTF8Automaton.start), exit.needsCharacter else { return exit.cost }
      return Distance(UTF8Automaton.pending[Int(character)]) + exits.longest
    default: return tables.distances[item.place]
    }
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
    case (.value(_, let next), .value) where tables.endsOutput(next):
      return PlanMask(includesValue: true)
    case (.value(let value, _), .value(let inner)):
      guard machine(of: value).isWithinString(inner) else {
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
    let special = tokenMarkers(of: item, text).flatMap {
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
    guard let first = read(Int(token), from: item) else { return false }
    return (first..<items.count).contains { items[$0].place != item.place }
      || (first..<items.count).isEmpty
  }

  /// Reads the bytes of a token with an item, and returns the index of the first item after the
  /// token.
  func read(_ token: Int, from item: PlanItem) -> Int? {
    var first = items.count
    items.append(item)
    for index in vocabulary.byteRange(of: token) {
      guard let next = advance(first, vocabulary.bytes[index]) else { return nil }
      first = next
    }
    return first
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
        let next = advance(frame.items.lowerBound, byte)
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
    for index in first..<items.count { bytes.formUnion(following(items[index])) }
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
    if let onlyValue, left.map({ tables.greatestDistance <= Distance($0 - 1) }) ?? true {
      return unsafe write(current, of: onlyValue, to: words)
    }
    unsafe words.update(repeating: 0, count: Word.count(ofTokens: vocabulary.count))
    for item in settled(current) { unsafe write(item, to: words, left: left) }
  }

  /// Writes the masks of the only value's items, without copies in this workspace.
  private func write<Word: MaskWord>(
    _ current: ArraySlice<PlanItem>, of only: OnlyValue, to words: UnsafeMutablePointer<Word>
  ) {
    let workspace = only.workspace
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
      for token in only.endTokens { unsafe words[Word.index(of: token)] |= Word.bit(of: token) }
    }
    if workspace.machine.items.takeOverflow() { items.noteOverflow() }
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
      if workspace.machine.items.takeOverflow() { items.noteOverflow() }
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
