import SchemaDialects
import SchemaEncoding
import SchemaModel

/// An estimate of the number of tokens of a conversation, for models that do not count tokens.
///
/// Current vocabularies make one token of about four bytes of English, and of about two bytes of
/// other scripts in UTF-8. An image counts as 1,000 tokens, which is within the range that
/// providers state for photos. A recording or a file counts as one token for each 100 bytes.
struct TokenEstimate {
  /// Quarters of a token: one for each byte of ASCII, two for each other byte.
  private var quarters = 0
  /// The tokens of attachments.
  private var attached = 0
  /// The measured sizes of schemas; `nil` to write and measure each schema again.
  private let schemaSizes: PreparedSchemas<Int>?

  init(schemaSizes: PreparedSchemas<Int>? = nil) { self.schemaSizes = schemaSizes }

  /// The number of tokens so far.
  var count: Int { attached.addingClamped(quarters.addingClamped(3) / 4) }

  /// Adds a text.
  mutating func add(_ text: String) { quarters += Self.quarters(of: text.utf8) }

  private static func quarters(of text: some Sequence<UInt8>) -> Int {
    text.reduce(0) { $0 + ($1 < 0x80 ? 1 : 2) }
  }

  /// Adds a schema, measured by the text that providers receive.
  ///
  /// - Throws: `SchemaError` for a faulty schema.
  mutating func add(_ schema: GenerationSchema) throws {
    func quarters(_ schema: GenerationSchema) throws -> Int {
      Self.quarters(of: try SchemaEncoder(dialect: JSONSchemaDialect()).encode(schema).utf8)
    }
    self.quarters +=
      try schemaSizes?.value(for: schema, prepare: quarters) ?? quarters(schema)
  }

  /// Adds an entry of a conversation.
  ///
  /// - Throws: The first `SchemaError` for a faulty schema of a tool, after everything else is
  ///   added.
  mutating func add(_ entry: Transcript.Entry) throws {
    var fault: (any Error)?
    for segment in entry.segments {
      if let text = segment.text { add(text) }
    }
    for attachment in entry.attachments { attached += Self.count(of: attachment) }
    switch entry {
    case .instructions(let instructions):
      for tool in instructions.toolDefinitions {
        add(tool.name)
        add(tool.description)
        do { try add(tool.parameters) } catch { fault = fault ?? error }
      }
    case .toolCalls(let calls):
      for call in calls {
        add(call.toolName)
        add(call.arguments.jsonString(.compact))
      }
    case .reasoning(let reasoning): quarters += reasoning.signature?.count ?? 0
    case .prompt, .toolOutput, .response: break
    }
    if let fault { throw fault }
  }

  /// The number of tokens of an attachment.
  static func count(of attachment: Transcript.AttachmentSegment) -> Int {
    switch attachment.content {
    case .image: 1_000
    case .audio, .file: (attachment.content.source.data?.count ?? 100_000) / 100
    }
  }
}

extension Transcript.Entry {
  /// The approximate number of tokens of the entry.
  ///
  /// The faulty schema of a tool counts as 0; the request reports it.
  func estimatedTokenCount(_ schemaSizes: PreparedSchemas<Int>? = nil) -> Int {
    var estimate = TokenEstimate(schemaSizes: schemaSizes)
    try? estimate.add(self)
    return estimate.count
  }
}

extension Transcript {
  /// The approximate number of tokens of the conversation.
  func estimatedTokenCount(_ schemaSizes: PreparedSchemas<Int>) -> Int {
    reduce(0) { $0.addingClamped($1.estimatedTokenCount(schemaSizes)) }
  }

  /// The approximate number of tokens without instructions, which a session never drops.
  var estimatedTurnTokenCount: Int {
    reduce(0) { $1.instructions == nil ? $0.addingClamped($1.estimatedTokenCount()) : $0 }
  }
}
