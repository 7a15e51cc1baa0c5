import SchemaText

/// The parser of JSON text: a state machine that reads bytes and drives a ``ContentBuilder``.
///
/// The machine can stop after any byte. Between two chunks, ``state`` stores the place in the
/// grammar. If a chunk ends within a part, such as a string, the reader of the part, such as
/// ``TextReader``, stores the place in the part. A part that is complete in one chunk is processed
/// in one step. The builder has the stack of open containers, so depth takes only memory.
///
/// Forced inlining in this file reduces the time to parse 50 KB by 15 %, and in all of this module
/// by 25 % (77 µs to 57 µs).
package struct JSONMachine: ~Copyable, Sendable {
  /// The part of the grammar that comes next.
  enum State: UInt8 {
    // The first seven states are handled together; see `isStructural`.

    /// A value, or the end of the array: in `firstElement`, and in `nextElement` if the options are
    /// lenient.
    case value, firstElement, nextElement
    /// A key, or the end of the object: in `firstKey`, and in `nextKey` if the options are lenient.
    case firstKey, nextKey
    case colon
    case commaOrEnd
    /// The rest of a string or key, of a number, of a literal, or of a comment.
    case text, number, literal, comment
    /// The rest of a byte order mark.
    case byteOrderMark
    /// Text before a value and after it.
    case preamble, epilogue
    /// The end of the text, after the value.
    case end
    case failed

    /// `true` for values, keys, and the punctuation between them.
    var isStructural: Bool { rawValue <= State.commaOrEnd.rawValue }
  }

  /// The end of the text.
  private enum Ending {
    /// More text may follow.
    case open
    /// No more text may follow.
    case ended
    /// No more text may follow, and the content is complete.
    case finished
  }

  let options: Options
  private(set) var builder: ContentBuilder

  /// The number of the builder's containers that enclose the value of the text.
  private let outerDepth: Int

  private(set) var state: State
  /// The fault of the text.
  ///
  /// It is set only in the state ``State/failed``. Code tests the state, which is faster.
  package private(set) var failure: Fault?
  private var ending = Ending.open
  /// The number of steps so far.
  ///
  /// Tests use it to check that parsing takes linear time.
  private(set) var steps = 0
  /// The lines and columns up to the current chunk.
  private(set) var lines = LineCounter()
  /// The keys of the open objects.
  ///
  /// The builder stores with each object the number of keys before its first key.
  private var keys = KeyLog()
  private(set) var text = TextReader()
  private var number = NumberReader()
  private(set) var literal = LiteralReader(.null)
  /// The current comment; `nil` outside of comments.
  private(set) var comment: CommentReader?
  private(set) var surroundings = Surroundings()
  /// The departures of the value's structure from RFC 8259.
  private var structureDepartures: Departures = []

  /// Creates a machine at the beginning of a text.
  ///
  /// - Parameters:
  ///   - options: The options for the accepted text.
  ///   - id: The id of the content.
  ///   - expectedBytes: The length of the text, so that memory is allocated at once; 0 if it is not
  ///     known.
  @inline(__always)
  package init(options: Options, id: ContentID, expectedBytes: Int = 0) {
    self.options = options
    builder =
      expectedBytes == 0
      ? ContentBuilder(stream: id)
      : ContentBuilder(
        stream: id, words: 16 + expectedBytes / 8, textBytes: expectedBytes + JSONChunk.slack)
    builder.promiseDistinctKeys()
    outerDepth = 0
    state = .byteOrderMark
    // `firstState` can be read only after all properties are initialized.
    if !options.skipsByteOrderMark { state = firstState }
  }

  /// Creates a machine that adds the value of a text to a builder.
  ///
  /// The builder must expect a value.
  init(options: Options, addingTo builder: consuming ContentBuilder) {
    self.options = options
    outerDepth = builder.depth
    self.builder = builder
    state = .value
  }

  /// Returns `true` if a complete value has been added to a builder, at the end of its text.
  mutating func endAdding() -> Bool {
    close()
    return state == .end
  }

  consuming func releaseBuilder() -> ContentBuilder { builder }

  /// The state at the beginning of a text, after the byte order mark.
  private var firstState: State { options.skipsSurroundingText ? .preamble : .value }

  // MARK: Running

  /// Parses a chunk, up to its end or the first fault.
  package mutating func consume(_ bytes: Span<UInt8>) {
    guard state != .failed, !bytes.isEmpty else { return }
    guard ending == .open else {
      return fail(
        fault(.trailingText, at: 0, expected: "no text after the end", found: "more text"))
    }
    guard var chunk = JSONChunk(bytes, for: &builder) else { return failTooLarge() }
    while !chunk.isAtEnd, state != .failed {
      steps &+= 1
      step(&chunk)
    }
    guard state != .failed else { return }
    // The machine never makes a wrong call, so lack of room is the only reason for misuse.
    if builder.misuse != nil { return failTooLarge() }
    lines.endChunk(of: chunk.count)
  }

  /// Parses a chunk, up to its end or the first fault.
  package mutating func consume(_ text: String) {
    var text = text
    text.withUTF8 { unsafe consume($0.span) }
  }

  /// Reads at least one byte, or changes the state.
  @inline(__always)
  private mutating func step(_ chunk: inout JSONChunk) {
    switch state {
    case .text: readText(&chunk)
    case .value, .firstElement, .nextElement, .firstKey, .nextKey, .colon, .commaOrEnd:
      readStructure(&chunk)
    case .number: readNumber(&chunk)
    case .literal: readLiteral(&chunk)
    case .end: readEnd(&chunk)
    case .byteOrderMark: readMark(&chunk)
    case .preamble: if surroundings.readPreamble(&chunk, &lines) { tryValue(&chunk) }
    case .epilogue: surroundings.skipEpilogue(&chunk, &lines)
    case .comment: readComment(&chunk)
    case .failed: break
    }
  }

  // MARK: Results

  /// The content that has arrived.
  package var snapshot: StoredContent {
    surroundings.isTentative ? .nothing(id: builder.stream) : builder.storedSnapshot
  }

  /// `true` if a complete value has arrived.
  package var isComplete: Bool { builder.isFinished && !surroundings.isTentative }

  /// `true` if ``finish()`` has succeeded.
  package var isFinished: Bool { ending == .finished }

  /// The number of bytes of content that were moved to larger blocks, for tests of linear time.
  var movedBytes: Int { builder.movedBytes }

  /// The departures of the text from RFC 8259 so far.
  package var departures: Departures {
    var departures = valueDepartures
    if surroundings.hasText || state == .epilogue { departures.insert(.surroundingText) }
    return departures
  }

  /// The departures of the value from RFC 8259 so far.
  private var valueDepartures: Departures { structureDepartures.union(text.departures) }

  /// Ends the text, and returns its content, complete or not.
  @inline(__always)
  package mutating func end() -> StoredContent {
    close()
    removeDuplicates()
    return snapshot
  }

  /// Ends the text, and returns its content.
  ///
  /// If the content is not complete, ``failure`` has the reason.
  package mutating func finish() -> StoredContent {
    close()
    // Missing parts are found before duplicates are removed, because the copy without duplicates
    // has no open parts.
    if state != .failed {
      if isComplete, comment?.mayEnd ?? true {
        ending = .finished
        removeDuplicates()
      } else {
        let isWithoutValue =
          options.skipsSurroundingText && (state == .preamble || surroundings.isTentative)
        surroundings.confirm()
        fail(isWithoutValue ? faultOfNoValue : faultOfMissingParts)
      }
    }
    return snapshot
  }

  /// Ends the text.
  private mutating func close() {
    guard state != .failed, ending == .open else { return }
    ending = .ended
    if state == .number, builder.depth == outerDepth, number.canEnd {
      number.end(into: &builder)
      valueIsDone()
    }
    if options.skipsSurroundingText { chooseValue() }
  }

  /// If keys occur twice, rebuilds the content without the dropped values.
  ///
  /// The buffer of earlier snapshots does not change.
  private mutating func removeDuplicates() {
    guard state != .failed, !builder.hasDistinctKeys, options.duplicateKeys != .error else {
      return
    }
    builder = DuplicateRemoval.copy(of: builder, keepsLast: options.duplicateKeys == .keepLast)
  }

  // MARK: Values, objects and arrays

  /// Reads values, keys and the punctuation between them, until another state is needed.
  ///
  /// Index and state are local variables. Properties would be written and read again for every
  /// byte, because the compiler cannot know that text does not overwrite them.
  private mutating func readStructure(_ chunk: inout JSONChunk) {
    // Unchecked access here and in `KeyLog` reduces the time to parse 50 KB by 3 %.
    let base = unsafe chunk.base
    let count = chunk.count
    var index = chunk.index
    var state = self.state
    while index < count {
      let byte = unsafe base[index]
      if byte <= 0x20 {
        if byte == 0x20 || byte == 0x09 || byte == 0x0D {
          index &+= 1
          continue
        }
        if byte == 0x0A {
          index &+= 1
          lines.beginLine(at: index)
          continue
        }
      }
      if state == .colon, byte == UInt8(ascii: ":") {
        index &+= 1
        surroundings.confirm()
        state = .value
        continue
      }
      if state == .commaOrEnd, byte == UInt8(ascii: ",") {
        index &+= 1
        state = builder.isInObject ? .nextKey : .nextElement
        continue
      }
      chunk.index = index
      self.state = state
      // The first states are the states in which a value may come.
      if state.rawValue <= State.nextElement.rawValue {
        readValue(byte, &chunk)
      } else if byte == UInt8(ascii: "\""), state == .firstKey || state == .nextKey {
        text.beginKey(at: lines.place(at: index))
        chunk.index = index &+ 1
        self.state = .text
        readText(&chunk)
      } else {
        readBracket(byte, &chunk)
      }
      index = chunk.index
      state = self.state
      guard state.isStructural else { return }
    }
    chunk.index = index
    self.state = state
  }

  /// Reads the first byte of a value, and further bytes if they can be read in one step.
  @inline(__always)
  private mutating func readValue(_ byte: UInt8, _ chunk: inout JSONChunk) {
    switch byte {
    case UInt8(ascii: "\""):
      chunk.index += 1
      if builder.depth > 0 { surroundings.confirm() }
      text.beginString()
      state = .text
      readText(&chunk)
    case UInt8(ascii: "{"):
      beginContainer(isObject: true, &chunk)
    case UInt8(ascii: "["):
      beginContainer(isObject: false, &chunk)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      if NumberReader.readPlain(&chunk, into: &builder) { return numberIsDone() }
      number.begin()
      state = .number
      readNumber(&chunk)
    case UInt8(ascii: "t"): beginLiteral(.true, &chunk)
    case UInt8(ascii: "f"): beginLiteral(.false, &chunk)
    case UInt8(ascii: "n"): beginLiteral(.null, &chunk)
    default: readBracket(byte, &chunk)
    }
  }

  /// Reads the end of a container, or a byte that is not allowed here.
  private mutating func readBracket(_ byte: UInt8, _ chunk: inout JSONChunk) {
    let mayEnd =
      switch state {
      case .firstElement, .firstKey, .commaOrEnd: true
      case .nextElement, .nextKey: options.isLenient
      default: false
      }
    if mayEnd, byte == (builder.isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      chunk.index += 1
      if state == .nextElement || state == .nextKey { structureDepartures.insert(.trailingComma) }
      endContainer()
    } else if byte == UInt8(ascii: "/"), options.isLenient {
      beginComment(&chunk)
    } else {
      failUnexpected(expectation, chunk)
    }
  }

  /// Reads the text after the value.
  private mutating func readEnd(_ chunk: inout JSONChunk) {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      switch byte {
      case 0x20, 0x09, 0x0D:
        chunk.index += 1
        continue
      case 0x0A:
        chunk.index += 1
        lines.beginLine(at: chunk.index)
        continue
      default: break
      }
      if options.skipsSurroundingText {
        if surroundings.leaveValue(at: byte) { state = .epilogue } else { abandonValue() }
      } else if byte == UInt8(ascii: "/"), options.isLenient {
        beginComment(&chunk)
      } else {
        fail(fault(.trailingText, chunk, expected: "the end of the text"))
      }
      return
    }
  }

  private mutating func beginContainer(isObject: Bool, _ chunk: inout JSONChunk) {
    guard builder.depth < options.maximumDepth else {
      let expected = "at most \(max(0, options.maximumDepth)) nested arrays and objects"
      return fail(fault(.tooDeep, at: chunk.index, expected: expected, found: "one more"))
    }
    chunk.index += 1
    if isObject {
      builder.beginObject(note: keys.count)
      state = .firstKey
    } else {
      builder.beginArray()
      state = .firstElement
    }
  }

  private mutating func endContainer() {
    if builder.isInObject {
      keys.leaveObject(builder.endObject())
    } else {
      builder.endArray()
    }
    confirmUnlessCitation()
    valueIsDone()
  }

  /// Sets the state after a value.
  @inline(__always)
  private mutating func valueIsDone() { state = builder.depth == outerDepth ? .end : .commaOrEnd }

  /// Processes a key that the builder has received.
  @inline(__always)
  private mutating func keyIsDone() {
    state = .colon
    if !keys.insertKey(of: builder, after: builder.innermostNote) { failDuplicateKey() }
  }

  @inline(never)
  private mutating func failDuplicateKey() {
    guard options.duplicateKeys == .error else {
      structureDepartures.insert(.duplicateKey)
      builder.allowEqualKeys()
      return
    }
    let name = builder.currentText.excerpt
    fail(
      Fault(
        code: .duplicateKey, position: text.keyPlace.position, expected: "keys that differ",
        found: "the key \(name.debugDescription) a second time"))
  }

  // MARK: Texts, numbers, literals and comments

  /// Reads text of a string or key.
  private mutating func readText(_ chunk: inout JSONChunk) {
    switch text.read(&chunk, into: &builder, &lines, isLenient: options.isLenient) {
    case .unfinished: break
    case .keyEnded: keyIsDone()
    case .stringEnded: valueIsDone()
    case .fault(let fault): fail(fault, &chunk)
    }
  }

  private mutating func readNumber(_ chunk: inout JSONChunk) {
    switch number.read(&chunk, into: &builder) {
    case .unfinished: break
    case .ended: numberIsDone()
    case .fault(let expectation):
      fail(fault(.invalidNumber, chunk, expected: expectation.rawValue))
    case .tooLarge: failTooLarge()
    }
  }

  @inline(__always)
  private mutating func numberIsDone() {
    // A number that is not in a container may belong to the text around the value.
    if builder.depth > 0 { confirmUnlessCitation() }
    valueIsDone()
  }

  /// Begins a literal at its first letter.
  @inline(__always)
  private mutating func beginLiteral(_ word: LiteralReader.Word, _ chunk: inout JSONChunk) {
    literal = LiteralReader(word)
    state = .literal
    readLiteral(&chunk)
  }

  /// Reads a literal up to its end or the end of the chunk.
  private mutating func readLiteral(_ chunk: inout JSONChunk) {
    guard literal.read(&chunk) else { return failUnexpected(literal.word.text, chunk) }
    guard literal.isComplete else { return }
    switch literal.word {
    case .null: builder.null()
    case .true: builder.bool(true)
    case .false: builder.bool(false)
    }
    // A literal that is not in a container may belong to the text around the value.
    if builder.depth > 0 { surroundings.confirm() }
    valueIsDone()
  }

  /// Begins a comment at its first slash.
  private mutating func beginComment(_ chunk: inout JSONChunk) {
    structureDepartures.insert(.comment)
    comment = CommentReader(in: state)
    state = .comment
    chunk.index += 1
  }

  private mutating func readComment(_ chunk: inout JSONChunk) {
    guard var reader = comment else { return }
    let outcome = reader.read(&chunk, &lines)
    comment = outcome == .unfinished ? reader : nil
    switch outcome {
    case .unfinished: break
    case .ended: state = reader.outer
    case .fault: failUnexpected("\"/\" or \"*\"", chunk)
    }
  }

  // MARK: The text around the value

  private mutating func readMark(_ chunk: inout JSONChunk) {
    let skipsText = options.skipsSurroundingText
    switch surroundings.readMark(&chunk, &lines, skipsText: skipsText) {
    case .unfinished: break
    case .ended: state = firstState
    case .fault: fail(.invalidUTF8(distance: 0), &chunk)
    }
  }

  /// Begins a value that may turn out to belong to the text around the value.
  private mutating func tryValue(_ chunk: inout JSONChunk) {
    // The builder may have been replaced since the chunk began.
    guard chunk.makeRoom(in: &builder) else { return failTooLarge() }
    surroundings.beginValue()
    state = .value
  }

  @inline(__always)
  private mutating func confirmUnlessCitation() {
    surroundings.confirmUnlessCitation(depth: builder.depth, count: builder.countInContainer)
  }

  /// Treats the current text as a part of the text around the value, and continues the search.
  private mutating func abandonValue() {
    if builder.isFinished { setValueAside() }
    beginAgain()
    surroundings.abandonValue()
    state = .preamble
  }

  /// Keeps a value that has ended, for the case that no other value follows.
  private mutating func setValueAside() {
    surroundings.setAside(builder.storedSnapshot, with: valueDepartures)
  }

  /// Chooses the value when the text has ended.
  private mutating func chooseValue() {
    let isTentative = surroundings.isTentative
    if isTentative, state == .end { setValueAside() }
    if let content = surroundings.contentSetAside, isTentative || state == .preamble {
      beginAgain()
      structureDepartures = surroundings.departuresSetAside
      builder.append(content)
      surroundings.confirm()
      state = .end
    } else if state == .end || (builder.depth > 0 && builder.countInContainer > 0) {
      // The value is a scalar that makes up the complete text, or an array that is cut off after an
      // element.
      surroundings.confirm()
    }
  }

  /// Removes the current value and all state that belongs to it.
  private mutating func beginAgain() {
    builder = ContentBuilder(stream: builder.stream)
    builder.promiseDistinctKeys()
    keys = KeyLog()
    text = TextReader()
    number = NumberReader()
    comment = nil
    structureDepartures = []
  }

  // MARK: Faults

  /// Ends parsing with an error, unless the parsed text may be text around the value.
  private mutating func fail(_ fault: Fault) {
    if surroundings.isTentative { return abandonValue() }
    failure = fault
    state = .failed
  }

  @inline(never)
  private mutating func failUnexpected(_ expected: String, _ chunk: borrowing JSONChunk) {
    fail(fault(.unexpectedCharacter, chunk, expected: expected))
  }

  @inline(never)
  private mutating func failTooLarge() {
    surroundings.confirm()
    fail(fault(.tooLarge, at: 0, expected: "at most 64 GB of text", found: "more"))
  }

  @inline(never)
  private mutating func fail(_ textFault: TextReader.Fault, _ chunk: inout JSONChunk) {
    if case .invalidUTF8(let distance) = textFault {
      // The skipped bytes take no columns.
      lines.addContinuations(max(0, distance - 1))
      chunk.index += distance
    }
    fail(fault(textFault, chunk))
  }
}
