package import SchemaText

/// A value in a shared buffer, or a scalar without a buffer.
///
/// `GeneratedContent` wraps it.
///
/// Copying a value and taking a part of it take O(1). Any thread may read a value.
package struct StoredContent: Sendable {
  /// The buffer of the content, or `nil` if ``place`` is the word of a scalar.
  let buffer: ContentBuffer?
  /// A ``ContentPlace``, or the only word of a scalar without a buffer.
  let place: UInt64
  /// The id, or ``ContentID/absent``.
  package var id: ContentID

  init(_ buffer: ContentBuffer, _ node: ContentPlace, id: ContentID = .absent) {
    self.buffer = buffer
    place = UInt64(bitPattern: Int64(node.rawValue))
    self.id = id
  }

  init(scalar word: ContentWord, id: ContentID = .absent) {
    buffer = nil
    place = word.rawValue
    self.id = id
  }

  /// Creates a part of a buffer, with the id that it has in its stream.
  init(part node: ContentPlace, of buffer: ContentBuffer) {
    let hasID =
      buffer.origin.stream != .absent && !buffer.isPending(node)
      && buffer.word(node.index).isContainer
    self.init(buffer, node, id: hasID ? buffer.id(at: node.index) : .absent)
  }

  /// Null.
  package static let null = StoredContent(scalar: ContentWord(.null))

  /// Returns content of which nothing has arrived.
  package static func nothing(id: ContentID) -> StoredContent {
    StoredContent(scalar: ContentWord(.null, isIncomplete: true), id: id)
  }

  package init(bool value: Bool) {
    self.init(scalar: ContentWord(value ? .true : .false))
  }

  package init(integer value: Int64) {
    if let word = ContentWord(integer: value) {
      self.init(scalar: word)
    } else {
      self.init(ContentBuffer(wideInteger: value), ContentPlace(0, isOpen: false))
    }
  }

  package init(string value: String) {
    let buffer = withSpan(of: value.utf8) { ContentBuffer(.string, text: $0) }
    self.init(buffer, ContentPlace(0, isOpen: false))
  }

  /// Creates a number from its text.
  ///
  /// - Parameter text: A number by the grammar of RFC 8259, which is not checked here.
  package init(numberText text: [UInt8]) {
    self.init(ContentBuffer(.number, text: text.span), ContentPlace(0, isOpen: false))
  }
}

extension StoredContent {
  /// The node of the content in its buffer, if it has one.
  var node: ContentPlace { ContentPlace(rawValue: Int(truncatingIfNeeded: place)) }

  /// The word of content without a buffer.
  var scalar: ContentWord { ContentWord(rawValue: place) }

  var tag: ContentWord.Tag { buffer?.tag(node) ?? scalar.tag }

  /// The kind of content.
  package var shape: ContentShape {
    let shape = tag.shape
    return shape == .null && !isComplete ? .nothing : shape
  }

  /// `true` if the content is null, or if nothing of it has arrived.
  package var isNull: Bool { tag == .null }

  /// `true` if all of the content has arrived.
  package var isComplete: Bool {
    buffer?.isComplete(node) ?? (scalar.tag != .null || !scalar.isIncompleteScalar)
  }

  /// The blocks of memory of the content; snapshots share them.
  package var blocks: Set<ObjectIdentifier> { buffer?.blocks ?? [] }

  /// `true` if values are read from incomplete content.
  package var readsPartially: Bool { buffer?.readsPartially == true }

  /// The same content, for reading values from incomplete content.
  ///
  /// - Complexity: O(1).
  package var forPartialReading: StoredContent {
    guard !isComplete, let buffer, !buffer.readsPartially else { return self }
    return StoredContent(buffer.forPartialReading(), node, id: id)
  }

  /// The boolean, or `nil` if the content is not a boolean.
  package var bool: Bool? {
    switch tag {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The integer, if the content is a number that is stored as an integer.
  package var integer: Int64? {
    guard let buffer else { return scalar.isTag(.integer) ? scalar.integer : nil }
    guard !buffer.isPending(node) else { return nil }
    return buffer.integer(at: node.index)
  }

  /// The arrived part of the string, or the text of a number that is not stored as an integer.
  package var text: String { buffer?.string(node) ?? "" }

  /// Calls a function with the bytes of ``text``.
  package func withText<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    guard let buffer else { return try withSpan(of: EmptyCollection(), body) }
    return try buffer.withText(node, body)
  }

  /// The number with all its digits, or `nil` if this is not a number, or if its exponent has more
  /// than 17 digits.
  package var number: SchemaNumber? {
    if let integer { return SchemaNumber(integer) }
    return tag.shape == .number ? withText { SchemaNumber(bytes: $0) } : nil
  }

  /// Returns the first value under a name, or `nil` if there is none or this is not an object.
  package func property(named name: String) -> StoredContent? {
    guard let buffer, let node = buffer.property(named: name, of: node) else { return nil }
    return StoredContent(part: node, of: buffer)
  }

  /// The number of elements or properties; zero for other content.
  ///
  /// - Complexity: O(1) if all of them have arrived and there are fewer than eight million;
  ///   otherwise O(count).
  package var childCount: Int { buffer?.childCount(node) ?? 0 }

  /// A lower bound of the number of elements or properties, found in O(1).
  package var underestimatedCount: Int {
    guard let (buffer, node) = container, !node.isOpen else { return 0 }
    return buffer.word(node.index + 2).count
  }

  private var container: (buffer: ContentBuffer, node: ContentPlace)? {
    guard let buffer, !buffer.isPending(node), buffer.word(node.index).isContainer
    else { return nil }
    return (buffer, node)
  }
}

/// An iterator over the elements of an array or the properties of an object.
package struct StoredChildren {
  private let buffer: ContentBuffer?
  private var children: ContentChildren?

  /// Creates an iterator, which is empty for content of another shape.
  package init(_ content: StoredContent, of shape: ContentShape) {
    buffer = content.buffer
    guard let buffer, buffer.tag(content.node).shape == shape else { return }
    children = buffer.children(of: content.node)
  }

  /// Returns the next element of an array.
  package mutating func nextElement() -> StoredContent? {
    guard let buffer, let node = children?.next(in: buffer) else { return nil }
    return StoredContent(part: node, of: buffer)
  }

  /// Returns the next property of an object.
  package mutating func nextProperty() -> (name: String, content: StoredContent)? {
    guard let buffer, let key = children?.nextKey(in: buffer),
      let node = children?.next(in: buffer)
    else { return nil }
    return (buffer.name(at: key), StoredContent(part: node, of: buffer))
  }
}
