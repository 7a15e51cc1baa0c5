/// Raw memory for words or text.
///
/// It is freed with the last snapshot that uses it.
final class ContentBlock: ManagedBuffer<Int, UInt64> {
  /// Makes a block of at least a number of words, with undefined contents.
  static func make(words: Int) -> ManagedBuffer<Int, UInt64> {
    create(minimumCapacity: words) { _ in 0 }
  }
}

/// The identity of a builder.
///
/// Two snapshots with the same identity share their beginning.
final class ContentLineage: Sendable {}

/// A snapshot: one state of a tape and its text, which never changes.
///
/// A snapshot is `@unchecked Sendable` because it reads memory to which a builder, perhaps on
/// another thread, continues to write. There is no data race, for these reasons:
///
/// 1. A builder only appends. It writes at or after the counts of a snapshot, and the snapshot
///    reads below them. When a block is full, the builder copies it and leaves the old one
///    unchanged.
/// 2. Only one kind of word is written later: a container's span, when the container is closed. A
///    snapshot in which the container was open never reads this word. Every place records whether
///    its value is open. This flag is computed from the ancestors of ``openEnd``, and not from the
///    tape.
/// 3. All other memory is constant.
@safe final class ContentBuffer: @unchecked Sendable {
  /// The memory that the snapshot reads.
  let tape: ContentTape
  let wordCount: Int
  /// The parts that had begun and not ended.
  let openEnd: OpenEnd
  /// The stream that the content is a part of.
  let origin: Origin
  /// `true` if it is certain that no name occurs twice in an object, so that a search may begin
  /// anywhere.
  let hasDistinctKeys: Bool
  /// `true` if values are read from incomplete content; see ``StoredContent/forPartialReading``.
  let readsPartially: Bool
  /// The largest nesting depth of containers.
  let nesting: Int
  // These properties only keep the memory alive.
  private let tapeBlock: ManagedBuffer<Int, UInt64>
  private let textBlock: ManagedBuffer<Int, UInt64>?

  @inline(__always)
  init(
    tape: ManagedBuffer<Int, UInt64>, words: UnsafePointer<UInt64>, wordCount: Int,
    arena: ManagedBuffer<Int, UInt64>?, text: UnsafePointer<UInt8>,
    openEnd: OpenEnd = OpenEnd(), origin: Origin = Origin(), hasDistinctKeys: Bool = false,
    readsPartially: Bool = false, nesting: Int = 0
  ) {
    self.readsPartially = readsPartially
    self.nesting = nesting
    tapeBlock = tape
    textBlock = arena
    self.tape = unsafe ContentTape(words: words, text: text)
    self.wordCount = wordCount
    self.openEnd = openEnd
    self.origin = origin
    self.hasDistinctKeys = hasDistinctKeys
  }

  /// Creates a buffer of one text, with words and text in one block.
  convenience init(_ scalar: ContentWord.Tag, text bytes: Span<UInt8>) {
    let block = ContentBlock.make(words: 2 + (bytes.count + 7) / 8)
    let base = unsafe block.withUnsafeMutablePointerToElements { unsafe $0 }
    let isShort = bytes.count < ContentWord.shortTextLimit
    if isShort {
      unsafe base[0] =
        ContentWord(shortText: scalar, offset: 0, length: bytes.count, isIncomplete: false).rawValue
    } else {
      let wide: ContentWord.Tag = scalar == .string ? .wideString : .wideNumber
      unsafe base[0] =
        ContentWord(wideText: wide, length: bytes.count, isIncomplete: false).rawValue
      unsafe base[1] = 0
    }
    let start = unsafe UnsafeMutableRawPointer(base + 2)
    unsafe bytes.withUnsafeBytes { source in
      if let source = source.baseAddress {
        unsafe start.copyMemory(from: source, byteCount: bytes.count)
      }
    }
    unsafe self.init(
      tape: block, words: base, wordCount: isShort ? 1 : 2, arena: nil,
      text: start.assumingMemoryBound(to: UInt8.self), hasDistinctKeys: true)
  }

  /// Creates a buffer of one integer that does not fit a single word.
  convenience init(wideInteger value: Int64) {
    self.init(scalar: ContentWord(.wideInteger), second: UInt64(bitPattern: value))
  }

  /// Creates a buffer of one scalar without text, which has one or two words.
  convenience init(scalar first: ContentWord, second: UInt64? = nil) {
    let block = ContentBlock.make(words: 2)
    let base = unsafe block.withUnsafeMutablePointerToElements { unsafe $0 }
    unsafe base[0] = first.rawValue
    unsafe base[1] = second ?? 0
    unsafe self.init(
      tape: block, words: base, wordCount: second == nil ? 1 : 2, arena: nil,
      text: UnsafeRawPointer(base).assumingMemoryBound(to: UInt8.self), hasDistinctKeys: true)
  }
}

extension ContentBuffer {
  /// The parts of a snapshot that had begun and not ended.
  struct OpenEnd: Sendable {
    /// The index of the innermost container that was open; `nil` if none was.
    var container: Int?
    /// The number of values in this container.
    var count = 0
    /// The bytes of the incomplete string; `nil` if there is none.
    var text: Range<Int>?
    /// The index of the key of the incomplete string, if it has one.
    var key = 0
  }

