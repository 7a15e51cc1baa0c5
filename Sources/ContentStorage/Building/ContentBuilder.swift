import SchemaText

/// Builds content in pieces, and gives a snapshot of the content at any time.
///
///     var builder = ContentBuilder(stream: ContentID())
///     builder.beginObject()
///     builder.key("title")
///     builder.beginString()
///     builder.appendText("A st")
///     let partial = builder.storedSnapshot   // {"title": "A st…"}, not complete
///     builder.appendText("ory")
///     builder.endString()
///     builder.endObject()
///     let whole = builder.storedSnapshot     // partial is as it was
///
/// Every call takes time in proportion to the content that it adds, amortized and independent of
/// earlier content. A snapshot takes O(1). Snapshots share the builder's memory, and any thread may
/// read them while building continues; ``ContentBuffer`` explains why this is safe.
///
/// A call that does not fit the state, such as a key in an array, is ignored and recorded in
/// ``misuse``. No call traps. Forced inlining reduces the time to parse 50 KB by 10 %.
package struct ContentBuilder: ~Copyable, Sendable {
  /// A call that was ignored because it did not fit the state.
  enum Misuse: Error, Hashable {
    /// A value in place of a key, inside a string, or after the end.
    case unexpectedValue
    /// A key where the innermost container does not expect one, or the end of a key that has not
    /// begun.
    case unexpectedKey
    /// Text or the end of a string while no string or key is being built.
    case unexpectedText
    /// The end of a container that is not the innermost one, or whose last key has no value yet.
    case unexpectedEnd
    /// A number's text that does not follow the grammar of RFC 8259.
    case invalidNumber
    /// More text than content can hold, which is 64 GB.
    case tooLarge
  }

  /// The part of the content that the builder expects.
  enum State: UInt8 {
    /// A value; in an array also its end.
    case value
    /// A key, or the end of an object.
    case keyOrEnd
    case stringText, keyText
    /// Nothing: the value is complete.
    case done
  }

  /// The first call that was ignored, or `nil` if there was none.
  private(set) var misuse: Misuse?

  private var memory: ContentMemory
  private var containers = OpenContainers()

  /// `true` if no name occurs twice in an object.
  ///
  /// Properties are then found faster; see ``PropertySearch``.
  private(set) var hasDistinctKeys = false

  private var origin: ContentBuffer.Origin
  private(set) var state = State.value
  /// The offset of the text of the current or last string or key.
  private(set) var textStart = 0
  /// The index of the entry of the key that waits for its value.
  private var keyStart = 0

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - stream: The id of the response. The ids of the parts are derived from it.
  ///   - words: The initial room in words of 8 bytes. A value takes about two words.
  ///   - textBytes: The initial room for keys and strings, in bytes.
  @inline(__always)
  package init(stream: ContentID = .absent, words: Int = 32, textBytes: Int = 256) {
    memory = ContentMemory(words: words, textBytes: textBytes)
    origin = ContentBuffer.Origin(
      stream: stream, lineage: stream == .absent ? nil : ContentLineage())
  }

  /// The id of the response.
  var stream: ContentID { origin.stream }

  /// Promises that the caller adds no name to an object twice.
  mutating func promiseDistinctKeys() { hasDistinctKeys = true }

  /// Withdraws the promise, because a name occurs twice.
  mutating func allowEqualKeys() { hasDistinctKeys = false }

  /// Marks the content as a copy of the stream, with the indices of the containers in the stream.
  mutating func setOrigins(_ indices: ContentOrigins) { origin.indices = indices }

  /// `true` if a complete value has been built; nothing can follow.
  package var isFinished: Bool { state == .done }

  /// The number of open containers.
  package var depth: Int { containers.depth }

  /// The largest nesting depth of containers; see ``OpenContainers/nesting``.
  var nesting: Int { containers.nesting }

  /// `true` if the innermost open container is an object.
  @inline(__always)
  var isInObject: Bool { containers.innermost.isObject }

  /// Returns `true` if an open container is an object; the outermost is at level 0.
  func isObject(atLevel level: Int) -> Bool { containers[level].isObject }

  /// The number of values in the innermost open container so far.
  var countInContainer: Int { containers.innermost.count }

  /// The number that the caller stored with the innermost open container.
  @inline(__always)
  var innermostNote: Int { containers.innermost.note }

  /// The number of words on the tape.
  var wordCount: Int { memory.wordCount }

  var textCount: Int { memory.textCount }

  /// The beginning of the text.
  @inline(__always)
  var text: UnsafePointer<UInt8> { unsafe memory.textStart }

  /// The number of bytes that were moved to larger blocks so far.
  var movedBytes: Int { memory.movedBytes }

  // MARK: Going back

  /// The state of a builder that expects a value.
  struct Mark {
    fileprivate let wordCount: Int
    fileprivate let textCount: Int
    fileprivate let containers: OpenContainers.Mark
    fileprivate let keyStart: Int
    fileprivate let misuse: Misuse?
  }

  var mark: Mark {
    Mark(
      wordCount: memory.wordCount, textCount: memory.textCount, containers: containers.mark,
      keyStart: keyStart, misuse: misuse)
  }

  /// Removes everything that was added since the mark.
  ///
  /// Since then, no snapshot must have been taken, and no container around the mark have ended.
  mutating func returnTo(_ mark: Mark) {
    memory.truncate(words: mark.wordCount)
    memory.truncate(text: mark.textCount)
    containers.returnTo(mark.containers)
    (keyStart, misuse) = (mark.keyStart, mark.misuse)
    state = .value
  }

  // MARK: Snapshots

  /// The content that has been built so far.
  ///
  /// The current string shows the text up to its last complete scalar. A key without a value is not
  /// shown. Before anything has begun, the content is null and not complete.
  ///
  /// - Complexity: O(1).
  package var storedSnapshot: StoredContent {
    var count = memory.wordCount
    var end = ContentBuffer.OpenEnd(count: containers.innermost.count, key: keyStart)
    if depth > 0 { end.container = containers.innermost.start }
    switch state {
    case .value: if isInObject { count = keyStart }
    case .stringText:
      let length = memory.lengthOfCompleteScalars(from: textStart)
      end.text = textStart..<(textStart + length)
    case .keyOrEnd, .keyText, .done: break
    }
    guard count > 0 || end.text != nil else { return .nothing(id: stream) }
    if state == .done { checkInvariants() }
    let buffer = memory.snapshot(
      words: count, openEnd: end, origin: origin, hasDistinctKeys: hasDistinctKeys,
      nesting: nesting)
    let isOpen = end.container != nil || end.text != nil
    return StoredContent(buffer, ContentPlace(0, isOpen: isOpen), id: stream)
  }

  // MARK: Containers

  /// Begins an object, with a number that is stored with it while it is open.
  package mutating func beginObject(note: Int = 0) { begin(.object, note) }

  /// Begins an array, with a number that is stored with it while it is open.
  package mutating func beginArray(note: Int = 0) { begin(.array, note) }

  /// Ends the innermost container, an object, and returns the number that was stored with it.
  @discardableResult
  package mutating func endObject() -> Int {
    let note = innermostNote
    if state == .keyOrEnd { end(isIncomplete: false) } else { recordMisuse(.unexpectedEnd) }
    return note
  }

  /// Ends the innermost container, an array, and returns the number that was stored with it.
  @discardableResult
  package mutating func endArray() -> Int {
    let note = innermostNote
    if state == .value, depth > 0, !isInObject {
      end(isIncomplete: false)
    } else {
      recordMisuse(.unexpectedEnd)
    }
    return note
  }

  /// Ends the innermost container, an array or an object in any state.
  ///
  /// - Parameter isIncomplete: `true` if a part of it is missing.
  package mutating func endContainer(isIncomplete: Bool) {
    guard depth > 0, state == .value || state == .keyOrEnd else {
      return recordMisuse(.unexpectedEnd)
    }
    let isKeyWaiting = state == .value && isInObject
    // A key without a value is not shown.
    if isKeyWaiting { memory.truncate(words: keyStart) }
    end(isIncomplete: isIncomplete || isKeyWaiting)
  }

  private mutating func begin(_ tag: ContentWord.Tag, _ note: Int) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    let start = memory.wordCount
    let position = containers.innermost.count
    // A wide entry has two words.
    let hasWideKey = isInObject && start - keyStart > 1
    let links = containers.open(at: start, isObject: tag == .object, note: note)
    memory.appendContainer(
      ContentWord(container: tag, parentDistance: links.parentDistance),
      ContentWord(
        jumpDistance: links.jumpDistance, position: position, hasWideKey: hasWideKey))
    state = tag == .object ? .keyOrEnd : .value
  }

  /// Closes the innermost container in any state.
  @inline(__always)
  private mutating func end(isIncomplete: Bool) {
    let closed = containers.close()
    let isIncomplete = isIncomplete || closed.isIncomplete
    memory.setSpan(
      ContentWord(
        span: memory.wordCount - closed.start, count: closed.count, isIncomplete: isIncomplete),
      of: closed.start)
    valueIsDone(isIncomplete: isIncomplete)
  }

  /// Counts a value in its container, and sets the state for the text that may follow.
  @inline(__always)
  private mutating func valueIsDone(isIncomplete: Bool = false) {
    containers.add(isIncomplete: isIncomplete)
    state = depth == 0 ? .done : isInObject ? .keyOrEnd : .value
  }

  // MARK: Scalars

  /// Adds null.
  package mutating func null() { appendScalar(ContentWord(.null)) }

  /// Adds a boolean.
  package mutating func bool(_ value: Bool) { appendScalar(ContentWord(value ? .true : .false)) }

  /// Adds an integer.
  package mutating func integer(_ value: Int64) {
    if let word = ContentWord(integer: value) {
      appendScalar(word)
    } else {
      guard state == .value else { return recordMisuse(.unexpectedValue) }
      memory.append(ContentWord(.wideInteger), UInt64(bitPattern: value))
      valueIsDone()
    }
  }

  @inline(__always)
  mutating func appendScalar(_ word: ContentWord, isIncomplete: Bool = false) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    memory.append(word)
    valueIsDone(isIncomplete: isIncomplete)
  }

  /// Adds a number by its text, with every digit.
  ///
  /// - Parameter bytes: A number by the grammar of RFC 8259, of any size. Other text is recorded as
  ///   misuse.
  mutating func number(_ bytes: Span<UInt8>) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    if let value = NumberScan.shortInteger(bytes) { return integer(value) }
    guard let scan = NumberScan(bytes) else { return recordMisuse(.invalidNumber) }
    if scan.isPlainInteger, let value = scan.int64 { return integer(value) }
    guard appendBytes(bytes) else { return }
    memory.appendText(entry: .number, offset: textCount - bytes.count)
    valueIsDone()
  }

  /// Adds a number by its text.
  package mutating func number(_ text: String) { withSpan(of: text.utf8) { number($0) } }

  // MARK: Text

  /// Adds a complete key.
  @inline(__always)
  mutating func key(_ bytes: Span<UInt8>) {
    beginKey()
    guard state == .keyText else { return }
    guard appendBytes(bytes) else { return cancelText() }
    endKey()
  }

  /// Adds a complete key.
  @inline(__always)
  package mutating func key(_ text: String) { withSpan(of: text.utf8) { key($0) } }

  /// Begins a key whose text arrives in pieces.
  @inline(__always)
  mutating func beginKey() {
    guard state == .keyOrEnd else { return recordMisuse(.unexpectedKey) }
    textStart = textCount
    state = .keyText
  }

  /// Ends the key.
  ///
  /// Snapshots show the key when its value begins.
  mutating func endKey() {
    guard state == .keyText else { return recordMisuse(.unexpectedKey) }
    keyStart = wordCount
    memory.appendText(entry: .string, offset: textStart)
    state = .value
  }

  /// Adds a complete string.
  @inline(__always)
  mutating func string(_ bytes: Span<UInt8>) {
    beginString()
    guard state == .stringText else { return }
    guard appendBytes(bytes) else { return cancelText() }
    endString()
  }

  /// Adds a complete string.
  @inline(__always)
  package mutating func string(_ text: String) { withSpan(of: text.utf8) { string($0) } }

  /// Begins a string whose text arrives in pieces.
  @inline(__always)
  package mutating func beginString() {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    textStart = textCount
    state = .stringText
  }

  /// Adds to the current string or key.
  ///
  /// - Parameter bytes: UTF-8, which may be cut anywhere. Invalid bytes are read as U+FFFD.
  @inline(__always)
  package mutating func appendText(_ bytes: Span<UInt8>) {
    guard state == .stringText || state == .keyText else { return recordMisuse(.unexpectedText) }
    _ = appendBytes(bytes)
  }

  /// Adds to the current string or key.
  @inline(__always)
  package mutating func appendText(_ text: String) { withSpan(of: text.utf8) { appendText($0) } }

  /// Adds one byte to the current string or key.
  @inline(__always)
  mutating func appendText(byte: UInt8) {
    guard state == .stringText || state == .keyText else { return recordMisuse(.unexpectedText) }
    if !memory.append(byte) { recordMisuse(.tooLarge) }
  }

  /// The text so far of the current or last string or key.
  var currentText: String { memory.string(from: textStart) }

  package mutating func endString() {
    guard state == .stringText else { return recordMisuse(.unexpectedText) }
    memory.appendText(entry: .string, offset: textStart)
    valueIsDone()
  }

  /// Adds bytes to the text.
  ///
  /// - Returns: `true` if there was room; otherwise the lack of room is recorded.
  @inline(__always)
  private mutating func appendBytes(_ bytes: Span<UInt8>) -> Bool {
    if memory.append(bytes) { return true }
    recordMisuse(.tooLarge)
    return false
  }

  /// Removes a string or key for which there was no room.
  private mutating func cancelText() {
    memory.truncate(text: textStart)
    state = state == .keyText ? .keyOrEnd : .value
  }

  // MARK: Text that the parser writes directly to its final place

  /// Reserves room for text after all text so far.
  ///
  /// The room is valid until text is added by a function other than the functions below.
  ///
  /// - Parameter count: The number of bytes to write.
  /// - Returns: The address to write to; `nil` if there would be too much text, which is then
  ///   recorded.
  mutating func reserveTextRoom(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    let room = unsafe memory.reserveRoom(for: count)
    if unsafe room == nil { recordMisuse(.tooLarge) }
    return unsafe room
  }

  /// Adds a string whose bytes were written to the room.
  @inline(__always)
  mutating func string(written count: Int) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    memory.appendText(entry: .string, offset: memory.take(count))
    valueIsDone()
  }

  /// Adds a number whose bytes were written to the room.
  ///
  /// - Parameter count: The length of a number by the grammar of RFC 8259 with a fraction or an
  ///   exponent, which is not checked here.
  @inline(__always)
  mutating func number(written count: Int) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    memory.appendText(entry: .number, offset: memory.take(count))
    valueIsDone()
  }

  /// Adds a key whose bytes were written to the room.
  @inline(__always)
  mutating func key(written count: Int) {
    guard state == .keyOrEnd else { return recordMisuse(.unexpectedKey) }
    textStart = memory.take(count)
    keyStart = wordCount
    memory.appendText(entry: .string, offset: textStart)
    state = .value
  }

  /// Adds bytes that were written to the room to the current string or key.
  mutating func text(written count: Int) {
    guard state == .stringText || state == .keyText else { return recordMisuse(.unexpectedText) }
    _ = memory.take(count)
  }

  // MARK: Copies

  /// Adds a copy of some content as the next value.
  ///
  /// Incomplete content stays incomplete, and so do all containers that contain it. Ids are not
  /// copied: a part of a stream gets its id from its place.
  ///
  /// - Complexity: O(n) in the size of the content, without recursion.
  package mutating func append(_ content: StoredContent) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    guard let buffer = content.buffer else {
      let word = content.scalar
      return appendScalar(word, isIncomplete: word.tag == .null && word.isIncompleteScalar)
    }
    // Only the last child of an open container can be open, so a loop replaces recursion. It
    // descends from open child to open child, copies the closed values, and closes all containers
    // at the end.
    let outerDepth = depth
    var place = content.place
    while place.isOpen, !buffer.isPending(place) {
      let isObject = buffer.tag(place) == .object
      isObject ? beginObject() : beginArray()
      var children = buffer.children(of: place)
      var openChild: ContentPlace?
      while true {
        if isObject {
          guard let key = children.nextKey(in: buffer) else { break }
          unsafe self.key(buffer.textBytes(at: key).span)
        }
        guard let child = children.next(in: buffer) else { break }
        if child.isOpen {
          openChild = child
          break
        }
        appendClosed(child, of: buffer)
      }
      guard let child = openChild else { return closeContainers(downTo: outerDepth) }
      place = child
    }
    if place.isOpen {
      appendPending(place, of: buffer)
    } else {
      appendClosed(place, of: buffer)
    }
    closeContainers(downTo: outerDepth)
  }

  /// Adds a copy of the value at a place.
  package mutating func append(_ places: ContentPlaces, at place: ContentPlace) {
    guard places.isStored, !place.isOpen, state == .value else {
      return append(places.stored(at: place))
    }
    appendClosed(place, of: places.buffer)
  }

  /// Adds copies of consecutive complete members of an object.
  package mutating func append(
    _ places: ContentPlaces, from key: ContentPlace, through value: ContentPlace, count: Int
  ) {
    guard places.isStored else { return recordMisuse(.unexpectedKey) }
    let buffer = places.buffer
    let start = key.index
    let end = buffer.end(ofClosed: value.index)
    appendMembers(start..<end, of: buffer, count: count)
  }

  /// Adds a key with the text of the string at a place.
  ///
  /// - Parameters:
  ///   - places: The places of the content.
  ///   - place: The place of the string.
  ///   - log: The keys of the objects so far.
  ///   - firstKey: The index in the log of this object's first key.
  /// - Returns: `true` if the object did not have the key. Otherwise the content of the builder is
  ///   not usable, and nothing more may be added.
  package mutating func key(
    _ places: ContentPlaces, at place: ContentPlace, distinctIn log: inout KeyLog,
    after firstKey: Int
  ) -> Bool {
    key(places, at: place)
    // The log reads eight bytes of a key, even if the key is shorter.
    guard state == .value, reserve(text: 8) else { return false }
    return log.insertKey(of: self, after: firstKey)
  }

  /// Adds a key with the text of the string at a place.
  package mutating func key(_ places: ContentPlaces, at place: ContentPlace) {
    guard places.isStored else { return }
    withExtendedLifetime(places.buffer) {
      unsafe key(places.buffer.textBytes(place).span)
    }
  }

  private mutating func closeContainers(downTo outerDepth: Int) {
    while depth > outerDepth { endContainer(isIncomplete: true) }
  }

  /// Adds a copy of a value that is closed in its buffer.
  private mutating func appendClosed(_ place: ContentPlace, of buffer: ContentBuffer) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    noteNesting(of: place, in: buffer)
    guard appendWords(place.index..<buffer.end(ofClosed: place.index), of: buffer) else { return }
    valueIsDone(isIncomplete: !buffer.isComplete(place))
  }

  /// Adds copies of consecutive closed members of an object: their keys and values.
  private mutating func appendMembers(_ range: Range<Int>, of buffer: ContentBuffer, count: Int) {
    guard state == .keyOrEnd else { return recordMisuse(.unexpectedKey) }
    var index = range.lowerBound
    while depth + buffer.nesting > nesting, index < range.upperBound {
      index += buffer.word(index).scalarSize
      noteNesting(of: ContentPlace(index, isOpen: false), in: buffer)
      index = buffer.end(ofClosed: index)
    }
    if appendWords(range, of: buffer) { containers.add(count) }
  }

  /// Adds a copy of the incomplete string at the end of a snapshot.
  ///
  /// The copy stays incomplete.
  private mutating func appendPending(_ place: ContentPlace, of buffer: ContentBuffer) {
    guard state == .value else { return recordMisuse(.unexpectedValue) }
    let offset = textCount
    guard appendBytes(unsafe buffer.textBytes(place).span) else { return }
    memory.appendText(entry: .string, offset: offset, isIncomplete: true)
    valueIsDone(isIncomplete: true)
  }

  private mutating func appendWords(_ range: Range<Int>, of buffer: ContentBuffer) -> Bool {
    if memory.append(range, of: buffer) { return true }
    recordMisuse(.tooLarge)
    return false
  }

  /// Records the nesting depth of a closed value.
  ///
  /// The depth is counted only if it could be too large, because counting takes as long as copying.
  private mutating func noteNesting(of place: ContentPlace, in buffer: ContentBuffer) {
    guard depth + buffer.nesting > nesting, buffer.word(place.index).isContainer else { return }
    let bound = depth + buffer.nesting
    containers.raiseNesting(
      to: bound <= StoredContent.maximumNesting ? bound : depth + buffer.nesting(of: place))
  }

  /// Makes room for bytes after the text that are read and not written.
  ///
  /// - Returns: `true` if there is room; otherwise the lack of room is recorded.
  private mutating func reserve(text count: Int) -> Bool {
    if memory.reserve(text: count) { return true }
    recordMisuse(.tooLarge)
    return false
  }

  // MARK: Invariants

  /// Checks that the open containers and the current key or text have their places in the memory,
  /// whose own invariants hold.
  func checkInvariants() {
    #if DEBUG
    memory.checkInvariants()
    assert(depth > 0 || !isInObject, "no container is open, and the innermost one is an object")
    for level in 0..<depth {
      let start = containers[level].start
      let next = level + 1 < depth ? containers[level + 1].start : wordCount
      assert(start + ContentWord.containerSize <= next, "container \(start) has no entry")
    }
    switch state {
    case .value where isInObject:
      assert(keyStart > containers.innermost.start && keyStart < wordCount, "no key is waiting")
    case .keyOrEnd: assert(isInObject, "a key is expected outside of an object")
    case .stringText, .keyText: assert(textStart <= textCount, "the current text has no place")
    case .done: assert(depth == 0, "a container is open in complete content")
    case .value: break
    }
    #endif
  }

  /// Records that a call was ignored, if it is the first one.
  @inline(never)
  mutating func recordMisuse(_ misuse: Misuse) {
    if self.misuse == nil { self.misuse = misuse }
  }
}
