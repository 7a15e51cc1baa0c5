import Foundation
import SchemaSessionTesting
import SchemaTestSupport
import SessionTestSupport
import Testing

@testable import SchemaProviders
@testable import SchemaSessions

/// H3: the cost of a stream is in proportion to its bytes, also where these are many small parts.
@Suite("A stream of many parts", .timeLimit(.minutes(10)))
struct LongStreamTests {
  /// How many times as long it takes to read a stream of four times as many parts, and to put its
  /// events together as a session does.
  private func growth(
    from count: Int, _ format: some WireFormat, _ stream: (Int) -> String
  ) throws -> Double {
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(),
      transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Soup?"))]))]),
      enabledTools: [], generationOptions: .init(), contextOptions: .init(), metadata: [:])
    let reader = try format.request(for: request, key: "k", schemas: WrittenSchemas(for: format))
      .1
    return try growthOfTime(from: count) { count in
      Data(stream(count).utf8)
    } work: { stream in
      var reader = ReplyStream(reader)
      var events: [LanguageModelExecutorGenerationChannel.Event] = []
      try reader.read(stream, into: &events)
      try reader.finish(into: &events)
      var reply = ReplyAssembler()
      for event in events {
        // Whoever shows the answer reads all of its text where it does not end with the change.
        if case .text(.replace, _)? = reply.apply(event) { _ = reply.text.utf8.count }
      }
      _ = try reply.entries()
    }
  }

  private func calls(_ count: Int) -> String {
    let pieces = (0..<count).map { number in
      let index = number.isMultiple(of: 2) ? #""index":\#(number),"# : ""
      return #"{\#(index)"id":"c\#(number)","function":{"name":"fin","arguments":"{}"}}"#
    }
    return ProviderFixture.events(
      #"{"choices":[{"delta":{"tool_calls":[\#(pieces.joined(separator: ","))]}}]}"#,
      #"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#, "[DONE]")
  }

  private static let signaturePiece = String(repeating: "c2ln", count: 256)

  private func signature(_ count: Int) -> String {
    let signature = #"{"type":"signature_delta","signature":"\#(Self.signaturePiece)"}"#
    let delta = #"{"type":"content_block_delta","index":0,"delta":\#(signature)}"#
    let thinking = #"{"type":"thinking","thinking":"Hm."}"#
    let start = ProviderFixture.typedEvents(
      #"{"type":"content_block_start","index":0,"content_block":\#(thinking)}"#)
    let end = ProviderFixture.typedEvents(#"{"type":"content_block_stop","index":0}"#)
    let deltas = String(repeating: "event: content_block_delta\ndata: \(delta)\n\n", count: count)
    return start + deltas + end + ProviderFixture.anthropic.text
  }

  @Test("H3: has many calls of Chat Completions, with an index or without")
  func calls() async throws {
    let format = ChatFormat(
      model: "m", baseURL: "https://h/v1", headers: [:], quirks: .openAI)
    #expect(try growth(from: 2_000, format, calls) < proportionalGrowth)
    let count = 2_000
    let (session, _) = ProviderFixture.openAI.session(calls(count), ProviderFixture.openAI.text)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(session.transcript.count == count + 4)
  }

  @Test("H3: has a signature of Anthropic in many pieces")
  func signature() async throws {
    let format = AnthropicFormat(
      model: "m", baseURL: "https://h", version: "2023-06-01", maximumResponseTokens: 100)
    #expect(try growth(from: 2_000, format, signature) < proportionalGrowth)
    let count = 1_000
    let (session, _) = ProviderFixture.anthropic.session(signature(count))
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    let signatures = session.transcript.compactMap { entry in
      if case .reasoning(let reasoning) = entry { reasoning.signature } else { nil }
    }
    #expect(signatures.map(\.count) == [count * Self.signaturePiece.utf8.count])
  }

  @Test("H3: has the name of a call in many pieces")
  func name() throws {
    let format = ChatFormat(
      model: "m", baseURL: "https://h/v1", headers: [:], quirks: .openAI)
    let growth = try growth(from: 2_000, format) { count in
      let pieces = (0..<count).map { _ in
        let call = #"{"index":0,"function":{"name":"\#(Self.longName)"}}"#
        return #"{"choices":[{"delta":{"tool_calls":[\#(call)]}}]}"#
      }
      return pieces.map { ProviderFixture.events($0) }.joined()
        + ProviderFixture.events(
          #"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#, "[DONE]")
    }
    #expect(growth < proportionalGrowth)
  }

  private static let longName = String(repeating: "a_name_", count: 64)

  @Test("H3: has a thought without an opening tag in many segments")
  func thoughtInSegments() throws {
    let format = GeminiFormat(
      model: "gemini-3-pro", baseURL: "https://h", combinesToolsAndSchemas: true)
    let growth = try growth(from: 500, format) { count in
      let thoughts = (0..<count).map { number in
        #"{"text":"\#(Self.longName)\#(number)","thoughtSignature":"s"}"#
      }
      let parts = (thoughts + [#"{"text":"</think>Dal"}"#]).joined(separator: ",")
      return ProviderFixture.events(
        #"{"candidates":[{"content":{"parts":[\#(parts)]},"finishReason":"STOP"}]}"#)
    }
    #expect(growth < proportionalGrowth)
  }

  private static let anthropicFormat = AnthropicFormat(
    model: "m", baseURL: "https://h", version: "2023-06-01", maximumResponseTokens: 100)

  private func events(_ count: Int, _ event: (Int) -> [String]) -> String {
    (0..<count).flatMap(event).map { ProviderFixture.typedEvents($0) }.joined()
  }

  @Test("H3: has many blocks of Anthropic")
  func blocks() throws {
    let growth = try growth(from: 2_000, Self.anthropicFormat) { count in
      let blocks = events(count) { number in
        let block = #"{"type":"thinking","thinking":"Hm.","signature":"s"}"#
        return [
          #"{"type":"content_block_start","index":\#(number),"content_block":\#(block)}"#,
          #"{"type":"content_block_stop","index":\#(number)}"#,
        ]
      }
      return blocks + ProviderFixture.anthropic.text
    }
    #expect(growth < proportionalGrowth)
  }

  @Test("H3: has many ends of a large block of Anthropic")
  func ends() throws {
    let growth = try growth(from: 1_000, Self.anthropicFormat) { count in
      let block = #"{"type":"tool_use","id":"a","name":"find","input":{}}"#
      let start = ProviderFixture.typedEvents(
        #"{"type":"content_block_start","index":0,"content_block":\#(block)}"#)
      func piece(_ json: String) -> String {
        let delta = #"{"type":"input_json_delta","partial_json":"\#(json)"}"#
        return #"{"type":"content_block_delta","index":0,"delta":\#(delta)}"#
      }
      let large = piece(#"{\"term\":["# + String(repeating: "1,", count: 20 * count) + "1")
      let pieces = events(count) { _ in
        [piece("1"), #"{"type":"content_block_stop","index":0}"#]
      }
      return start + ProviderFixture.typedEvents(large) + pieces
        + ProviderFixture.typedEvents(piece("]}")) + ProviderFixture.anthropic.text
    }
    #expect(growth < proportionalGrowth)
  }

  @Test("H3: has many ends of the texts of Responses", arguments: ["", #","text":"D""#])
  func textEnds(text: String) throws {
    let format = ResponsesFormat(
      model: "m", baseURL: "https://h/v1", headers: [:], reasoning: .requested())
    let growth = try growth(from: 1_000, format) { count in
      let pieces = events(count) { number in
        let delta = #""delta":"\#(Self.longName)""#
        return [
          #"{"type":"response.output_text.delta","output_index":\#(number),\#(delta)}"#,
          #"{"type":"response.output_text.done","output_index":-1\#(text)}"#,
        ]
      }
      return pieces
        + ProviderFixture.typedEvents(#"{"type":"response.completed","response":{"output":[]}}"#)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test("H3: has many names with one safe form, and pieces of names")
  func safeNames() throws {
    let growth = try growthOfTime(from: 2_000) {
      $0
    } work: { count in
      var names = SafeNames()
      let all = (0..<count).map { number in
        let digits = String(number, radix: 2).map { $0 == "0" ? "<" : ">" }.joined()
        return names.safeName(
          for: "name" + String(repeating: "<", count: 16 - digits.count) + digits)
      }
      #expect(Set(all).count == count)
      for name in all where !names.hasName(beginning: name) || names.hasName(beginning: name + "x")
      {
        Issue.record("\(name) is not found")
      }
      for name in all { _ = names.hasLongerName(than: name) }
    }
    #expect(growth < proportionalGrowth)
  }

  @Test("H3: has closing tags in a value after much white space")
  func tagsAfterSpace() throws {
    let growth = try growthOfTime(from: 500) { count in
      [String(repeating: " ", count: 100 * count), #"{"a":"b"#]
        + Array(repeating: "</think>c", count: count)
    } work: { pieces in
      var tags = ThinkingTags()
      for piece in pieces { _ = tags.add(piece) }
      _ = tags.finish()
    }
    #expect(growth < proportionalGrowth)
  }
}
