#if Telemetry
import SchemaContent
import SchemaModel
import SchemaSessions

/// A transcript in the JSON of the content attributes: messages with parts.
struct TranscriptContent {
  /// The messages, without the instructions, reasoning and attachments.
  let messages: String

  /// The instructions; `nil` if there are none.
  let instructions: String?

  init(_ transcript: Transcript) {
    messages = GeneratedContent(elements: transcript.compactMap { TranscriptContent.message($0) })
      .jsonString(.compact)
    let texts = transcript.compactMap { $0.instructions?.segments.joinedText }
    instructions =
      texts.isEmpty
      ? nil
      : GeneratedContent(elements: texts.map { TranscriptContent.text($0) }).jsonString(.compact)
  }

  /// Returns the message of an answer.
  ///
  /// The message has only the text. The calls of the answer are in the messages of the next
  /// request.
  static func answer(_ text: String, _ finishReason: String) -> String {
    let message = GeneratedContent(properties: [
      "role": "assistant", "parts": [Self.text(text)], "finish_reason": finishReason,
    ])
    return GeneratedContent(elements: [message]).jsonString(.compact)
  }

  private static func text(_ text: String) -> GeneratedContent {
    GeneratedContent(properties: ["type": "text", "content": text])
  }

  private static func message(_ entry: Transcript.Entry) -> GeneratedContent? {
    switch entry {
    case .instructions, .reasoning: nil
    case .prompt(let prompt): message("user", [text(prompt.segments.joinedText)])
    case .response(let response): message("assistant", [text(response.text)])
    case .toolCalls(let calls):
      message(
        "assistant",
        calls.map { call in
          GeneratedContent(properties: [
            "type": "tool_call", "id": call.id, "name": call.toolName, "arguments": call.arguments,
          ])
        })
    case .toolOutput(let output):
      message(
        "tool",
        [
          GeneratedContent(properties: [
            "type": "tool_call_response", "id": output.id,
            "response": output.segments.joinedText,
          ])
        ])
    }
  }

  private static func message(_ role: String, _ parts: [GeneratedContent]) -> GeneratedContent {
    GeneratedContent(properties: ["role": role, "parts": parts])
  }
}
#endif
