import SchemaModel
import SchemaSessions

/// The messages of a transcript for Anthropic, in turns of the user and the model.
///
/// The outputs of the calls of one answer are in one message. The blocks of an answer keep their
/// order. Reasoning is bound to all bytes before it, so requests repeat reasoning only while these
/// bytes are the same.
struct AnthropicConversation {
  /// The key in a call's metadata for the caller, which can be one of the server's own tools.
  static let callerKey = "caller"

  /// The text for a tool's output without text.
  ///
  /// The interface rejects a blank text.
  private static let noOutput = "(no output)"

  /// The key in an answer's metadata for the citations of its texts, by the identifiers of their
  /// segments.
  ///
  /// In transcripts of earlier versions its value is a list with the citations of all segments.
  static let citationsKey = "citations"

  private struct Block {
    var content: GeneratedContent
    var signed: ProviderReasoning?
  }

  /// The request, with the names and the attachments of the conversation.
  private(set) var draft: RequestDraft
  /// The prefix that the model reads.
  private(set) var prefix: BoundPrefix
  private let hasReasoning: Bool
  private let keepsUnsigned: Bool
  private let attachments: any AttachmentForm
  private var turns = MessageTurns()
  /// The blocks of an unfinished answer.
  private var answer = AnswerParts<Block>()

  /// Writes the conversation of a draft, after its instructions and tools.
  ///
  /// `keepsUnsigned` is `true` if requests repeat reasoning without a signature.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an attachment that the
  ///   interface does not accept.
  init(
    _ draft: RequestDraft, instructions: String?, tools: [WrittenDocument],
    attachments: some AttachmentForm, keepsUnsigned: Bool = false
  ) throws {
    self.draft = draft
    self.attachments = attachments
    self.keepsUnsigned = keepsUnsigned
    hasReasoning = !draft.adjustments.contains(.noReasoning)
    // Reasoning is bound to the instructions, the tools and all messages before it.
    var prefix = BoundPrefix()
    if let instructions { prefix.append(GeneratedContent(instructions), to: "system") }
    for tool in tools { prefix.append(tool.content, to: "tools") }
    self.prefix = prefix
    try append(draft.request.transcript, of: draft.provider)
  }

  var messages: [GeneratedContent] { turns.messages(parts: "content") }

  /// Adds the entries of a transcript.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an attachment that the
  ///   interface does not accept.
  private mutating func append(_ transcript: Transcript, of provider: String) throws {
    for entry in transcript {
      switch entry {
      case .instructions: break
      case .prompt:
        let (blocks, bound) = try blocks(of: entry)
        for (block, bound) in zip(blocks, bound) { append(block, bound: bound, to: "user") }
      case .response(let response):
        append(response)
      case .toolCalls(let calls):
        for call in calls {
          answer.append(
            Block(content: Self.call(call, draft.safeName(for: call.toolName), of: provider)),
            call.metadata)
        }
      case .toolOutput(let output):
        let (blocks, bound) = try blocks(of: entry)
        let text = output.segments.joinedText
        func result(_ blocks: [GeneratedContent]) -> GeneratedContent {
          let hasAttachments = !entry.attachments.isEmpty
          return .object([
            "type": "tool_result", "tool_use_id": output.id,
            "content": hasAttachments
              ? GeneratedContent(elements: blocks)
              : GeneratedContent(text.isBlank ? Self.noOutput : text),
          ])
        }
        append(result(blocks), bound: result(bound), to: "user")
      case .reasoning(let reasoning):
        guard hasReasoning, let signed = draft.ownReasoning(reasoning),
          keepsUnsigned || !signed.isUnsigned,
          let content = signed.isItem ? draft.signedItem(signed) : Self.block(signed)
        else { continue }
        answer.append(Block(content: content, signed: signed), reasoning.metadata)
      }
    }
    endAnswer()
  }

  /// Adds the texts of an answer, except for blank ones, which the interface rejects.
  private mutating func append(_ response: Transcript.Response) {
    for segment in response.segments {
      let text = [segment].joinedText
      guard !text.isBlank else { continue }
      var citations = response.metadata[Self.citationsKey]
      if citations?.shape == .object { citations = citations?.property(named: segment.id) }
      answer.append(Block(content: Self.text(text, citations: citations)), response.metadata)
    }
  }

  /// Adds a part.
  ///
  /// The prefix gets `bound`, which has fingerprints in place of Base64 text.
  private mutating func append(
    _ part: GeneratedContent, bound: GeneratedContent, to role: String
  ) {
    endAnswer()
    turns.append(part, to: role)
    prefix.append(bound, to: role)
  }

  /// Returns the blocks of an entry in two forms: as they are sent, and with fingerprints in place
  /// of bytes, for the fingerprint of the prefix.
  private mutating func blocks(
    of entry: Transcript.Entry
  ) throws -> (sent: [GeneratedContent], bound: [GeneratedContent]) {
    let sent = try draft.parts(of: entry, in: attachments)
    guard !entry.attachments.isEmpty else { return (sent, sent) }
    let bound = try attachments.parts(of: entry, for: draft.provider) { data in
      var fingerprint = Fingerprint()
      fingerprint.add(data)
      return fingerprint.text
    }
    return (sent, bound)
  }

  /// Adds the blocks of an answer, except for reasoning whose prefix was changed.
  private mutating func endAnswer() {
    for block in answer.end() {
      if let bound = block.signed?.prefix, bound != prefix.value() {
        draft.note(.unboundReasoning)
        continue
      }
      turns.append(block.content, to: "assistant")
      prefix.append(block.content, to: "assistant")
    }
  }

  // MARK: Blocks

  static func text(_ text: String, citations: GeneratedContent? = nil) -> GeneratedContent {
    .object(["type": "text", "text": text, "citations": citations])
  }

  /// A call in the form in which a request repeats it.
  static func call(
    _ call: Transcript.ToolCall, _ name: String, of provider: String
  ) -> GeneratedContent {
    CallForm.anthropic.adding(
      call.metadata, of: provider,
      to: .object([
        "type": "tool_use", "id": call.id, "name": name, "input": call.argumentObject,
        "caller": call.metadata[callerKey],
      ]))
  }

  /// Reasoning in the form in which a request repeats it.
  private static func block(_ signed: ProviderReasoning) -> GeneratedContent {
    switch signed.kind {
    case AnthropicReader.redacted: redacted(signed.signature)
    case ProviderReasoning.unsignedKind: reasoning(signed.text, nil)
    default: reasoning(signed.text, signed.signature)
    }
  }

  static func reasoning(_ text: String, _ signature: String?) -> GeneratedContent {
    .object(["type": "thinking", "thinking": text, "signature": signature])
  }

  /// Reasoning that only the provider can read.
  static func redacted(_ data: String) -> GeneratedContent {
    .object(["type": AnthropicReader.redacted, "data": data])
  }
}
