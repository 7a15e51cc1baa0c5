import SchemaContent
import SchemaModel
package import SchemaSessions

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Reads the stream of a response of Gemini.
package struct GeminiReader: WireReader {
  package typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// The name under which metadata of calls and answers holds what Gemini wants back with them.
  static let signatureKey = "thoughtSignature"

  package var context: ReplyContext
  private var events = ServerSentEvents()
  private var textSignature: String?
  private var finishReason: String?
  private var blockReason: String?

  /// The interface has no last event: each may have a reason to end, after which text may follow.
  package var isDone: Bool { false }

  init(context: ReplyContext) {
    self.context = context
  }

  package mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for event in events.append(piece) {
      result += read(try context.content(event.data))
    }
    try events.check()
  }

  private mutating func read(_ chunk: GeneratedContent) -> [Event] {
    var result = context.identity(in: chunk, id: "responseId", model: "modelVersion")
    blockReason = chunk.value("promptFeedback", "blockReason")?.plainText ?? blockReason
    if let candidate = chunk.value("candidates")?.firstElement {
      for part in candidate.value("content", "parts")?.elementList ?? [] {
        result += read(part: part)
      }
      finishReason = candidate.text(named: "finishReason") ?? finishReason
    }
    if let usage = chunk.value("usageMetadata"), usage.shape == .object {
      let prompt = usage.count("promptTokenCount") ?? 0
      let thoughts = usage.count("thoughtsTokenCount") ?? 0
      result.append(
        context.usage(
          input: prompt.addingClamped(usage.count("toolUsePromptTokenCount") ?? 0),
          cached: usage.count("cachedContentTokenCount"),
          output: thoughts.addingClamped(usage.count("candidatesTokenCount") ?? 0),
          reasoning: thoughts))
    }
    return result
  }

  private mutating func read(part: GeneratedContent) -> [Event] {
    let signature = part.text(named: GeminiReader.signatureKey)
    if let call = part.value("functionCall") { return read(call: call, signature) }
    if part.value("thought")?.isTrue == true {
      let thought = context.thought(part.text(named: "text"))
      guard let signature else { return thought }
      return thought
        + context.signature(Data(signature.utf8), part: "reasoning", kind: "thought")
    }
    if let signature { textSignature = signature }
    return context.text(part.text(named: "text"))
  }

  /// A call arrives whole; older versions give it no identifier.
  private mutating func read(call: GeneratedContent, _ signature: String?) -> [Event] {
    let id = context.callID(call.text(named: "id"))
    let name = context.names.original(of: call.text(named: "name") ?? "")
    let arguments = call.value("args")?.argumentText ?? ""
    guard let signature else { return [context.call(id, name, arguments)] }
    return [
      context.call(id, name, arguments),
      .toolCalls(
        entryID: context.entryID("toolCalls"),
        action: .toolCall(
          id: id, name: name, action: .updateMetadata([GeminiReader.signatureKey: signature]))),
    ]
  }

  package mutating func finish(into result: inout [Event]) throws {
    if let blockReason { throw context.filtered(blockReason) }
    guard let finishReason else { throw context.cutOff(strayText: events.finish()) }
    let metadata =
      textSignature.map { [GeminiReader.signatureKey: $0.generatedContent] } ?? [:]
    switch finishReason {
    case "STOP":
      result += context.finalMetadata(metadata)
    case "MAX_TOKENS":
      result += context.finalMetadata(metadata) + [.finished(.length)]
    case "SAFETY", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "RECITATION":
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
