import ContentStorage

extension GeneratedContent {
  /// The elements of an array, in order; empty if this is not an array.
  ///
  /// They are found during the iteration. An incomplete element is the last one.
  public var elements: some Sequence<GeneratedContent> & Sendable { Elements(self) }

  /// The properties of a structure, in order; empty if this is not a structure.
  ///
  /// They are found during the iteration. A name that occurs twice is returned twice.
  public var properties: some Sequence<(name: String, content: GeneratedContent)> & Sendable {
    Properties(self)
  }
}

/// The elements of an array, and an iterator over them.
@usableFromInline
struct Elements: Sequence, IteratorProtocol, Sendable {
  private var children: StoredChildren
  @usableFromInline let underestimatedCount: Int

  @usableFromInline
  init(_ content: GeneratedContent) {
    children = StoredChildren(content.stored, of: .array)
    underestimatedCount = content.shape == .array ? content.stored.underestimatedCount : 0
  }

  @usableFromInline
  mutating func next() -> GeneratedContent? { children.nextElement().map { GeneratedContent($0) } }
}

/// The properties of a structure, and an iterator over them.
private struct Properties: Sequence, IteratorProtocol, Sendable {
  private var children: StoredChildren
  let underestimatedCount: Int

  init(_ content: GeneratedContent) {
    children = StoredChildren(content.stored, of: .object)
    underestimatedCount = content.shape == .object ? content.stored.underestimatedCount : 0
  }

  mutating func next() -> (name: String, content: GeneratedContent)? {
    children.nextProperty().map { ($0.name, GeneratedContent($0.content)) }
  }
}
