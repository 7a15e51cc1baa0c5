import SchemaText

extension ContentBuilder {
  // MARK: Containers

  /// Begins an object, in which keys and values follow in turn.
  ///
  /// - Parameter note: A number that is stored with the object while it is open.
  package mutating func beginObject(note: Int = 0) { begin(.object, note) }

  /// Begins an array.
  ///
  /// - Parameter note: A number that is stored with the array while it is open.
  package mutating func beginArray(note: Int = 0) { begin(.array, note) }

  /// Ends the innermost container, which is an object.
  ///
  /// - Returns: The number that was stored with it.
  @discardableResult
  package mutating func endObject() -> Int {
    let kept = top.note
    if state == .keyOrEnd { end(isIncomplete: false) } else { note(.unexpectedEnd) }
    return kept
  }

  /// Ends the innermost container, which is an array.
  ///
  /// - Returns: The number that was stored with it.
  @discardableResult
  package mutating func endArray() -> Int {
    let kept = top.note
    if state == .value, depth > 0, !top.isObject {
      end(isIncomplete: false)
    } else {
      note(.unexpectedEnd)
    }
    return kept
  }

  /// Ends the innermost container, an array or an object in any state.
  ///
  /// - Parameter isIncomplete: `true` if a part of it is missing.
  package mutating func endContainer(isIncomplete: Bool) {
    guard depth > 0, state == .value || state == .keyOrEnd else { return note(.unexpectedEnd) }
    let isKeyWaiting = state == .value && top.isObject
    // A key without a value is not shown.
    if isKeyWaiting { wordCount = keyStart }
    end(isIncomplete: isIncomplete || isKeyWaiting)
  }

  /// Begins a container, with the links of its entry to the parent and to an ancestor further up.
  ///
  /// ``ContentBuffer/openChild(of:)`` follows these links.
  private mutating func begin(_ tag: ContentWord.Tag, _ note: Int) {
    guard state == .value else { return self.note(.unexpectedValue) }
    reserve(words: ContentWord.containerSize)
    let start = wordCount
    var jumpDepth = 0
    var parentDistance = 0
    var jumpDistance = 0
    var hasWideKey = false
    if depth > 0 {
      // Myers' rule: if the last two jumps on the way up have the same length, combine them.
      let parentDepth = depth - 1
      let one = top.jumpDepth
      let two = frame(at: one).jumpDepth
      jumpDepth = parentDepth - one == one - two ? two : parentDepth
      parentDistance = start - top.start
      jumpDistance = start - frame(at: jumpDepth).start
      // A wide entry has two words.
      hasWideKey = top.isObject && start - keyStart > 1
      if frames.capacity == 0 { frames.reserveCapacity(8) }
      frames.append(top)
    }
    unsafe words[start] = ContentWord(container: tag, parentDistance: parentDistance).rawValue
    unsafe words[start + 1] =
      ContentWord(jumpDistance: jumpDistance, position: top.count, hasWideKey: hasWideKey).rawValue
    unsafe words[start + 2] = 0
    wordCount = start + ContentWord.containerSize
    depth += 1
    if depth > nesting { nesting = depth }
    top = Frame(
      start: start, jumpDepth: jumpDepth, count: 0, isObject: tag == .object, isIncomplete: false,
      note: note)
    state = tag == .object ? .keyOrEnd : .value
  }

  /// Returns the frame of the open container at a level; the outermost is at level 0.
  func frame(at level: Int) -> Frame {
    level >= 0 && level < frames.count ? frames[level] : top
  }

  /// Closes the innermost container in any state.
  @inline(__always)
  mutating func end(isIncomplete: Bool) {
    let closed = top
    let isIncomplete = isIncomplete || closed.isIncomplete
    unsafe words[closed.start + 2] =
      ContentWord(
        span: wordCount - closed.start, count: closed.count, isIncomplete: isIncomplete
      ).rawValue
    depth -= 1
    top =
      frames.isEmpty
      ? Frame(start: -1, jumpDepth: 0, count: 0, isObject: false, isIncomplete: false)
      : frames.removeLast()
    valueIsDone(isIncomplete: isIncomplete)
  }

  /// Counts a value in its container, and expects what may follow it.
  @inline(__always)
  mutating func valueIsDone(isIncomplete: Bool = false) {
    top.count += 1
    if isIncomplete { top.isIncomplete = true }
    state = depth == 0 ? .done : top.isObject ? .keyOrEnd : .value
  }

  // MARK: Scalars

  /// Adds null.
  package mutating func null() { appendScalar(ContentWord(.null)) }

  /// Adds a boolean.
  package mutating func bool(_ value: Bool) {
    appendScalar(ContentWord(value ? .true : .false))
  }

  /// Adds an integer.
  package mutating func integer(_ value: Int64) {
    if let word = ContentWord(integer: value) {
      appendScalar(word)
    } else {
      guard state == .value else { return note(.unexpectedValue) }
      reserve(words: 2)
      unsafe words[wordCount] = ContentWord(.wideInteger).rawValue
      unsafe words[wordCount + 1] = UInt64(bitPattern: value)
      wordCount += 2
      valueIsDone()
    }
  }

