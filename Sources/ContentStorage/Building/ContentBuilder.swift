/// Builds content in pieces, with a snapshot of it at any time.
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
/// Every call costs time in proportion to the content that it adds, amortized and independent of
/// earlier content; a snapshot is O(1). Snapshots share the builder's memory and may be read on any
/// thread while building continues (see ``ContentBuffer`` for why that is safe).
///
/// A call that does not fit the state, such as a key in an array, is ignored and recorded in
/// ``misuse``; nothing traps. The builder cannot be copied, since two writers of one block would
/// overwrite each other. It is `@unchecked Sendable` because it alone writes to its memory.
///
/// Unsafe memory lets snapshots share it: an array would be copied at the first write after each
/// snapshot, so a stream of n snapshots would take time in proportion to n². Forced inlining takes
/// 10 % off the time of parsing 50 KB.
@safe package struct ContentBuilder: ~Copyable, @unchecked Sendable {
  /// A call that was ignored because it did not fit the state.
  package enum Misuse: Error, Hashable {
    /// A value in place of a key, inside a string, or after the end.
    case unexpectedValue
    /// A key or its end, other than in an object between two values.
    case unexpectedKey
    /// Text or the end of a string while no string or key is being built.
    case unexpectedText
    /// The end of a container that is not open, of the other kind, or waiting for a value.
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

  /// An open container.
  struct Frame {
    /// The index of its entry, or -1 for a frame without a container.
    var start: Int
    /// The depth of the ancestor that the container's second link leads to.
    var jumpDepth: Int
    /// The number of its values so far.
    var count: Int
    var isObject: Bool
    /// `true` if a value in it is incomplete.
    var isIncomplete: Bool
    /// A number that the caller stores with the container.
    var note = 0
  }

  /// The first call that was ignored, or `nil` if there was none.
  package private(set) var misuse: Misuse?

  // The tape and the text arena: a block of memory each, its address, and how much of it is in use.
  // Only this file replaces a block; the extensions write to the room that they have reserved.

  private(set) var tape: ManagedBuffer<Int, UInt64>
  private(set) var words: UnsafeMutablePointer<UInt64>
  var wordCount = 0
  private(set) var wordCapacity: Int
  private(set) var arena: ManagedBuffer<Int, UInt64>
  private(set) var text: UnsafeMutablePointer<UInt8>
  var textCount = 0
  private(set) var textCapacity: Int

  /// The number of bytes that were moved to larger blocks so far.
  private(set) var movedBytes = 0

  /// `true` if the caller ensures that no name occurs twice in an object.
  ///
  /// Properties are then found faster; see ``PropertySearch``.
  var hasDistinctKeys = false

  /// The places of the containers in the stream that this is a copy of.
  var origins: ContentOrigins?

  let stream: ContentID
  let lineage: ContentLineage?
  var state = State.value
  /// The number of open containers.
  package internal(set) var depth = 0
  /// The largest nesting depth of containers.
  ///
  /// With copied content it may be an overestimate, which exceeds ``StoredContent/maximumNesting``
  /// only if the real number does.
  var nesting = 0
  /// The innermost open container.
  var top = Frame(start: -1, jumpDepth: 0, count: 0, isObject: false, isIncomplete: false)
  /// The containers around ``top``, outermost first.
  var frames: [Frame] = []
  /// The offset of the text of the current string or key.
  var textStart = 0
  /// The index of the entry of the key that waits for its value.
  var keyStart = 0

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - stream: The id of the response, which the ids of the parts are derived from.
  ///   - words: The initial room, in words of 8 bytes; about two for each value.
  ///   - textBytes: The initial room for keys and strings, in bytes.
  @inline(__always)
  package init(stream: ContentID = .absent, words: Int = 32, textBytes: Int = 256) {
    self.stream = stream
    lineage = stream == .absent ? nil : ContentLineage()
    wordCapacity = max(words, 4)
    let arenaWords = max(textBytes + 7, 8) / 8
    textCapacity = arenaWords * 8
    let isSmall = wordCapacity + arenaWords <= ContentBuilder.smallBlock
    let tape = ContentBlock.make(words: isSmall ? wordCapacity + arenaWords : wordCapacity)
    self.tape = tape
    let base = unsafe tape.withUnsafeMutablePointerToElements { unsafe $0 }
    unsafe self.words = unsafe base
    if isSmall {
      // Tape and text begin in one block, and each gets its own block when it grows.
      arena = tape
      unsafe text = unsafe UnsafeMutableRawPointer(base + wordCapacity).assumingMemoryBound(
        to: UInt8.self)
    } else {
      let arena = ContentBlock.make(words: arenaWords)
      self.arena = arena
      unsafe text = unsafe ContentBuilder.bytes(of: arena)
    }
  }

  /// The largest number of words of a block that is both tape and text.
  private static let smallBlock = 120

  /// Returns the address of a block that is used for text.
  @inline(__always)
  static func bytes(of block: ManagedBuffer<Int, UInt64>) -> UnsafeMutablePointer<UInt8> {
    unsafe block.withUnsafeMutablePointerToElements {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
    }
  }

  /// `true` if a complete value has been built; nothing can follow.
  package var isFinished: Bool { state == .done }

  /// `true` if the innermost open container is an object.
  var isInObject: Bool { depth > 0 && top.isObject }

  /// Returns `true` if an open container is an object; the outermost is at level 0.
  package func isObject(atLevel level: Int) -> Bool { frame(at: level).isObject }

  /// The number of values in the innermost open container so far.
  var countInContainer: Int { top.count }

  // MARK: Going back

  /// The state of a builder that expects a value.
  struct Mark {
    fileprivate let wordCount: Int
    fileprivate let textCount: Int
    fileprivate let depth: Int
    fileprivate let nesting: Int
    fileprivate let top: Frame
    fileprivate let outerCount: Int
    fileprivate let keyStart: Int
    fileprivate let misuse: Misuse?

    init(_ builder: borrowing ContentBuilder) {
      (wordCount, textCount) = (builder.wordCount, builder.textCount)
      (depth, nesting, top) = (builder.depth, builder.nesting, builder.top)
      (outerCount, keyStart) = (builder.frames.count, builder.keyStart)
      misuse = builder.misuse
    }
  }

  /// Removes everything that was added since a value was expected, if no snapshot was taken.
  mutating func returnTo(_ mark: Mark) {
    (wordCount, textCount) = (mark.wordCount, mark.textCount)
    (depth, nesting, top) = (mark.depth, mark.nesting, mark.top)
    (keyStart, misuse) = (mark.keyStart, mark.misuse)
    frames.removeSubrange(mark.outerCount...)
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
    var count = wordCount
    var pendingLength = -1
    switch state {
    case .value:
      if isInObject { count = keyStart }
    case .stringText:
      pendingLength = lengthOfWholeScalars()
    case .keyOrEnd, .keyText, .done:
      break
    }
    guard count > 0 || pendingLength >= 0 else {
      return .nothing(id: stream)
    }
    let buffer = unsafe ContentBuffer(
      tape: tape, words: UnsafePointer(words), wordCount: count,
      arena: arena, text: UnsafePointer(text), open: depth > 0 ? top.start : -1,
      openCount: top.count, pendingOffset: textStart, pendingLength: pendingLength,
      pendingKey: keyStart, hasDistinctKeys: hasDistinctKeys, stream: stream, lineage: lineage,
      nesting: nesting, origins: origins)
    let isOpen = depth > 0 || pendingLength >= 0
    return StoredContent(buffer, ContentNode(0, isOpen: isOpen), id: stream)
  }

  /// Returns the length of the current string without a cut scalar at its end.
  private func lengthOfWholeScalars() -> Int {
    let length = textCount - textStart
    var position = textCount - 1
    let first = max(textStart, textCount - 4)
    while position >= first {
      let byte = unsafe text[position]
      if byte & 0b1100_0000 != 0b1000_0000 {
        let needed = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        return textCount - position < needed ? position - textStart : length
      }
      position -= 1
    }
    return length
  }

  // MARK: Memory

  /// Makes room for words of the tape.
  @inline(__always)
  mutating func reserve(words count: Int) {
    if wordCapacity - wordCount < count { growTape(by: count) }
  }

  /// Makes room for text, or records that there is too much.
  @inline(__always)
  mutating func reserve(text count: Int) -> Bool {
    textCapacity - textCount >= count || growText(by: count)
  }

  @inline(never)
  private mutating func growTape(by count: Int) {
    let capacity = max(wordCapacity * 2, wordCount + count)
    let block = ContentBlock.make(words: capacity)
    let base = unsafe block.withUnsafeMutablePointerToElements { unsafe $0 }
    unsafe base.update(from: words, count: wordCount)
    movedBytes += 8 * wordCount
    tape = block
    unsafe words = unsafe base
    wordCapacity = capacity
  }

  @inline(never)
  private mutating func growText(by count: Int) -> Bool {
    guard Int64(count) < ContentWord.arenaLimit - Int64(textCount) else {
      note(.tooLarge)
      return false
    }
    let arenaWords = (max(textCapacity * 2, textCount + count) + 7) / 8
    let block = ContentBlock.make(words: arenaWords)
    let base = unsafe ContentBuilder.bytes(of: block)
    unsafe base.update(from: text, count: textCount)
    movedBytes += textCount
    arena = block
    unsafe text = unsafe base
    textCapacity = arenaWords * 8
    return true
  }

  /// Records that a call was ignored, if it is the first one.
  @inline(never)
  mutating func note(_ misuse: Misuse) {
    if self.misuse == nil { self.misuse = misuse }
  }
}
