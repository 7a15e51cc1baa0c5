import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// The parts of a stream of an interface, from which tests put replies together.
struct ReplyForm: Sendable, CustomTestStringConvertible {
  let name: String
  let model: @Sendable (any ModelTransport) -> any LanguageModel
  /// The events with a piece of text, which is a JSON string.
  let text: @Sendable (String) -> Data
  /// The event with a piece of reasoning, which is a JSON string.
  let reasoning: @Sendable (String) -> Data
  /// A complete call of `find` without its end.
  let call: Data
  /// The events that state the end with a reason, without the interface's last event.
  let end: @Sendable (String) -> Data
  /// The interface's last event.
  let last: Data
  let normal: String
  let length: String
  /// The events with a JSON text or with any text, framed by a type.
  let event: @Sendable (_ type: String, _ data: String) -> Data
  /// The type that events have.
  var type = "message"

  var testDescription: String { name }

  /// The text "Dal", with its end.
  var answer: [Data] { [text(#""Dal""#), end(normal), last] }

  func session(
    _ responses: ScriptedTransport.Response..., tools: [any Tool] = []
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(responses)
    return (LanguageModelSession(model: model(transport), tools: tools), transport)
  }

  func session(
    _ pieces: [Data], tools: [any Tool] = []
  ) -> (LanguageModelSession, ScriptedTransport) {
    session(ScriptedTransport.Response(pieces: pieces), tools: tools)
  }

  private static func lines(_ data: String...) -> Data {
    Data(data.map { "data: \($0)\n\n" }.joined().utf8)
  }

  private static let noRetries = ModelProvider.RetryPolicy(maximumRetries: 0)

  @Sendable private static func typed(_ type: String, _ data: String) -> Data {
    Data("event: \(type)\ndata: \(data)\n\n".utf8)
  }

  static let all = [chat, compatible, responses, anthropic, gemini, ollama, bedrock]
  static let serverSent = [chat, compatible, responses, anthropic, gemini]

  private static func chat(
    _ name: String, _ model: @escaping @Sendable (any ModelTransport) -> any LanguageModel
  ) -> ReplyForm {
    ReplyForm(
      name: name, model: model,
      text: { lines(#"{"choices":[{"delta":{"content":\#($0)},"finish_reason":null}]}"#) },
      reasoning: { lines(#"{"choices":[{"delta":{"reasoning":\#($0)}}]}"#) },
      call: lines(
        #"""
        {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":\#
        {"name":"find","arguments":"{\"term\":\"soup\"}"}}]}}]}
        """#),
      end: { lines(#"{"choices":[{"delta":{},"finish_reason":\#($0)}]}"#) },
      last: lines("[DONE]"), normal: #""stop""#, length: #""length""#, event: typed)
  }

  static let chat = chat("Chat") {
    OpenAIModel("m", key: "k", transport: $0, retryPolicy: noRetries)
  }

  static let compatible = chat("compatible") {
    CompatibleModel(
      "m", server: .vLLM, baseURL: "http://h/v1", transport: $0, retryPolicy: noRetries)
  }

  static let responses = ReplyForm(
    name: "Responses",
    model: { OpenAIResponsesModel("m", key: "k", transport: $0, retryPolicy: noRetries) },
    text: { lines(#"{"type":"response.output_text.delta","output_index":0,"delta":\#($0)}"#) },
    reasoning: {
      lines(#"{"type":"response.reasoning_text.delta","output_index":9,"delta":\#($0)}"#)
    },
    call: lines(
      #"""
      {"type":"response.output_item.done","output_index":1,"item":{"type":"function_call",\#
      "call_id":"a","name":"find","arguments":"{\"term\":\"soup\"}"}}
      """#),
    end: { reason in
      switch reason {
      case #""completed""#: lines(#"{"type":"response.completed","response":{}}"#)
      default:
        lines(
          #"{"type":"response.incomplete","response":{"incomplete_details":{"reason":\#(reason)}}}"#
        )
      }
    },
    last: Data(), normal: #""completed""#, length: #""max_output_tokens""#, event: typed)

  static let anthropic = ReplyForm(
    name: "Anthropic",
    model: { AnthropicModel("m", key: "k", transport: $0, retryPolicy: noRetries) },
    text: {
      lines(
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":\#($0)}}"#)
    },
    reasoning: {
      lines(
        #"{"type":"content_block_start","index":9,"content_block":{"type":"thinking"}}"#,
        #"""
        {"type":"content_block_delta","index":9,\#
        "delta":{"type":"thinking_delta","thinking":\#($0)}}
        """#)
    },
    call: lines(
      #"""
      {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a",\#
      "name":"find","input":{"term":"soup"}}}
      """#, #"{"type":"content_block_stop","index":1}"#),
    end: { lines(#"{"type":"message_delta","delta":{"stop_reason":\#($0)}}"#) },
    last: lines(#"{"type":"message_stop"}"#), normal: #""end_turn""#, length: #""max_tokens""#,
    event: typed)

  static let gemini = ReplyForm(
    name: "Gemini", model: { GeminiModel("m", key: "k", transport: $0, retryPolicy: noRetries) },
    text: { lines(#"{"candidates":[{"content":{"parts":[{"text":\#($0)}]}}]}"#) },
    reasoning: {
      lines(#"{"candidates":[{"content":{"parts":[{"text":\#($0),"thought":true}]}}]}"#)
    },
    call: lines(
      #"""
      {"candidates":[{"content":{"parts":[{"functionCall":{"name":"find",\#
      "args":{"term":"soup"}}}]}}]}
      """#),
    end: { lines(#"{"candidates":[{"finishReason":\#($0)}]}"#) },
    last: Data(), normal: #""STOP""#, length: #""MAX_TOKENS""#, event: typed)

  static let ollama = ReplyForm(
    name: "Ollama", model: { OllamaModel("m", transport: $0, retryPolicy: noRetries) },
    text: { Data((#"{"message":{"content":\#($0)},"done":false}"# + "\n").utf8) },
    reasoning: { Data((#"{"message":{"thinking":\#($0)},"done":false}"# + "\n").utf8) },
    call: Data(
      (#"{"message":{"tool_calls":[{"function":{"name":"find","arguments":{"term":"soup"}}}]}}"#
        + "\n").utf8),
    end: { Data((#"{"message":{"content":""},"done":true,"done_reason":\#($0)}"# + "\n").utf8) },
    last: Data(), normal: #""stop""#, length: #""length""#,
    event: { _, data in Data("\(data)\n".utf8) })

  static let bedrock = ReplyForm(
    name: "Bedrock",
    model: {
      BedrockModel("m", region: "us-east-1", key: "k", transport: $0, retryPolicy: noRetries)
    },
    text: {
      BedrockTests.message(
        "contentBlockDelta", #"{"contentBlockIndex":0,"delta":{"text":\#($0)}}"#)
    },
    reasoning: {
      BedrockTests.message(
        "contentBlockDelta",
        #"{"contentBlockIndex":9,"delta":{"reasoningContent":{"text":\#($0)}}}"#)
    },
    call: BedrockTests.message(
      "contentBlockStart",
      #"{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"a","name":"find"}}}"#)
      + BedrockTests.message(
        "contentBlockDelta",
        #"{"contentBlockIndex":1,"delta":{"toolUse":{"input":"{\"term\":\"soup\"}"}}}"#)
      + BedrockTests.message("contentBlockStop", #"{"contentBlockIndex":1}"#),
    end: { BedrockTests.message("messageStop", #"{"stopReason":\#($0)}"#) },
    last: BedrockTests.message("metadata", #"{"usage":{"inputTokens":1,"outputTokens":1}}"#),
    normal: #""end_turn""#, length: #""max_tokens""#,
    event: { BedrockTests.message($0, $1) })
}
