/// Turns chunks into snapshots, without waiting for anything.
struct SnapshotReader<Content: Generable> {
  /// What the text is.
  enum Format {
    case json
    case plainText
  }

  // One of the two is there.
  private var parser: GeneratedContentParser?
  private let text: PlainTextReader?
  private let options: SnapshotOptions
  /// The content of the last snapshot.
  private var previous: GeneratedContent?
  private var bytesSinceSnapshot = 0
  /// Whether there has been anything but white space.
  private var hasText = false

  init(format: Format, options: SnapshotOptions) {
    self.options = options
    let id = options.id ?? GenerationID()
    switch format {
    case .json:
      parser = GeneratedContentParser(options: options.parserOptions, id: id)
      text = nil
    case .plainText:
      text = PlainTextReader(id: id)
    }
  }

  /// What has arrived.
  var rawContent: GeneratedContent {
    parser?.snapshot() ?? text?.snapshot() ?? GeneratedContent.nothingYet
  }

  /// Takes a chunk.
  mutating func append(_ chunk: some ContentChunk) throws {
    try chunk.withUTF8Bytes { bytes in
      bytesSinceSnapshot += bytes.count
      if !hasText { hasText = bytes.contains { !SnapshotReader.isWhiteSpace($0) } }
      text?.append(bytes)
      try parser?.append(bytes)
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Takes a chunk, and makes a snapshot if there is to be one.
  mutating func next(_ chunk: some ContentChunk) throws -> ContentSnapshot<Content>? {
    try append(chunk)
    guard bytesSinceSnapshot >= options.minimumBytes else { return nil }
    return try snapshot(isEveryChunk: options.emission == .everyChunk)
  }

  /// Ends the text, and gives the content, which is whole, or `nil` if there was no text.
  mutating func finish() throws -> GeneratedContent? {
    do {
      return try parser?.finish() ?? text?.finish()
    } catch let error as GeneratedContentParser.SyntaxError {
      guard hasText else { return nil }
      guard error.code == .unexpectedEnd || error.code == .noValue else { throw error }
      let rawContent = rawContent
      throw SnapshotStreamError(
        .endedEarly, rawContent: rawContent,
        missingPaths: MissingProperties.paths(in: rawContent, of: Content.generationSchema),
        underlyingError: error)
    }
  }

  /// A snapshot of what has not been shown yet when the text has ended.
  mutating func lastSnapshot() throws -> ContentSnapshot<Content>? {
    try snapshot(isEveryChunk: false)
  }

  private mutating func snapshot(isEveryChunk: Bool) throws -> ContentSnapshot<Content>? {
    let rawContent = rawContent
    guard rawContent.shape != .nothing else { return nil }
    if !isEveryChunk, let previous, rawContent.looksLike(previous) { return nil }
    let content: Content.PartiallyGenerated
    do {
      content = try Content.PartiallyGenerated(rawContent)
    } catch {
      guard SnapshotReader.isNotReady(error, in: rawContent) else { throw error }
      return nil
    }
    defer {
      previous = rawContent
      bytesSinceSnapshot = 0
    }
    return ContentSnapshot(content: content, rawContent: rawContent, previous: previous)
  }

  /// Whether a value could not be made only because a part of it is still arriving.
  ///
  /// That is so for a date of which half is there, or an enum's case. It is not for what is of the
  /// wrong kind already, or has arrived to its end.
  private static func isNotReady(_ error: any Error, in content: GeneratedContent) -> Bool {
    guard !content.isComplete else { return false }
    guard let error = error as? GeneratedContent.ConversionError else { return true }
    guard let place = content[error.path] else { return true }
    return !place.isComplete && (error.code != .typeMismatch || place.shape == .nothing)
  }
}

/// A text that is a string as it stands.
///
/// It is a class so that it can hold a builder, which cannot be copied.
private final class PlainTextReader {
  private var builder: ContentBuilder
  private var hasText = false
  private var hasEnded = false

  init(id: GenerationID) {
    builder = ContentBuilder(id: id)
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > 0, !hasEnded else { return }
    if !hasText { builder.beginString() }
    hasText = true
    bytes.withMemoryRebound(to: UInt8.self) { builder.appendText($0) }
  }

  func finish() -> GeneratedContent? {
    guard hasText else { return nil }
    if !hasEnded { builder.endString() }
    hasEnded = true
    return builder.snapshot()
  }

  func snapshot() -> GeneratedContent { builder.snapshot() }
}
