import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessions
import SchemaText

/// Requests to Chat Completions (`POST {base}/chat/completions`).
struct ChatFormat: BatchFormat {
  let model: String
  let baseURL: String
  let headers: [String: String]
  private(set) var keyField = KeyField.bearer
  private(set) var cache = PromptCache()
  let quirks: ChatQuirks
  /// The properties that the caller adds to each body.
  private(set) var extraBody = ExtraBody()
  private(set) var isStream = true

  var dialect: any SchemaDialect { quirks.dialect }
  var toolDialect: any SchemaDialect { quirks.toolDialect }
  var provider: String { quirks.provider }
  var providerID: String { quirks.identifier }

  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, ChatReader) {
    let enforcement = enforcement(
      withTools: !request.enabledToolDefinitions.isEmpty, schemas.adjustments)
    var draft = try RequestDraft(
      request, for: self, isEnforced: enforcement != nil, from: schemas)
    let request = draft.request
    let sampling = try draft.sampling(
      quirks.sampling.union(quirks.seed == nil ? [] : [.seed]),
      largestSeed: quirks.seed?.largest ?? 0)
    let effort = request.contextOptions.reasoningLevel?.effort
    if effort != nil, !quirks.has(.reasoningEffort) { try draft.leaveOut("reasoning level") }
    let areStrict = areStrict(in: &draft)
    let tools = draft.tools(strict: { areStrict && $1.isStrict }) { $0.nestedFunction() }
    let toolStandIns = draft.standIns(for: tools)
    if draft.adjustments.contains(.promptedSchema) { draft.note(.noSchemas(ofModel: model)) }
    let isStream =
      self.isStream && (enforcement?.allowsStream != false || request.schema == nil)
    let instruction = try draft.schemas.instruction(isShown: enforcement?.isShown == true)
    var isRequired = draft.requiresCalls
    if isRequired, quirks.has(.optionalCallsWhileThinking), !extraBody.disablesThinking {
      draft.note(.optionalCallsWhileThinking)
      isRequired = false
    }
    let limit = request.generationOptions.maximumResponseTokens
    let body = GeneratedContent.object([
      "model": model, "stream": isStream ? true : nil, "prompt_cache_key": cache.key,
      "prompt_cache_options": cache.options,
      "stream_options": isStream && !quirks.has(.unaskedUsage)
        && !draft.adjustments.contains(.noStreamOptions)
        ? GeneratedContent.object(["include_usage": true]) : nil,
      "max_completion_tokens": quirks.has(.newTokenLimit) ? limit : nil,
      "max_tokens": quirks.has(.newTokenLimit) ? nil : limit,
      "temperature": sampling.temperature, "top_p": sampling.probabilityThreshold,
      "top_k": sampling.topK,
      "seed": quirks.seed?.name == .seed ? sampling.seed : nil,
      "random_seed": quirks.seed?.name == .randomSeed ? sampling.seed : nil,
      "reasoning_effort": quirks.has(.reasoningEffort) ? effort : nil,
      "messages": try messages(adding: instruction, to: &draft),
      "tools": toolStandIns,
      "tool_choice": isRequired ? "required" : nil,
      "response_format":
        enforcement
        .flatMap { draft.answerFormat(strict: $0.isStrict ? true : nil) }
        .map { GeneratedContent.object(["type": "json_schema", "json_schema": $0]) },
      // Otherwise providers silently drop parameters that they do not know.
      "provider": quirks.has(.routing) && (request.schema != nil || !tools.isEmpty)
        ? GeneratedContent.object(["require_parameters": true]) : nil,
    ])
    let (wireRequest, context) = try post(
      try extraBody.added(to: body, provider: provider), of: draft, to: "chat/completions",
      key: key, accept: isStream ? "text/event-stream" : "application/json")
    return (wireRequest, ChatReader(context: context, reasoning: quirks.reasoning))
  }

  /// The enforcement of the schema of an answer; `nil` if the schema has to be in the prompt.
  private func enforcement(
    withTools hasTools: Bool, _ adjustments: RequestAdjustments
  ) -> ChatQuirks.Enforcement? {
    guard !adjustments.contains(.promptedSchema), let enforcement = quirks.enforcement,
      enforcement.allowsTools || !hasTools
    else { return nil }
    return enforcement
  }

  /// `true` if the tools of a request can be strict; some servers require all tools to be strict.
  private func areStrict(in draft: inout RequestDraft) -> Bool {
    switch quirks.tools {
    case .unmarked, .declared: return false
    case .strict: return true
    case .strictTogether: break
    }
    let tools = draft.schemas.tools
    guard tools.allSatisfy(\.definition.isStrict) else { return false }
    guard tools.contains(where: { $0.schema.document.content.hasInnerEmptyObject }) else {
      return true
    }
    draft.note(.looseTools)
    return false
  }

  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments? {
    guard quirks.enforcement?.allowsStream == false, request.schema != nil,
      case .providerFailure(let failure) = error, failure.statusCode == 400,
      failure.debugDescription.contains("does not support response format")
    else { return .leavingOutField(after: error, of: request) }
    return .promptedSchema
  }

  var withoutStream: ChatFormat {
    var format = self
    format.isStream = false
    return format
  }

  func headers(key: String?) -> [String: String] { headers.merging(keyField.header(key)) { $1 } }

  /// The messages of a transcript.
  ///
  /// The message with the calls of tools also has the text before the calls, and the reasoning, if
  /// the server wants reasoning back. Attachments of outputs follow all outputs, in a message of
  /// the user.
  private func messages(
    adding instruction: String?, to draft: inout RequestDraft
  ) throws -> [GeneratedContent] {
    var messages: [GeneratedContent] = []
    if let text = draft.request.instructions(adding: instruction) {
      messages.append(.object(["role": "system", "content": text]))
    }
    var callIDs = CallIDs(areShort: quirks.has(.shortCallIDs))
    var textBeforeCalls: String?
    var signed: ProviderReasoning?
    func appendText() {
      guard let text = textBeforeCalls else { return }
      messages.append(
        .object([
          "role": "assistant", "content": text, "reasoning_details": details(signed, in: &draft),
        ]))
      textBeforeCalls = nil
      signed = nil
    }
    var outputParts: [GeneratedContent] = []
    func appendOutputParts() {
      guard !outputParts.isEmpty else { return }
      MessageTurns.append(.object(["role": "user", "content": outputParts]), to: &messages)
      outputParts = []
    }
    for entry in draft.request.transcript {
      if case .toolOutput = entry {} else { appendOutputParts() }
      switch entry {
      case .instructions: break
      case .prompt:
        appendText()
        signed = nil
        let content = try content(of: entry, in: &draft)
        MessageTurns.append(.object(["role": "user", "content": content]), to: &messages)
      case .response(let response):
        appendText()
        textBeforeCalls = response.text
      case .toolCalls(let calls):
        messages.append(
          .object([
            "role": "assistant",
            "content": textBeforeCalls.map { GeneratedContent($0) }
              ?? GeneratedContent(kind: .null),
            "tool_calls": calls.map { self.call($0, callIDs.id(of: $0.id), in: &draft) },
            "reasoning_content": quirks.reasoning == .content ? signed?.signature ?? "" : nil,
            "reasoning_details": details(signed, in: &draft),
          ]))
        textBeforeCalls = nil
        signed = nil
      case .toolOutput(let output):
        messages.append(
          .object([
            "role": "tool", "content": entry.textWithoutAttachments,
            "tool_call_id": callIDs.id(of: output.id),
          ]))
        outputParts += try parts(ofOutput: output, entry, in: &draft)
      case .reasoning(let reasoning):
        guard let own = draft.ownReasoning(reasoning) else { break }
        // Reasoning may follow the text that it belongs to, since some servers send reasoning at
        // the end.
        if signed != nil { appendText() }
        signed = own
      }
    }
    appendText()
    appendOutputParts()
    return messages
  }

  /// The reasoning as the list in which it arrived.
  private func details(
    _ signed: ProviderReasoning?, in draft: inout RequestDraft
  ) -> GeneratedContent? {
    quirks.reasoning == .details ? signed.flatMap { draft.signedItem($0) } : nil
  }

  private var attachments: ChatAttachments { ChatAttachments(takesFiles: quirks.has(.files)) }

  /// The content of a message of the user: text, or a list of parts if there are attachments.
  private func content(
    of entry: Transcript.Entry, in draft: inout RequestDraft
  ) throws -> GeneratedContent {
    guard !entry.attachments.isEmpty || cache.marksPrompts else {
      return GeneratedContent(entry.segments.joinedText)
    }
    return GeneratedContent(elements: cache.marking(try draft.parts(of: entry, in: attachments)))
  }

  /// The attachments of a tool's output, after a text that names the call; empty if there are none.
  ///
  /// A tool's message can only have text.
  private func parts(
    ofOutput output: Transcript.ToolOutput, _ entry: Transcript.Entry, in draft: inout RequestDraft
  ) throws -> [GeneratedContent] {
    let attached = entry.attachments
    guard !attached.isEmpty else { return [] }
    let labels = attached.compactMap(\.label).map { "\"\($0)\"" }.joined(separator: ", ")
    let text =
      "Attached to the output of the tool \(output.toolName), call \(output.id)"
      + (labels.isEmpty ? ":" : ", as \(labels):")
    return [attachments.text(text)]
      + (try attached.map { try draft.part($0, of: entry, in: attachments) })
  }

  private func call(
    _ call: Transcript.ToolCall, _ id: String, in draft: inout RequestDraft
  ) -> GeneratedContent {
    CallForm.chat.adding(
      call.metadata, of: provider,
      to: .object([
        "id": id, "type": "function",
        "function": GeneratedContent.object([
          "name": draft.safeName(for: call.toolName),
          "arguments": call.argumentObject.jsonString(.compact),
        ]),
      ]))
  }
}

