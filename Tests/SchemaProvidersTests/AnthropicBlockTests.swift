import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// The blocks of Anthropic's answers, and what goes back of them.
struct AnthropicBlockTests {
  private let provider = ProviderFixture.anthropic
  private let start = ProviderFixture.typedEvents(
    #"""
    {"type":"message_start","message":{"id":"msg","model":"m",\#
    "usage":{"input_tokens":10,"cache_creation_input_tokens":3,"output_tokens":1}}}
    """#
  )

  private func end(_ reason: String = "end_turn", _ extra: String = "") -> String {
    ProviderFixture.typedEvents(
      #"""
      {"type":"message_delta","delta":{"stop_reason":"\#(reason)"\#(extra)},\#
      "usage":{"output_tokens":4}}
      """#,
      #"{"type":"message_stop"}"#)
  }

  private func block(_ index: Int, _ content: String, _ deltas: String...) -> String {
    ProviderFixture.typedEvents(
      #"{"type":"content_block_start","index":\#(index),"content_block":\#(content)}"#)
      + deltas.map {
        ProviderFixture.typedEvents(
          #"{"type":"content_block_delta","index":\#(index),"delta":\#($0)}"#)
      }.joined()
      + ProviderFixture.typedEvents(#"{"type":"content_block_stop","index":\#(index)}"#)
  }

  private func thinking(_ index: Int, _ signature: String) -> String {
    block(
      index, #"{"type":"thinking","thinking":"","signature":""}"#,
      #"{"type":"thinking_delta","thinking":"Hm"}"#,
      #"{"type":"signature_delta","signature":"\#(signature)"}"#)
  }

  private func text(_ index: Int, _ text: String) -> String {
    block(
      index, #"{"type":"text","text":""}"#,
      #"{"type":"text_delta","text":\#(text.generatedContent.jsonString)}"#)
  }

  private func call(_ index: Int, _ id: String) -> String {
    block(index, #"{"type":"tool_use","id":"\#(id)","name":"find","input":{"term":"pie"}}"#)
  }

  /// With every field that the provider's own types ask for, since requests are validated by them.
  private func citation(_ text: String) -> String {
    #"{"type":"char_location","cited_text":"\#(text)","document_index":0,"#
      + #""document_title":"Menu","start_char_index":0,"end_char_index":3}"#
  }

  /// The blocks of the messages of a request, each as its role and type, with the text or
  /// signature.
  private func outline(_ transport: ScriptedTransport, _ index: Int) throws -> [String] {
    let messages = try GeneratedContent(json: transport.body(index))
      .value([GeneratedContent].self, forProperty: "messages")
    return try messages.flatMap { message in
      let role = try message.value(String.self, forProperty: "role").prefix(1)
      return try message.value([GeneratedContent].self, forProperty: "content").map { block in
        let type = try block.value(String.self, forProperty: "type")
        let name = ["signature", "text", "id", "tool_use_id"].lazy
          .compactMap { try? block.value(String.self, forProperty: $0) }.first
        return "\(role) \(type) \(name ?? "")"
      }
    }
  }

  private func notes(_ response: LanguageModelSession.Response<String>) -> [String] {
    guard case .response(let entry)? = response.transcriptEntries.last else { return [] }
    return (try? entry.metadata["notes"]?.value([String].self)) ?? []
  }

  @Test func `T26: blocks go back in their order, texts apart, also from a file`() async throws {
    let (session, transport) = provider.session(
      start + thinking(0, "s1") + text(1, "One ") + text(2, "two") + call(3, "a")
        + thinking(4, "s2") + text(5, "three") + call(6, "b") + end("tool_use"),
      provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    let blocks = [
      "u text Soup?", "a thinking s1", "a text One ", "a text two", "a tool_use a",
      "a thinking s2", "a text three", "a tool_use b", "u tool_result a", "u tool_result b",
    ]
    #expect(try outline(transport, 1) == blocks)
    let data = try JSONEncoder().encode(session.transcript)
    let stored = ScriptedTransport([.init(body: [provider.text])])
    let restored = LanguageModelSession(
      model: provider.model(stored), tools: [Find()],
      transcript: try JSONDecoder().decode(Transcript.self, from: data))
    let response = try await restored.respond(to: "And pie?")
    #expect(try outline(stored, 0) == blocks + ["a text Dal ü", "u text And pie?"])
    #expect(notes(response).isEmpty)
  }

  @Test func `T26: citations go back with their text, and thoughts after them do`() async throws {
    let citation = citation("dal")
    let cited = block(
      2, #"{"type":"text","text":"","citations":[]}"#, #"{"type":"text_delta","text":"two"}"#,
      #"{"type":"citations_delta","citation":\#(citation)}"#)
    let (session, transport) = provider.session(
      start + thinking(0, "s1") + text(1, "One ") + cited + thinking(3, "s2") + text(4, "three")
        + end(), provider.text)
    try await session.respond(to: "Soup?")
    let first = session.transcript
    let response = try await session.respond(to: "And pie?")
    let texts =
      #"{"type":"text","text":"One "},{"type":"text","text":"two","citations":[\#(citation)]}"#
    #expect(try transport.body(1).contains(texts))
    #expect(try outline(transport, 1).contains("a thinking s2"))
    #expect(notes(response).isEmpty)
    // Earlier versions stored a list, for all texts of the part.
    let old = first.map { entry -> Transcript.Entry in
      guard case .response(var value) = entry, value.metadata["citations"] != nil else {
        return entry
      }
      value.metadata["citations"] =
        [try? GeneratedContent(json: citation)]
        .compactMap(\.self).generatedContent
      return .response(value)
    }
    let stored = ScriptedTransport([.init(body: [provider.text])])
    try await LanguageModelSession(
      model: provider.model(stored), transcript: Transcript(entries: old)
    ).respond(to: "Now?")
    #expect(
      try stored.body(0).contains(
        #"{"type":"text","text":"One ","citations":[\#(citation)]},"#
          + #"{"type":"text","text":"two","citations":[\#(citation)]}"#))
  }

  @Test func `T26: blocks without an end go back in the order in which they began`() async throws {
    func begin(_ index: Int, _ text: String) -> String {
      ProviderFixture.typedEvents(
        #"""
        {"type":"content_block_start","index":\#(index),\#
        "content_block":{"type":"text","text":"\#(text)"}}
        """#
      )
    }
    let texts = (0..<12).map { "t\($0)" }
    let (session, transport) = provider.session(
      start + texts.enumerated().map(begin).joined() + end(), provider.text)
    try await session.respond(to: "Soup?")
    try await session.respond(to: "And pie?")
    let sent = try outline(transport, 1)
    #expect(sent == ["u text Soup?"] + texts.map { "a text \($0)" } + ["u text And pie?"])
  }

  @Test func `H3: many texts with citations go back in order, in several entries`()
    async throws
  {
    let texts = (0..<600).map { "t\($0)" }
    let begins = texts.enumerated().map { index, text in
      ProviderFixture.typedEvents(
        #"""
        {"type":"content_block_start","index":\#(index),\#
        "content_block":{"type":"text","text":"\#(text)"}}
        """#
      )
    }
    let citations = texts.indices.map { index in
      ProviderFixture.typedEvents(
        #"""
        {"type":"content_block_delta","index":\#(index),\#
        "delta":{"type":"citations_delta","citation":\#(citation("c\(index)"))}}
        """#
      )
    }
    let (session, transport) = provider.session(
      start + begins.joined() + citations.joined() + end(), provider.text)
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == texts.joined())
    let counts = session.transcript.compactMap { entry -> Int? in
      guard case .response(let response) = entry else { return nil }
      return response.metadata["citations"]?.childCount
    }
    // With all citations in one value, each further one would take time in proportion to them.
    #expect(counts == [256, 256, 88])
    try await session.respond(to: "And pie?")
    let sent = try outline(transport, 1)
    #expect(sent == ["u text Soup?"] + texts.map { "a text \($0)" } + ["u text And pie?"])
    #expect(
      try transport.body(1).contains(
        #"{"type":"text","text":"t256","citations":[\#(citation("c256"))]}"#))
  }

  @Test func `T26: the thoughts of a reasked answer go back until the turn ends`() async throws {
    let (session, transport) = provider.session(
      start + thinking(0, "s1") + text(1, "{}") + end(),
      start + thinking(0, "s2") + call(1, "a") + end("tool_use"),
      start + thinking(0, "s3") + text(1, #"{"term":"soup"}"#) + end(),
      provider.text, provider.text, tools: [Find()])
    try await session.respond(to: "Soup?", generating: Find.Arguments.self)
    // The correction is still there, so both thoughts are bound to what the model reads.
    #expect(
      try outline(transport, 2).filter { $0.contains("thinking") }
        == ["a thinking s1", "a thinking s2"])
    let response = try await session.respond(to: "And pie?")
    #expect(try outline(transport, 3).filter { $0.contains("thinking") } == [])
    #expect(
      notes(response) == [
        "The conversation before the model's reasoning has changed. The reasoning was left out."
      ])
  }

  @Test func `T26: thoughts are left out from an edit on, and later ones stay`() async throws {
    let (session, _) = provider.session(
      start + thinking(0, "s1") + text(1, "Dal") + end(),
      start + thinking(0, "s2") + text(1, "Pie") + end())
    try await session.respond(to: "Soup?")
    try await session.respond(to: "And?")
    func ask(
      _ instructions: String, _ transcript: Transcript, _ body: String
    ) async throws -> (ScriptedTransport, Transcript) {
      let transport = ScriptedTransport([.init(body: [body])])
      let entries = transcript.map { entry -> Transcript.Entry in
        guard case .instructions(var value) = entry else { return entry }
        value.segments = [.text(.init(content: instructions))]
        return .instructions(value)
      }
      let session = LanguageModelSession(
        model: provider.model(transport), transcript: Transcript(entries: entries))
      try await session.respond(to: "Now?")
      return (transport, session.transcript)
    }
    func thoughts(_ transport: ScriptedTransport) throws -> [String] {
      try outline(transport, 0).filter { $0.contains("thinking") }
    }
    let body = start + thinking(0, "s3") + text(1, "Tea") + end()
    let same = try await ask("Be brief.", session.transcript, body)
    #expect(try thoughts(same.0) == ["a thinking s1", "a thinking s2"])
    let edited = try await ask("Be long.", session.transcript, body)
    #expect(try thoughts(edited.0) == [])
    let later = try await ask("Be long.", edited.1, body)
    #expect(try thoughts(later.0) == ["a thinking s3"])
  }

  @Test func `T26: an answer is sent back unchanged, also if a later request has no schema`()
    async throws
  {
    let written = "{\n \"term\" : \"soup\"}"
    let (session, transport) = provider.session(
      start + thinking(0, "s1") + text(1, written) + end(), provider.text, provider.text)
    try await session.respond(to: "Soup?", generating: Find.Arguments.self)
    try await session.respond(to: "And pie?")
    #expect(try outline(transport, 1).contains("a text \(written)"))
    #expect(try outline(transport, 1).contains("a thinking s1"))
    // An edited answer goes back as it is edited, and its own thoughts come before it.
    let entries = session.transcript.map { entry -> Transcript.Entry in
      guard case .response(var value) = entry, case .structure(var part)? = value.segments.first
      else { return entry }
      part.content = GeneratedContent(properties: ["term": "stew"])
      value.segments = [.structure(part)]
      return .response(value)
    }
    let edited = ScriptedTransport([.init(body: [provider.text])])
    try await LanguageModelSession(
      model: provider.model(edited), transcript: Transcript(entries: entries)
    ).respond(to: "Now?")
    #expect(try outline(edited, 0).contains(#"a text {"term": "stew"}"#))
    #expect(try outline(edited, 0).contains("a thinking s1"))
  }

  @Test func `a paused answer continues, with the blocks of the server's tools`() async throws {
    let search =
      #"{"type":"server_tool_use","id":"srv","name":"web_search","input":{"query":"soup"}}"#
    let result =
      #"""
      {"type":"web_search_tool_result","tool_use_id":"srv",\#
      "content":[{"type":"web_search_result","title":"t","url":"u","encrypted_content":"e"}]}
      """#
    let (session, transport) = provider.session(
      start + thinking(0, "s1")
        + block(
          1, #"{"type":"server_tool_use","id":"srv","name":"web_search","input":{}}"#,
          #"{"type":"input_json_delta","partial_json":"{\"query\":"}"#,
          #"{"type":"input_json_delta","partial_json":"\"soup\"}"}"#)
        + end("pause_turn", #","container":{"id":"c1"}"#),
      start + block(0, result) + end("pause_turn"),
      start + text(0, "Dal") + end(), provider.text)
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal")
    #expect(response.usage.input.totalTokenCount == 39)
    #expect(response.usage.input.cacheWriteTokenCount == 9)
    #expect(response.usage.output.totalTokenCount == 12)
    let third = try transport.body(2)
    #expect(third.contains(#"{"role":"assistant","content":[{"type":"thinking""#))
    #expect(third.contains("\(search),\(result)]}"))
    #expect(third.contains(#""container":"c1""#))
    try await session.respond(to: "And pie?")
    #expect(try transport.body(3).contains(#"\#(search),\#(result),{"type":"text","text":"Dal"}"#))
    #expect(try outline(transport, 3).contains("a thinking s1"))
  }

  @Test func `a call of a tool of the server with an invalid input is an error`()
    async throws
  {
    let search = block(
      0, #"{"type":"server_tool_use","id":"srv","name":"web_search","input":{}}"#,
      #"{"type":"input_json_delta","partial_json":"{\"query\":nonsense}"}"#)
    let (session, transport) = provider.session(start + search + text(1, "Dal") + end())
    let error = await session.failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "invalidEvent")
    #expect(
      failure.debugDescription.hasPrefix(
        "Anthropic: the input of a tool of the server is not JSON: "))
    #expect(transport.requests.count == 1)
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test func `an answer that is paused again and again is an error`() async throws {
    let paused = start + text(0, "x") + end("pause_turn")
    let transport = ScriptedTransport(Array(repeating: .init(body: [paused]), count: 30))
    let session = LanguageModelSession(model: provider.model(transport))
    let error = await session.failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "pause_turn")
    #expect(transport.requests.count == 21)
    #expect(session.transcript.isEmpty)
  }

  private func rejection(_ message: String) -> ScriptedTransport.Response {
    .init(
      status: 400,
      body: [
        #"{"type":"error","error":{"type":"invalid_request_error","message":"\#(message)"}}"#
      ])
  }

  @Test func `D6: schemas too complex make tools loose first, then go into the prompt`()
    async throws
  {
    let answer = start + text(0, #"{"term":"soup"}"#) + end()
    let transport = ScriptedTransport([
      rejection("Schema is too complex for compilation."),
      rejection("The compiled grammar is too large."), .init(body: [answer]),
      .init(body: [answer]), .init(body: [provider.text]),
    ])
    let session = LanguageModelSession(model: provider.model(transport), tools: [Find()])
    let response = try await session.respond(to: "Soup?", generating: Find.Arguments.self)
    #expect(response.content.term == "soup")
    let bodies = try (0..<3).map { try transport.body($0) }
    #expect(bodies.map { $0.contains(#""strict":true"#) } == [true, false, false])
    #expect(bodies.map { $0.contains(#""output_config""#) } == [true, true, false])
    let words = "Answer with JSON of the first type"
    #expect(bodies.map { $0.contains(words) } == [false, false, true])
    let entry = try #require(response.transcriptEntries.last?.response)
    #expect(try entry.metadata["notes"]?.value([String].self).count == 2)
    // The next request of the same schemas does not try again, and one of others does.
    try await session.respond(to: "And pie?", generating: Find.Arguments.self)
    #expect(try !transport.body(3).contains(#""output_config""#))
    try await session.respond(to: "Now?")
    #expect(try transport.body(4).contains(#""strict":true"#))
  }

  @Test func `a provider rejects schemas only once, also behind a FallbackModel`()
    async throws
  {
    let answer = start + text(0, #"{"term":"soup"}"#) + end()
    let transport = ScriptedTransport([
      rejection("Schema is too complex for compilation."), .init(body: [answer]),
      .init(body: [answer]),
    ])
    let model = FallbackModel([provider.model(transport)])
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(to: "Soup?", generating: Find.Arguments.self)
    try await session.respond(to: "And pie?", generating: Find.Arguments.self)
    let bodies = try (0..<3).map { try transport.body($0) }
    #expect(bodies.map { $0.contains(#""strict":true"#) } == [true, false, false])
    #expect(transport.requests.count == 3)
  }

  @Test func `T26: thoughts that the server finds moved are left out once`() async throws {
    let moved =
      """
      messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a \
      different conversation.
      """
    let transport = ScriptedTransport([
      .init(body: [start + thinking(0, "s1") + text(1, "Dal") + end()]), rejection(moved),
      .init(body: [provider.text]), rejection(moved), rejection(moved),
    ])
    let session = LanguageModelSession(model: provider.model(transport))
    try await session.respond(to: "Soup?")
    try await session.respond(to: "And pie?")
    #expect(try outline(transport, 1).contains("a thinking s1"))
    #expect(try !outline(transport, 2).contains("a thinking s1"))
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Now?") }
    #expect(transport.requests.count == 5)
  }

  @Test func `T26: blank text does not go back, and thoughts around it do`() async throws {
    let (session, transport) = provider.session(
      start + thinking(0, "s1") + text(1, "\n\n") + call(2, "a") + end("tool_use"),
      start + text(0, " ") + thinking(1, "s2") + text(2, "Dal") + end(),
      start + text(0, "\n") + end(), provider.text, tools: [Find { _ in "" }])
    try await session.respond(to: "Soup?")
    try await session.respond(to: "And?")
    let response = try await session.respond(to: "Pie?")
    #expect(notes(response).isEmpty)
    #expect(
      try outline(transport, 3) == [
        "u text Soup?", "a thinking s1", "a tool_use a", "u tool_result a", "a thinking s2",
        "a text Dal", "u text And?", "u text Pie?",
      ])
    #expect(try transport.body(3).contains(#""content":"(no output)""#))
  }
}
