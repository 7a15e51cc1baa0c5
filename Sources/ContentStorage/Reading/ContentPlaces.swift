/// The values in some content, identified by places, for code that stores many values.
///
/// A place is valid only for this content. Equal places refer to the same value.
///
/// The type is `@unchecked Sendable` because it stores a ``ContentTape``, which reads the memory of
/// the buffer. Reading is safe on any thread.
@safe @usableFromInline package struct ContentPlaces: @unchecked Sendable {
  /// The buffer with the content.
  ///
  /// For a scalar without a buffer, the initializer creates one.
  let buffer: ContentBuffer
  /// `true` if the buffer belongs to the content, and was not created for a scalar.
  let isStored: Bool
  /// The place of the content itself.
  package let root: ContentPlace
  private let id: ContentID
  @usableFromInline let tape: ContentTape
  /// The number of words of the snapshot with the content.
  @usableFromInline package let wordCount: Int

  /// A position among the values of a container.
  @usableFromInline
  package struct Children: BitwiseCopyable {
    @usableFromInline var walk = ContentChildren()

    /// Creates a position without values.
    @inlinable
    init() {}
  }

  package init(_ content: StoredContent) {
    isStored = content.buffer != nil
    root = isStored ? content.place : ContentPlace(0, isOpen: false)
    id = content.id
    buffer = content.buffer ?? ContentBuffer(scalar: content.scalar)
    tape = buffer.tape
    wordCount = buffer.wordCount
  }

  package func stored(at place: ContentPlace) -> StoredContent {
    isStored
      ? StoredContent(part: place, of: buffer)
      : StoredContent(scalar: tape.word(0), id: id)
  }

  /// Returns `true` if this snapshot is the same as another, or a later snapshot of the same
  /// stream.
  package func continues(_ other: ContentPlaces) -> Bool {
    buffer.continues(other.buffer)
      && root.index == other.root.index
  }

  /// Returns the place in this snapshot for a place in an earlier snapshot.
  ///
  /// - Complexity: O(log depth).
  package func later(_ place: ContentPlace) -> ContentPlace {
    ContentPlace(place.index, isOpen: buffer.isOpen(place.index))
  }

  /// Continues an iteration from an earlier snapshot in this snapshot.
  package func later(_ children: Children, of place: ContentPlace) -> Children {
    guard children.walk.end > 0 else { return children }
    var later = Children()
    later.walk = children.walk.resumed(in: buffer, place)
    return later
  }

  /// Returns `true` if more of the value may arrive.
  @inlinable
  package func isOpen(at place: ContentPlace) -> Bool { place.isOpen }

  /// Returns the kind of content at a place.
  @inlinable
  package func shape(at place: ContentPlace) -> ContentShape {
    if isPending(place) { return .string }
    let word = tape.word(place.index)
    return word.isTag(.null) && word.isIncompleteScalar ? .nothing : word.tag.shape
  }

  /// Returns `true` if the value has arrived completely.
  @inlinable
  package func isComplete(at place: ContentPlace) -> Bool { tape.isComplete(place) }

  /// Calls a function with the bytes of the string, or of the number's text, at a place.
  ///
  /// The text of a number that is stored as an integer is empty.
  @inlinable
  package func withText<Result>(
    at place: ContentPlace, _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(self) { try unsafe body(textBytes(at: place).span) }
  }

  /// Returns the bytes of the string, or of the number's text, at a place.
  ///
  /// They are valid while the buffer is alive.
  @inlinable
  func textBytes(at place: ContentPlace) -> UnsafeBufferPointer<UInt8> {
    unsafe isPending(place) ? pendingBytes(place) : tape.textBytes(at: place.index)
  }

  @usableFromInline
  func pendingBytes(_ place: ContentPlace) -> UnsafeBufferPointer<UInt8> {
    unsafe buffer.textBytes(place)
  }

  /// Returns the arrived part of the string at a place.
  package func text(at place: ContentPlace) -> String { buffer.string(place) }

  /// Returns the outline of the string at a place.
  @inlinable
  package func outline(at place: ContentPlace) -> TextOutline {
    // The buffer keeps the bytes alive, and this value keeps the buffer alive.
    unsafe TextOutline(textBytes(at: place).span)
  }

  /// Compares the bytes of the string at a place with other bytes of the same length.
  ///
  /// The result is negative, zero or positive.
  func order(ofTextAt place: ContentPlace, _ other: Span<UInt8>) -> Int {
    buffer.order(ofText: place, other)
  }

  /// Returns the integer at a place, if the number is stored as an integer.
  @inlinable
  package func integer(at place: ContentPlace) -> Int64? { tape.integer(at: place.index) }

  /// Returns the number of values in the container at a place; zero for other values.
  ///
  /// - Complexity: O(1) for a complete container of up to eight million values; otherwise linear.
  package func count(at place: ContentPlace) -> Int { buffer.childCount(place) }

  /// Returns `true` if the place has the incomplete string.
  @inlinable
  func isPending(_ place: ContentPlace) -> Bool { place.index >= wordCount }

  @inlinable
  func isContainer(_ place: ContentPlace) -> Bool {
    !isPending(place) && tape.word(place.index).isContainer
  }

  /// Returns the first value under a name in the object at a place.
  package func value(named name: String, of place: ContentPlace) -> ContentPlace? {
    buffer.property(named: name, of: place)
  }

  /// Begins an iteration over the values of the container at a place.
  ///
  /// The iteration is empty for other values.
  @inlinable
  package func children(of place: ContentPlace) -> Children {
    var children = Children()
    guard isContainer(place) else { return children }
    children.walk =
      place.isOpen ? childrenOfOpen(place) : ContentChildren(closed: place.index, tape)
    return children
  }

  @usableFromInline
  func childrenOfOpen(_ place: ContentPlace) -> ContentChildren { buffer.children(of: place) }

  /// Returns the place of the next key of an object, as a string, or `nil` after the last one.
  ///
  /// Call this function before the function for the key's value.
  @inlinable
  package func nextKey(_ children: inout Children) -> ContentPlace? {
    children.walk.nextKey(in: tape).map { ContentPlace($0, isOpen: false) }
  }

  /// Returns the next value, or `nil` after the last one.
  @inlinable
  package func next(_ children: inout Children) -> ContentPlace? { children.walk.next(in: tape) }

  /// A property of an object: its name as a string with its own place and outline, and its value.
  @usableFromInline
  package struct Property: BitwiseCopyable {
    @usableFromInline package let key: ContentPlace
    @usableFromInline package let outline: TextOutline
    @usableFromInline package let value: ContentPlace

    @inlinable
    init(key: ContentPlace, outline: TextOutline, value: ContentPlace) {
      self.key = key
      self.outline = outline
      self.value = value
    }
  }

  /// Returns the next property of an object, or `nil` after the last one.
  @inlinable
  package func nextProperty(_ children: inout Children) -> Property? {
    guard let key = children.walk.nextKey(in: tape), let value = children.walk.next(in: tape)
    else { return nil }
    // The buffer keeps the bytes alive, and this value keeps the buffer alive.
    return Property(
      key: ContentPlace(key, isOpen: false),
      outline: unsafe TextOutline(tape.textBytes(at: key).span), value: value)
  }

  package func isText(at place: ContentPlace, _ text: String) -> Bool {
    let bytes = unsafe buffer.textBytes(place)
    return withSpan(of: text.utf8) { other in
      unsafe other.withUnsafeBufferPointer { unsafe haveSameBytes(bytes, $0) }
    }
  }
}
