import ContentStorage

/// Turns chunks into snapshots, without waiting for anything.
///
/// It is a class because iterators, which can be copied, hold it, and parsers cannot be copied.
package final class SnapshotReader<Content: Generable> {
  /// What the text is.
  package enum Format {
    case json
    case plainText
  }

  private let format: Format
  // Which of the two is used depends on the format.
  private var parser: GeneratedContentParser
  private var text: ContentBuilder
  private let options: SnapshotOptions
  /// How content is made from what has arrived, where that has another form.
  package var mapping: ((GeneratedContent) throws -> GeneratedContent)?
  /// The content of the last snapshot.
  private var previous: GeneratedContent?
  private var bytesSinceSnapshot = 0
  /// Whether there has been anything but white space.
  private var hasText = false

  package init(format: Format, options: SnapshotOptions) {
    self.options = options
    let id = options.id ?? GenerationID()
    self.format = format
    parser = GeneratedContentParser(options: options.parserOptions, id: id)
    text = ContentBuilder(id: id)
  }

  /// What has arrived.
  var rawContent: GeneratedContent {
    switch format {
    case .json: parser.snapshot()
    case .plainText: text.snapshot()
    }
  }

  /// Content in the form of the type.
  private func mapped(_ content: GeneratedContent) throws -> GeneratedContent {
    try mapping?(content) ?? content
  }

  /// Takes a chunk.
  package func append(_ chunk: some ContentChunk) throws {
    try chunk.withUTF8Bytes { bytes in
      bytesSinceSnapshot += bytes.count
      switch format {
      case .json:
        if !hasText { hasText = bytes.indices.contains { !SnapshotReader.isWhiteSpace(bytes[$0]) } }
        try parser.append(bytes)
      case .plainText where bytes.isEmpty || text.isFinished: break
      case .plainText:
        if !hasText { text.beginString() }
        hasText = true
        text.appendText(bytes)
      }
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Takes a chunk, and makes a snapshot if there is to be one.
  func next(_ chunk: some ContentChunk) throws -> ContentSnapshot<Content>? {
    try append(chunk)
    guard bytesSinceSnapshot >= options.minimumBytes else { return nil }
    return try snapshot(isEveryChunk: options.emission == .everyChunk)
  }

  /// Ends the text, and gives the content, which is whole, or `nil` if there was no text.
  package func finish() throws -> GeneratedContent? {
    if format == .plainText {
      if hasText, !text.isFinished { text.endString() }
      return hasText ? text.snapshot() : nil
    }
    do {
      return try mapped(parser.finish())
    } catch let error as GeneratedContentParser.SyntaxError {
      guard hasText else { return nil }
      guard error.code == .unexpectedEnd || error.code == .noValue else { throw error }
      let rawContent = try mapped(rawContent)
      throw SnapshotStreamError(
        .endedEarly, rawContent: rawContent,
        missingPaths: MissingProperties.paths(in: rawContent, of: Content.generationSchema),
        underlyingError: error)
    }
  }

  /// A snapshot of what has not been shown yet when the text has ended, or, where `isRepeated` is set,
  /// also of what has been shown.
  package func lastSnapshot(
    isRepeated: Bool = false
  ) throws -> sending ContentSnapshot<Content>? {
    try snapshot(isEveryChunk: isRepeated)
  }

  private func snapshot(isEveryChunk: Bool) throws -> sending ContentSnapshot<Content>? {
    let rawContent = try mapped(rawContent)
    guard rawContent.shape != .nothing else { return nil }
    if !isEveryChunk, let previous, rawContent.stored.looksLike(previous.stored) { return nil }
    let content: Content.PartiallyGenerated
    do {
      content = try rawContent.partialValue(Content.self)
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
  /// wrong kind already, or is complete.
  private static func isNotReady(_ error: any Error, in content: GeneratedContent) -> Bool {
    guard !content.isComplete else { return false }
    guard let error = error as? GeneratedContent.ConversionError else { return true }
    guard let place = content[error.path] else { return true }
    return !place.isComplete && (error.code != .typeMismatch || place.shape == .nothing)
  }
}
