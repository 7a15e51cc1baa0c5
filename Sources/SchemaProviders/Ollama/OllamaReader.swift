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

  private(set) var context: ReplyContext
  private var lines = LineSplitter()
  private var isCutOff = false
  private(set) var isDone = false

  init(context: ReplyContext) { self.context = context }

  mutating func begin(_ head: ReplyHead) { context.begin(head) }

  mutating func read(_ piece: Data, into result: inout [Event]) throws {
    for line in lines.append(piece) { try read(line: line, into: &result) }
    if !isDone, let failure = lines.failure { throw failure }
  }

  private mutating func read(line: String, into result: inout [Event]) throws {
    guard !line.isEmpty, !isDone else { return }
    let object = try context.readEvent(line)
    result += context.identity(in: object, id: nil)
    if let message = object.value("message") {
      result += context.reasoning(message.text(named: "thinking"))
      result += context.text(message.text(named: "content"))
      for call in message.value("tool_calls")?.elementList ?? [] {
        result += try read(call: call)
      }
    }
    if object.value("done")?.isTrue == true {
      isDone = true
      isCutOff = object.text(named: "done_reason") == "length"
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
    // The last line may have no line end.
    if let line = lines.finish() { try read(line: line, into: &result) }
    guard isDone else { throw context.cutOff() }
    result += context.finalMetadata()
    if isCutOff { result.append(.finished(.length)) }
  }
}
