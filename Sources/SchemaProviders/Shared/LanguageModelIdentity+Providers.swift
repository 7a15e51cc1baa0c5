public import SchemaSessions

extension AnthropicModel: IdentifiedLanguageModel {
  /// The provider and the name of the model.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("anthropic", name)
  }
}

extension CompatibleModel: IdentifiedLanguageModel {
  /// The provider and the name of the model.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity(provider, name)
  }
}

extension GeminiModel: IdentifiedLanguageModel {
  /// The provider and the name of the model.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("gcp.gemini", name)
  }
}

extension OllamaModel: IdentifiedLanguageModel {
  /// The provider and the name of the model.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("ollama", name)
  }
}

extension OpenAIModel: IdentifiedLanguageModel {
  /// The provider and the name of the model.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("openai", name)
  }
}

extension OpenAIResponsesModel: IdentifiedLanguageModel {
  /// The provider and the name of the model.
  public var identity: LanguageModelIdentity {
    executorConfiguration.identity("openai", name)
  }
}
