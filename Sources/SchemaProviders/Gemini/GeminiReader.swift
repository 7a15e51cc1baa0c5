import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the stream of a response of Gemini.
struct GeminiReader: CompleteReplyReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The key in the metadata of calls and answers for the signature, which Gemini wants back.
  static let signatureKey = "thoughtSignature"

  /// The key in the metadata of calls for the server's identifier.
  static let callIDKey = "functionCallID"

  /// The largest number of requests that continue an answer.
  private static let maximumContinuations = 20

  private(set) var context: ReplyContext
  private var events = ServerSentEvents()
  private var parts = GeminiParts()
  private var usage = ReplyUsage()
  /// The number of requests that continue the answer.
  private var continuations = 0
  /// The server's token for the next request that continues the answer, if the answer is paused.
  private var continuationToken: GeneratedContent?
  /// The property of the request's body with the token.
  private var tokenProperty = LastProperty("continuationToken")
  private var finishReason: String?
  /// The reason why the server has blocked the prompt.
  private var blockReason: String?

  /// `false`, since the interface has no last event: text may follow an event with a finish reason.
  var isDone: Bool { false }

  init(context: ReplyContext) { self.context = context }

  mutating func begin(_ head: ReplyHead) { context.begin(head) }

  mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for event in events.append(piece) {
      try read(context.readEvent(event.data), into: &result)
    }
    try events.check()
  }

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    guard reply.value("candidates") != nil || reply.value("promptFeedback") != nil else {
      throw context.failure(.invalidReply, "the reply has no candidates.")
    }
    try read(reply, into: &result)
  }

  private mutating func read(_ chunk: GeneratedContent, into result: inout [Event]) throws {
    result += context.identity(in: chunk, id: "responseId", model: "modelVersion")
    blockReason = chunk.value("promptFeedback", "blockReason")?.plainText ?? blockReason
    if let candidate = chunk.value("candidates")?.firstElement {
      for part in candidate.value("content", "parts")?.elementList ?? [] {
        result += try parts.read(part, in: &context)
      }
      continuationToken = candidate.value("continuationToken") ?? continuationToken
      finishReason = candidate.text(named: "finishReason") ?? finishReason
    }
    if let counts = chunk.value("usageMetadata"), counts.shape == .object {
      let prompt = counts.count("promptTokenCount") ?? 0
      usage.input = prompt.addingClamped(counts.count("toolUsePromptTokenCount") ?? 0)
      usage.cached = counts.count("cachedContentTokenCount") ?? 0
      usage.reasoning = counts.count("thoughtsTokenCount") ?? 0
      usage.output = usage.reasoning.addingClamped(counts.count("candidatesTokenCount") ?? 0)
      result.append(usage.event(in: context))
    }
  }

  var isPaused: Bool { finishReason == "CONTINUATION" }

  mutating func continuation(of request: TransportRequest) throws -> TransportRequest? {
    guard isPaused else { return nil }
    continuations += 1
    guard continuations <= GeminiReader.maximumContinuations else {
      throw context.failure(.geminiPaused, "the answer takes too many requests.")
    }
    guard let token = continuationToken else {
      throw context.failure(
        .geminiPaused, "the server paused the answer without a token to continue it.")
    }
    var next = request
    tokenProperty.set(token, in: &next)
    events = ServerSentEvents()
    usage.beginRequest()
    finishReason = nil
    continuationToken = nil
    return next
  }

  mutating func finish(into result: inout [Event]) throws {
    if let blockReason { throw context.filtered(blockReason) }
    guard let finishReason else { throw context.cutOff(strayText: events.finish()) }
    switch finishReason {
    case "STOP":
      result += parts.metadata(in: context)
    case "CONTINUATION":
      break  // Another request continues the answer.
    case "MAX_TOKENS":
      result += parts.metadata(in: context) + [.finished(.length)]
    case "SAFETY", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "RECITATION", "MODEL_ARMOR",
      "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
      throw context.filtered(finishReason)
    case "LANGUAGE":
      throw LanguageModelError.unsupportedLanguageOrLocale(
        .init(
          languageCode: "und",
          debugDescription: "Gemini: the model does not know the language.",
          metadata: context.metadata))
    default:
      throw context.endedEarly(finishReason)
    }
  }
}