  @inline(__always)
  mutating func appendScalar(_ word: ContentWord) {
    guard state == .value else { return note(.unexpectedValue) }
    reserve(words: 1)
    unsafe words[wordCount] = word.rawValue
    wordCount += 1
    valueIsDone()
  }

  /// Adds a number by its text, with every digit.
  ///
  /// - Parameter bytes: A number by the grammar of RFC 8259, of any size. Other text is recorded as
  ///   misuse.
  package mutating func number(_ bytes: Span<UInt8>) {
    guard state == .value else { return note(.unexpectedValue) }
    if let value = NumberScan.shortInteger(bytes) { return integer(value) }
    guard let scan = NumberScan(bytes) else { return note(.invalidNumber) }
    if scan.isPlainInteger, let value = scan.int64 { return integer(value) }
    guard appendBytes(bytes) else { return }
    appendText(entry: .number, offset: textCount - bytes.count)
    valueIsDone()
  }

  /// Adds a number by its text.
  package mutating func number(_ text: String) {
    withSpan(of: text.utf8) { number($0) }
  }

  // MARK: Text

  /// Adds a complete key.
  @inline(__always)
  package mutating func key(_ bytes: Span<UInt8>) {
    beginKey()
    guard state == .keyText else { return }
    guard appendBytes(bytes) else { return cancelText() }
    endKey()
  }

  /// Adds a complete key.
  @inline(__always)
  package mutating func key(_ text: String) {
    withSpan(of: text.utf8) { key($0) }
  }

  /// Begins a key whose text arrives in pieces.
  @inline(__always)
  package mutating func beginKey() {
    guard state == .keyOrEnd else { return note(.unexpectedKey) }
    textStart = textCount
    state = .keyText
  }

  /// Ends the key, which snapshots show when its value begins.
  package mutating func endKey() {
    guard state == .keyText else { return note(.unexpectedKey) }
    keyStart = wordCount
    appendText(entry: .string, offset: textStart)
    state = .value
  }

  /// Adds a complete string.
  @inline(__always)
  package mutating func string(_ bytes: Span<UInt8>) {
    beginString()
    guard state == .stringText else { return }
    guard appendBytes(bytes) else { return cancelText() }
    endString()
  }

  /// Adds a complete string.
  @inline(__always)
  package mutating func string(_ text: String) {
    withSpan(of: text.utf8) { string($0) }
  }

  /// Begins a string whose text arrives in pieces.
  @inline(__always)
  package mutating func beginString() {
    guard state == .value else { return note(.unexpectedValue) }
    textStart = textCount
    state = .stringText
  }

  /// Adds to the current string or key.
  ///
  /// - Parameter bytes: UTF-8, which may be cut anywhere. Invalid bytes are read as U+FFFD.
  @inline(__always)
  package mutating func appendText(_ bytes: Span<UInt8>) {
    guard state == .stringText || state == .keyText else { return note(.unexpectedText) }
    _ = appendBytes(bytes)
  }

  /// Adds to the current string or key.
  @inline(__always)
  package mutating func appendText(_ text: String) {
    withSpan(of: text.utf8) { appendText($0) }
  }

  /// Adds one byte to the current string or key.
  @inline(__always)
  package mutating func appendText(byte: UInt8) {
    guard state == .stringText || state == .keyText else { return note(.unexpectedText) }
    guard reserve(text: 1) else { return }
    unsafe text[textCount] = byte
    textCount += 1
  }

  /// The text so far of the current or last string or key.
  var currentText: String {
    unsafe String(
      decoding: UnsafeBufferPointer(start: text + textStart, count: textCount - textStart),
      as: UTF8.self)
  }

  /// Ends the string.
  package mutating func endString() {
    guard state == .stringText else { return note(.unexpectedText) }
    appendText(entry: .string, offset: textStart)
    valueIsDone()
  }

  /// Appends bytes to the arena.
  ///
  /// - Returns: `true` if there was room; otherwise this is recorded.
  @inline(__always)
  mutating func appendBytes(_ bytes: Span<UInt8>) -> Bool {
    guard reserve(text: bytes.count) else { return false }
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let source = bytes.baseAddress {
        unsafe (text + textCount).update(from: source, count: bytes.count)
      }
    }
    textCount += bytes.count
    return true
  }

  /// Removes a string or key for which there was no room.
  private mutating func cancelText() {
    textCount = textStart
    state = state == .keyText ? .keyOrEnd : .value
  }

  /// Appends an entry for the text from an offset to the end of the arena.
  @inline(__always)
  mutating func appendText(entry tag: ContentWord.Tag, offset: Int, isIncomplete: Bool = false) {
    reserve(words: 2)
    let length = textCount - offset
    if length < ContentWord.shortTextLimit {
      unsafe words[wordCount] =
        ContentWord(shortText: tag, offset: offset, length: length, isIncomplete: isIncomplete)
        .rawValue
      wordCount += 1
    } else {
      let wide: ContentWord.Tag = tag == .string ? .wideString : .wideNumber
      unsafe words[wordCount] =
        ContentWord(wideText: wide, length: length, isIncomplete: isIncomplete).rawValue
      unsafe words[wordCount + 1] = UInt64(truncatingIfNeeded: offset)
      wordCount += 2
    }
  }
}
