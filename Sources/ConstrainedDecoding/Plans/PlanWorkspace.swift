import ContentStorage

/// The memory in which matchers of one plan work; see ``MaskWorkspace``.
///
/// It is not safe to use on two threads at once; nothing in it has a lock.
final class PlanWorkspace {
  let tables: PlanTables
  let vocabulary: VocabularyTables
  /// One for each grammar of the plan.
  private let values: [MaskWorkspace]

  /// Sets of items, one after the other; ``outputStart`` is where the one begins that is being
  /// made.
  let items = GrowingTable<PlanItem>(capacity: 64)
  var outputStart = 0
  /// Indicates whether a set had more than ``maximumItems``.
  var hasOverflowed = false
  static let maximumItems = 1 << 10

  private var recorder = PlanTraceRecorder()

  // Reused by ``enter(_:from:)``.
  private let pending = GrowingTable<PendingPlace>(capacity: 16)
  private let seen = GrowingTable<PlaceIndex>(capacity: 16)

  private struct PendingPlace: BitwiseCopyable {
    var place: PlaceIndex
    var trace: EntryIndex<PlanTrace>?
  }

  /// The masks of items so far; see ``PlanWorkspace/mask(of:)``.
  var masks = FoundPlanMasks()
  let frames = GrowingTable<WalkFrame>(capacity: 64)
  let found = GrowingTable<Int32>(capacity: 256)

  init(_ tables: PlanTables) {
    self.tables = tables
    vocabulary = tables.vocabulary
    values = tables.layout.grammars.map { MaskWorkspace($0.grammar.tables) }
  }

  /// Indicates whether there are so many stacks that another workspace is due.
  var isFull: Bool { values.contains { $0.isFull } }

  /// The memory that masks and stacks take, in bytes.
  var byteCount: Int {
    masks.byteCount + items.byteCount
      + values.reduce(0) { $0 + $1.stored.byteCount + $1.stacks.byteCount + $1.items.byteCount }
  }

