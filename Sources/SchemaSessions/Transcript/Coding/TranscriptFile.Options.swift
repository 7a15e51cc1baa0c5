extension TranscriptFile {
  /// The encoded form of options, without unset options.
  ///
  /// Apple's own files show only `temperature`. The other keys are the names of the properties.
  struct Options: Codable {
    private enum ToolCallingMode: String, Codable {
      case allowed
      case required
      case disallowed
    }

    private var temperature: Double?
    private var maximumResponseTokens: Int?
    private var sampling: Sampling?
    private var toolCallingMode: ToolCallingMode?

    init(_ options: GenerationOptions) {
      temperature = options.temperature
      maximumResponseTokens = options.maximumResponseTokens
      sampling = options.samplingMode.map { Sampling($0) }
      switch options.toolCallingMode?.kind {
      case nil: break
      case .allowed: toolCallingMode = .allowed
      case .required: toolCallingMode = .required
      case .disallowed: toolCallingMode = .disallowed
      }
    }

    var options: GenerationOptions {
      var options = GenerationOptions(
        samplingMode: sampling?.mode, temperature: temperature,
        maximumResponseTokens: maximumResponseTokens)
      switch toolCallingMode {
      case .allowed: options.toolCallingMode = .allowed
      case .required: options.toolCallingMode = .required
      case .disallowed: options.toolCallingMode = .disallowed
      case nil: break
      }
      return options
    }
  }

  /// The encoded form of the choice of the next token.
  private struct Sampling: Codable {
    private enum CodingKeys: String, CodingKey {
      case mode, top, probabilityThreshold, seed
    }

    private enum Name: String, Codable {
      case greedy
      case random
    }

    let mode: GenerationOptions.SamplingMode

    init(_ mode: GenerationOptions.SamplingMode) { self.mode = mode }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let name = try container.decode(Name.self, forKey: .mode)
      let top = try container.decodeIfPresent(Int.self, forKey: .top)
      let threshold = try container.decodeIfPresent(Double.self, forKey: .probabilityThreshold)
      let seed = try container.decodeIfPresent(UInt64.self, forKey: .seed)
      switch (name, top, threshold, seed) {
      case (.greedy, nil, nil, nil): mode = .greedy
      case (.random, let top?, nil, _): mode = .random(top: top, seed: seed)
      case (.random, nil, let threshold?, _):
        mode = .random(probabilityThreshold: threshold, seed: seed)
      default:
        throw DecodingError.dataCorruptedError(
          forKey: .mode, in: container,
          debugDescription: "The sampling mode does not fit the values next to it. \"random\" "
            + "needs either \"top\" or \"probabilityThreshold\", and \"greedy\" has no values.")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch mode.kind {
      case .greedy: try container.encode(Name.greedy, forKey: .mode)
      case .randomTopK(let k, let seed):
        try container.encode(Name.random, forKey: .mode)
        try container.encode(k, forKey: .top)
        try container.encodeIfPresent(seed, forKey: .seed)
      case .randomProbabilityThreshold(let threshold, let seed):
        try container.encode(Name.random, forKey: .mode)
        try container.encode(threshold, forKey: .probabilityThreshold)
        try container.encodeIfPresent(seed, forKey: .seed)
      }
    }
  }

  /// The encoded form of options for the context, without unset options.
  struct Context: Codable {
    private var includeSchemaInPrompt: Bool?
    private var reasoningLevel: String?
    /// The form of the schema, unless it is the default.
    private var schemaForm: String?

    init(_ options: ContextOptions) {
      includeSchemaInPrompt = options.includeSchemaInPrompt
      reasoningLevel =
        switch options.reasoningLevel {
        case nil: nil
        case .light: "light"
        case .moderate: "moderate"
        case .deep: "deep"
        case .custom(let name): name
        }
      schemaForm = options.schemaForm == .typeText ? nil : options.schemaForm.rawValue
    }

    var options: ContextOptions {
      let level: ContextOptions.ReasoningLevel? =
        switch reasoningLevel {
        case nil: nil
        case "light": .light
        case "moderate": .moderate
        case "deep": .deep
        case .some(let name): .custom(name)
        }
      var options = ContextOptions(
        includeSchemaInPrompt: includeSchemaInPrompt, reasoningLevel: level)
      options.schemaForm =
        schemaForm.flatMap { ContextOptions.SchemaForm(rawValue: $0) } ?? .typeText
      return options
    }
  }
}
