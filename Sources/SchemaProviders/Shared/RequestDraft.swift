import SchemaModel
import SchemaSessions

/// A request while a format writes it: the conversation, its schemas, and the names, notes and
/// separate parts of the body so far.
struct RequestDraft {
  let provider: String
  let adjustments: RequestAdjustments
  private(set) var schemas: RequestSchemas
  /// The request in the forms of the fitted schemas, without attachments of answers.
  let request: LanguageModelExecutorGenerationRequest
  private(set) var names: SafeNames
  private(set) var bodyParts = BodyParts()
  private var notes: OptionNotes

  /// Fits the schemas of a request.
  ///
  /// `tools` are the tools that the request offers; `nil` for those that the model may call.
  /// `takesTexts` is `true` if the arguments of a tool can be a text. `isEnforced` is `true` if the
  /// provider enforces the schema of the answer.
  ///
  /// - Throws: `SchemaError` for a schema that cannot be fitted to the dialect.
  init(
    _ request: LanguageModelExecutorGenerationRequest, for format: some WireFormat,
    tools: [Transcript.ToolDefinition]? = nil, takesTexts: Bool = false,
    isEnforced: Bool, names: SafeNames = SafeNames(), from written: WrittenSchemas
  ) throws {
    provider = format.provider
    adjustments = written.adjustments
    schemas = try RequestSchemas(
      request, tools: tools ?? request.enabledToolDefinitions, takesTexts: takesTexts,
      isEnforced: isEnforced, from: written)
    let stripped = schemas.request.withoutAttachmentsOfAnswers
    self.request = stripped ?? schemas.request
    self.names = names
    notes = OptionNotes(request, provider: provider)
    if adjustments.contains(.noStreamOptions) { note(.rejectedField("stream_options")) }
    if adjustments.contains(.optionalCalls) { note(.rejectedField("tool_choice")) }
    if adjustments.contains(.plainCalls) { note(.rejectedCallProperties) }
    if stripped != nil { note(.attachmentsOfAnswers) }
  }

  /// `true` if the model has to call a tool.
  var requiresCalls: Bool {
    request.generationOptions.toolCallingMode == .required
      && !request.enabledToolDefinitions.isEmpty
  }

  /// Returns the body with a content that may have stand-ins of the draft.
  func body(_ content: GeneratedContent) -> RequestBody {
    RequestBody(content: content, parts: bodyParts)
  }

  /// Returns the context of the reply to the written request.
  func context(of request: TransportRequest) -> ReplyContext {
    ReplyContext(schemas, of: request, provider: provider, names: names, notes: notes.notes)
  }

  // MARK: Notes

  /// Adds a note to the answer's metadata.
  mutating func note(_ note: RequestNote) { notes.note(note.text(of: provider)) }

  /// Adds a note that an option is left out.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability`, if the session's policy demands it.
  mutating func leaveOut(_ option: String) throws { try notes.leaveOut(option) }

  /// Returns the sampling parameters of the request that the provider supports.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability` for an unsupported parameter, if the
  ///   session's policy demands it, and for a number that is not finite.
  mutating func sampling(
    _ supported: Set<SamplingOptions.Parameter>, largestSeed: UInt64 = UInt64(Int64.max)
  ) throws -> SamplingOptions {
    try SamplingOptions(
      request.generationOptions, supported: supported, largestSeed: largestSeed, &notes)
  }

  /// Returns the reasoning of an entry that the provider wants back; `nil` for other reasoning.
  mutating func ownReasoning(_ reasoning: Transcript.Reasoning) -> ProviderReasoning? {
    if ProviderReasoning.isForeign(reasoning, for: provider) { note(.foreignReasoning) }
    return ProviderReasoning(reasoning, of: provider)
  }

  /// Returns the signature of reasoning as JSON, for a signature that is an item or a list.
  ///
  /// - Returns: The JSON; `nil` with a note if it is not complete, such as in a damaged transcript.
  mutating func signedItem(_ reasoning: ProviderReasoning) -> GeneratedContent? {
    let item = reasoning.signedItem
    if item == nil { note(.damagedReasoning) }
    return item
  }

  // MARK: Tools and schemas

  /// Returns the provider's form of a name.
  mutating func safeName(for name: String) -> String { names.safeName(for: name) }

  /// Returns the stand-in for a document in the body, such as a schema.
  mutating func standIn(for document: WrittenDocument) -> GeneratedContent {
    bodyParts.standIn(for: document)
  }

