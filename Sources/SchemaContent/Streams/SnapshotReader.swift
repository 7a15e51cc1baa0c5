import ContentStorage

/// Converts chunks to snapshots, without waiting.
///
/// It is a class because iterators, which can be copied, share it.
final class SnapshotReader<Content: Generable> {
  typealias Format = ChunkReader.Format

  private let chunks: ChunkReader
  private let options: SnapshotOptions
  private let appearances: Appearances?
  /// The content of the last snapshot.
  private var previous: GeneratedContent?
  private var bytesSinceSnapshot = 0

  /// Creates a reader; `appearances` are the rules for the shown parts, if there are any.
  init(format: Format, options: SnapshotOptions, appearances: Appearances?) {
    self.options = options
    self.appearances = appearances
    chunks = ChunkReader(format: format, options: options.parserOptions, id: options.id)
  }

  /// The content that has arrived.
  var rawContent: GeneratedContent { chunks.content }

  /// Parses a chunk.
  func append(_ chunk: some ContentChunk) throws { bytesSinceSnapshot += try chunks.append(chunk) }

  /// Parses a chunk, and returns a snapshot if one is due.
  func next(_ chunk: some ContentChunk) throws -> ContentSnapshot<Content>? {
    try append(chunk)
    guard bytesSinceSnapshot >= options.minimumBytes else { return nil }
    return try snapshot(isRepeated: options.emission == .everyChunk)
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
    try snapshot(isRepeated: false)
  }

  /// Returns a snapshot.
  ///
  /// `isRepeated`: `true` to return a snapshot even if nothing visible has changed.
  private func snapshot(isRepeated: Bool) throws -> sending ContentSnapshot<Content>? {
    let snapshot = try ContentSnapshot<Content>.next(
      rawContent, by: appearances, after: previous, isRepeated: isRepeated)
    guard let snapshot else { return nil }
    previous = snapshot.rawContent
    bytesSinceSnapshot = 0
    return snapshot
  }
}
