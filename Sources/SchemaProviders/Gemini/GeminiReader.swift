import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the stream of a response of Gemini.
struct GeminiReader: WireReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The key in the metadata of calls and answers for the signature, which Gemini wants back.
  static let signatureKey = "thoughtSignature"

  /// The key in the metadata of calls for the server's identifier.
  static let callIDKey = "functionCallID"

  /// The largest number of requests that continue an answer.
  private static let maximumContinuations = 20

  static let eventTypes: Set<String>? = ["message"]

  private static let ends: [String: ReplyEnd.Meaning] = {
    let filters = [
      "SAFETY", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "RECITATION", "MODEL_ARMOR",
      "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION",
    ]
    let failures = [
      "OTHER", "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS",
      "MALFORMED_RESPONSE", "MISSING_THOUGHT_SIGNATURE", "NO_IMAGE", "IMAGE_OTHER",
    ]
    var ends: [String: ReplyEnd.Meaning] = [
      "STOP": .complete, "MAX_TOKENS": .length, "CONTINUATION": .paused,
      "LANGUAGE": .unknownLanguage,
    ]
    for reason in filters { ends[reason] = .filtered() }
    for reason in failures { ends[reason] = .failed }
    return ends
  }()

  static let mayRepeatEnd = true

  var context: ReplyContext
  /// The end, which each event may state: text may follow an event with a finish reason.
  var end = ReplyEnd()
  private var parts = GeminiParts()
  private var usage = ReplyUsage()
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

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    guard reply.value("candidates") != nil || reply.value("promptFeedback") != nil else {
      throw context.failure(.invalidReply, "the reply has no candidates.")
    }
    try read(reply, "", into: &result)
  }

  mutating func read(
    _ chunk: GeneratedContent, _ type: String, into result: inout [Event]
  ) throws {
    result += context.identity(in: chunk, id: "responseId", model: "modelVersion")
    if let feedback = chunk.value("promptFeedback"),
      let reason = feedback.nonEmptyText(named: "blockReason")
    {
      end.state(.filtered(isPrompt: true), reason: reason)
      end.explain(feedback.text(named: "blockReasonMessage"))
    }
    if let candidate = chunk.value("candidates")?.firstElement {
      for part in candidate.value("content", "parts")?.elementList ?? [] {
        result += try parts.read(part, in: &context)
      }
      continuationToken = candidate.value("continuationToken") ?? continuationToken
      end.state(candidate.text(named: "finishReason"), Self.ends, replaces: true)
      end.explain(candidate.text(named: "finishMessage"))
    }
    if let counts = chunk.value("usageMetadata"), counts.shape == .object {
      let prompt = counts.count("promptTokenCount") ?? 0
      usage.input.update(prompt.addingClamped(counts.count("toolUsePromptTokenCount") ?? 0))
      usage.cached.update(counts.count("cachedContentTokenCount"))
      usage.reasoning.update(counts.count("thoughtsTokenCount"))
      candidateTokens.update(counts.count("candidatesTokenCount"))
      usage.output = usage.reasoning.addingClamped(candidateTokens)
      result.append(usage.event(in: context))
    }
  }

  mutating func continuation(of request: TransportRequest) throws -> TransportRequest? {
    continuations += 1
    guard continuations <= GeminiReader.maximumContinuations else {
      throw context.failure(.geminiPaused, "the answer takes too many requests.")
    }
    guard let token = continuationToken else {
      throw context.failure(
        .geminiPaused, "the server paused the answer without a token to continue it.")
    }
    var next = request
    body.content = body.content.setting("continuationToken", to: token)
    body.write(to: &next)
    usage.beginRequest()
    candidateTokens = 0
    continuationToken = nil
    return next
  }

  mutating func finish(into result: inout [Event]) throws {
    if !end.isPaused { result += parts.metadata(in: context) }
  }
}
