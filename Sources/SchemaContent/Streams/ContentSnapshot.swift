/// The part of a value that has arrived.
public struct ContentSnapshot<Content: Generable> {
  /// The part of the value that has arrived.
  public var content: Content.PartiallyGenerated

  /// The content from which the value was made.
  public var rawContent: GeneratedContent

  /// The content of the previous snapshot, or `nil` if this is the first one.
  private let previous: GeneratedContent?

  /// Creates a snapshot that is not part of a stream, for previews and tests.
  ///
  /// - Parameters:
  ///   - content: The part of the value that has arrived.
  ///   - rawContent: The content from which the value was made.
  public init(content: Content.PartiallyGenerated, rawContent: GeneratedContent) {
    self.init(content: content, rawContent: rawContent, previous: nil)
  }

  init(
    content: Content.PartiallyGenerated, rawContent: GeneratedContent, previous: GeneratedContent?
  ) {
    self.content = content
    self.rawContent = rawContent
    self.previous = previous
  }

  /// `true` if all of the value has arrived.
  public var isComplete: Bool { rawContent.isComplete }

  /// The paths of all complete content, in the order of the text.
  ///
  /// A complete value is listed without the values inside it, so each path is that of a value in an
  /// incomplete container. If all content is complete, the only path is empty.
  ///
  /// - Complexity: Linear in the number of paths and their lengths.
  public var completePaths: [SchemaPath] { rawContent.completePaths }

  /// The path to the innermost incomplete value, or `nil` if all is complete.
  public var unfinishedPath: SchemaPath? { rawContent.unfinishedPath }

  /// The differences from the previous snapshot, which are computed on access.
  ///
  /// - Complexity: Linear in the new content and in the depth, independent of earlier content.
  public var changes: [ContentChange] {
    rawContent.changes(since: previous ?? GeneratedContent.nothing())
  }
}

extension ContentSnapshot: Sendable where Content.PartiallyGenerated: Sendable {}

/// A complete value.
public struct ContentResponse<Content: Generable> {
  /// The value.
  public let content: Content

  /// The content from which the value was made.
  public let rawContent: GeneratedContent

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - content: The value.
  ///   - rawContent: The content from which the value was made.
  public init(content: Content, rawContent: GeneratedContent) {
    self.content = content
    self.rawContent = rawContent
  }
}

extension ContentResponse: Sendable where Content: Sendable {}
