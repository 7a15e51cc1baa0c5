/// A position among the children of a container.
///
/// For an object, ``nextKey(in:)`` and ``next(in:)`` are called in turn.
struct ContentChildren {
  /// The index of the next entry.
  private var index: Int
  private let end: Int
  /// The index of the child that is an open container, or -1.
  private let openChild: Int
  /// `true` if an incomplete string follows the entries.
  private var hasPending: Bool
  /// The index of the last child if it is open, or -1.
  private var lastOpen = -1

  init(_ buffer: ContentBuffer, _ container: ContentNode) {
    let start = container.index
    index = start + ContentWord.containerSize
    if container.isOpen {
      end = buffer.wordCount
      openChild = buffer.openChild(of: start)
      hasPending = buffer.open == start && buffer.pendingLength >= 0
    } else {
      end = start + buffer.word(start + 2).span
      openChild = -1
      hasPending = false
    }
  }

  /// Creates an iterator that begins at the entry of a child or its key.
  init(_ buffer: ContentBuffer, _ container: ContentNode, from index: Int) {
    self.init(buffer, container)
    self.index = index
  }

  /// Returns the index of the next key's entry, and skips it.
  mutating func nextKey(in buffer: ContentBuffer) -> Int? {
    guard index < end else { return nil }
    let key = index
    index += buffer.word(key).isTag(.string) ? 1 : 2
    return key
  }

  /// Returns the iterator with which a later snapshot continues.
  ///
  /// A child that was open is not repeated; while it is open, no other child follows.
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
  mutating func next(in buffer: ContentBuffer) -> ContentNode? {
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
    index = buffer.end(ofClosed: found)
    return ContentNode(found, isOpen: false)
  }
}
