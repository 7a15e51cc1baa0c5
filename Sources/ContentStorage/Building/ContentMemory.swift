import SchemaText

/// The memory in which a ``ContentBuilder`` builds content: a tape of words, and an arena of text.
///
/// Snapshots share the memory, so it only grows. A full block is copied to a larger block, and
/// stays unchanged for the snapshots that use it. An array would be copied at the first write after
/// each snapshot, so a stream of n snapshots would take time in proportion to n².
///
/// The memory cannot be copied, because two writers of one block would overwrite each other's data.
/// It is `@unchecked Sendable` because nothing else writes to its blocks, with one exception: the
/// parser that owns the builder writes to the room that ``reserveRoom(for:)`` returns. No snapshot
/// reads this room.
@safe struct ContentMemory: ~Copyable, @unchecked Sendable {
  // Tape and arena each have a block of memory, the address of the block, and the size in use.
  private var tape: ManagedBuffer<Int, UInt64>
  private var words: UnsafeMutablePointer<UInt64>
  /// The number of words on the tape.
  private(set) var wordCount = 0
  private var wordCapacity: Int
  private var arena: ManagedBuffer<Int, UInt64>
  private var text: UnsafeMutablePointer<UInt8>
  private(set) var textCount = 0
  private var textCapacity: Int

  /// The number of bytes that were moved to larger blocks so far.
  private(set) var movedBytes = 0

  /// The largest number of words of a block that is both tape and text.
  private static let smallBlock = 120

