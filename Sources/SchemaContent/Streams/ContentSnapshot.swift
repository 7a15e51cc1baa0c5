/// The part of a value that has arrived.
public struct ContentSnapshot<Content: Generable> {
  /// The part of the value that has arrived.
  public var content: Content.PartiallyGenerated

  /// The content from which the value was made.
  public var rawContent: GeneratedContent

  /// The content that has arrived, with the parts that are not shown yet.
  package let arrivedContent: GeneratedContent

  /// The content of the previous snapshot, or `nil` if this is the first one.
  private let previous: GeneratedContent?

  /// Creates a snapshot that is not part of a stream, for previews and tests.
  public init(content: Content.PartiallyGenerated, rawContent: GeneratedContent) {
    self.init(
      content: content, rawContent: rawContent, arrivedContent: rawContent, previous: nil)
  }

  init(
    content: Content.PartiallyGenerated, rawContent: GeneratedContent,
    arrivedContent: GeneratedContent, previous: GeneratedContent?
  ) {
    self.content = content
    self.rawContent = rawContent
    self.arrivedContent = arrivedContent
    self.previous = previous
  }

  /// The state of a part of the value by its path, also of a part that is not shown before it is
  /// complete.
  ///
  ///     if snapshot.state(at: ["price"]) == .growing { showSpinner() }
  public func state(at path: SchemaPath) -> PartState { arrivedContent.state(at: path) }

  /// The paths of all complete content, in the order of the text.
  ///
  /// A complete value is listed without the values inside it, so each path leads to a complete
  /// value in an incomplete container. If all content is complete, the list has one empty path.
  ///
  /// - Complexity: Linear in the number of paths and their lengths.
  public var completePaths: [SchemaPath] { rawContent.completePaths }

  /// The path to the innermost incomplete value, or `nil` if the content is complete.
  public var unfinishedPath: SchemaPath? { rawContent.unfinishedPath }

  /// The differences from the previous snapshot, which are computed on access.
  ///
  /// - Complexity: Linear in the new content and in the depth, independent of earlier content.
  public var changes: [ContentChange] {
    rawContent.changes(since: previous ?? GeneratedContent.nothing())
  }
}

extension ContentSnapshot: Sendable where Content.PartiallyGenerated: Sendable {}

/// The state of a part of a value while the value arrives.
public enum PartState: Sendable, Hashable {
  /// Nothing of the part has arrived.
  case notBegun

  /// The part has begun, and more of it may arrive.
  case growing

  /// The part is complete.
  case complete
}

extension GeneratedContent {
  /// The state of a part by its path.
  package func state(at path: SchemaPath) -> PartState {
    guard let part = self[path], part.shape != .nothing else { return .notBegun }
    return part.isComplete ? .complete : .growing
  }
}

/// A complete value.
public struct ContentResponse<Content: Generable> {
  /// The value.
  public let content: Content

  /// The content from which the value was made.
  public let rawContent: GeneratedContent

  /// Creates a response.
  package init(content: Content, rawContent: GeneratedContent) {
    self.content = content
    self.rawContent = rawContent
  }
}

extension ContentResponse: Sendable where Content: Sendable {}

extension ContentSnapshot {
  /// Returns the snapshot that follows another snapshot.
  ///
  /// - Parameters:
  ///   - arrivedContent: The content that has arrived.
  ///   - appearances: The rules for the parts that are shown; `nil` if there are none.
  ///   - previous: The content of the previous snapshot; `nil` if this is the first one.
  ///   - isRepeated: `true` to return a snapshot even if nothing visible has changed.
  /// - Returns: The snapshot; `nil` if there is no content, no visible change, or only a part that
  ///   cannot be read yet.
  /// - Throws: The error of the partially generated type's initializer, unless an incomplete part
  ///   causes it.
  package static func next(
    _ arrivedContent: GeneratedContent, by appearances: Appearances?,
    after previous: GeneratedContent?, isRepeated: Bool
  ) throws -> sending ContentSnapshot? {
    let rawContent = appearances?.shown(arrivedContent) ?? arrivedContent
    guard rawContent.shape != .nothing else { return nil }
    if !isRepeated, let previous, rawContent.stored.looksLike(previous.stored) { return nil }
    do {
      return ContentSnapshot(
        content: try rawContent.partialValue(Content.self), rawContent: rawContent,
        arrivedContent: arrivedContent, previous: previous)
    } catch {
      guard isNotReady(error, in: rawContent) else { throw error }
      return nil
    }
  }

  /// Returns `true` if a value could not be made only because a part of it is incomplete.
  ///
  /// This is the case for half of a date or of the name of an enum's case. It is not the case for
  /// complete content, or for content of the wrong kind.
  private static func isNotReady(_ error: any Error, in content: GeneratedContent) -> Bool {
    guard !content.isComplete else { return false }
    guard let error = error as? GeneratedContent.ConversionError else { return true }
    guard let place = content[error.path] else { return true }
    return !place.isComplete && (error.code != .typeMismatch || place.shape == .nothing)
  }
}
