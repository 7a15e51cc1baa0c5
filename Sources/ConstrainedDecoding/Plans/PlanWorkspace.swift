/// The memory in which matchers of one plan work; see ``MaskWorkspace``.
///
/// It is not safe to use on two threads at once; nothing in it has a lock.
final class PlanWorkspace {
  let tables: PlanTables
  let vocabulary: VocabularyTables
  /// One for each grammar of the plan.
  let values: [MaskWorkspace]

  /// Sets of items, one after the other; ``outputStart`` is where the one begins that is being
  /// made.
  let items = GrowingTable<PlanItem>(capacity: 64)
  var outputStart = 0
  /// Indicates whether a set had more than ``maximumItems``.
  var hasOverflowed = false
  static let maximumItems = 1 << 10

  /// The traces of the token that is being committed; `nil` while masks are made.
  private(set) var traces: [PlanTrace]?
  private var firstTrace = 0
  private var offset = 0

  // Reused by ``enter(_:from:)``.
  private let pending = GrowingTable<PendingPlace>(capacity: 16)
  private let seen = GrowingTable<Int32>(capacity: 16)

  private struct PendingPlace: BitwiseCopyable {
    var place: Int32
    var trace: Int32
  }

  // The masks of items so far; see ``PlanWorkspace/mask(of:)``.
  var masks: [PlanItem.Key: PlanMask] = [:]
  var maskByteCount = 0
  let frames = GrowingTable<WalkFrame>(capacity: 64)
  let found = GrowingTable<Int32>(capacity: 256)

  init(_ tables: PlanTables) {
    self.tables = tables
    vocabulary = tables.vocabulary
    values = tables.layout.grammars.map { MaskWorkspace($0.tables) }
  }

  /// Indicates whether there are so many stacks that another workspace is due.
  var isFull: Bool { values.contains { $0.isFull } }

  /// The memory that masks and stacks take, in bytes.
  var byteCount: Int {
    maskByteCount + items.byteCount
      + values.reduce(0) { $0 + $1.maskByteCount + $1.stackByteCount + $1.items.byteCount }
  }

  /// Takes over items of another workspace of the same plan.
  func adopt(_ items: inout [PlanItem], from other: PlanWorkspace) {
    for (index, workspace) in values.enumerated() {
      let own = items.indices.filter {
        let place = tables.layout.places[Int(items[$0].place)]
        return place.kind == .value && tables.layout.values[Int(place.index)].grammar == index
      }
      var moved = own.map { items[$0].value }
      workspace.adopt(&moved, from: other.values[index])
      for (place, item) in zip(own, moved) { items[place].value = item }
    }
  }

  // MARK: Traces

  /// Keeps traces from now on, for a token that is committed.
  ///
  /// - Parameters:
  ///   - first: The number of traces so far.
  ///   - offset: The number of bytes so far.
  func beginTraces(_ first: Int, offset: Int) {
    traces = []
    firstTrace = first
    self.offset = offset
  }

  /// Stops keeping traces, and returns the new ones.
  func endTraces() -> [PlanTrace] {
    defer { traces = nil }
    return traces ?? []
  }

