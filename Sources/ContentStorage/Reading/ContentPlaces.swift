/// The values in some content by their places, for code that stores many of them.
///
/// A place is an `Int` that is only valid for this content. Equal places are the same value.
package struct ContentPlaces: Sendable {
  let content: StoredContent

  /// A position among the values of a container.
  package struct Children: BitwiseCopyable {
    fileprivate var walk: ContentChildren?

    /// Creates a position among no values.
    package init() {}
  }

  package init(_ content: StoredContent) {
    self.content = content
  }

  /// The place of the content itself.
  package var root: Int { content.buffer == nil ? 0 : content.node.rawValue }

  /// Returns the content at a place.
  package func stored(at place: Int) -> StoredContent {
    guard let buffer = content.buffer else { return content }
    return StoredContent(part: ContentNode(rawValue: place), of: buffer)
  }

  /// The number of words of the snapshot with the content.
  package var wordCount: Int { content.buffer?.wordCount ?? 1 }

  /// Returns `true` if this is a later snapshot of the same stream as another, or the same one.
  package func continues(_ other: ContentPlaces) -> Bool {
    guard let buffer = content.buffer, let older = other.content.buffer else { return false }
    return buffer.continues(older) && content.node.index == other.content.node.index
  }

  /// Returns the place, in this snapshot, of a value that had a place in an earlier one.
  ///
  /// - Complexity: O(log depth).
  package func later(_ place: Int) -> Int {
    guard let buffer = content.buffer else { return place }
    let index = ContentNode(rawValue: place).index
    return ContentNode(index, isOpen: buffer.isOpen(index)).rawValue
  }

  /// Returns the rest of an iteration that was begun in an earlier snapshot.
  package func later(_ children: Children, of place: Int) -> Children {
    guard let buffer = content.buffer, let walk = children.walk else { return children }
    var later = Children()
    later.walk = walk.resumed(in: buffer, ContentNode(rawValue: place))
    return later
  }

  /// Returns `true` if more of the value may arrive.
  package func isOpen(at place: Int) -> Bool { ContentNode(rawValue: place).isOpen }

  /// Returns the kind of content at a place.
  package func shape(at place: Int) -> ContentShape {
    let shape = (content.buffer?.tag(ContentNode(rawValue: place)) ?? content.scalar.tag).shape
    return shape == .null && !isComplete(at: place) ? .nothing : shape
  }

  /// Returns `true` if the value has arrived completely.
  package func isComplete(at place: Int) -> Bool {
    content.buffer?.isComplete(ContentNode(rawValue: place)) ?? content.isComplete
  }

  /// Calls a function with the bytes of the string or number's text at a place.
  ///
  /// The text of a number that is stored as an integer is empty.
  package func withText<Result>(
    at place: Int, _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    guard let buffer = content.buffer else { return try withSpan(of: EmptyCollection(), body) }
    return try buffer.withText(ContentNode(rawValue: place), body)
  }

  /// Returns the arrived part of the string at a place.
  package func text(at place: Int) -> String {
    content.buffer?.string(ContentNode(rawValue: place)) ?? ""
  }

  /// Returns the outline of the string at a place.
  package func outline(at place: Int) -> TextOutline {
    // The buffer keeps the bytes alive, and this keeps the buffer alive.
    content.buffer.map { unsafe TextOutline($0.textBytes(ContentNode(rawValue: place)).span) }
      ?? TextOutline(Span())
  }

  /// Compares the bytes of the string at a place with others of the same length: negative, zero or
  /// positive.
  package func order(ofTextAt place: Int, _ other: Span<UInt8>) -> Int {
    guard let buffer = content.buffer else { return 0 }
    let text = unsafe buffer.textBytes(ContentNode(rawValue: place))
    return unsafe other.withUnsafeBufferPointer { other in
      // They are usually the same.
      if unsafe haveSameBytes(text, other) { return 0 }
      return unsafe text.lexicographicallyPrecedes(other) ? -1 : 1
    }
  }

  /// Returns the integer at a place, if it is stored as one.
  package func integer(at place: Int) -> Int64? {
    content.buffer?.integer(at: ContentNode(rawValue: place).index)
  }

  /// Returns the number of values in the container at a place; zero for other values.
  package func count(at place: Int) -> Int { stored(at: place).childCount }

  /// Returns the first value under a name in the object at a place.
  package func value(named name: String, of place: Int) -> Int? {
    content.buffer?.property(named: name, of: ContentNode(rawValue: place))?.rawValue
  }

  /// Begins an iteration over the values of the container at a place; it is empty for other values.
  package func children(of place: Int) -> Children {
    var children = Children()
    let node = ContentNode(rawValue: place)
    if let buffer = content.buffer, !buffer.isPending(node), buffer.word(node.index).isContainer {
      children.walk = buffer.children(of: node)
    }
    return children
  }

  /// Returns the next key of an object; call it before its value.
  ///
  /// `nil` after the last one.
  package func nextKey(_ children: inout Children) -> Int? {
    guard let buffer = content.buffer else { return nil }
    return children.walk?.nextKey(in: buffer)
  }

  /// Returns the next value, or `nil` after the last one.
  package func next(_ children: inout Children) -> Int? {
    guard let buffer = content.buffer else { return nil }
    return children.walk?.next(in: buffer)?.rawValue
  }

  /// A property of an object: its name as a string with its own place and outline, and its value
  /// unless that has not arrived.
  package struct Property: BitwiseCopyable {
    package let key: Int
    package let outline: TextOutline
    package let value: Int?
  }

  /// Returns the next property of an object, or `nil` after the last one.
  package func nextProperty(_ children: inout Children) -> Property? {
    guard let buffer = content.buffer, let key = children.walk?.nextKey(in: buffer) else {
      return nil
    }
    // The buffer keeps the bytes alive, and this keeps the buffer alive.
    return Property(
      key: place(ofKey: key), outline: unsafe TextOutline(buffer.textBytes(at: key).span),
      value: children.walk?.next(in: buffer)?.rawValue)
  }

  /// A property of an object, with the facts about its value that are needed first.
  package struct Member: BitwiseCopyable {
    package let key: Int
    package let outline: TextOutline
    package let value: Int
    package let isNull: Bool
    package let isArray: Bool
    package let isComplete: Bool
  }

  /// Returns the next property of an object, or `nil` after the last one.
  package func nextMember(_ children: inout Children) -> Member? {
    guard let buffer = content.buffer, let key = children.walk?.nextKey(in: buffer),
      let value = children.walk?.next(in: buffer)
    else { return nil }
    let tag = buffer.tag(value)
    let isComplete = buffer.isComplete(value)
    // The buffer keeps the bytes alive, and this keeps the buffer alive.
    return Member(
      key: place(ofKey: key), outline: unsafe TextOutline(buffer.textBytes(at: key).span),
      value: value.rawValue, isNull: tag.rawValue == 0 && isComplete,
      isArray: tag.rawValue == ContentWord.Tag.array.rawValue, isComplete: isComplete)
  }

  /// Returns the place of a key as a string.
  package func place(ofKey key: Int) -> Int { ContentNode(key, isOpen: false).rawValue }

  /// Returns `true` if the key at a place has the bytes of a name, compared by outlines first.
  package func isKey(
    _ key: Int, _ outline: TextOutline, _ other: TextOutline, _ name: @autoclosure () -> String
  ) -> Bool {
    outline.isSame(as: other) && (outline.count <= 16 || isText(at: key, name()))
  }

  /// Returns `true` if a key has the bytes of a name.
  package func isKey(_ key: Int, _ name: String) -> Bool {
    isText(at: ContentNode(key, isOpen: false).rawValue, name)
  }

  /// Returns `true` if the string at a place has the bytes of a text.
  package func isText(at place: Int, _ text: String) -> Bool {
    guard let buffer = content.buffer else { return false }
    let bytes = unsafe buffer.textBytes(ContentNode(rawValue: place))
    return withSpan(of: text.utf8) { other in
      unsafe other.withUnsafeBufferPointer { unsafe haveSameBytes(bytes, $0) }
    }
  }

  /// Returns the text of a key.
  package func name(_ key: Int) -> String {
    content.buffer?.name(at: key) ?? ""
  }
}
