import SchemaContent
import SchemaFitting
import SchemaModel
import SchemaReading

/// The part of an answer's text that has arrived, in the model's form.
struct ArrivedAnswer {
  /// The content at one time, with the state of the answer.
  struct Snapshot: Sendable {
    let content: GeneratedContent
    /// The mapping from the model's content to the declared content.
    let mapping: AnswerMapping
    /// The number of earlier texts that were dropped.
    let renewalCount: Int
    /// The declared content of the last snapshot that was shown; `nil` before the first.
    let previous: GeneratedContent?
    /// `true` if the complete answer was converted to a value.
    let isChecked: Bool
  }

  private let format: ChunkReader.Format
  /// The id of the answer's content, which is the same in all texts of the answer.
  private var id = GenerationID()
  /// `true` if a text has had the id, even if that text was dropped.
  private var isIDUsed = false
  private var chunks: ChunkReader
  /// The reader of the text for snapshots along a schema; `nil` if nothing of it is mended.
  private var reader: SchemaReader?
  /// The reading of the text along the schema.
  private var partial: PartialReading?
  /// `true` if the chunk reader has read nothing.
  private var isUnused = true
  private var renewalCount = 0
  private var mapping = AnswerMapping.identity
  /// The complete answer in the declared form, if its text was read in another way.
  private var settled: GeneratedContent?
  private var previous: GeneratedContent?
  private var isChecked = false

  init(format: ChunkReader.Format) {
    self.format = format
    chunks = Self.chunkReader(format, id)
  }

  private static func chunkReader(
    _ format: ChunkReader.Format, _ id: GenerationID
  ) -> ChunkReader {
    ChunkReader(format: format, options: .lenient, id: id)
  }

  var snapshot: Snapshot {
    Snapshot(
      content: settled ?? partial?.content ?? chunks.content,
      mapping: settled == nil ? mapping : .identity,
      renewalCount: renewalCount, previous: previous, isChecked: isChecked)
  }

  /// The identity of the answer's content.
  var contentID: GenerationID { id }

  /// The departures of the text from RFC 8259.
  var departures: GeneratedContentParser.Departures { chunks.departures }

  /// Adds text.
  ///
  /// - Returns: `false` if the text is not JSON, and nothing of it is shown.
  mutating func append(_ text: String) -> Bool {
    recordUse()
    partial?.append(text)
    let isJSON = (try? chunks.append(text)) != nil
    return isJSON || partial != nil
  }

  /// Sets the reader of the text for snapshots along a schema, before the text begins.
  mutating func readAlong(_ reader: SchemaReader?) {
    self.reader = reader
    partial = reader?.partialReading(id: id)
  }

  /// Drops the text, since another answer follows.
  mutating func beginAnswer() {
    guard isIDUsed else { return }
    id = GenerationID()
    isIDUsed = false
    beginText()
  }

  /// Drops the text, since another text of the answer follows.
  mutating func dropText() { dropText(mapping: mapping) }

  /// Drops the text and sets the mapping of the next one.
  ///
  /// Does nothing if there is no text and the mapping stays the same.
  mutating func dropText(mapping: AnswerMapping) {
    guard !isUnused || self.mapping != mapping else { return }
    self.mapping = mapping
    beginText()
  }

  private mutating func beginText() {
    chunks = Self.chunkReader(format, id)
    partial = reader?.partialReading(id: id)
    settled = nil
    renewalCount += 1
    isUnused = true
    previous = nil
    isChecked = false
  }

  /// Ends the text.
  ///
  /// - Returns: The complete content, `nil` if there was no text; or the error of the text.
  mutating func finish() -> Result<GeneratedContent?, any Error> {
    recordUse()
    return Result { try chunks.finish() }
  }

  private mutating func recordUse() {
    isUnused = false
    isIDUsed = true
  }

  /// Ends the text with its content, in the declared form.
  ///
  /// - Returns: `false` if another value was shown.
  mutating func settle(_ content: GeneratedContent) -> Bool {
    if let partial {
      settled = partial.complete(with: content)
      return settled != nil
    }
    settled = content
    renewalCount += 1
    previous = nil
    return true
  }

  /// `true` if snapshots show the reading along the schema.
  var isReadAlong: Bool { partial != nil }

  /// Records that the complete answer was converted to a value.
  mutating func recordCheck() { isChecked = true }

  /// Records that a snapshot was shown, with its declared content.
  mutating func recordShown(_ snapshot: Snapshot, as content: GeneratedContent) {
    if snapshot.renewalCount == renewalCount { previous = content }
  }
}