  /// Returns the tools, each written once in the form of the interface.
  ///
  /// `isStrict` is `true` for the position and the definition of a tool whose schema the provider
  /// enforces. The result of `write` may only depend on its parameter.
  mutating func tools(
    strict isStrict: (Int, Transcript.ToolDefinition) -> Bool = { _, _ in false },
    _ write: (FunctionTool) -> GeneratedContent
  ) -> [WrittenDocument] {
    schemas.tools.enumerated().map { index, offered in
      let isStrict = isStrict(index, offered.definition)
      if isStrict { schemas.recordEnforcedTool(offered.definition.name) }
      let name = names.safeName(for: offered.definition.name)
      return schemas.writtenTools.tool(offered, named: name, isStrict: isStrict) {
        write(
          FunctionTool(
            name: name, definition: offered.definition, isStrict: isStrict,
            parameters: offered.schema.document.content))
      }
    }
  }

  /// Returns the stand-ins for tools; `nil` if there are none.
  mutating func standIns(for tools: [WrittenDocument]) -> [GeneratedContent]? {
    tools.isEmpty ? nil : tools.map { bodyParts.standIn(for: $0) }
  }

  /// Returns the schema of the answer with its name, as the interfaces of OpenAI have it; `nil` for
  /// a text.
  mutating func answerFormat(type: String? = nil, strict: Bool?) -> GeneratedContent? {
    guard let answer = schemas.answer, let name = request.schema?.name else { return nil }
    return .object([
      "type": type, "name": names.safeName(for: name), "strict": strict,
      "schema": bodyParts.standIn(for: answer.document),
    ])
  }

  // MARK: Attachments

  /// Returns the parts of an entry: its texts and attachments.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an attachment that the
  ///   interface does not accept; `LanguageModelError.unsupportedCapability` for a property of an
  ///   attachment, if the session's policy demands it.
  mutating func parts(
    of entry: Transcript.Entry, in form: some AttachmentForm
  ) throws -> [GeneratedContent] {
    try note(entry.attachments)
    let provider = provider
    return try form.parts(of: entry, for: provider) { bodyParts.standIn(for: $0) }
  }

  /// Returns an attachment of an entry as a part.
  ///
  /// - Throws: The errors of ``parts(of:in:)``.
  mutating func part(
    _ attachment: Transcript.AttachmentSegment, of entry: Transcript.Entry,
    in form: some AttachmentForm
  ) throws -> GeneratedContent {
    try note([attachment])
    let provider = provider
    return try form.part(attachment, of: entry, for: provider) { bodyParts.standIn(for: $0) }
  }

  /// Notes the properties of attachments that no interface can state.
  private mutating func note(_ attachments: [Transcript.AttachmentSegment]) throws {
    for case .image(let image) in attachments.map(\.content) where image.orientation != .up {
      try leaveOut("orientation of an image")
    }
  }
}

/// A tool as a function with a schema of its arguments, under the provider's name for it.
struct FunctionTool {
  let name: String
  let definition: Transcript.ToolDefinition
  /// `true` if the provider enforces the schema.
  let isStrict: Bool
  let parameters: GeneratedContent

  /// Returns the function in the properties that most interfaces share.
  ///
  /// `strict` is the value of `strict`, if the interface knows it. `schema` is the interface's name
  /// for the schema, and `type` is the type of the tool, if it is in the same object.
  func function(
    type: String? = nil, strict: Bool? = nil, schema: String = "parameters"
  ) -> GeneratedContent {
    .object([
      "type": type, "name": name, "description": definition.description, "strict": strict,
      schema: parameters,
    ])
  }

  /// Returns the function within a tool, as Chat Completions and Ollama have it.
  func nestedFunction() -> GeneratedContent {
    .object(["type": "function", "function": function(strict: isStrict ? true : nil)])
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// The request without the attachments of answers, which no interface accepts; `nil` if there are
  /// none.
  fileprivate var withoutAttachmentsOfAnswers: Self? {
    func hasAttachments(_ entry: Transcript.Entry) -> Bool {
      if case .response = entry { !entry.attachments.isEmpty } else { false }
    }
    guard transcript.contains(where: hasAttachments) else { return nil }
    var request = self
    request.transcript = Transcript(
      entries: transcript.map { entry in
        guard case .response(var response) = entry else { return entry }
        response.segments.removeAll(where: \.isAttachment)
        return .response(response)
      })
    return request
  }
}
