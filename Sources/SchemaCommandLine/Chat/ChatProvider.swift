import SchemaProviders

/// The interface that a server has, by the name of the provider or of the server's software.
enum ChatProvider: String, CaseIterable, Sendable {
  case openAI = "openai"
  case openAIResponses = "openai-responses"
  case anthropic
  case gemini
  case ollama
  case llamaCpp = "llama.cpp"
  case vLLM = "vllm"
  case lmStudio = "lm-studio"
  case compatible

  /// The address of the provider, or the default one of the server's software; `nil` for any server
  /// with OpenAI's interface.
  var address: String? {
    switch self {
    case .openAI, .openAIResponses: "https://api.openai.com/v1"
    case .anthropic: "https://api.anthropic.com"
    case .gemini: "https://generativelanguage.googleapis.com/v1"
    case .ollama: "http://localhost:11434"
    case .llamaCpp: "http://localhost:8080/v1"
    case .vLLM: "http://localhost:8000/v1"
    case .lmStudio: "http://localhost:1234/v1"
    case .compatible: nil
    }
  }

  /// The variables of the environment that have the provider's key, the preferred one first; none
  /// if requests need no key.
  var keyVariables: [String] {
    switch self {
    case .openAI, .openAIResponses: ["OPENAI_API_KEY"]
    case .anthropic: ["ANTHROPIC_API_KEY"]
    case .gemini: ["GOOGLE_API_KEY", "GEMINI_API_KEY"]
    case .ollama, .llamaCpp, .vLLM, .lmStudio, .compatible: []
    }
  }

  /// The default name of the model; `nil` if the server has several and needs one.
  var defaultName: String? {
    switch self {
    // These servers have loaded one model, and answer with it.
    case .llamaCpp, .lmStudio, .compatible: "default"
    case .openAI, .openAIResponses, .anthropic, .gemini, .ollama, .vLLM: nil
    }
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - address: The address of the interface.
  ///   - key: The key; `nil` only if requests need none.
  ///   - transport: The transport that sends the requests.
  ///   - retryPolicy: The policy for sending a failed request again.
  /// - Returns: The model.
  func model(
    _ name: String, at address: String, key: ModelProvider.Key?, over transport: any ModelTransport,
    retryPolicy: ModelProvider.RetryPolicy
  ) -> any LanguageModel {
    let providerKey = key ?? ""
    func compatibleModel(_ server: CompatibleModel.Server) -> CompatibleModel {
      CompatibleModel(
        name, server: server, baseURL: address, key: key, transport: transport,
        retryPolicy: retryPolicy)
    }
    return switch self {
    case .openAI:
      OpenAIModel(
        name, key: providerKey, baseURL: address, transport: transport,
        retryPolicy: retryPolicy)
    case .openAIResponses:
      OpenAIResponsesModel(
        name, key: providerKey, baseURL: address, transport: transport,
        retryPolicy: retryPolicy)
    case .anthropic:
      AnthropicModel(
        name, key: providerKey, baseURL: address, transport: transport,
        retryPolicy: retryPolicy)
    case .gemini:
      GeminiModel(
        name, key: providerKey, baseURL: address, transport: transport,
        retryPolicy: retryPolicy)
    case .ollama:
      OllamaModel(
        name, baseURL: address, key: key, transport: transport, retryPolicy: retryPolicy)
    case .llamaCpp: compatibleModel(.llamaCpp)
    case .vLLM: compatibleModel(.vLLM)
    case .lmStudio: compatibleModel(.lmStudio)
    case .compatible: compatibleModel(.other)
    }
  }
}
