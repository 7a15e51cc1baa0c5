extension GeneratedContent {
  /// The elements of an array, in order; none if this is not an array.
  ///
  /// They are found one by one as you go. An element that is still arriving is the last one.
  public var elements: Elements { Elements(content: self) }

  /// The properties of a structure, in order; none if this is not a structure.
  ///
  /// They are found one by one as you go. A name that occurs twice is given twice.
  public var properties: Properties { Properties(content: self) }

  /// The elements of an array.
  public struct Elements: Sequence, Sendable {
    let content: GeneratedContent

    /// How many elements there are at least.
    public var underestimatedCount: Int {
      guard let buffer = content.buffer, content.tag == .array, !content.node.isOpen
      else { return 0 }
      return buffer.word(content.node.index + 2).count
    }

    /// Begins a walk over the elements.
    ///
    /// - Returns: The iterator.
    public func makeIterator() -> Iterator { Iterator(content) }

    /// A walk over the elements of an array.
    public struct Iterator: IteratorProtocol {
      private let buffer: ContentBuffer?
      private var children: ContentChildren?

      init(_ content: GeneratedContent) {
        buffer = content.buffer
        guard let buffer, content.tag == .array else { return }
        children = buffer.children(of: content.node)
      }

      /// The next element, or `nil` after the last one.
      ///
      /// - Returns: The element.
      public mutating func next() -> GeneratedContent? {
        guard let buffer, let node = children?.next(in: buffer) else { return nil }
        return GeneratedContent(part: node, of: buffer)
      }
    }
  }

  /// The properties of a structure.
  public struct Properties: Sequence, Sendable {
    let content: GeneratedContent

    /// How many properties there are at least.
    public var underestimatedCount: Int {
      guard let buffer = content.buffer, content.tag == .object, !content.node.isOpen
      else { return 0 }
      return buffer.word(content.node.index + 2).count
    }

    /// Begins a walk over the properties.
    ///
    /// - Returns: The iterator.
    public func makeIterator() -> Iterator { Iterator(content) }

    /// A walk over the properties of a structure.
    public struct Iterator: IteratorProtocol {
      private let buffer: ContentBuffer?
      private var children: ContentChildren?

      init(_ content: GeneratedContent) {
        buffer = content.buffer
        guard let buffer, content.tag == .object else { return }
        children = buffer.children(of: content.node)
      }

      /// The next property, or `nil` after the last one.
      ///
      /// - Returns: The name and the content.
      public mutating func next() -> (name: String, content: GeneratedContent)? {
        guard let buffer, let key = children?.nextKey(in: buffer),
          let node = children?.next(in: buffer)
        else { return nil }
        let name = withExtendedLifetime(buffer) {
          String(decoding: buffer.textBytes(at: key), as: UTF8.self)
        }
        return (name, GeneratedContent(part: node, of: buffer))
      }
    }
  }
}
