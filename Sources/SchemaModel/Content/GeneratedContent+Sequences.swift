import ContentStorage

extension GeneratedContent {
  /// The elements of an array, in order; empty if this is not an array.
  ///
  /// They are found during the iteration. An incomplete element is the last one.
  public var elements: some Sequence<GeneratedContent> & Sendable { Elements(content: self) }

  /// The properties of a structure, in order; empty if this is not a structure.
  ///
  /// They are found during the iteration. A name that occurs twice is returned twice.
  public var properties: some Sequence<(name: String, content: GeneratedContent)> & Sendable {
    Properties(content: self)
  }
}

/// The elements of an array.
@usableFromInline
struct Elements: Sequence, Sendable {
  @usableFromInline let content: GeneratedContent

  @usableFromInline
  init(content: GeneratedContent) {
    self.content = content
  }

  @usableFromInline var underestimatedCount: Int {
    content.shape == .array ? content.stored.underestimatedCount : 0
  }

  @usableFromInline
  func makeIterator() -> Iterator { Iterator(content) }

  @usableFromInline
  struct Iterator: IteratorProtocol {
    private var children: StoredChildren

    init(_ content: GeneratedContent) {
      children = StoredChildren(content.stored, of: .array)
    }

    @usableFromInline
    mutating func next() -> GeneratedContent? {
      guard let content = children.nextElement() else { return nil }
      return GeneratedContent(content)
    }
  }
}

/// The properties of a structure.
private struct Properties: Sequence, Sendable {
  let content: GeneratedContent

  var underestimatedCount: Int {
    content.shape == .object ? content.stored.underestimatedCount : 0
  }

  func makeIterator() -> Iterator { Iterator(content) }

  struct Iterator: IteratorProtocol {
    private var children: StoredChildren

    init(_ content: GeneratedContent) {
      children = StoredChildren(content.stored, of: .object)
    }

    mutating func next() -> (name: String, content: GeneratedContent)? {
      guard let (name, content) = children.nextProperty() else { return nil }
      return (name, GeneratedContent(content))
    }
  }
}
