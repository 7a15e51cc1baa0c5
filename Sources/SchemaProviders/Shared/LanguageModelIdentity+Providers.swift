public import SchemaSessions

extension AnthropicModel: IdentifiedLanguageModel {
  /// What the model is called.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("anthropic", name)
  }
}

extension CompatibleModel: IdentifiedLanguageModel {
  /// What the model is called.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity(provider, name)
  }
}

extension GeminiModel: IdentifiedLanguageModel {
  /// What the model is called.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("gcp.gemini", name)
  }
}

extension OllamaModel: IdentifiedLanguageModel {
  /// What the model is called.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("ollama", name)
  }
}

extension OpenAIModel: IdentifiedLanguageModel {
  /// What the model is called.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("openai", name)
  }
}

extension OpenAIResponsesModel: IdentifiedLanguageModel {
  /// What the model is called.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("openai", name)
  }
}
