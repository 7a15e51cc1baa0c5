import ContentStorage

extension GeneratedContent {
  /// The elements of an array, in order; empty if this is not an array.
  ///
  /// They are found during the iteration. An incomplete element is the last one.
  public var elements: Elements { Elements(content: self) }

  /// The properties of a structure, in order; empty if this is not a structure.
  ///
  /// They are found during the iteration. A name that occurs twice is returned twice.
  public var properties: Properties { Properties(content: self) }

  /// The elements of an array.
  public struct Elements: Sequence, Sendable {
    let content: GeneratedContent

    /// A lower bound of the number of elements.
    public var underestimatedCount: Int {
      content.shape == .array ? content.stored.underestimatedCount : 0
    }

    /// Returns an iterator over the elements.
    public func makeIterator() -> Iterator { Iterator(content) }

    /// An iterator over the elements of an array.
    public struct Iterator: IteratorProtocol {
      private var children: StoredChildren

      init(_ content: GeneratedContent) {
        children = StoredChildren(content.stored, of: .array)
      }

      /// Returns the next element, or `nil` after the last one.
      public mutating func next() -> GeneratedContent? {
        guard let content = children.nextElement() else { return nil }
        return GeneratedContent(content)
      }
    }
  }

  /// The properties of a structure.
  public struct Properties: Sequence, Sendable {
    let content: GeneratedContent

    /// A lower bound of the number of properties.
    public var underestimatedCount: Int {
      content.shape == .object ? content.stored.underestimatedCount : 0
    }

    /// Returns an iterator over the properties.
    public func makeIterator() -> Iterator { Iterator(content) }

    /// An iterator over the properties of a structure.
    public struct Iterator: IteratorProtocol {
      private var children: StoredChildren

      init(_ content: GeneratedContent) {
        children = StoredChildren(content.stored, of: .object)
      }

      /// Returns the next property, or `nil` after the last one.
      public mutating func next() -> (name: String, content: GeneratedContent)? {
        guard let (name, content) = children.nextProperty() else { return nil }
        return (name, GeneratedContent(content))
      }
    }
  }
}
