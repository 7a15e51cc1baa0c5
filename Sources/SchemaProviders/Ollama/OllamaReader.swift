import SchemaModel
import SchemaSessions

/// Reads the lines of a response of Ollama, each an object of JSON.
struct OllamaReader: WireReader {
  static let framing = EventFraming.lines
  static let eventTypes: Set<String>? = nil
  static let readsReplies = true

  var context: ReplyContext
  var end = ReplyEnd()

  mutating func read(completeReply reply: GeneratedContent) throws {
    guard reply.value("message") != nil else {
      throw context.failures.failure(.invalidReply, "the reply has no message.")
    }
    try read(reply, "")
  }

  mutating func read(_ object: GeneratedContent, _ type: String) throws {
    context.addIdentity(in: object, id: nil)
    if let message = object.value("message") {
      context.addReasoning(message.text(named: "thinking"))
      context.addText(message.text(named: "content"))
      for call in message.value("tool_calls")?.elementList ?? [] { try read(call: call) }
    }
    guard object.value("done")?.isTrue == true else { return }
    let reason = object.text(named: "done_reason")
    end.state(reason)
    // Old servers send no reason.
    if end.isStated || reason == nil { end.close() }
    context.usage.input.update(object.count("prompt_eval_count"))
    context.usage.output.update(object.count("eval_count"))
    context.addUsage()
  }

  /// Reads a call, which arrives complete; most versions send no identifier.
  private mutating func read(call: GeneratedContent) throws {
    let name = try context.toolName(call.value("function", "name")?.plainText)
    let id = context.callID(call.text(named: "id"))
    context.addCall(id, name, CallArguments.text(of: call.value("function", "arguments")))
    context.addProperties(
      CallForm.chat.metadata(of: call, provider: context.provider), toCall: id, name)
  }
}
