/// A position among the children of a container.
///
/// For an object, ``nextKey(in:)`` and ``next(in:)`` are called in turn.
@usableFromInline
struct ContentChildren: BitwiseCopyable {
  /// The index of the next entry.
  @usableFromInline var index: Int
  @usableFromInline let end: Int
  /// The index of the child that is an open container, or -1.
  @usableFromInline let openChild: Int
  /// `true` if an incomplete string follows the entries.
  @usableFromInline var hasPending: Bool
  /// The index of the last child if it is open, or -1.
  @usableFromInline var lastOpen = -1

  /// Creates a position without children.
  @inlinable
  init() {
    index = 0
    end = 0
    openChild = -1
    hasPending = false
  }

  /// Creates an iterator over a closed container.
  @inlinable
  init(closed start: Int, _ tape: ContentTape) {
    index = start + ContentWord.containerSize
    end = start + tape.word(start + 2).span
    openChild = -1
    hasPending = false
  }

  private init(open start: Int, _ buffer: borrowing ContentBuffer) {
    index = start + ContentWord.containerSize
    end = buffer.wordCount
    openChild = buffer.openChild(of: start)
    hasPending = buffer.hasPendingText(in: start)
  }

  /// Creates an iterator before the first child of an array or object.
  init(_ buffer: borrowing ContentBuffer, _ container: ContentNode) {
    self =
      container.isOpen
      ? ContentChildren(open: container.index, buffer)
      : ContentChildren(closed: container.index, buffer.tape)
  }

  /// Creates an iterator that begins at the entry of a child, or of its key in an object.
  init(_ buffer: ContentBuffer, _ container: ContentNode, from index: Int) {
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
  func resumed(in buffer: ContentBuffer, _ container: ContentNode) -> ContentChildren {
    guard lastOpen >= 0 else { return ContentChildren(buffer, container, from: index) }
    guard buffer.isOpen(lastOpen) else {
      return ContentChildren(buffer, container, from: buffer.end(ofClosed: lastOpen))
    }
    var walk = ContentChildren(buffer, container, from: buffer.wordCount)
    walk.hasPending = false
    walk.lastOpen = lastOpen
    return walk
  }

  /// Returns the next element of an array, or the value of the last key.
  @inlinable
  mutating func next(in tape: ContentTape) -> ContentNode? {
    guard index < end else {
      guard hasPending else { return nil }
      hasPending = false
      lastOpen = end
      return ContentNode(end, isOpen: true)
    }
    let found = index
    if found == openChild {
      index = end
      lastOpen = found
      return ContentNode(found, isOpen: true)
    }
    index = tape.end(ofClosed: found)
    return ContentNode(found, isOpen: false)
  }

  mutating func nextKey(in buffer: ContentBuffer) -> Int? { nextKey(in: buffer.tape) }

  mutating func next(in buffer: ContentBuffer) -> ContentNode? { next(in: buffer.tape) }
}
