import ContentStorage

/// Converts chunks to snapshots, without waiting.
///
/// It is a class because iterators, which can be copied, share it.
final class SnapshotReader<Content: Generable> {
  typealias Format = ChunkReader.Format

  private let chunks: ChunkReader
  private let options: SnapshotOptions
  /// The content of the last snapshot.
  private var previous: GeneratedContent?
  private var bytesSinceSnapshot = 0

  init(format: Format, options: SnapshotOptions) {
    self.options = options
    chunks = ChunkReader(format: format, options: options.parserOptions, id: options.id)
  }

  /// The content that has arrived.
  var rawContent: GeneratedContent { chunks.content }

  /// Parses a chunk.
  func append(_ chunk: some ContentChunk) throws {
    bytesSinceSnapshot += try chunks.append(chunk)
  }

  /// Parses a chunk, and returns a snapshot if one is due.
  func next(_ chunk: some ContentChunk) throws -> ContentSnapshot<Content>? {
    try append(chunk)
    guard bytesSinceSnapshot >= options.minimumBytes else { return nil }
    return try snapshot(isEveryChunk: options.emission == .everyChunk)
  }

  /// Ends the text, and returns the complete content, or `nil` if there was no text.
  ///
  /// - Throws: ``SnapshotStreamError`` with the code `endedEarly` if the text is incomplete, or the
  ///   parser's error.
  func finish() throws -> GeneratedContent? {
    do {
      return try chunks.finish()
    } catch let error as GeneratedContentParser.SyntaxError {
      throw SnapshotStreamError.endedEarly(error, at: rawContent) ?? error
    }
  }

  /// Returns a snapshot of the rest of the content when the text has ended.
  func lastSnapshot() throws -> sending ContentSnapshot<Content>? {
    try snapshot(isEveryChunk: false)
  }

  private func snapshot(isEveryChunk: Bool) throws -> sending ContentSnapshot<Content>? {
    let snapshot = try ContentSnapshot<Content>.next(
      rawContent, after: previous, isRepeated: isEveryChunk)
    guard let snapshot else { return nil }
    previous = snapshot.rawContent
    bytesSinceSnapshot = 0
    return snapshot
  }
}

extension SnapshotStreamError {
  /// Returns the error for an incomplete text with some content; `nil` if the parser had another
  /// error.
  package static func endedEarly(
    _ error: GeneratedContentParser.SyntaxError,
    at content: @autoclosure () throws -> GeneratedContent
  ) rethrows -> SnapshotStreamError? {
    guard error.code == .unexpectedEnd || error.code == .noValue else { return nil }
    return SnapshotStreamError(.endedEarly, rawContent: try content(), underlyingError: error)
  }
}

extension ContentSnapshot {
  /// Returns the snapshot after another one.
  ///
  /// - Parameters:
  ///   - rawContent: The content that has arrived.
  ///   - previous: The content of the previous snapshot; `nil` if this is the first one.
  ///   - isRepeated: `true` to return a snapshot even if nothing visible has changed.
  /// - Returns: The snapshot; `nil` if it would show nothing, or nothing new.
  /// - Throws: The error of the partially generated type's initialiser, unless it is for an
  ///   incomplete part.
  package static func next(
    _ rawContent: GeneratedContent, after previous: GeneratedContent?, isRepeated: Bool
  ) throws -> sending ContentSnapshot? {
    guard rawContent.shape != .nothing else { return nil }
    if !isRepeated, let previous, rawContent.stored.looksLike(previous.stored) { return nil }
    do {
      return ContentSnapshot(
        content: try rawContent.partialValue(Content.self), rawContent: rawContent,
        previous: previous)
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
