package import SchemaText

/// A value in a shared buffer, or a scalar without a buffer.
///
/// `GeneratedContent` wraps it.
///
/// Copying a value and taking a part of it take O(1). Any thread may read a value.
package struct StoredContent: Sendable {
  /// The buffer of the content, or `nil` if ``rawValue`` is the word of a scalar.
  let buffer: ContentBuffer?
  /// The raw value of ``place``, or of ``scalar`` if there is no buffer.
  let rawValue: UInt64
  /// The id, or ``ContentID/absent``.
  package var id: ContentID

  init(_ buffer: ContentBuffer, _ place: ContentPlace, id: ContentID = .absent) {
    self.buffer = buffer
    rawValue = UInt64(bitPattern: Int64(place.rawValue))
    self.id = id
  }

  init(scalar word: ContentWord, id: ContentID = .absent) {
    buffer = nil
    rawValue = word.rawValue
    self.id = id
  }

  /// Creates a part of a buffer, with the id that it has in its stream.
  init(part place: ContentPlace, of buffer: ContentBuffer) {
    let hasID =
      buffer.origin.stream != .absent && !buffer.isPending(place)
      && buffer.word(place.index).isContainer
    self.init(buffer, place, id: hasID ? buffer.id(at: place.index) : .absent)
  }

  package static let null = StoredContent(scalar: ContentWord(.null))

  /// Returns content of which nothing has arrived.
  package static func nothing(id: ContentID) -> StoredContent {
    StoredContent(scalar: ContentWord(.null, isIncomplete: true), id: id)
  }

  package init(bool value: Bool) { self.init(scalar: ContentWord(value ? .true : .false)) }

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
  /// The place of the content in its buffer, if it has one.
  var place: ContentPlace { ContentPlace(rawValue: Int(truncatingIfNeeded: rawValue)) }

  /// The word of content without a buffer.
  var scalar: ContentWord { ContentWord(rawValue: rawValue) }

  var tag: ContentWord.Tag { buffer?.tag(place) ?? scalar.tag }

  /// The kind of content.
  package var shape: ContentShape {
    let shape = tag.shape
    return shape == .null && !isComplete ? .nothing : shape
  }

  /// `true` if the content is null, or if nothing of it has arrived.
  package var isNull: Bool { tag == .null }

  /// `true` if all of the content has arrived.
  package var isComplete: Bool {
    buffer?.isComplete(place) ?? (scalar.tag != .null || !scalar.isIncompleteScalar)
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
    return StoredContent(buffer.forPartialReading(), place, id: id)
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
    guard !buffer.isPending(place) else { return nil }
    return buffer.integer(at: place.index)
  }

  /// The arrived part of the string, or the text of a number that is not stored as an integer.
  package var text: String { buffer?.string(place) ?? "" }

  /// Calls a function with the bytes of ``text``.
  package func withText<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    guard let buffer else { return try withSpan(of: EmptyCollection(), body) }
    return try buffer.withText(place, body)
  }

  /// The number with all its digits, or `nil` if this is not a number, or if its exponent has more
  /// than 17 digits.
  package var number: SchemaNumber? {
    if let integer { return SchemaNumber(integer) }
    return tag.shape == .number ? withText { SchemaNumber(bytes: $0) } : nil
  }

  /// Returns the first value under a name, or `nil` if there is none or this is not an object.
  package func property(named name: String) -> StoredContent? {
    guard let buffer, let place = buffer.property(named: name, of: place) else { return nil }
    return StoredContent(part: place, of: buffer)
  }

  /// The number of elements or properties; zero for other content.
  ///
  /// - Complexity: O(1) if all of them have arrived and there are fewer than eight million;
  ///   otherwise O(count).
  package var childCount: Int { buffer?.childCount(place) ?? 0 }

  /// A lower bound of the number of elements or properties, found in O(1).
  package var underestimatedCount: Int {
    guard let (buffer, place) = container, !place.isOpen else { return 0 }
    return buffer.word(place.index + 2).count
  }

  private var container: (buffer: ContentBuffer, place: ContentPlace)? {
    guard let buffer, !buffer.isPending(place), buffer.word(place.index).isContainer
    else { return nil }
    return (buffer, place)
  }
}

/// An iterator over the elements of an array or the properties of an object.
package struct StoredChildren: Sendable {
  private let buffer: ContentBuffer?
  private var children: ContentChildren?

  /// Creates an iterator, which is empty for content of another shape.
  package init(_ content: StoredContent, of shape: ContentShape) {
    buffer = content.buffer
    guard let buffer, buffer.tag(content.place).shape == shape else { return }
    children = buffer.children(of: content.place)
  }

  package mutating func nextElement() -> StoredContent? {
    guard let buffer, let place = children?.next(in: buffer) else { return nil }
    return StoredContent(part: place, of: buffer)
  }

  /// Returns the next property of an object.
  package mutating func nextProperty() -> (name: String, content: StoredContent)? {
    guard let buffer, let key = children?.nextKey(in: buffer),
      let place = children?.next(in: buffer)
    else { return nil }
    return (buffer.name(at: key), StoredContent(part: place, of: buffer))
  }
}
