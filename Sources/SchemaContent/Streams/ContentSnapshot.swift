/// A value as far as it has arrived.
public struct ContentSnapshot<Content: Generable> {
  /// The value as far as it has arrived.
  public var content: Content.PartiallyGenerated

  /// The content from which the value was made.
  public var rawContent: GeneratedContent

  /// The content of the snapshot before, or `nil` if this is the first one.
  private let previous: GeneratedContent?

  /// Creates a snapshot that is not part of a stream, for previews and tests.
  ///
  /// - Parameters:
  ///   - content: The value as far as it has arrived.
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

  /// Whether all of the value has arrived.
  public var isComplete: Bool { rawContent.isComplete }

  /// The paths of all complete content, in the order of the text.
  ///
  /// A part stands for all that is in it, so that each path leads to something in a container that
  /// is not complete itself. If all is complete, the one path is empty.
  ///
  /// - Complexity: Linear in the number of paths and their lengths.
  public var completePaths: [SchemaPath] { rawContent.completePaths }

  /// The way to the innermost value that is still arriving, or `nil` if all is complete.
  public var unfinishedPath: SchemaPath? { rawContent.unfinishedPath }

  /// The differences from the snapshot before, which are computed on access.
  ///
  /// - Complexity: Linear in the new content and in the depth, independent of earlier content.
  public var changes: [ContentChange] {
    rawContent.changes(since: previous ?? GeneratedContent.nothing())
  }
}

extension ContentSnapshot: Sendable where Content.PartiallyGenerated: Sendable {}

/// A value that has arrived.
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