  /// Creates an empty memory with room for some words, and for some bytes of text.
  @inline(__always)
  init(words: Int, textBytes: Int) {
    wordCapacity = max(words, 4)
    let arenaWords = max(textBytes + 7, 8) / 8
    textCapacity = arenaWords * 8
    let isSmall = wordCapacity + arenaWords <= Self.smallBlock
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
      unsafe text = unsafe Self.bytes(of: arena)
    }
  }

  /// Returns the address of a block, for text.
  @inline(__always)
  private static func bytes(of block: ManagedBuffer<Int, UInt64>) -> UnsafeMutablePointer<UInt8> {
    unsafe block.withUnsafeMutablePointerToElements {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
    }
  }

  /// The beginning of the text.
  @inline(__always)
  var textStart: UnsafePointer<UInt8> { unsafe UnsafePointer(text) }

  /// Returns a snapshot of the first words, and of the text.
  @inline(__always)
  func snapshot(
    words count: Int, openEnd: ContentBuffer.OpenEnd, origin: ContentBuffer.Origin,
    hasDistinctKeys: Bool, nesting: Int
  ) -> ContentBuffer {
    unsafe ContentBuffer(
      tape: tape, words: UnsafePointer(words), wordCount: count, arena: arena,
      text: UnsafePointer(text), openEnd: openEnd, origin: origin,
      hasDistinctKeys: hasDistinctKeys, nesting: nesting)
  }

  // MARK: Words

  /// Adds a word to the tape.
  @inline(__always)
  mutating func append(_ word: ContentWord) {
    reserve(words: 1)
    unsafe words[wordCount] = word.rawValue
    wordCount += 1
  }

  /// Adds two words to the tape.
  @inline(__always)
  mutating func append(_ first: ContentWord, _ second: UInt64) {
    reserve(words: 2)
    unsafe words[wordCount] = first.rawValue
    unsafe words[wordCount + 1] = second
    wordCount += 2
  }

  /// Adds the first two words of a container's entry, and room for the third word, which
  /// ``setSpan(_:of:)`` sets.
  @inline(__always)
  mutating func appendContainer(_ first: ContentWord, _ second: ContentWord) {
    reserve(words: ContentWord.containerSize)
    unsafe words[wordCount] = first.rawValue
    unsafe words[wordCount + 1] = second.rawValue
    unsafe words[wordCount + 2] = 0
    wordCount += ContentWord.containerSize
  }

  /// Sets the third word of a container's entry.
  @inline(__always)
  mutating func setSpan(_ word: ContentWord, of container: Int) {
    assert(container >= 0 && container + 2 < wordCount)
    unsafe words[container + 2] = word.rawValue
  }

  /// Adds an entry for the text from an offset to the end of the arena.
  @inline(__always)
  mutating func appendText(entry tag: ContentWord.Tag, offset: Int, isIncomplete: Bool = false) {
    let length = textCount - offset
    if length < ContentWord.shortTextLimit {
      append(
        ContentWord(shortText: tag, offset: offset, length: length, isIncomplete: isIncomplete))
    } else {
      let wide: ContentWord.Tag = tag == .string ? .wideString : .wideNumber
      append(
        ContentWord(wideText: wide, length: length, isIncomplete: isIncomplete),
        UInt64(truncatingIfNeeded: offset))
    }
  }

  /// Removes the words after the first ones.
  ///
  /// No snapshot may have the removed words.
  mutating func truncate(words count: Int) {
    precondition(count >= 0 && count <= wordCount)
    wordCount = count
  }

  // MARK: Text

  /// Adds bytes to the text; `true` if there was room.
  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>) -> Bool {
    guard reserve(text: bytes.count) else { return false }
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let source = bytes.baseAddress {
        unsafe (text + textCount).update(from: source, count: bytes.count)
      }
    }
    textCount += bytes.count
    return true
  }

  /// Adds a byte to the text; `true` if there was room.
  @inline(__always)
  mutating func append(_ byte: UInt8) -> Bool {
    guard reserve(text: 1) else { return false }
    unsafe text[textCount] = byte
    textCount += 1
    return true
  }

  /// Reserves room for some bytes after the text, and returns its address; `nil` if there would be
  /// too much text.
  mutating func reserveRoom(for count: Int) -> UnsafeMutablePointer<UInt8>? {
    guard reserve(text: count) else { return nil }
    return unsafe text + textCount
  }

  /// Adds bytes that were written after the text to it, and returns their offset.
  @inline(__always)
  mutating func take(_ count: Int) -> Int {
    let offset = textCount
    precondition(count >= 0 && count <= textCapacity - offset)
    textCount = offset + count
    return offset
  }

  /// Removes the text after the first bytes.
  ///
  /// No snapshot may have the removed text.
  mutating func truncate(text count: Int) {
    precondition(count >= 0 && count <= textCount)
    textCount = count
  }

  /// Returns the text from an offset on.
  func string(from start: Int) -> String {
    unsafe String(
      decoding: UnsafeBufferPointer(start: text + start, count: textCount - start), as: UTF8.self)
  }

  /// Returns the number of bytes from an offset on, without an incomplete scalar at the end.
  func lengthOfCompleteScalars(from start: Int) -> Int {
    let bytes = unsafe UnsafeBufferPointer(start: text + start, count: textCount - start)
    return unsafe bytes.count - bytes.span.unfinishedScalarLength
  }

  // MARK: Copies

  /// Copies consecutive closed entries: their words with new offsets, and their text in one piece.
  ///
  /// Text is in the order of the tape, so the text of consecutive entries is one range of the
  /// arena. The links of inner containers to their ancestors are not changed, because only open
  /// containers use these links.
  ///
  /// - Returns: `true` if there was room for the text.
  mutating func append(_ range: Range<Int>, of buffer: ContentBuffer) -> Bool {
    let end = range.upperBound
    reserve(words: range.count)
    var source = range.lowerBound
    var target = wordCount
    var firstText: Int?
    var endOfText = 0
    var shift = 0
    while source < end {
      let word = buffer.word(source)
      let size: Int
      switch word.tag {
      case .string, .number:
        if firstText == nil {
          firstText = word.shortTextOffset
          shift = textCount - word.shortTextOffset
        }
        endOfText = word.shortTextOffset + word.shortTextLength
        unsafe words[target] = word.rawValue &+ UInt64(truncatingIfNeeded: shift) << 28
        size = 1
      case .wideString, .wideNumber:
        let offset = Int(truncatingIfNeeded: buffer.secondWord(source))
        if firstText == nil {
          firstText = offset
          shift = textCount - offset
        }
        endOfText = offset + word.wideTextLength
        unsafe words[target] = word.rawValue
        unsafe words[target + 1] = UInt64(truncatingIfNeeded: offset + shift)
        size = 2
      case .wideInteger:
        unsafe words[target] = word.rawValue
        unsafe words[target + 1] = buffer.secondWord(source)
        size = 2
      case .array, .object:
        unsafe words[target] = word.rawValue
        unsafe words[target + 1] = buffer.secondWord(source)
        unsafe words[target + 2] = buffer.word(source + 2).rawValue
        size = ContentWord.containerSize
      case .null, .false, .true, .integer:
        unsafe words[target] = word.rawValue
        size = 1
      }
      source += size
      target += size
    }
    if let firstText {
      let bytes = unsafe UnsafeBufferPointer(
        start: buffer.text + firstText, count: endOfText - firstText)
      guard unsafe append(bytes.span) else { return false }
    }
    wordCount = target
    return true
  }

  // MARK: Invariants

  /// Checks that the tape consists of whole entries, that closed containers nest, and that the
  /// texts of the entries follow each other in the arena.
  func checkInvariants() {
    #if DEBUG
    assert(wordCount <= wordCapacity && textCount <= textCapacity, "a block is too small")
    var index = 0
    var endOfText = 0
    func check(text offset: Int, _ length: Int) {
      assert(offset >= endOfText, "the text of entry \(index) overlaps an earlier text")
      assert(length >= 0 && length <= textCount - offset, "entry \(index) lacks its text")
      endOfText = offset + length
    }
    /// The ends of the closed containers around the current entry, outermost first.
    var ends: [Int] = []
    while index < wordCount {
      let word = unsafe ContentWord(rawValue: words[index])
      assert(
        word.rawValue & ContentWord.tagMask <= ContentWord.Tag.object.rawValue,
        "entry \(index) has no tag")
      let size = word.isContainer ? ContentWord.containerSize : word.scalarSize
      assert(index + size <= ends.last ?? wordCount, "entry \(index) is cut")
      switch word.tag {
      case .string, .number: check(text: word.shortTextOffset, word.shortTextLength)
      case .wideString, .wideNumber:
        check(text: unsafe Int(truncatingIfNeeded: words[index + 1]), word.wideTextLength)
      case .array, .object:
        let span = unsafe ContentWord(rawValue: words[index + 2]).span
        assert(span > 0 || ends.isEmpty, "container \(index) is open within a closed one")
        assert(span == 0 || span >= size, "container \(index) ends within its entry")
        assert(index + span <= ends.last ?? wordCount, "container \(index) exceeds its parent")
        if span > 0 { ends.append(index + span) }
      case .null, .false, .true, .integer, .wideInteger: break
      }
      index += size
      while ends.last == index { ends.removeLast() }
    }
    #endif
  }

  // MARK: Growth

  @inline(__always)
  private mutating func reserve(words count: Int) {
    if wordCapacity - wordCount < count { growTape(by: count) }
  }

  /// Makes room for text; `false` if there would be too much text.
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
    guard Int64(count) < ContentWord.arenaLimit - Int64(textCount) else { return false }
    let arenaWords = (max(textCapacity * 2, textCount + count) + 7) / 8
    let block = ContentBlock.make(words: arenaWords)
    let base = unsafe Self.bytes(of: block)
    unsafe base.update(from: text, count: textCount)
    movedBytes += textCount
    arena = block
    unsafe text = unsafe base
    textCapacity = arenaWords * 8
    return true
  }
}
