import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SchemaTestSupport
import SessionTestSupport
import Testing

/// Requests at random, with names, texts and options that providers take and others.
struct RandomRequestTests {
  /// What is a schema or a value of the model, in which `null` has a meaning.
  private static let opaqueKeys: Set = [
    "parameters", "input_schema", "parametersJsonSchema", "responseJsonSchema", "schema", "format",
    "arguments", "input", "args",
  ]

  /// The body of the request that a model sends; `nil` if its dialect rejects a schema.
  private func body(
    _ request: LanguageModelExecutorGenerationRequest, _ provider: ProviderFixture
  ) async throws -> Data? {
    let transport = ScriptedTransport([.init(status: 400, body: ["{}"])])
    do {
      try await run(request, provider.model(transport))
    } catch is SchemaError {
      #expect(transport.requests.isEmpty)
      return nil
    } catch is LanguageModelError {}
    #expect(transport.requests.count == 1)
    return transport.requests.first?.body
  }

  private func run(
    _ request: LanguageModelExecutorGenerationRequest, _ model: some LanguageModel
  ) async throws {
    try await ModelRunner(model).run(request) { _ in }
  }

  @Test(
    "T24: is complete JSON without unset keys, and the same bytes each time",
    arguments: ProviderFixture.all)
  func requests(_ provider: ProviderFixture) async throws {
    var requests = RandomRequests(seed: 24)
    var sent = 0
    for number in 0..<tried(of: 200, oneIn: 10) {
      let request = requests.request(for: provider.name)
      guard let body = try await body(request, provider) else { continue }
      let text = String(decoding: body, as: UTF8.self)
      // Gemini rejects contents without parts.
      #expect(!text.contains(#""parts":[]"#), "request \(number)")
      let content = try GeneratedContent(json: text)
      #expect(content.isComplete, "request \(number)")
      #expect(unset(content).isEmpty, "request \(number)")
      #expect(try await self.body(request, provider) == body, "request \(number)")
      for name in toolNames(content) where provider.name != "Ollama" {
        #expect(name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_-]{0,63}/) != nil, "request \(number)")
      }
      sent += 1
    }
    #expect(sent >= tried(of: 20))
  }

  /// The names of keys whose value is `null`, but for the text of a message that has only calls.
  private func unset(_ content: GeneratedContent) -> [String] {
    switch content.shape {
    case .object:
      let isOfCalls = content.property(named: "tool_calls") != nil
      return content.properties.flatMap { key, value -> [String] in
        if Self.opaqueKeys.contains(key) { return [] }
        if value.shape == .null { return isOfCalls && key == "content" ? [] : [key] }
        return unset(value)
      }
    case .array: return content.elements.flatMap { unset($0) }
    default: return []
    }
  }

  /// The names of the tools that a request states, wherever the provider wants them.
  private func toolNames(_ content: GeneratedContent) -> [String] {
    guard let tools = content.property(named: "tools"), tools.shape == .array else { return [] }
    return tools.elements.flatMap { tool -> [GeneratedContent] in
      if let declarations = tool.property(named: "functionDeclarations") {
        return Array(declarations.elements)
      }
      return [tool.property(named: "function") ?? tool]
    }.compactMap { $0.property(named: "name") }.compactMap { try? String($0) }
  }
}
