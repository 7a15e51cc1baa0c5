import Foundation
import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// What a provider sends in the situations that all of them have, written after their
/// documentation.
struct ProviderFixture: Sendable, CustomTestStringConvertible {
  /// The provider's name in errors.
  let name: String
  let model: @Sendable (any ModelTransport) -> any LanguageModel
  /// The dialect to which schemas are fitted.
  let dialect: any SchemaDialect
  /// The stream of an answer, in pieces that are JSON strings.
  let answer: @Sendable (_ pieces: [String]) -> String
  /// The text "Dal ü", with 9 tokens read, of which 8 were kept, and 4 written, of which 1 is a
  /// thought.
  let text: String
  /// The text "Let me see.", and calls of `find` with "soup" and "pie" at the same time.
  let calls: String
  /// A text that is as long as it may be.
  let length: String
  /// An error after the text "Da".
  let lateError: String
  /// A stream that ends after the text "Da".
  let cutOff: String
  /// The model declines with the words "I cannot."; `nil` if the provider has no such form.
  let refusal: String?
  /// A filter stopped the answer; `nil` if the provider has none.
  let filtered: String?
  /// The body of the response to a prompt that is too long.
  let overflow: String
  /// The header with the identifier of the request.
  let requestIDHeader: String
  /// Whether the provider counts kept tokens and thoughts.
  var countsDetails = true

  var testDescription: String { name }

  /// Whether requests have a key, which is "secret".
  var hasKey: Bool { name != "Ollama" && name != "llama.cpp" }

  static let all = [openAI, responses, anthropic, gemini, ollama, llamaCpp]

  func session(
    _ bodies: String..., tools: [any Tool] = []
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(
      bodies.map { .init(headers: [requestIDHeader: "r1"], body: [$0]) })
    return (session(transport, tools: tools), transport)
  }

  func session(_ transport: some ModelTransport, tools: [any Tool] = []) -> LanguageModelSession {
    LanguageModelSession(model: model(transport), tools: tools, instructions: "Be brief.")
  }

  /// The stream of an answer in pieces.
  func stream(_ pieces: [String]) -> String {
    answer(pieces.map { $0.generatedContent.jsonString })
  }

  /// The events of a stream, one a line.
  static func events(_ data: String...) -> String {
    data.map { "data: \($0)\n\n" }.joined()
  }

  /// The events of a stream with their types, as Anthropic and OpenAI's Responses write them.
  static func typedEvents(_ data: String...) -> String {
    data.map { text in
      let type = text.firstMatch(of: /"type":"([^"]+)"/)?.1 ?? ""
      return "event: \(type)\ndata: \(text)\n\n"
    }.joined()
  }
}

extension ScriptedTransport {
  /// The body of a request as text.
  func body(_ index: Int = 0) throws -> String {
    try #require(requests.indices.contains(index))
    return String(decoding: requests[index].body, as: UTF8.self)
  }
}