extension GeneratedContent {
  /// `true` if a schema contains, below its root, an object without properties.
  fileprivate var hasInnerEmptyObject: Bool {
    var pending = [self]
    var isRoot = true
    while let schema = pending.popLast() {
      switch schema.shape {
      case .object:
        if !isRoot, schema.text(named: "type") == "object",
          (schema.property(named: "properties")?.childCount ?? 0) == 0
        {
          return true
        }
        isRoot = false
        pending += schema.properties.map(\.content)
      case .array: pending += schema.elementList
      default: break
      }
    }
    return false
  }
}

/// The identifiers of calls in the form that a server accepts.
private struct CallIDs {
  private static let shortLength = 9

  /// `true` if identifiers are nine letters and digits, which Mistral's models require.
  private let areShort: Bool
  private var known: [String: String] = [:]
  private var taken: Set<String> = []

  init(areShort: Bool) { self.areShort = areShort }

  /// Returns a unique identifier for a call.
  mutating func id(of original: String) -> String {
    guard areShort else { return original }
    if let known = known[original] { return known }
    var id = original
    var attempt = 0
    while !CallIDs.isShort(id) || taken.contains(id) {
      id = Fingerprint(of: "\(original)\n\(attempt)").shortText(CallIDs.shortLength)
      attempt += 1
    }
    known[original] = id
    taken.insert(id)
    return id
  }

  private static func isShort(_ id: String) -> Bool {
    id.utf8.count == shortLength && id.utf8.allSatisfy(\.isASCIIAlphanumeric)
  }
}
