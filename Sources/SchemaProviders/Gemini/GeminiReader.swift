import SchemaModel
import SchemaSessions

/// Reads the stream of a response of Gemini.
///
/// The parts of an answer are in order of arrival, in which later requests repeat them. A signature
/// belongs to one part, so a part with a signature is not joined with a part without one.
struct GeminiReader: WireReader {
  /// A part of the answer.
  ///
  /// A text or reasoning has its position, and whether its last piece has a signature, so that the
  /// next piece does not continue it.
  private enum Part {
    case text(Int, isSigned: Bool)
    case reasoning(Int, isSigned: Bool)
    case other
  }

  /// The key in the metadata of calls and answers for the signature, which Gemini wants back.
  static let signatureKey = "thoughtSignature"

  /// The key in the metadata of calls for the server's identifier.
  static let callIDKey = "functionCallID"

  /// The largest number of requests that continue an answer.
  private static let maximumContinuations = 20

  static let eventTypes: Set<String>? = ["message"]
  static let mayRepeatEnd = true

  var context: ReplyContext
  /// The end, which each event may state: text may follow an event with a finish reason.
  var end = ReplyEnd()
  /// The previous part, which the next part may continue.
  private var last = Part.other
  /// The signatures of the segments of each text, by its position; empty for those without one.
  private var signatures: [Int: [String]] = [:]
  /// The number of tokens of the current request that are not reasoning.
  private var candidateTokens = 0
  /// The number of requests that continue the answer.
  private var continuations = 0
  /// The server's token for the next request that continues the answer, if the answer is paused.
  private var continuationToken: GeneratedContent?
  /// The body of the next request that continues the answer.
  private var body: RequestBody

  init(context: ReplyContext, of body: RequestBody) {
    self.context = context
    self.body = body
  }

  mutating func read(completeReply reply: GeneratedContent) throws {
    guard reply.value("candidates") != nil || reply.value("promptFeedback") != nil else {
      throw context.failures.failure(.invalidReply, "the reply has no candidates.")
    }
    try read(reply, "")
  }

  mutating func read(_ chunk: GeneratedContent, _ type: String) throws {
    context.addIdentity(in: chunk, id: "responseId", model: "modelVersion")
    if let feedback = chunk.value("promptFeedback"),
      let reason = feedback.nonEmptyText(named: "blockReason")
    {
      end.state(.filtered(isPrompt: true), reason: reason)
      end.explain(feedback.text(named: "blockReasonMessage"))
    }
    if let candidate = chunk.value("candidates")?.firstElement {
      for part in candidate.value("content", "parts")?.elementList ?? [] { try read(part: part) }
      continuationToken = candidate.value("continuationToken") ?? continuationToken
      end.state(candidate.text(named: "finishReason"), pause: "CONTINUATION", replaces: true)
      end.explain(candidate.text(named: "finishMessage"))
    }
    if let counts = chunk.value("usageMetadata"), counts.shape == .object {
      let prompt = counts.count("promptTokenCount") ?? 0
      context.usage.input.update(
        prompt.addingClamped(counts.count("toolUsePromptTokenCount") ?? 0))
      context.usage.cached.update(counts.count("cachedContentTokenCount"))
      context.usage.reasoning.update(counts.count("thoughtsTokenCount"))
      candidateTokens.update(counts.count("candidatesTokenCount"))
      context.usage.output = context.usage.reasoning.addingClamped(candidateTokens)
      context.addUsage()
    }
  }

  // MARK: Parts

  private mutating func read(part: GeneratedContent) throws {
    let signature = part.text(named: Self.signatureKey)
    if let call = part.value("functionCall") {
      try read(call, of: part)
    } else if let text = part.text(named: "text") {
      if part.value("thought")?.isTrue == true {
        read(reasoning: text, signature)
      } else if !text.isEmpty {
        read(text: text, signature)
      } else if signature != nil {
        // A part without text can have a signature. Requests repeat it unchanged.
        read(item: part)
      }
    } else if part.childCount > 0 {
      read(item: part)
    }
  }

  private mutating func read(text: String, _ signature: String?) {
    let position: Int
    let beginsSegment: Bool
    switch last {
    case .text(let previous, let isSigned):
      position = previous
      beginsSegment = isSigned || signature != nil
    case .reasoning, .other:
      position = context.places.add(.text)
      beginsSegment = true
    }
    if beginsSegment { signatures[position, default: []].append(signature ?? "") }
    last = .text(position, isSigned: signature != nil)
    context.addText(
      text, part: context.places[position].part,
      segment: signatures[position, default: []].count - 1)
  }

  private mutating func read(reasoning text: String, _ signature: String?) {
    let position =
      if case .reasoning(let previous, isSigned: false) = last { previous } else {
        context.places.add(.reasoning)
      }
    last = .reasoning(position, isSigned: signature != nil)
    context.addReasoning(text, part: context.places[position].part)
    if let signature { context.sign(signature, kind: "thought", at: position) }
  }

  /// Reads a part that only the server reads, such as a call of its own tools.
  private mutating func read(item part: GeneratedContent) {
    last = .other
    context.addItem(part, at: context.places.add(.reasoning))
  }

  /// Reads a call, which arrives complete.
  ///
  /// Older versions and Vertex AI send no identifier, and Vertex AI accepts none then. The metadata
  /// has the server's identifier, for later requests.
  private mutating func read(_ call: GeneratedContent, of part: GeneratedContent) throws {
    last = .other
    let name = try context.toolName(call.text(named: "name"))
    let serverID = call.nonEmptyText(named: "id")
    let id = context.callID(serverID)
    var metadata = CallForm.gemini.metadata(of: part, provider: context.provider)
    metadata[Self.signatureKey] = part.text(named: Self.signatureKey)?.generatedContent
    metadata[Self.callIDKey] = serverID?.generatedContent
    context.places.setMetadata(metadata, at: context.places.add(.call(id: id, name: name)))
    context.addCall(id, name, CallArguments.text(of: call.value("args")))
  }

  // MARK: The end

  mutating func continuation(of request: TransportRequest) throws -> TransportRequest? {
    continuations += 1
    guard continuations <= Self.maximumContinuations else {
      throw context.failures.failure(.geminiPaused, "the answer takes too many requests.")
    }
    guard let token = continuationToken else {
      throw context.failures.failure(
        .geminiPaused, "the server paused the answer without a token to continue it.")
    }
    var next = request
    body.content = body.content.setting("continuationToken", to: token)
    body.write(to: &next)
    candidateTokens = 0
    continuationToken = nil
    return next
  }

  mutating func finish() throws {
    for (position, signatures) in signatures where signatures != [""] {
      let kept =
        signatures.count == 1 ? signatures[0].generatedContent : signatures.generatedContent
      context.places.setMetadata([Self.signatureKey: kept], at: position)
    }
  }
}
