import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the lines of a response of Ollama, each an object of JSON.
struct OllamaReader: WireReader {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  static let framing = EventFraming.lines
  static let eventTypes: Set<String>? = nil
  static let readsReplies = true

  private static let ends: [String: ReplyEnd.Meaning] = [
    "stop": .complete, "length": .length, "load": .complete, "unload": .complete,
  ]

  var context: ReplyContext
  var end = ReplyEnd()

  init(context: ReplyContext) { self.context = context }

  mutating func read(completeReply reply: GeneratedContent, into result: inout [Event]) throws {
    guard reply.value("message") != nil else {
      throw context.failure(.invalidReply, "the reply has no message.")
    }
    try read(reply, "", into: &result)
  }

  mutating func read(
    _ object: GeneratedContent, _ type: String, into result: inout [Event]
  ) throws {
    result += context.identity(in: object, id: nil)
    if let message = object.value("message") {
      result += context.reasoning(message.text(named: "thinking"))
      result += context.text(message.text(named: "content"))
      for call in message.value("tool_calls")?.elementList ?? [] {
        result += try read(call: call)
      }
    }
    if object.value("done")?.isTrue == true {
      let reason = object.text(named: "done_reason")
      end.state(reason, Self.ends)
      // Old servers send no reason.
      if end.isStated || reason == nil { end.close() }
      result.append(
        context.usage(
          input: object.count("prompt_eval_count"), cached: nil,
          output: object.count("eval_count"), reasoning: nil))
    }
  }

  /// Reads a call, which arrives complete; most versions send no identifier.
  private mutating func read(call: GeneratedContent) throws -> [Event] {
    let name = try context.toolName(call.value("function", "name")?.plainText)
    let id = context.callID(call.text(named: "id"))
    let text = CallArguments.text(of: call.value("function", "arguments"))
    let metadata = CallForm.chat.metadata(of: call, provider: context.provider)
    return [context.call(id, name, text)] + context.callMetadata(metadata, id, name)
  }

  mutating func finish(into result: inout [Event]) throws {
    result += context.finalMetadata()
  }
}
