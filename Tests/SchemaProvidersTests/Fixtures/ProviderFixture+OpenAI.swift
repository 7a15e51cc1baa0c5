import SchemaDialects
import SchemaEncoding
import SchemaProviders
import SessionTestSupport

extension ProviderFixture {
  private static func chat(
    _ name: String, _ dialect: any SchemaDialect,
    _ model: @escaping @Sendable (any ModelTransport) -> any LanguageModel
  ) -> ProviderFixture {
    let delta = ChatStreamTests.delta
    return ProviderFixture(
      name: name, model: model, dialect: dialect,
      answer: { pieces in
        pieces.map { events(ChatStreamTests.delta(#"{"content":\#($0)}"#)) }.joined()
          + ChatStreamTests.stream(ChatStreamTests.delta("{}", finish: "stop"))
      },
      text: ChatStreamTests.text,
      calls: ChatStreamTests.stream(
        delta(
          #"""
          {"content":"Let me see.","tool_calls":[{"index":0,"id":"a","type":"function",\#
          "function":{"name":"find","arguments":"{\"term\":"}},\#
          {"index":1,"id":"b","type":"function",\#
          "function":{"name":"find","arguments":"{\"term\":\"pie\"}"}}]}
          """#,
          nil),
        delta(#"{"tool_calls":[{"index":0,"function":{"arguments":"\"soup\"}"}}]}"#, "tool_calls")),
      length: ChatStreamTests.stream(delta(#"{"content":"{\"term\":\"so"}"#, "length")),
      lateError: ChatStreamTests.stream(
        delta(#"{"content":"Da"}"#, nil),
        #"{"error":{"message":"overloaded","type":"server_error","param":null,"code":null}}"#,
        done: false),
      cutOff: ChatStreamTests.stream(delta(#"{"content":"Da"}"#, nil), done: false),
      refusal: ChatStreamTests.stream(
        delta(#"{"refusal":"I can"}"#, nil), delta(#"{"refusal":"not."}"#, "stop")),
      filtered: ChatStreamTests.stream(delta("{}", "content_filter")),
      overflow:
        #"""
        {"error":{"message":"too long","type":"invalid_request_error","param":"messages",\#
        "code":"context_length_exceeded"}}
        """#,
      requestIDHeader: "x-request-id")
  }

  static let openAI = chat("OpenAI", OpenAIDialect()) {
    OpenAIModel("m", key: "secret", transport: ExportingTransport($0))
  }

  static let llamaCpp = chat("llama.cpp", LlamaCppDialect()) {
    CompatibleModel("m", server: .llamaCpp, baseURL: "http://h/v1", transport: $0)
  }

  private static func responseEvents(_ data: String..., end: String) -> String {
    (data + [end]).map { typedEvents($0) }.joined()
  }

  static let responses = ProviderFixture(
    name: "OpenAI",
    model: { OpenAIResponsesModel("m", key: "secret", transport: ExportingTransport($0)) },
    dialect: OpenAIDialect(),
    answer: { pieces in
      pieces.map {
        typedEvents(
          #"""
          {"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,\#
          "delta":\#($0)}
          """#
        )
      }.joined()
        + typedEvents(#"{"type":"response.completed","response":{"status":"completed"}}"#)
    },
    text: responseEvents(
      #"""
      {"type":"response.created","sequence_number":0,\#
      "response":{"id":"resp","status":"in_progress"}}
      """#,
      #"""
      {"type":"response.output_item.added","sequence_number":1,"output_index":0,\#
      "item":{"id":"m1","type":"message","role":"assistant","content":[]}}
      """#,
      #"""
      {"type":"response.output_text.delta","sequence_number":2,"item_id":"m1","output_index":0,\#
      "content_index":0,"delta":"Da","logprobs":[]}
      """#,
      #"""
      {"type":"response.output_text.delta","sequence_number":3,"item_id":"m1","output_index":0,\#
      "content_index":0,"delta":"l \u00fc","logprobs":[]}
      """#,
      end:
        #"""
        {"type":"response.completed","sequence_number":4,\#
        "response":{"id":"resp","status":"completed","error":null,"incomplete_details":null,\#
        "usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":8},"output_tokens":4,\#
        "output_tokens_details":{"reasoning_tokens":1},"total_tokens":13}}}
        """#
    ),
    calls: responseEvents(
      #"""
      {"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,\#
      "delta":"Let me see."}
      """#,
      #"""
      {"type":"response.output_item.added","output_index":1,\#
      "item":{"id":"f1","type":"function_call","call_id":"a","name":"find","arguments":""}}
      """#,
      #"""
      {"type":"response.output_item.added","output_index":2,\#
      "item":{"id":"f2","type":"function_call","call_id":"b","name":"find","arguments":""}}
      """#,
      #"""
      {"type":"response.function_call_arguments.delta","item_id":"f1","output_index":1,\#
      "delta":"{\"term\":"}
      """#,
      #"""
      {"type":"response.function_call_arguments.delta","item_id":"f1","output_index":1,\#
      "delta":"\"soup\"}"}
      """#,
      #"""
      {"type":"response.output_item.done","output_index":1,\#
      "item":{"id":"f1","type":"function_call","call_id":"a","name":"find",\#
      "arguments":"{\"term\":\"soup\"}"}}
      """#,
      #"""
      {"type":"response.output_item.done","output_index":2,\#
      "item":{"id":"f2","type":"function_call","call_id":"b","name":"find",\#
      "arguments":"{\"term\":\"pie\"}"}}
      """#,
      end: #"{"type":"response.completed","response":{"status":"completed"}}"#),
    length: responseEvents(
      #"""
      {"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,\#
      "delta":"{\"term\":\"so"}
      """#,
      end:
        #"""
        {"type":"response.incomplete",\#
        "response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}
        """#
    ),
    lateError: responseEvents(
      #"""
      {"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,\#
      "delta":"Da"}
      """#,
      end:
        #"""
        {"type":"error","sequence_number":3,"code":"server_error","message":"overloaded",\#
        "param":null}
        """#
    ),
    cutOff: typedEvents(
      #"""
      {"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,\#
      "delta":"Da"}
      """#
    ),
    refusal: responseEvents(
      #"""
      {"type":"response.refusal.delta","item_id":"m1","output_index":0,"content_index":0,\#
      "delta":"I can"}
      """#,
      #"""
      {"type":"response.refusal.delta","item_id":"m1","output_index":0,"content_index":0,\#
      "delta":"not."}
      """#,
      end: #"{"type":"response.completed","response":{"status":"completed"}}"#),
    filtered: responseEvents(
      end:
        #"""
        {"type":"response.incomplete",\#
        "response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}}
        """#
    ),
    overflow:
      #"""
      {"error":{"message":"too long","type":"invalid_request_error","param":"input",\#
      "code":"context_length_exceeded"}}
      """#,
    requestIDHeader: "x-request-id")
}
