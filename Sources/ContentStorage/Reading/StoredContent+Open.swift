extension StoredContent {
  /// The part of an open container that is open itself.
  package struct OpenPart {
    /// The key in an object; `nil` in an array.
    package let key: String?
    package let content: StoredContent
    fileprivate let place: ContentPlace
    fileprivate let container: ContentPlace
  }

  /// The part of the content that is open; `nil` if this is no container, or if none is open.
  ///
  /// - Complexity: O(log depth).
  package var openPart: OpenPart? {
    guard let buffer, place.isOpen, !buffer.isPending(place),
      buffer.word(place.index).isContainer
    else { return nil }
    let isObject = buffer.tag(place) == .object
    let part: ContentPlace
    let key: Int
    if let child = buffer.openChild(of: place.index).index {
      part = ContentPlace(child, isOpen: true)
      key = child - (buffer.word(child + 1).hasWideKey ? 2 : 1)
    } else if buffer.hasPendingText(in: place.index) {
      part = ContentPlace(buffer.wordCount, isOpen: true)
      key = buffer.openEnd.key
    } else {
      return nil
    }
    return OpenPart(
      key: isObject ? buffer.name(at: key) : nil,
      content: StoredContent(part: part, of: buffer), place: part, container: place)
  }

  /// Returns the content before an open part began.
  ///
  /// - Complexity: O(1).
  package func cut(before part: OpenPart) -> StoredContent {
    guard let buffer else { return self }
    return StoredContent(buffer.cut(before: part.place, of: part.container), place, id: id)
  }
}
