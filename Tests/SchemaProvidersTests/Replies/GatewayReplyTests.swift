import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// What gateways write in the words of other vendors, and beside a reply.
@Suite("Replies of gateways", .timeLimit(.minutes(5)))
struct GatewayReplyTests {
  private static let noErrors = [
    "0", "0.0", "{}", #""""#, #"" ""#, "false", "[]", "null", "[null]", "[{}]",
    #"{"code":null,"message":""}"#, #"{"code":0}"#, #"{"message":"","details":[]}"#,
  ]

  /// Adds a property to the objects of a reply.
  private func adding(_ property: String, to event: Data) -> Data {
    let text = String(decoding: event, as: UTF8.self)
    let added = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let brace = line.firstIndex(of: "{") else { return String(line) }
      return line[...brace] + "\(property)," + line[line.index(after: brace)...]
    }
    return Data(added.joined(separator: "\n").utf8)
  }

  @Test(
    "T18: an error that says nothing is none",
    arguments: ReplyForm.all.filter { $0.name != "Bedrock" }
  )
  func noErrors(_ form: ReplyForm) async throws {
    for name in ["error", "error_message", "errors"] {
      for value in Self.noErrors {
        let pieces = form.answer.map { adding(#""\#(name)":\#(value)"#, to: $0) }
        let (session, _) = form.session(pieces)
        let answer = try? await session.respond(to: "Soup?").content
        #expect(answer == "Dal", "\(name): \(value)")
      }
    }
  }

  @Test(
    "T18: an error that says something is one",
    arguments: ReplyForm.all.filter { $0.name != "Bedrock" },
    [#""no""#, "7", "true", #"{"code":7}"#, #"[{"message":"no"}]"#, #"{"a":{"b":"c"}}"#])
  func errors(_ form: ReplyForm, _ value: String) async {
    let (session, _) = form.session(form.answer.map { adding(#""error":\#(value)"#, to: $0) })
    #expect(await session.failure(of: "Soup?") != nil)
    #expect(session.transcript.isEmpty)
  }

  @Test("T18: an empty error in the last response of Responses is none")
  func emptyErrorOfResponse() async throws {
    let provider = ProviderFixture.responses
    for error in Self.noErrors {
      let (session, _) = provider.session(
        ProviderFixture.typedEvents(
          #"{"type":"response.output_text.delta","output_index":0,"delta":"Dal"}"#,
          #"{"type":"response.completed","response":{"status":"completed","error":\#(error)}}"#))
      #expect((try? await session.respond(to: "Soup?").content) == "Dal", "\(error)")
    }
  }

  @Test(
    "the reasons of all vendors are known in each letter case on each interface",
    arguments: ReplyForm.all.filter { $0.name != "Responses" })
  func reasons(_ form: ReplyForm) async throws {
    for reason in [
      "STOP", "Stop", "stop", "end_turn", "END_TURN", "endTurn", "eos", "eos_token", "COMPLETE",
      "tool_use", "TOOL_CALLS", "tool-calls", "function_call", "stop_sequence", "completed",
    ] {
      let (session, _) = form.session([form.text(#""Dal""#), form.end("\"\(reason)\""), form.last])
      let response = try? await session.respond(to: "Soup?")
      #expect(response?.content == "Dal", "\(reason)")
      #expect(response?.finishReason == .stop, "\(reason)")
    }
    for reason in ["MAX_TOKENS", "max_tokens", "Length", "max_output_tokens", "model_length"] {
      let (session, _) = form.session([form.text(#""Dal""#), form.end("\"\(reason)\""), form.last])
      let response = try? await session.respond(to: "Soup?")
      #expect(response?.finishReason == .length, "\(reason)")
    }
    for reason in ["content_filter", "SAFETY", "guardrail_intervened"] {
      let (session, _) = form.session([form.text(#""Dal""#), form.end("\"\(reason)\""), form.last])
      guard case .guardrailViolation? = await session.failure(of: "Soup?") else {
        Issue.record("\(reason)")
        continue
      }
      #expect(session.transcript.isEmpty)
    }
  }

  @Test("a reason that pauses an answer is one only where another request can continue it")
  func pauses() async {
    for form in [ReplyForm.chat, .compatible, .ollama, .bedrock] {
      for reason in ["pause_turn", "CONTINUATION"] {
        let (session, _) = form.session([form.text(#""Da""#), form.end("\"\(reason)\""), form.last])
        let error = await session.failure(of: "Soup?")
        #expect(error?.providerFailure?.code == reason)
        #expect(session.transcript.isEmpty)
      }
    }
  }

  @Test(
    "an incomplete response of Responses has the reasons of all vendors",
    arguments: ["max_output_tokens", "MAX_OUTPUT_TOKENS", "max_tokens", "length"])
  func incomplete(_ reason: String) async throws {
    let form = ReplyForm.responses
    let (session, _) = form.session([form.text(#""Dal""#), form.end("\"\(reason)\"")])
    #expect(try await session.respond(to: "Soup?").finishReason == .length)
  }
}