  /// The origin of a snapshot.
  struct Origin: Sendable {
    /// The id of the stream, if it has one.
    var stream = ContentID.absent
    /// The builder's identity, which all its snapshots share, if the builder has an id.
    var lineage: ContentLineage?
    /// The indices of the containers in the stream, if the snapshot is a copy of the stream.
    var indices: ContentOrigins?
  }

  /// Returns the id of the container at an index.
  ///
  /// A copy keeps the ids.
  func id(at index: Int) -> ContentID {
    origin.stream.part(origin.indices?.original(of: index) ?? index)
  }

  /// The blocks of memory that the snapshot reads.
  var blocks: Set<ObjectIdentifier> {
    Set([tapeBlock, textBlock].compactMap { $0 }.map { ObjectIdentifier($0) })
  }

  /// Returns the snapshot before an open value began, which is a part of an open container.
  ///
  /// The parts of the snapshot keep their places and ids.
  func cut(before value: ContentPlace, of container: ContentPlace) -> ContentBuffer {
    let isObject = tag(container) == .object
    var end = OpenEnd(container: container.index)
    var count = wordCount
    if isPending(value) {
      end.count = openEnd.count
      if isObject { count = openEnd.key }
    } else {
      let word = word(value.index + 1)
      end.count = word.position
      count = value.index - (isObject ? word.hasWideKey ? 2 : 1 : 0)
    }
    end.key = count
    return unsafe ContentBuffer(
      tape: tapeBlock, words: tape.words, wordCount: count, arena: textBlock, text: tape.text,
      openEnd: end, origin: origin, hasDistinctKeys: hasDistinctKeys,
      readsPartially: readsPartially, nesting: nesting)
  }

  /// Returns the same snapshot for reading values from incomplete content.
  func forPartialReading() -> ContentBuffer { copy(readsPartially: true, nesting: nesting) }

  /// Returns the same snapshot for reading a part with a smaller nesting depth.
  func limited(to nesting: Int) -> ContentBuffer {
    copy(readsPartially: readsPartially, nesting: nesting)
  }

  private func copy(readsPartially: Bool, nesting: Int) -> ContentBuffer {
    unsafe ContentBuffer(
      tape: tapeBlock, words: tape.words, wordCount: wordCount, arena: textBlock,
      text: tape.text, openEnd: openEnd, origin: origin, hasDistinctKeys: hasDistinctKeys,
      readsPartially: readsPartially, nesting: nesting)
  }
}

extension ContentBuffer {
  var words: UnsafePointer<UInt64> { unsafe tape.words }
  var text: UnsafePointer<UInt8> { unsafe tape.text }

  func word(_ index: Int) -> ContentWord { tape.word(index) }

  /// Returns the second word of an entry, as a number.
  func secondWord(_ index: Int) -> UInt64 { unsafe words[index + 1] }

  /// Returns `true` if an incomplete string is the last value of a container.
  func hasPendingText(in container: Int) -> Bool {
    openEnd.container == container && openEnd.text != nil
  }

  /// Returns `true` if the place has the incomplete string.
  func isPending(_ place: ContentPlace) -> Bool { place.index >= wordCount }

  func tag(_ place: ContentPlace) -> ContentWord.Tag {
    isPending(place) ? .string : word(place.index).tag
  }

  /// Returns `true` if all of a value has arrived, and nothing in it is marked as incomplete.
  func isComplete(_ place: ContentPlace) -> Bool { tape.isComplete(place) }

  /// Returns the bytes of a string or of a number's text.
  ///
  /// The bytes are valid while the buffer is alive.
  func textBytes(_ place: ContentPlace) -> UnsafeBufferPointer<UInt8> {
    if isPending(place) {
      let pending = openEnd.text ?? 0..<0
      return unsafe UnsafeBufferPointer(start: text + pending.lowerBound, count: pending.count)
    }
    return unsafe textBytes(at: place.index)
  }

  /// Returns the bytes of the string or number whose entry is at an index; empty for other entries.
  func textBytes(at index: Int) -> UnsafeBufferPointer<UInt8> { unsafe tape.textBytes(at: index) }

  /// Returns the index after a closed entry.
  func end(ofClosed index: Int) -> Int { tape.end(ofClosed: index) }

  /// Returns the child of an open container that is itself an open container.
  ///
  /// This child is an ancestor of the innermost open container, or that container. Every entry has
  /// a link to its parent and a second link to an ancestor further up. The second links are those
  /// of Myers' skew-binary lists, so that the search takes O(log depth) steps.
  func openChild(of container: Int) -> OpenChild {
    guard var index = openEnd.container, index > container else { return OpenChild() }
    while true {
      let parent = index - word(index).parentDistance
      if parent <= container { return OpenChild(index) }
      let ancestor = index - word(index + 1).jumpDistance
      index = ancestor > container ? ancestor : parent
    }
  }

