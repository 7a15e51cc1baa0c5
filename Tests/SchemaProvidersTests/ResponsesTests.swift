import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

struct ResponsesTests {
  private let provider = ProviderFixture.responses

  @Test("T24: gets a request with nothing that is not set")
  func plain() async throws {
    let (session, transport) = provider.session(provider.text)
    try await session.respond(to: "Soup?")
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == "https://api.openai.com/v1/responses")
    #expect(request.headers["authorization"] == "Bearer secret")
    #expect(
      try transport.body() == """
        {"model":"m","stream":true,"store":false,"include":["reasoning.encrypted_content"],\
        "instructions":"Be brief.","input":[\
        {"type":"message","role":"user","content":[{"type":"input_text","text":"Soup?"}]}]}
        """)
  }

  @Test("T23: gets the options that it accepts, the schema and the tools")
  func options() async throws {
    let (session, transport) = provider.session(provider.calls, provider.text, tools: [Find()])
    session.policy.validation = .off
    session.policy.reading = .strict
    session.policy.reask.maximumTries = 1
    await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await session.respond(
        to: "Soup?", schema: Find.Arguments.generationSchema,
        options: GenerationOptions(
          samplingMode: .random(probabilityThreshold: 0.5), maximumResponseTokens: 400,
          toolCallingMode: .required),
        contextOptions: ContextOptions(reasoningLevel: .deep))
    }
    let body = try transport.body()
    for part in [
      #""max_output_tokens":400,"top_p":0.5,"reasoning":{"effort":"high"}"#,
      #"""
      "tools":[{"type":"function","name":"find","description":"Finds dishes","strict":true,\#
      "parameters":{"type":"object",
      """#,
      #""tool_choice":"required""#,
      #""text":{"format":{"type":"json_schema","name":"Arguments","strict":true,"schema":{"#,
    ] { #expect(body.contains(part)) }
    #expect(
      try transport.body(1).contains(
        #"""
        {"type":"function_call","call_id":"a","name":"find","arguments":"{\"term\":\"soup\"}"},\#
        {"type":"function_call","call_id":"b","name":"find","arguments":"{\"term\":\"pie\"}"},\#
        {"type":"function_call_output","call_id":"a","output":"found soup"}
        """#
      ))
    let seeded = GenerationOptions(samplingMode: .random(probabilityThreshold: 0.5, seed: 7))
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Soup?", options: seeded)
    }
    #expect(error?.debugDescription.contains("seed") == true)
  }

  @Test("T26: gets its encrypted thoughts back unchanged")
  func reasoning() async throws {
    let item =
      #"""
      {"id":"rs1","type":"reasoning","summary":[{"type":"summary_text","text":"Soup …"}],\#
      "encrypted_content":"gAAA+/=="}
      """#
    let thoughts = ProviderFixture.typedEvents(
      #"""
      {"type":"response.reasoning_summary_text.delta","item_id":"rs1","output_index":0,\#
      "summary_index":0,"delta":"Soup …"}
      """#,
      #"{"type":"response.output_item.done","output_index":0,"item":\#(item)}"#)
    let (session, transport) = provider.session(
      thoughts + provider.calls, provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("reasoning Soup …"))
    #expect(try transport.body(1).contains(item))
  }

  private func call(_ events: String...) -> String {
    let added =
      #"""
      {"type":"response.output_item.added","output_index":0,\#
      "item":{"id":"f1","type":"function_call","call_id":"a","name":"find","arguments":""}}
      """#
    let end = #"{"type":"response.completed","response":{"status":"completed"}}"#
    return ([added] + events + [end]).map { ProviderFixture.typedEvents($0) }.joined()
  }

  @Test(
    "T14: gives the arguments of a call with its end if they did not arrive in pieces",
    arguments: [
      #"""
      {"type":"response.function_call_arguments.done","item_id":"f1","output_index":0,\#
      "arguments":"{\"term\":\"soup\"}"}
      """#,
      #"""
      {"type":"response.output_item.done","output_index":0,\#
      "item":{"id":"f1","type":"function_call","call_id":"a","name":"find",\#
      "arguments":{"term":"soup"}}}
      """#,
    ])
  func wholeArguments(_ event: String) async throws {
    let (session, _) = provider.session(call(event), provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("output a: found soup"))
  }

  @Test("T20: gives text that arrives only with the end of its message")
  func wholeText() async throws {
    let item =
      #"""
      {"id":"m1","type":"message","role":"assistant",\#
      "content":[{"type":"output_text","text":"Dal"}]}
      """#
    func stream(_ pieces: String...) -> String {
      let end = #"{"type":"response.completed","response":{"status":"completed"}}"#
      let done = #"{"type":"response.output_item.done","output_index":0,"item":\#(item)}"#
      return (pieces + [done, end]).map { ProviderFixture.typedEvents($0) }.joined()
    }
    let delta =
      #"{"type":"response.output_text.delta","item_id":"x","output_index":0,"delta":"Dal"}"#
    let second =
      #"{"type":"response.output_item.done","output_index":1,"item":\#(item)}"#
    let (session, _) = provider.session(stream(), stream(delta), stream(second))
    #expect(try await session.respond(to: "Soup?").content == "Dal")
    #expect(try await session.respond(to: "Soup?").content == "Dal")
    _ = try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.joined().components(separatedBy: "Dal").count == 5)
  }

  @Test("T14: gives a call whose item has another id in each event")
  func changingItemID() async throws {
    let stream = call(
      #"""
      {"type":"response.function_call_arguments.delta","item_id":"f2","output_index":0,\#
      "delta":"{\"term\":\"soup\"}"}
      """#,
      #"""
      {"type":"response.output_item.done","output_index":0,\#
      "item":{"id":"f3","type":"function_call","call_id":"a","name":"find",\#
      "arguments":"{\"term\":\"soup\"}"}}
      """#
    )
    let (session, _) = provider.session(stream, provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(session.transcript.toolOutputs.map(\.description) == ["find: found soup"])
  }

  @Test(
    "T13: does not run a call that has no end",
    arguments: [
      nil,
      #"""
      {"type":"response.function_call_arguments.delta","item_id":"f1","output_index":0,\#
      "delta":"{\"term\":\"soup\"}"}
      """#,
    ])
  func callWithoutEnd(_ pieces: String?) async throws {
    let find = Find { _ in
      Issue.record("called")
      return ""
    }
    let (session, _) = provider.session(pieces.map { call($0) } ?? call(), tools: [find])
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription == "OpenAI: a call of a tool has no end.")
  }

  @Test("T14: gives calls identifiers that lack them, or share one")
  func identifiers() async throws {
    let item = #""type":"function_call","name":"find","arguments":"{\"term\":\"soup\"}""#
    let calls = [#""id":"1""#, #""id":"2","call_id":"""#, #""id":"3","call_id":"a""#]
      .map {
        ProviderFixture.typedEvents(
          #"{"type":"response.output_item.done","item":{\#(item),\#($0)}}"#)
      }
    let (session, _) = provider.session(
      calls.joined() + provider.calls, provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    let outputs = session.transcript.toolOutputs
    #expect(
      outputs.map(\.segments.joinedText) == [
        "found soup", "found soup", "found soup", "found soup", "found pie",
      ])
    #expect(Set(outputs.map(\.id)).count == 5)
  }

  @Test("T22: that failed throws the provider's error")
  func failed() async throws {
    let (session, _) = provider.session(
      ProviderFixture.typedEvents(
        #"{"type":"response.output_text.delta","delta":"Da"}"#,
        #"""
        {"type":"response.failed","response":{"status":"failed",\#
        "error":{"code":"rate_limit_exceeded","message":"Slow down"}}}
        """#
      ))
    let error = await session.failure(of: "Soup?")
    #expect(error?.rateLimited != nil)
    #expect(error?.debugDescription == "OpenAI: Slow down")
  }

  @Test(
    "T17: that failed because of its image is not sent again",
    arguments: [
      "invalid_image", "invalid_image_format", "invalid_base64_image", "invalid_image_url",
      "image_too_large", "image_too_small", "image_parse_error", "invalid_image_mode",
      "image_file_too_large", "unsupported_image_media_type", "empty_image_file",
      "image_file_not_found", "image_content_policy_violation",
    ])
  func failedForImage(_ code: String) async throws {
    let (session, transport) = provider.session(failure(code), provider.text)
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription == "OpenAI: No image")
    #expect(transport.requests.count == 1)
    switch error {
    // T22: the image violates the provider's rules.
    case .guardrailViolation: #expect(code == "image_content_policy_violation")
    case .providerFailure(let failure): #expect(failure.code == code)
    default: Issue.record("wrong error: \(String(describing: error))")
    }
  }

  @Test("T17: that could not load an image is sent again")
  func failedDownload() async throws {
    let (session, transport) = provider.session(
      failure("failed_to_download_image"), provider.text)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(transport.requests.count == 2)
  }

  private func failure(_ code: String) -> String {
    ProviderFixture.typedEvents(
      #"""
      {"type":"response.failed","response":{"status":"failed",\#
      "error":{"code":"\#(code)","message":"No image"}}}
      """#
    )
  }

  @Test("T22: that is incomplete for another reason than its length throws that")
  func incomplete() async throws {
    let stream = provider.length.replacing("max_output_tokens", with: "no_more_power")
    let policy = ModelProvider.RetryPolicy(maximumRetries: 0)
    let model = OpenAIResponsesModel(
      "m", key: "k", transport: ScriptedTransport([.init(body: [stream])]), retryPolicy: policy)
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "no_more_power")
  }

  @Test("T26: gets items that only the server reads back unchanged, in their order")
  func items() async throws {
    func done(_ index: Int, _ item: String) -> String {
      ProviderFixture.typedEvents(
        #"{"type":"response.output_item.done","output_index":\#(index),"item":\#(item)}"#)
    }
    func thought(_ id: String) -> String {
      #"{"type":"reasoning","id":"\#(id)","summary":[],"encrypted_content":"e"}"#
    }
    func call(_ id: String) -> String {
      #"""
      {"type":"function_call","id":"f","call_id":"\#(id)","name":"find",\#
      "arguments":"{\"term\":\"soup\"}"}
      """#
    }
    let search =
      #"""
      {"id":"ws","type":"web_search_call","status":"completed",\#
      "action":{"type":"search","query":"soup"}}
      """#
    let added = ProviderFixture.typedEvents(
      #"""
      {"type":"response.output_item.added","output_index":2,\#
      "item":{"id":"m1","type":"message","role":"assistant","phase":"commentary","content":[]}}
      """#,
      #"{"type":"response.output_text.delta","output_index":2,"delta":"I look."}"#)
    let commentary =
      #"""
      "type":"message","role":"assistant","phase":"commentary",\#
      "content":[{"type":"output_text","text":"I look.","annotations":[]}]}
      """#
    let sentCommentary =
      #"{"type":"message","role":"assistant","phase":"commentary","content":"I look."}"#
    let end = ProviderFixture.typedEvents(
      #"""
      {"type":"response.completed","response":{"status":"completed",\#
      "usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":1,"cache_write_tokens":5},\#
      "output_tokens":2}}}
      """#
    )
    let (session, transport) = provider.session(
      done(0, thought("r1")) + done(1, search) + added + done(2, #"{"id":"m1",\#(commentary)"#)
        + done(3, call("a")) + done(4, thought("r2")) + done(5, call("b")) + end,
      ProviderFixture.typedEvents(
        #"{"type":"response.output_text.delta","output_index":0,"delta":"Dal"}"#)
        + done(
          0,
          #"""
          {"id":"m2","type":"message","role":"assistant","phase":"final_answer",\#
          "content":[{"type":"output_text","text":"Dal"}]}
          """#
        ) + end,
      provider.text, tools: [Find()])
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal")
    #expect(response.usage.input.cacheWriteTokenCount == 10)
    func sent(_ id: String) -> String {
      #"""
      {"type":"function_call","call_id":"\#(id)","name":"find","arguments":"{\"term\":\"soup\"}"}
      """#
    }
    let items =
      #"""
      \#(thought("r1")),\#(search),\#(sentCommentary),\#(sent("a")),\#(thought("r2")),\#
      \#(sent("b")),{"type":"function_call_output"
      """#
    #expect(try transport.body(1).contains(items))
    try await session.respond(to: "And pie?")
    #expect(try transport.body(2).contains(items))
    #expect(
      try transport.body(2).contains(
        #"{"type":"message","role":"assistant","phase":"final_answer","content":"Dal"}"#))
  }

  @Test("asks for a summary of thoughts, and reads its parts separately")
  func summary() async throws {
    func event(_ type: String, _ index: Int, _ rest: String = "") -> String {
      #"data: {"type":"response.reasoning_summary_\#(type)","item_id":"r","output_index":0,"#
        + #""summary_index":\#(index)\#(rest)}"#
        + "\n\n"
    }
    let thoughts =
      event("part.added", 0) + event("text.delta", 0, #","delta":"**One**""#)
      + event("part.added", 1) + event("text.delta", 1, #","delta":"**Two**""#)
    for (isReasoning, level, wanted) in [
      (true, nil, #"{"summary": "concise"}"#),
      (true, .light, #"{"effort": "low", "summary": "concise"}"#),
      (false, nil, nil),
    ] as [(Bool, ContextOptions.ReasoningLevel?, String?)] {
      let transport = ScriptedTransport([.init(body: [thoughts + provider.text])])
      let session = LanguageModelSession(
        model: OpenAIResponsesModel(
          "m", isReasoning: isReasoning, reasoningSummary: .concise, key: "k",
          transport: transport))
      try await session.respond(to: "Soup?", contextOptions: ContextOptions(reasoningLevel: level))
      let body = try GeneratedContent(json: transport.body())
      #expect(body.property(named: "reasoning")?.jsonString == wanted)
      #expect(session.transcript.outline.contains("reasoning **One**\n\n**Two**"))
    }
  }

  @Test(
    "the last event says that an answer failed or is incomplete, if the response does not",
    arguments: [
      ("failed", #"{"id":"r"}"#, "failed"),
      ("incomplete", #"{"incomplete_details":null}"#, "incomplete"),
    ])
  func silentResponse(_ status: String, _ response: String, _ word: String) async throws {
    let transport = ScriptedTransport([
      .init(body: [
        ProviderFixture.typedEvents(
          #"{"type":"response.output_text.delta","output_index":0,"delta":"Da"}"#,
          #"{"type":"response.\#(status)","response":\#(response)}"#)
      ])
    ])
    let session = provider.session(transport)
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription.contains(word) == true)
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test("T20: gives text that arrives only with the end of its message, also after commentary")
  func textAfterCommentary() async throws {
    func item(_ text: String, _ phase: String) -> String {
      #"""
      {"id":"m","type":"message","role":"assistant","phase":"\#(phase)",\#
      "content":[{"type":"output_text","text":"\#(text)"}]}
      """#
    }
    let commentary = item("Looking.", "commentary")
    let stream = ProviderFixture.typedEvents(
      #"{"type":"response.output_item.added","output_index":0,"item":\#(commentary)}"#,
      #"{"type":"response.output_text.delta","output_index":0,"delta":"Looking."}"#,
      #"{"type":"response.output_item.done","output_index":0,"item":\#(commentary)}"#,
      """
      {"type":"response.output_item.done","output_index":1,\
      "item":\(item("Dal", "final_answer"))}
      """,
      #"{"type":"response.completed","response":{"status":"completed"}}"#)
    let (session, transport) = provider.session(stream, provider.text)
    #expect(try await session.respond(to: "Soup?").content == "Dal")
    #expect(session.transcript.outline.last == "response Dal")
    #expect(transport.requests.count == 1)
  }

  @Test("that is complete and not streamed is an error, and is not requested again")
  func completeReplyWithoutStream() async throws {
    let body =
      #"""
      {"id":"r","status":"completed","error":null,"output":[{"type":"message","role":"assistant",\#
      "content":[{"type":"output_text","text":"Dal"}]}]}
      """#
    let (session, transport) = provider.session(body, provider.text)
    let error = await session.failure(of: "Soup?")
    #expect(
      error?.debugDescription.hasPrefix("OpenAI: the server sent JSON in place of a stream ({")
        == true)
    #expect(session.transcript.outline == ["instructions"])
    #expect(transport.requests.count == 1)
  }
}
