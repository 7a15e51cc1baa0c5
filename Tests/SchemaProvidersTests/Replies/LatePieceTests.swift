import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// Pieces of a reply that arrive at an unexpected place, none of which is lost.
@Suite("Pieces at an unexpected place", .timeLimit(.minutes(5)))
struct LatePieceTests {
  // MARK: Anthropic

  private func delta(_ index: Int, _ type: String, _ name: String, _ text: String) -> String {
    let delta = #"{"type":"\#(type)","\#(name)":\#(text.generatedContent.jsonString)}"#
    return ProviderFixture.typedEvents(
      #"{"type":"content_block_delta","index":\#(index),"delta":\#(delta)}"#)
  }

  private func begin(_ index: Int, _ block: String) -> String {
    ProviderFixture.typedEvents(
      #"{"type":"content_block_start","index":\#(index),"content_block":\#(block)}"#)
  }

  private func stop(_ index: Int) -> String {
    ProviderFixture.typedEvents(#"{"type":"content_block_stop","index":\#(index)}"#)
  }

  private func end(_ reason: String) -> String {
    ProviderFixture.typedEvents(
      #"{"type":"message_delta","delta":{"stop_reason":"\#(reason)"}}"#,
      #"{"type":"message_stop"}"#)
  }

  private func call(_ index: Int, _ input: String = "{}") -> String {
    begin(index, #"{"type":"tool_use","id":"c\#(index)","name":"find","input":\#(input)}"#)
  }

  private func input(_ index: Int, _ json: String) -> String {
    delta(index, "input_json_delta", "partial_json", json)
  }

  @Test("T14: arguments after the end of their block belong to its call")
  func lateArguments() async throws {
    let (soup, pie) = (#"{"term":"soup"}"#, #"{"term":"pie"}"#)
    let replies: [(String, [String])] = [
      (call(1) + stop(1) + input(1, soup), ["soup"]),
      (call(1) + stop(1) + input(1, #"{"term":"#) + input(1, #""soup"}"#), ["soup"]),
      (call(1) + input(1, #"{"term":"#) + stop(1) + input(1, #""soup"}"#), ["soup"]),
      (call(1) + input(1, "{") + stop(1) + input(1, #""term":"soup"}"#), ["soup"]),
      (call(1) + stop(1) + call(2) + stop(2) + input(2, pie) + input(1, soup), ["soup", "pie"]),
      // What repeats the arguments adds nothing.
      (call(1) + input(1, soup) + stop(1) + input(1, soup), ["soup"]),
      (call(1, soup) + stop(1) + input(1, soup), ["soup"]),
    ]
    for (reply, terms) in replies {
      let provider = ProviderFixture.anthropic
      let (session, transport) = provider.session(
        reply + end("tool_use"), provider.text, tools: [Find()])
      try await session.respond(to: "Soup?")
      let outputs = session.transcript.outline.filter { $0.hasPrefix("output") }
      #expect(outputs.count == terms.count, "\(reply)")
      for (output, term) in zip(outputs, terms) {
        #expect(output.hasSuffix("found \(term)"), "\(reply)")
        #expect(try transport.body(1).contains(#""input":{"term":"\#(term)"}"#), "\(reply)")
      }
    }
  }

  @Test("T26: a signed thought goes back after a block that changes later")
  func lateArgumentsBeforeThought() async throws {
    let thought =
      begin(2, #"{"type":"thinking","thinking":"Hm"}"#)
      + delta(2, "signature_delta", "signature", "s1") + stop(2)
    let json = #"{"term":"soup"}"#
    for reply in [
      call(1) + stop(1) + thought + input(1, json), call(1) + thought + input(1, json) + stop(1),
      call(1) + stop(1) + thought + input(1, json) + stop(1),
    ] {
      let provider = ProviderFixture.anthropic
      let (session, transport) = provider.session(
        reply + end("tool_use"), provider.text, tools: [Find()])
      try await session.respond(to: "Soup?")
      let body = try transport.body(1)
      #expect(body.contains(#""input":{"term":"soup"}"#), "\(reply)")
      #expect(
        body.contains(#"{"type":"thinking","thinking":"Hm","signature":"s1"}"#), "\(reply)")
    }
  }

  @Test("T21: arguments without a call are an error")
  func argumentsWithoutCall() async {
    let (session, _) = ProviderFixture.anthropic.session(
      input(0, #"{"term":"soup"}"#) + end("tool_use"), tools: [Find()])
    let error = await session.failure(of: "Soup?")
    #expect(error?.providerFailure?.code == "invalidEvent")
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test("text in a block of thoughts is text, and thoughts in a block of text are thoughts")
  func otherKinds() async throws {
    let text = delta(0, "text_delta", "text", "Dal")
    let thought = delta(0, "thinking_delta", "thinking", "Hm")
    let signature = delta(0, "signature_delta", "signature", "s1")
    let thinking = begin(0, #"{"type":"thinking","thinking":""}"#)
    let replies = [
      thinking + thought + text + signature + stop(0), thinking + text + thought + signature,
      thought + signature + text, thinking + thought + signature + stop(0) + text,
      begin(0, #"{"type":"text","text":""}"#) + thought + signature + text + stop(0),
    ]
    for reply in replies {
      let provider = ProviderFixture.anthropic
      let (session, transport) = provider.session(reply + end("end_turn"), provider.text)
      #expect(try await session.respond(to: "Soup?").content == "Dal", "\(reply)")
      #expect(session.transcript.outline.contains("reasoning Hm"), "\(reply)")
      try await session.respond(to: "And?")
      #expect(
        try transport.body(1).contains(#"{"type":"thinking","thinking":"Hm","signature":"s1"}"#),
        "\(reply)")
    }
  }

  // MARK: Responses

  private func session(_ events: String...) -> (LanguageModelSession, ScriptedTransport) {
    let provider = ProviderFixture.responses
    return provider.session(
      events.map { ProviderFixture.typedEvents($0) }.joined(), provider.text, tools: [Find()])
  }

  private func message(_ text: String, _ index: Int = 0) -> String {
    #"{"type":"message","id":"m\#(index)","content":[{"type":"output_text","text":"\#(text)"}]}"#
  }

  private func done(_ item: String, _ index: Int = 0) -> String {
    #"{"type":"response.output_item.done","output_index":\#(index),"item":\#(item)}"#
  }

  private func piece(_ text: String, _ key: String = #""output_index":0"#) -> String {
    #"{"type":"response.output_text.delta",\#(key),"delta":"\#(text)"}"#
  }

  private func textDone(_ text: String) -> String {
    #"{"type":"response.output_text.done","output_index":0,"text":"\#(text)"}"#
  }

  private func completed(_ items: String...) -> String {
    #"{"type":"response.completed","response":{"output":[\#(items.joined(separator: ","))]}}"#
  }

  @Test("the complete text of an item adds what its pieces lack")
  func completeText() async throws {
    let emoji = #"\ud83c"#
    let replies: [([String], String)] = [
      ([piece(""), completed(message("Dal"))], "Dal"),
      ([piece(""), done(message("Dal")), completed()], "Dal"),
      ([piece("Da"), done(message("Dal")), completed()], "Dal"),
      ([piece("Da"), done(message("Dal")), completed(message("Dal"))], "Dal"),
      ([piece("Da"), completed(message("Dal"))], "Dal"),
      ([piece("Dal"), done(message("Dal")), completed(message("Dal"))], "Dal"),
      ([textDone("Dal"), completed()], "Dal"),
      ([piece("Da"), textDone("Dal"), done(message("Dal")), completed(message("Dal"))], "Dal"),
      ([piece("Dal"), done(message("Other")), completed()], "Dal"),
      ([piece("Da", #""item_id":"x""#), done(message("Dal")), completed()], "Dal"),
      ([piece(emoji), piece(#"\udf72 a"#), done(message("🍲 ab")), completed()], "🍲 ab"),
      (
        [piece("Dal "), done(message("Dal ")), done(message("Pie", 1), 1), completed()],
        "Dal Pie"
      ),
    ]
    for (events, text) in replies {
      let provider = ProviderFixture.responses
      let (session, _) = provider.session(
        events.map { ProviderFixture.typedEvents($0) }.joined())
      #expect(try await session.respond(to: "Soup?").content == text, "\(events)")
    }
  }

  @Test("the complete arguments of a call add what its pieces lack")
  func completeArguments() async throws {
    func call(_ arguments: String) -> String {
      #"{"type":"function_call","call_id":"a","name":"find","arguments":\#(arguments)}"#
    }
    let all = #""{\"term\":\"soup\"}""#
    let start =
      #"{"type":"response.output_item.added","output_index":0,"item":\#(call(#""""#))}"#
    let half =
      #"{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"te"}"#
    let end =
      #"{"type":"response.function_call_arguments.done","output_index":0,"arguments":\#(all)}"#
    for events in [[start, half, end], [start, half, done(call(all))], [start, half, end, end]] {
      let provider = ProviderFixture.responses
      let (session, _) = provider.session(
        (events + [completed()]).map { ProviderFixture.typedEvents($0) }.joined(), provider.text,
        tools: [Find()])
      try await session.respond(to: "Soup?")
      #expect(session.transcript.outline.contains { $0.hasSuffix("found soup") }, "\(events)")
    }
  }

  @Test("thoughts that arrive only in their complete item are read")
  func completeThoughts() async throws {
    let item =
      #"{"type":"reasoning","id":"r","summary":[{"type":"summary_text","text":"Hm"}]}"#
    let (session, _) = session(done(item), piece("Dal", #""output_index":1"#), completed(item))
    #expect(try await session.respond(to: "Soup?").content == "Dal")
    #expect(session.transcript.outline.filter { $0.hasPrefix("reasoning") } == ["reasoning Hm"])
  }

  // MARK: Split characters

  @Test("T20: halves of characters leave no mark in what goes back")
  func halves() async throws {
    func isMarked(_ text: String) -> Bool {
      text.unicodeScalars.contains { $0.value >= 0x10F800 }
    }
    func chunk(_ delta: String, _ reason: String = "null") -> String {
      #"{"choices":[{"delta":\#(delta),"finish_reason":\#(reason)}]}"#
    }
    func detail(_ text: String) -> String {
      #"{"type":"reasoning.text","text":"\#(text)","index":0}"#
    }
    let call =
      #"{"index":0,"id":"a","extra":"x\ud83c","function":{"name":"find","arguments":"#
      + #""{\"term\":\"soup\"}"}}"#
    let chat = ProviderFixture.events(
      chunk(#"{"reasoning_details":[\#(detail(#"So \ud83c"#))]}"#),
      chunk(#"{"reasoning_details":[\#(detail(#"\udf72"#))]}"#),
      chunk(#"{"tool_calls":[\#(call)]}"#, #""tool_calls""#), "[DONE]")
    let next = ProviderFixture.events(chunk(#"{"content":"Dal"}"#, #""stop""#), "[DONE]")
    let transport = ScriptedTransport([.init(body: [chat]), .init(body: [next])])
    let model = CompatibleModel(
      "m", server: .openRouter, baseURL: "https://h/v1", key: "k", transport: transport)
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(to: "Soup?")
    let body = try transport.body(1)
    #expect(!isMarked(body))
    #expect(body.contains(#""text":"So 🍲""#))
    #expect(body.contains("\"extra\":\"x\u{FFFD}\""))

    let part = #"{"executableCode":{"code":"a\ud83c"}}"#
    let gemini = ProviderFixture.gemini
    let (other, sent) = gemini.session(
      ProviderFixture.events(
        #"""
        {"candidates":[{"content":{"parts":[\#(part),{"text":"Dal"}]},"finishReason":"STOP"}]}
        """#), gemini.text)
    try await other.respond(to: "Soup?")
    try await other.respond(to: "And?")
    #expect(try !isMarked(sent.body(1)))
    #expect(try sent.body(1).contains("{\"code\":\"a\u{FFFD}\"}"))
  }
}