  private func trace(
    _ previous: Int32, _ role: Int32, isStart: Bool, back: Int = 0
  ) -> Int32 {
    guard let count = traces?.count else { return -1 }
    traces?.append(
      PlanTrace(
        previous: previous, role: role, isStart: isStart,
        offset: Int32(truncatingIfNeeded: offset - back)))
    return Int32(truncatingIfNeeded: firstTrace + count)
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
  func enter(_ place: Int32, trace: Int32) {
    let (bottom, seenBottom) = (pending.count, seen.count)
    defer { seen.truncate(to: seenBottom) }
    pending.append(PendingPlace(place: place, trace: trace))
    while pending.count > bottom, let next = pending.popLast() {
      let place = tables.layout.places[Int(next.place)]
      switch place.kind {
      case .literal, .tokens, .end: emit(PlanItem(place: next.place, trace: next.trace))
      case .open, .close:
        let trace = self.trace(next.trace, place.index, isStart: place.kind == .open)
        pending.append(PendingPlace(place: place.next, trace: trace))
      case .split:
        var isNew = true
        for index in seenBottom..<seen.count where seen[index] == next.place { isNew = false }
        guard isNew else { continue }
        seen.append(next.place)
        for target in tables.layout.targets[Int(place.index)].reversed() {
          pending.append(PendingPlace(place: target, trace: next.trace))
        }
      case .text:
        let text = tables.layout.texts[Int(place.index)]
        var item = PlanItem(
          place: next.place, trace: self.trace(next.trace, text.role, isStart: true))
        if text.limit == 0 { limit(&item) }
        emit(item)
      case .value:
        let workspace = values[tables.layout.values[Int(place.index)].grammar]
        let start = workspace.start
        if !workspace.following(start).isEmpty {
          emit(PlanItem(place: next.place, value: start, trace: next.trace))
        }
        if workspace.canEnd(start) {
          pending.append(PendingPlace(place: place.next, trace: next.trace))
        }
      }
    }
  }

  /// Adds to the set that is being made what an item becomes by a byte.
  func step(_ item: PlanItem, _ byte: UInt8) {
    let place = tables.layout.places[Int(item.place)]
    switch place.kind {
    case .tokens, .end, .open, .close, .split: return
    case .literal:
      let bytes = tables.layout.literals[Int(place.index)]
      guard bytes[Int(item.state)] == byte else { return }
      advance(item, in: bytes.count, to: place.next)
    case .text: stepText(item, tables.layout.texts[Int(place.index)], byte)
    case .value: stepValue(item, place, byte)
    }
  }

  private func advance(_ item: PlanItem, in count: Int, to next: Int32) {
    var item = item
    item.state += 1
    if Int(item.state) == count {
      offset += 1
      enter(next, trace: item.trace)
      offset -= 1
    } else {
      emit(item)
    }
  }

  private func stepText(_ item: PlanItem, _ text: PlanText, _ byte: UInt8) {
    let automaton = tables.layout.automata[text.automaton]
    var item = item
    switch item.mode {
    case .leaving: return
    case .closing:
      let marker = automaton.markers[Int(item.marker)]
      let offset = Int(item.state)
      guard offset > 0 || marker.tokens.isEmpty, marker.bytes[offset] == byte else { return }
      item.state += 1
      if Int(item.state) == marker.bytes.count {
        complete(Int(item.marker), of: text, item, length: marker.bytes.count)
      } else {
        emit(item)
      }
    case .open, .finishing:
      let character = UTF8Automaton.step(Int(item.character), byte)
      guard character != UTF8Automaton.invalid else { return }
      let state = automaton.step(Int(item.state), byte)
      let marker = Int(automaton.completed[state])
      if marker == MarkerAutomaton.excluded { return }
      if marker != MarkerAutomaton.none {
        complete(marker, of: text, item, length: automaton.markers[marker].bytes.count)
        return
      }
      item.state = Int32(truncatingIfNeeded: state)
      item.character = UInt8(truncatingIfNeeded: character)
      item.isTouched = text.limit >= 0
      if item.mode == .finishing { limit(&item) }
      emit(item)
    }
  }

  /// Goes to the place behind a marker whose last byte is being read.
  private func complete(_ marker: Int, of text: PlanText, _ item: PlanItem, length: Int) {
    offset += 1
    enter(
      text.targets[marker], trace: trace(item.trace, text.role, isStart: false, back: length))
    offset -= 1
  }

  private func stepValue(_ item: PlanItem, _ place: PlanPlace, _ byte: UInt8) {
    let value = tables.layout.values[Int(place.index)]
    let workspace = values[value.grammar]
    let bottom = workspace.items.count
    let outer = workspace.outputStart
    workspace.outputStart = bottom
    workspace.step(item.value, byte)
    workspace.outputStart = outer
    var item = item
    item.isTouched = value.limit >= 0
    offset += 1
    for index in bottom..<workspace.items.count {
      item.value = workspace.items[index]
      if item.value.position != .end { emit(item) }
      if workspace.canEnd(item.value) { enter(place.next, trace: item.trace) }
    }
    offset -= 1
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
    offset += 1
    return items.count > end && !hasOverflowed ? end : nil
  }

  /// The bytes that may follow an item; there can be more than those that do.
  func following(_ item: PlanItem) -> ByteSet {
    let place = tables.layout.places[Int(item.place)]
    switch place.kind {
    case .tokens, .end, .open, .close, .split: return ByteSet()
    case .literal: return ByteSet([tables.layout.literals[Int(place.index)][Int(item.state)]])
    case .value:
      let workspace = values[tables.layout.values[Int(place.index)].grammar]
      return workspace.following(item.value)
    case .text:
      let text = tables.layout.texts[Int(place.index)]
      switch item.mode {
      case .leaving: return ByteSet()
      case .closing:
        let marker = tables.layout.automata[text.automaton].markers[Int(item.marker)]
        guard item.state > 0 || marker.tokens.isEmpty else { return ByteSet() }
        return ByteSet([marker.bytes[Int(item.state)]])
      case .open, .finishing: return UTF8Automaton.following(Int(item.character))
      }
    }
  }

  // MARK: Tokens

  /// Adds what an item becomes by a token that it reads as a whole, not by its bytes.
  func step(_ item: PlanItem, token: Int, byteCount: Int) {
    let place = tables.layout.places[Int(item.place)]
    offset += byteCount
    defer { offset -= byteCount }
    switch place.kind {
    case .tokens where tables.layout.tokenSets[Int(place.index)].contains(token):
      enter(place.next, trace: item.trace)
    case .text:
      let text = tables.layout.texts[Int(place.index)]
      for marker in tokenMarkers(of: item, text)
      where tables.layout.automata[text.automaton].markers[marker].tokens.contains(token) {
        enter(
          text.targets[marker],
          trace: trace(item.trace, text.role, isStart: false, back: byteCount))
      }
    default: return
    }
  }

  /// The markers that an item reads as a token.
  ///
  /// In text that has not reached its limit, markers with bytes are read by their bytes.
  func tokenMarkers(of item: PlanItem, _ text: PlanText) -> [Int] {
    guard item.character == UInt8(UTF8Automaton.start) else { return [] }
    let markers = tables.layout.automata[text.automaton].markers
    switch item.mode {
    case .open: return markers.indices.filter { markers[$0].isSpecial }
    case .closing: return item.state == 0 ? [Int(item.marker)] : []
    case .finishing, .leaving: return []
    }
  }

  /// Adds the items that follow free text at the end of a token, where it may end without a marker.
  func settle(_ item: PlanItem) {
    let place = tables.layout.places[Int(item.place)]
    guard place.kind == .text, item.character == UInt8(UTF8Automaton.start) else { return }
    let text = tables.layout.texts[Int(place.index)]
    guard item.mode == .leaving || item.mode == .open && text.canEnd else { return }
    enter(place.next, trace: trace(item.trace, text.role, isStart: false))
  }

  /// Ends a token: counts it for parts with a limit, and holds these to it.
  ///
  /// - Returns: `nil` if the item's part can no longer be completed within its limit.
  func endToken(_ item: PlanItem) -> PlanItem? {
    guard item.isTouched else { return item }
    var item = item
    item.isTouched = false
    if item.spent < .max { item.spent += 1 }
    let place = tables.layout.places[Int(item.place)]
    switch place.kind {
    case .text:
      let text = tables.layout.texts[Int(place.index)]
      if item.mode == .open, Int(item.spent) >= text.limit { limit(&item) }
    case .value:
      let value = tables.layout.values[Int(place.index)]
      let needed = values[value.grammar].distance(of: item.value)
      if needed > Int64(value.limit) - Int64(item.spent) { return nil }
    default: break
    }
    return item
  }

  /// Leaves free text that has reached its limit the shortest way out.
  private func limit(_ item: inout PlanItem) {
    let text = Int(tables.layout.places[Int(item.place)].index)
    let exit = tables.distances.exits[text][Int(item.state)]
    if exit.needsCharacter, item.character != UInt8(UTF8Automaton.start) {
      item.mode = .finishing
      return
    }
    switch exit.kind {
    case .next: item.mode = .leaving
    case .token, .bytes:
      item.mode = .closing
      item.marker = exit.marker
      item.state = exit.offset
      item.character = 0
    }
    item.spent = 0
    item.isTouched = false
  }

  // MARK: Distances

  /// The fewest tokens from an item to the end of the output, if each byte is a token.
  func distance(of item: PlanItem) -> Int64 {
    let place = tables.layout.places[Int(item.place)]
    let next = place.next < 0 ? 0 : tables.distances.places[Int(place.next)]
    let index = Int(place.index)
    switch place.kind {
    case .literal: return tables.layout.literalCosts[index][Int(item.state)] + next
    case .value:
      let rest = values[tables.layout.values[index].grammar].distance(of: item.value)
      return min(rest + next, GrammarLayout.far)
    case .text:
      let text = tables.layout.texts[index]
      switch item.mode {
      case .leaving: return next
      case .closing:
        let marker = tables.layout.automata[text.automaton].markers[Int(item.marker)]
        let isToken = item.state == 0 && !marker.tokens.isEmpty
        return (isToken ? 1 : marker.costs[Int(item.state)])
          + tables.distances.places[Int(text.targets[Int(item.marker)])]
      case .open, .finishing:
        let exit = tables.distances.exits[index][Int(item.state)]
        guard item.character != UInt8(UTF8Automaton.start), exit.needsCharacter else {
          return exit.cost
        }
        return Int64(UTF8Automaton.pending[Int(item.character)])
          + tables.distances.longestExits[index]
      }
    case .tokens, .end, .open, .close, .split: return tables.distances.places[Int(item.place)]
    }
  }
}