  /// Returns `true` if the value at an index is incomplete.
  ///
  /// - Complexity: O(log depth).
  func isOpen(_ value: Int) -> Bool {
    guard value < wordCount else { return true }
    guard word(value).isContainer else { return false }
    guard var index = openEnd.container else { return false }
    while index > value {
      let ancestor = index - word(index + 1).jumpDistance
      index = ancestor >= value ? ancestor : index - word(index).parentDistance
    }
    return index == value
  }

  /// Returns the first value under a name, or `nil` if there is none or this is not an object.
  func property(named name: String, of object: ContentPlace) -> ContentPlace? {
    guard !isPending(object), word(object.index).isTag(.object) else { return nil }
    return withSpan(of: name.utf8) { name in
      unsafe name.withUnsafeBufferPointer { unsafe firstValue(named: $0, in: object) }
    }
  }

  /// Returns the integer at an index, if the number is stored as an integer.
  func integer(at index: Int) -> Int64? { tape.integer(at: index) }

  /// Compares the bytes of a string with other bytes of the same length.
  ///
  /// The result is negative, zero or positive.
  func order(ofText place: ContentPlace, _ other: Span<UInt8>) -> Int {
    let text = unsafe textBytes(place)
    return unsafe other.withUnsafeBufferPointer { other in
      // The bytes are usually the same.
      if unsafe haveSameBytes(text, other) { return 0 }
      return unsafe text.lexicographicallyPrecedes(other) ? -1 : 1
    }
  }

  /// Calls a function with the bytes of a string or of a number's text.
  func withText<Result>(
    _ place: ContentPlace, _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(self) { try unsafe body(textBytes(place).span) }
  }

  func name(at key: Int) -> String {
    withExtendedLifetime(self) { unsafe String(decoding: textBytes(at: key), as: UTF8.self) }
  }

  func string(_ place: ContentPlace) -> String {
    unsafe String(decoding: textBytes(place), as: UTF8.self)
  }

  /// Returns the first value under a name in an object.
  func firstValue(
    named name: UnsafeBufferPointer<UInt8>, in object: ContentPlace
  ) -> ContentPlace? {
    if !object.isOpen { return unsafe firstValue(named: name, inClosed: object.index) }
    let start = object.index
    let openChild = openChild(of: start)
    let end = wordCount
    var index = start + ContentWord.containerSize
    while index < end {
      let key = word(index)
      let value: Int
      let isFound: Bool
      if key.isTag(.string) {
        value = index + 1
        isFound =
          unsafe key.shortTextLength == name.count
          && haveSameBytes(text + key.shortTextOffset, name)
      } else {
        value = index + 2
        isFound =
          unsafe key.wideTextLength == name.count && haveSameBytes(textBytes(at: index), name)
      }
      let isOpen = openChild.isAt(value) || value >= end
      if isFound { return ContentPlace(value, isOpen: isOpen) }
      if isOpen { return nil }
      index = self.end(ofClosed: value)
    }
    return nil
  }

  /// Returns the first value under a name in an object that is closed, as are all its values.
  private func firstValue(
    named name: UnsafeBufferPointer<UInt8>, inClosed start: Int
  ) -> ContentPlace? {
    let wanted =
      ContentWord(shortText: .string, offset: 0, length: name.count, isIncomplete: false).rawValue
    let isShort = name.count < ContentWord.shortTextLimit
    let end = start &+ word(start &+ 2).span
    var index = start &+ ContentWord.containerSize
    // Branches determine the size of an entry, because computing the size takes longer: the
    // processor predicts a branch, and loads the next entry before it has read the current one.
    while index < end {
      let key = word(index)
      var value = index &+ 1
      if key.isTag(.string) {
        if key.rawValue & ContentWord.lengthAndTagMask == wanted, isShort,
          unsafe haveSameBytes(text + key.shortTextOffset, name)
        {
          return ContentPlace(value, isOpen: false)
        }
      } else {
        value &+= 1
        if key.wideTextLength == name.count, unsafe haveSameBytes(textBytes(at: index), name) {
          return ContentPlace(value, isOpen: false)
        }
      }
      let first = word(value)
      if first.isContainer {
        index = value &+ word(value &+ 2).span
      } else if first.scalarSize == 1 {
        index = value &+ 1
      } else {
        index = value &+ 2
      }
    }
    return nil
  }

  /// Returns an iterator over the children of a container.
  func children(of container: ContentPlace) -> ContentChildren { ContentChildren(self, container) }

  /// Returns the number of values in a container; zero for other values.
  func childCount(_ place: ContentPlace) -> Int {
    isPending(place) || !word(place.index).isContainer ? 0 : count(of: place)
  }

  /// Returns the number of values in a container.
  ///
  /// - Complexity: O(1) for a closed container with fewer than eight million values, otherwise
  ///   O(count).
  func count(of container: ContentPlace) -> Int {
    if !container.isOpen {
      let count = word(container.index + 2).count
      if count < ContentWord.countLimit { return count }
    }
    var children = children(of: container)
    var count = 0
    let isObject = tag(container) == .object
    while true {
      if isObject, children.nextKey(in: self) == nil { break }
      guard children.next(in: self) != nil else { break }
      count += 1
    }
    return count
  }
}
