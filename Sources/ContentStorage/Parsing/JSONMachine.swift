/// The parser of JSON text: a state machine that reads bytes and drives a ``ContentBuilder``.
///
/// It can stop after any byte. Between two chunks its whole state is in ``state`` and the fields
/// that belong to it; elements that are complete in one chunk are processed at once and never
/// stored there. Its stack is a list, so depth only costs memory.
///
/// Forced inlining here takes 15 % off the time of parsing 50 KB, and in all of this module 25 %
/// (77 µs to 57 µs).
package struct JSONMachine: ~Copyable, Sendable {
  /// The part of the grammar that comes next.
  enum State: UInt8 {
    // The first seven are handled together; see isStructural.

    /// A value; in the second and third case also the end of the array.
    case value, firstElement, nextElement
    /// A key; in the first case also the end of the object.
    case firstKey, nextKey
    case colon
    case commaOrEnd
    /// The text of a string or key, or the rest of a scalar that was cut off.
    case text, scalarRest
    /// The letter after a backslash, and the digits of a code unit.
    case escape, unicodeDigits
    /// The backslash and the letter that begin the second half of a surrogate pair.
    case lowSurrogate, lowSurrogateLetter
    case number
    case literal
    /// The rest of a byte order mark.
    case byteOrderMark
    case commentStart, lineComment, blockComment, blockCommentEnd
    /// Text before a value and after it.
    case preamble, epilogue
    /// The end of the text, after the value.
    case end
    case failed

    /// `true` for values, keys, and the punctuation between them.
    var isStructural: Bool { rawValue <= State.commaOrEnd.rawValue }
  }

  let options: Options
  let id: ContentID
  var builder: ContentBuilder

  /// The number of the builder's containers around the value of the text.
  let outerDepth: Int

  var state: State
  /// The fault of the text; set only in the state ``State/failed``, which is cheaper to test.
  package internal(set) var failure: Fault?
  /// `true` if ``finish()`` has succeeded.
  package private(set) var isFinished = false
  /// `true` if no more text may follow.
  private var hasEnded = false
  /// The number of steps so far; each reads some bytes of one chunk, once.
  package private(set) var steps = 0
  /// The number of bytes of content that were moved to larger blocks.
  package var movedBytes: Int { builder.movedBytes }

  /// The lines and columns up to the current chunk.
  var lines = LineCounter()

  // The fields below have a comment for each group, with the file that changes them. In addition,
  // `beginAgain()` resets those that belong to a value.

  // Keys: JSONMachine+Structure.swift. The builder has the open containers.

  /// The index in ``keys`` of the innermost container's first key, or -1 if it is not an object.
  ///
  /// The builder stores the previous value of this with each open container.
  var firstKeyIndex = -1
  var keys = KeyLog()
  /// The place at which the current key begins.
  var keyPosition = LineCounter.Place()
  /// `true` if a key occurred twice, so that one of its values has to be dropped at the end.
  var hasDuplicates = false

  // Texts: JSONMachine+Text.swift.

  /// `true` if the current text is a key's.
  ///
  /// It is set where a text begins, in JSONMachine+Structure.swift.
  var isKey = false
  /// `true` if the builder has begun the text.
  var isTextBegun = false
  /// The scalar that a chunk cut off.
  var scalarRest = ScalarRest()
  /// The current escape.
  var escape = EscapeProgress()

  // Numbers and literals: JSONMachine+Numbers.swift.

  var number = NumberProgress()
  /// The number's digits in earlier chunks.
  var numberText: [UInt8] = []
  var literal = LiteralProgress(.null)

  // The skipped bytes: JSONMachine+Surroundings.swift.

  /// The number of bytes of the byte order mark that have been read.
  var byteOrderMarkCount = 0
  /// The state after a comment.
  var afterComment = State.value
  var surroundings = Surroundings()

  /// The departures of the value's text from RFC 8259, which each of these files adds.
  var valueDepartures: Departures = []

  /// Creates a machine at the beginning of a text.
  ///
  /// - Parameters:
  ///   - options: The choices on the accepted text.
  ///   - id: The id of the content.
  ///   - expectedBytes: The length of the text, if it is known, so that memory is allocated at
  ///     once.
  @inline(__always)
  package init(options: Options, id: ContentID, expectedBytes: Int = 0) {
    self.options = options
    self.id = id
    builder =
      expectedBytes == 0
      ? ContentBuilder(stream: id)
      : ContentBuilder(
        stream: id, words: 16 + expectedBytes / 8, textBytes: expectedBytes + JSONChunk.slack)
    builder.hasDistinctKeys = true
    outerDepth = 0
    state = .byteOrderMark
    // Only a complete machine can read `firstState`.
    if !options.isLenient { state = firstState }
  }

  /// Creates a machine that adds the value of a text to a builder that expects one.
  init(options: Options, addingTo builder: consuming ContentBuilder) {
    self.options = options
    id = .absent
    outerDepth = builder.depth
    self.builder = builder
    state = .value
  }

  /// Returns `true` if a complete value has been added to a builder, at the end of its text.
  mutating func endAdding() -> Bool {
    close()
    return state == .end
  }

  /// The state at the beginning of a text, after the byte order mark.
  var firstState: State { options.skipsSurroundingText ? .preamble : .value }

  // MARK: Running

  /// Parses a chunk, up to its end or the first fault.
  package mutating func consume(_ bytes: Span<UInt8>) {
    guard state != .failed, !bytes.isEmpty else { return }
    guard !hasEnded else {
      fail(
        .trailingText, at: lines.chunkStart, expected: "no text after the end", found: "more text")
      return
    }
    guard var chunk = JSONChunk(bytes, for: &builder) else { return failTooLarge() }
    while !chunk.isAtEnd, state != .failed {
      steps &+= 1
      step(&chunk)
    }
    guard state != .failed else { return }
    // The states allow no wrong call, so the builder has ignored one for lack of room.
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
    case .scalarRest: readScalarRest(&chunk)
    case .escape: readEscape(&chunk)
    case .unicodeDigits: readUnicodeDigits(&chunk)
    case .lowSurrogate: readLowSurrogate(&chunk)
    case .lowSurrogateLetter: readLowSurrogateLetter(&chunk)
    case .end: readEnd(&chunk)
    case .epilogue, .preamble, .byteOrderMark: readSurroundings(&chunk)
    case .commentStart, .lineComment, .blockComment, .blockCommentEnd: readComment(&chunk)
    case .failed: break
    }
  }

  // MARK: Results

  /// The content that has arrived.
  package var snapshot: StoredContent {
    surroundings.isTentative ? .nothing(id: id) : builder.storedSnapshot
  }

  /// `true` if a complete value has arrived.
  package var isComplete: Bool { builder.isFinished && !surroundings.isTentative }

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
    // Missing parts are found before duplicates are removed: the copy without these has no open
    // parts.
    if state != .failed {
      if isComplete, state != .commentStart, state != .blockComment, state != .blockCommentEnd {
        isFinished = true
        removeDuplicates()
      } else {
        failMissing()
      }
    }
    return snapshot
  }

  /// Considers the text complete.
  private mutating func close() {
    guard state != .failed, !hasEnded else { return }
    hasEnded = true
    if state == .number, builder.depth == outerDepth, number.isWhole { endLastNumber() }
    if options.skipsSurroundingText { chooseValue() }
  }
}