  /// Takes over items of another workspace of the same plan.
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
      workspace.adopt(&moved, from: other.values[number])
      for (index, item) in zip(own, moved) { items[index].reading = .value(item) }
    }
  }

  /// The workspace of the grammar of a value.
  func workspace(of value: EntryIndex<PlanValue>) -> MaskWorkspace {
    values[tables.layout.values[value].grammar.value]
  }

  // MARK: Traces

  /// Keeps traces from now on, for a token that is committed; see ``PlanTraceRecorder``.
  func beginTraces(_ first: Int, offset: Int) { recorder.begin(first, offset: offset) }

  /// Stops keeping traces, and returns the new ones.
  func endTraces() -> [PlanTrace] { recorder.end() }

  private func trace(
    _ role: EntryIndex<PlanPart.Role>, isStart: Bool, back: Int = 0,
    after previous: EntryIndex<PlanTrace>?
  ) -> EntryIndex<PlanTrace>? {
    recorder.trace(role, isStart: isStart, back: back, after: previous)
  }

  // MARK: Steps

  /// Adds an item to the set that is being made.
  func emit(_ item: PlanItem) {
    var index = outputStart
    while index < items.count {
      if items[index].goesOn(like: item) { return }
      index += 1
    }
    guard items.count - outputStart < Self.maximumItems else {
      hasOverflowed = true
      return
    }
    items.append(item)
  }

  /// Adds the items of a place to the set that is being made.
  ///
  /// The items of the first alternative come first.
  func enter(_ place: PlaceIndex, trace: EntryIndex<PlanTrace>?) {
    let (bottom, seenBottom) = (pending.count, seen.count)
    defer { seen.truncate(to: seenBottom) }
    pending.append(PendingPlace(place: place, trace: trace))
    while pending.count > bottom, let pendingPlace = pending.popLast() {
      let (index, trace) = (pendingPlace.place, pendingPlace.trace)
      switch tables.layout.places[index] {
      case .literal: emit(PlanItem(index, .literal(offset: 0), trace: trace))
      case .tokens, .end: emit(PlanItem(index, .beginning, trace: trace))
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
        emit(item)
      case .value(let value, let next):
        let workspace = workspace(of: value)
        let start = workspace.start
        if !workspace.following(start).isEmpty {
          emit(PlanItem(index, .value(start), trace: trace))
        }
        if workspace.canEnd(start) { pending.append(PendingPlace(place: next, trace: trace)) }
      }
    }
  }

  /// Adds to the set that is being made what an item becomes by a byte.
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
    emit(item)
  }

  /// Goes to a place behind the byte that is being read.
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
      let character = UTF8Automaton.step(Int(character), byte)
      guard character != UTF8Automaton.invalid else { return }
      let state = automaton.step(Int(state), byte)
      switch automaton.completed[state] {
      case .excluded: return
      case .marker(let marker):
        complete(marker, of: text, item, length: automaton.markers[marker].bytes.count)
      case .none:
        var next = item
        next.isTouched = text.limit != nil
        let (state, character) = (
          Int32(truncatingIfNeeded: state), UInt8(truncatingIfNeeded: character)
        )
        if case .finishing = item.reading {
          limit(&next, index, state: state, character: character)
        } else {
          next.reading = .text(state: state, character: character)
        }
        emit(next)
      }
    }
  }

  /// Goes to the place behind a marker whose last byte is being read.
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
    let workspace = workspace(of: value)
    let bottom = workspace.items.count
    let outer = workspace.outputStart
    workspace.outputStart = bottom
    workspace.step(inner, byte)
    workspace.outputStart = outer
    var item = item
    item.isTouched = tables.layout.values[value].limit != nil
    recorder.move(by: 1)
    for index in bottom..<workspace.items.count {
      let inner = workspace.items[index]
      if inner.position != .end { emit(item, .value(inner)) }
      if workspace.canEnd(inner) { enter(next, trace: item.trace) }
    }
    recorder.move(by: -1)
    workspace.items.truncate(to: bottom)
    if workspace.hasOverflowed {
      workspace.hasOverflowed = false
      hasOverflowed = true
    }
  }

  /// Reads a byte with the items from an index on, and returns where the items after it begin;
  /// `nil` if there are none.
  func advance(_ first: Int, _ byte: UInt8) -> Int? {
    let end = items.count
    let outer = outputStart
    outputStart = end
    for index in first..<end { step(items[index], byte) }
    outputStart = outer
    recorder.move(by: 1)
    return items.count > end && !hasOverflowed ? end : nil
  }

  /// The bytes that may follow an item; there can be more than those that do.
  func following(_ item: PlanItem) -> ByteSet {
    switch (tables.place(of: item), item.reading) {
    case (.literal(let literal, _), .literal(let offset)):
      return ByteSet([tables.layout.literals[literal].bytes[Int(offset)]])
    case (.value(let value, _), .value(let inner)): return workspace(of: value).following(inner)
    case (.text, .text(_, let character)), (.text, .finishing(_, let character)):
      return UTF8Automaton.following(Int(character))
    case (.text(let text, _), .closing(let number, let offset)):
      let marker = tables.layout.automaton(of: tables.layout.texts[text]).markers[number]
      guard offset > 0 || marker.tokens.isEmpty else { return ByteSet() }
      return ByteSet([marker.bytes[Int(offset)]])
    default: return ByteSet()
    }
  }

  // MARK: Tokens

  /// Adds what an item becomes by a token that it reads as a whole, not by its bytes.
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

  /// The markers that an item reads as a token.
  ///
  /// In text that has not reached its limit, markers with bytes are read by their bytes.
  func tokenMarkers(of item: PlanItem, _ text: PlanText) -> [EntryIndex<PlanMarker>] {
    switch item.reading {
    case .text where item.isBetweenCharacters:
      let markers = tables.layout.automaton(of: text).markers
      return markers.indices.filter { markers[$0].isSpecial }.map { EntryIndex($0) }
    case .closing(let marker, offset: 0): return [marker]
    default: return []
    }
  }

  /// Adds the items that follow free text at the end of a token, where it may end without a marker.
  func settle(_ item: PlanItem) {
    guard case .text(let index, let next) = tables.place(of: item) else { return }
    let text = tables.layout.texts[index]
    switch item.reading {
    case .leaving: break
    case .text where item.isBetweenCharacters && text.canEnd: break
    default: return
    }
    enter(next, trace: trace(text.role, isStart: false, after: item.trace))
  }

  /// Ends a token: counts it for parts with a limit, and holds these to it.
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
      let needed = workspace(of: value).distance(of: inner)
      if needed > Int64(limit) - Int64(item.spent) { return nil }
    default: break
    }
    return item
  }

  /// Leaves free text that has reached its limit the shortest way out.
  ///
  /// - Parameters:
  ///   - item: The item, which is in the text.
  ///   - text: The text.
  ///   - state: The state of the text's automaton.
  ///   - character: The state of ``UTF8Automaton``.
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

  /// The fewest tokens from an item to the end of the output, if each byte is a token.
  func distance(of item: PlanItem) -> Int64 {
    switch (tables.place(of: item), item.reading) {
    case (.literal(let literal, let next), .literal(let offset)):
      return tables.layout.literals[literal].costs[Int(offset)] + tables.distances[next]
    case (.value(let value, let next), .value(let inner)):
      let rest = workspace(of: value).distance(of: inner)
      return min(rest + tables.distances[next], GrammarLayout.far)
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
      return Int64(UTF8Automaton.pending[Int(character)]) + exits.longest
    default: return tables.distances[item.place]
    }
  }
}
