import IndexedTables

/// The automaton of a plan: computes the items that follow other items and a byte or a token.
///
/// It uses the automata of the plan's grammars. It has no locks, so only one thread may use
/// it at a time.
final class PlanMachine {
  let tables: PlanTables
  /// The workspaces with the automata of the plan's grammars.
  private let values: ValueWorkspaces

  /// The sets of items for the bytes that are being read.
  let items = ItemSets<PlanItem>(capacity: 64)

  private var recorder = PlanTraceRecorder()

  // `enter(_:trace:)` reuses these lists.
  private let pending = GrowingTable<PendingPlace>(capacity: 16)
  /// For each place, the number of the last set that has the items of the place.
  private let entered = GrowingTable<Int>()

  private struct PendingPlace: BitwiseCopyable {
    var place: PlaceIndex
    var trace: EntryIndex<PlanTrace>?
  }

  init(_ tables: PlanTables, _ values: ValueWorkspaces) {
    self.tables = tables
    self.values = values
    entered.reset(count: tables.layout.places.count, to: 0)
  }

  /// The memory of the items and the places, in bytes.
  var byteCount: Int { items.byteCount + entered.byteCount }

  /// Checks that nothing is left of the last step.
  func checkInvariants() {
    #if DEBUG
    assert(pending.count == 0, "a step has not ended")
    assert(items.count == 0, "items of a step are left")
    #endif
  }

  /// Replaces items of another machine of the same plan by items of this machine.
  func adopt(_ items: inout [PlanItem], from other: PlanMachine) {
    var indices: [EntryIndex<PlanGrammar>: [Int]] = [:]
    for (index, item) in items.enumerated() {
      guard case .value(let value, _) = tables.place(of: item), case .value = item.reading
      else { continue }
      indices[tables.layout.values[value].grammar, default: []].append(index)
    }
    // The grammars have separate stacks, so their order has no effect.
    for (grammar, indices) in indices {
      var moved = indices.compactMap { index -> Item? in
        guard case .value(let inner) = items[index].reading else { return nil }
        return inner
      }
      values[grammar].machine.adopt(&moved, from: other.values[grammar].machine)
      for (index, item) in zip(indices, moved) { items[index].reading = .value(item) }
    }
  }

  private func machine(of value: EntryIndex<PlanValue>) -> GrammarMachine { values[value].machine }

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
    } else if let onlyValue = tables.onlyValue {
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
    _ bytes: some Collection<UInt8>, from settled: ArraySlice<PlanItem>,
    _ only: PlanTables.OnlyValue
  ) -> Step {
    let machine = values[only.grammar].machine
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
    // A token without bytes cannot be part of a value.
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
  ///
  /// If the set already has the items of a place, only their traces could differ, and the first
  /// ones count. So each place is entered once for a set, from however many items it is reached.
  private func enter(_ place: PlaceIndex, trace: EntryIndex<PlanTrace>?) {
    let bottom = pending.count
    defer { pending.truncate(to: bottom) }
    let set = items.setNumber
    pending.append(PendingPlace(place: place, trace: trace))
    // After an overflow the caller discards the set, so the other places are not needed.
    while pending.count > bottom, !items.hasOverflowed, let pendingPlace = pending.popLast() {
      let (index, trace) = (pendingPlace.place, pendingPlace.trace)
      guard entered[index.value] != set else { continue }
      entered[index.value] = set
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

  /// Reads the bytes of a token with an item, and returns the index of the first item after the
  /// token.
  func read(_ token: Int, from item: PlanItem) -> Int? {
    var first = items.count
    items.append(item)
    for index in tables.vocabulary.tables.byteRange(of: token) {
      guard let next = advance(first, tables.vocabulary.tables.bytes[index]) else { return nil }
      first = next
    }
    return first
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
}
