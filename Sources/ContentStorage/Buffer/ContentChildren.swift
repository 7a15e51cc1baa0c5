/// A position among the children of a container.
///
/// For an object, ``nextKey(in:)`` and ``next(in:)`` are called in turn.
@usableFromInline
struct ContentChildren: BitwiseCopyable, Sendable {
  /// The index of the next entry.
  @usableFromInline var index: Int
  @usableFromInline let end: Int
  /// The child that is an open container.
  @usableFromInline let openChild: OpenChild
  /// `true` if an incomplete string follows the entries.
  @usableFromInline var hasPending: Bool
  /// The last child, if it is open.
  @usableFromInline var lastOpen = OpenChild()

  /// Creates a position without children.
  @inlinable
  init() {
    index = 0
    end = 0
    openChild = OpenChild()
    hasPending = false
  }

  /// Creates an iterator over a closed container.
  @inlinable
  init(closed start: Int, _ tape: ContentTape) {
    index = start + ContentWord.containerSize
    end = start + tape.word(start + 2).span
    openChild = OpenChild()
    hasPending = false
  }

  private init(open start: Int, _ buffer: borrowing ContentBuffer) {
    index = start + ContentWord.containerSize
    end = buffer.wordCount
    openChild = buffer.openChild(of: start)
    hasPending = buffer.hasPendingText(in: start)
  }

  /// Creates an iterator before the first child of an array or object.
  init(_ buffer: borrowing ContentBuffer, _ container: ContentPlace) {
    self =
      container.isOpen
      ? ContentChildren(open: container.index, buffer)
      : ContentChildren(closed: container.index, buffer.tape)
  }

  /// Creates an iterator that begins at the entry of a child, or of its key in an object.
  init(_ buffer: ContentBuffer, _ container: ContentPlace, from index: Int) {
    self.init(buffer, container)
    self.index = index
  }

  /// Returns the index of the next key's entry, and advances past the entry.
  @inlinable
  mutating func nextKey(in tape: ContentTape) -> Int? {
    guard index < end else { return nil }
    let key = index
    index += tape.word(key).isTag(.string) ? 1 : 2
    return key
  }

  /// Returns the iterator with which a later snapshot continues.
  ///
  /// A child that was open is not repeated. While a child is open, no other child follows it.
  func resumed(in buffer: ContentBuffer, _ container: ContentPlace) -> ContentChildren {
    guard let last = lastOpen.index else { return ContentChildren(buffer, container, from: index) }
    guard buffer.isOpen(last) else {
      return ContentChildren(buffer, container, from: buffer.end(ofClosed: last))
    }
    var walk = ContentChildren(buffer, container, from: buffer.wordCount)
    walk.hasPending = false
    walk.lastOpen = lastOpen
    return walk
  }

  /// Returns the next element of an array, or the value of the last key.
  @inlinable
  mutating func next(in tape: ContentTape) -> ContentPlace? {
    guard index < end else {
      guard hasPending else { return nil }
      hasPending = false
      lastOpen = OpenChild(end)
      return ContentPlace(end, isOpen: true)
    }
    let found = index
    if openChild.isAt(found) {
      index = end
      lastOpen = openChild
      return ContentPlace(found, isOpen: true)
    }
    index = tape.end(ofClosed: found)
    return ContentPlace(found, isOpen: false)
  }

  mutating func nextKey(in buffer: ContentBuffer) -> Int? { nextKey(in: buffer.tape) }

  mutating func next(in buffer: ContentBuffer) -> ContentPlace? { next(in: buffer.tape) }
}

/// The open child of a container, if there is one.
///
/// It is one word, since walks compare it with each child; an optional index takes a second
/// comparison.
@usableFromInline
struct OpenChild: BitwiseCopyable, Sendable {
  /// The index of the child's entry; 0 if there is no such child.
  ///
  /// The entry of a child comes after that of its container, so it is never the first one.
  @usableFromInline let rawIndex: Int

  /// Creates the value for a container without an open child.
  @inlinable
  init() { rawIndex = 0 }

  @inlinable
  init(_ index: Int) { rawIndex = index }

  /// The index of the child's entry; `nil` if there is no such child.
  var index: Int? { rawIndex == 0 ? nil : rawIndex }

  /// Indicates whether the entry of the child is at an index, which is that of some child.
  @inlinable
  func isAt(_ index: Int) -> Bool { rawIndex == index }
}
