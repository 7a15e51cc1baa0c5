import SchemaDialects
import SchemaProviders
import SessionTestSupport

extension ProviderFixture {
  private static let messageStart =
    #"""
    {"type":"message_start","message":{"id":"msg","type":"message","role":"assistant","model":"m",\#
    "content":[],"stop_reason":null,"stop_sequence":null,\#
    "usage":{"input_tokens":1,"cache_read_input_tokens":8,"output_tokens":1}}}
    """#

  private static func textBlock(_ index: Int, _ text: [String]) -> String {
    typedEvents(
      #"{"type":"content_block_start","index":\#(index),"content_block":{"type":"text","text":""}}"#
    )
      + text.map {
        typedEvents(
          #"""
          {"type":"content_block_delta","index":\#(index),\#
          "delta":{"type":"text_delta","text":\#($0)}}
          """#
        )
      }.joined()
  }

  private static func end(_ reason: String, _ details: String = "") -> String {
    typedEvents(
      #"""
      {"type":"message_delta","delta":{"stop_reason":"\#(reason)",\#
      "stop_sequence":null\#(details)},\#
      "usage":{"output_tokens":4,"output_tokens_details":{"thinking_tokens":1}}}
      """#,
      #"{"type":"message_stop"}"#)
  }

  static let anthropic = ProviderFixture(
    name: "Anthropic",
    model: { AnthropicModel("m", key: "secret", transport: ExportingTransport($0)) },
    dialect: AnthropicDialect(),
    answer: { typedEvents(messageStart) + textBlock(0, $0) + end("end_turn") },
    text: typedEvents(messageStart) + textBlock(0, [#""Da""#, #""l \u00fc""#])
      + typedEvents(#"{"type":"ping"}"#, #"{"type":"content_block_stop","index":0}"#)
      + end("end_turn"),
    calls: typedEvents(messageStart) + textBlock(0, [#""Let me see.""#])
      + typedEvents(
        #"{"type":"content_block_stop","index":0}"#,
        #"""
        {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a",\#
        "name":"find","input":{},"caller":{"type":"direct"}}}
        """#,
        #"""
        {"type":"content_block_delta","index":1,\#
        "delta":{"type":"input_json_delta","partial_json":""}}
        """#,
        #"""
        {"type":"content_block_delta","index":1,\#
        "delta":{"type":"input_json_delta","partial_json":"{\"te"}}
        """#,
        #"""
        {"type":"content_block_delta","index":1,\#
        "delta":{"type":"input_json_delta","partial_json":"rm\":\"soup\"}"}}
        """#,
        #"{"type":"content_block_stop","index":1}"#,
        #"""
        {"type":"content_block_start","index":2,\#
        "content_block":{"type":"tool_use","id":"b","name":"find","input":{"term":"pie"}}}
        """#,
        #"{"type":"content_block_stop","index":2}"#) + end("tool_use"),
    length: typedEvents(messageStart) + textBlock(0, [#""{\"term\":\"so""#]) + end("max_tokens"),
    lateError: typedEvents(messageStart) + textBlock(0, [#""Da""#])
      + typedEvents(
        #"{"type":"error","error":{"type":"overloaded_error","message":"overloaded"}}"#),
    cutOff: typedEvents(messageStart) + textBlock(0, [#""Da""#]),
    refusal: typedEvents(messageStart)
      + end(
        "refusal",
        #","stop_details":{"type":"refusal","category":"cyber","explanation":"I cannot."}"#),
    filtered: nil,
    overflow:
      #"""
      {"type":"error","error":{"type":"invalid_request_error",\#
      "message":"prompt is too long: 210000 tokens > 200000 maximum"},"request_id":"r1"}
      """#,
    requestIDHeader: "request-id")

  static let gemini = ProviderFixture(
    name: "Gemini", model: { GeminiModel("m", key: "secret", transport: ExportingTransport($0)) },
    dialect: GeminiDialect(),
    answer: { pieces in
      (pieces.map { #"{"candidates":[{"content":{"parts":[{"text":\#($0)}]}}]}"# }
        + [#"{"candidates":[{"content":{"parts":[]},"finishReason":"STOP"}]}"#])
        .map { events($0) }.joined()
    },
    text: events(
      #"""
      {"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"Da"}]}}],\#
      "usageMetadata":{"promptTokenCount":9,"totalTokenCount":9},"modelVersion":"m",\#
      "responseId":"r"}
      """#,
      #"""
      {"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"l \u00fc"}]},\#
      "finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"cachedContentTokenCount":8,\#
      "candidatesTokenCount":3,"thoughtsTokenCount":1,"totalTokenCount":13}}
      """#
    ),
    calls: events(
      #"{"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"Let me see."}]}}]}"#,
      #"""
      {"candidates":[{"index":0,"content":{"role":"model",\#
      "parts":[{"functionCall":{"id":"a","name":"find","args":{"term":"soup"}}},\#
      {"functionCall":{"id":"b","name":"find","args":{"term":"pie"}}}]},"finishReason":"STOP"}]}
      """#
    ),
    length: events(
      #"""
      {"candidates":[{"content":{"parts":[{"text":"{\"term\":\"so"}]},\#
      "finishReason":"MAX_TOKENS"}]}
      """#
    ),
    lateError: events(#"{"candidates":[{"content":{"parts":[{"text":"Da"}]}}]}"#)
      + "{\n  \"error\": {\n    \"code\": 503,\n    \"message\": \"overloaded\",\n"
      + "    \"status\": \"UNAVAILABLE\"\n  }\n}",
    cutOff: events(#"{"candidates":[{"content":{"parts":[{"text":"Da"}]}}]}"#),
    refusal: nil,
    filtered: events(#"{"promptFeedback":{"blockReason":"SAFETY"}}"#),
    overflow:
      #"""
      {"error":{"code":400,"message":"The input token count (2000000) exceeds the maximum number \#
      of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}
      """#,
    requestIDHeader: "x-request-id")

  static let ollama = ProviderFixture(
    name: "Ollama", model: { OllamaModel("m", transport: ExportingTransport($0)) },
    dialect: LlamaCppDialect(),
    answer: { pieces in
      (pieces.map { #"{"message":{"role":"assistant","content":\#($0)},"done":false}"# }
        + [#"{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}"#])
        .map { "\($0)\n" }.joined()
    },
    text: """
      {"model":"m","created_at":"2026-01-01T00:00:00Z",\
      "message":{"role":"assistant","content":"Da","thinking":null},"done":false}
      {"model":"m","created_at":"2026-01-01T00:00:00Z",\
      "message":{"role":"assistant","content":"l \\u00fc"},"done":false}
      {"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":""},\
      "done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":4}
      """,
    calls: """
      {"model":"m","message":{"role":"assistant","content":"Let me see."},"done":false}
      {"model":"m","message":{"role":"assistant","content":"",\
      "tool_calls":[{"id":"a","function":{"name":"find","arguments":{"term":"soup"}}},\
      {"id":"b","function":{"name":"find","arguments":{"term":"pie"}}}]},"done":false}
      {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}

      """,
    length: """
      {"model":"m","message":{"role":"assistant","content":"{\\"term\\":\\"so"},"done":false}
      {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"length"}

      """,
    lateError: """
      {"model":"m","message":{"role":"assistant","content":"Da"},"done":false}
      {"error":"overloaded"}

      """,
    cutOff: """
      {"model":"m","message":{"role":"assistant","content":"Da"},"done":false}

      """,
    refusal: nil, filtered: nil,
    overflow: #"{"error":"the input length exceeds the context length"}"#,
    requestIDHeader: "x-request-id", countsDetails: false)
}
