import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessions
import Testing

/// The examples of the pages on servers with the interface of Chat Completions.
struct ServerExamples {
  @Test func `a model of XAI is addressed`() async throws {
    let conversation = UUID()
    try await example("xai") { _ in
      // example: xai
      let model = CompatibleModel(
        "grok-4.6", server: .xAI, baseURL: "https://api.x.ai/v1", key: .environment("XAI_API_KEY"),
        headers: ["x-grok-conv-id": conversation.uuidString])
      // example: end
      #expect(model.identity.provider == "x_ai")
    }
  }

  @Test func `a model of Mistral is addressed`() async throws {
    try await example("mistral") { _ in
      // example: mistral
      let model = CompatibleModel(
        "mistral-large-latest", server: .mistral, baseURL: "https://api.mistral.ai/v1",
        key: .environment("MISTRAL_API_KEY"), promptCacheKey: "user-17")
      // example: end
      #expect(model.identity.provider == "mistral_ai")
    }
  }

  @Test func `a model of DeepSeek is addressed`() async throws {
    try await example("deepseek") { _ in
      // example: deepseek
      let model = CompatibleModel(
        "deepseek-chat", server: .deepSeekStrict, baseURL: "https://api.deepseek.com/beta",
        key: .environment("DEEPSEEK_API_KEY"))
      // example: end
      #expect(model.identity.provider == "deepseek")
    }
  }

  @Test func `a model of Groq is addressed`() async throws {
    try await example("groq") { _ in
      // example: groq
      let model = CompatibleModel(
        "openai/gpt-oss-120b", server: .groqStrict,
        baseURL: "https://api.groq.com/openai/v1", key: .environment("GROQ_API_KEY"))
      // example: end
      #expect(model.identity.provider == "groq")
    }
  }

  @Test func `a model of Cerebras is addressed`() async throws {
    try await example("cerebras") { _ in
      // example: cerebras
      let model = CompatibleModel(
        "gpt-oss-120b", server: .cerebras, baseURL: "https://api.cerebras.ai/v1",
        key: .environment("CEREBRAS_API_KEY"), promptCacheKey: "user-17",
        headers: ["x-cerebras-version-patch": "2"])
      // example: end
      #expect(model.identity.provider == "cerebras")
    }
  }

  @Test func `a model of OpenRouter is addressed`() async throws {
    try await example("openrouter") { _ in
      // example: openrouter
      let model = CompatibleModel(
        "openai/gpt-5", server: .openRouter, baseURL: "https://openrouter.ai/api/v1",
        key: .environment("OPENROUTER_API_KEY"),
        extraBody: try GeneratedContent(json: #"{"provider": {"data_collection": "deny"}}"#),
        headers: ["http-referer": "https://kitchen.example", "x-title": "Kitchen"])
      // example: end
      #expect(model.identity.provider == "openrouter")
    }
  }
}
