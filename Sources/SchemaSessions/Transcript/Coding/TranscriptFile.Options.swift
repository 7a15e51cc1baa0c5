extension TranscriptFile {
  /// Options as they are encoded; unset options are left out.
  ///
  /// Apple's own files show `temperature` alone; the other names are those of the properties.
  struct Options: Codable {
    private enum SamplingMode: String, Codable {
      case greedy
      case random
    }

    private enum ToolCallingMode: String, Codable {
      case allowed
      case required
      case disallowed
    }

    private struct Sampling: Codable {
      var mode: SamplingMode
      var top: Int?
      var probabilityThreshold: Double?
      var seed: UInt64?
    }

    private var temperature: Double?
    private var maximumResponseTokens: Int?
    private var sampling: Sampling?
    private var toolCallingMode: ToolCallingMode?

    init(_ options: GenerationOptions) {
      temperature = options.temperature
      maximumResponseTokens = options.maximumResponseTokens
      switch options.samplingMode?.kind {
      case nil: break
      case .greedy: sampling = Sampling(mode: .greedy)
      case .randomTopK(let k, let seed): sampling = Sampling(mode: .random, top: k, seed: seed)
      case .randomProbabilityThreshold(let threshold, let seed):
        sampling = Sampling(mode: .random, probabilityThreshold: threshold, seed: seed)
      }
      switch options.toolCallingMode?.kind {
      case nil: break
      case .allowed: toolCallingMode = .allowed
      case .required: toolCallingMode = .required
      case .disallowed: toolCallingMode = .disallowed
      }
    }

    var options: GenerationOptions {
      var options = GenerationOptions(
        temperature: temperature, maximumResponseTokens: maximumResponseTokens)
      if let sampling {
        if let top = sampling.top {
          options.samplingMode = .random(top: top, seed: sampling.seed)
        } else if let threshold = sampling.probabilityThreshold {
          options.samplingMode = .random(probabilityThreshold: threshold, seed: sampling.seed)
        } else {
          options.samplingMode = .greedy
        }
      }
      switch toolCallingMode {
      case .allowed: options.toolCallingMode = .allowed
      case .required: options.toolCallingMode = .required
      case .disallowed: options.toolCallingMode = .disallowed
      case nil: break
      }
      return options
    }
  }

  /// Options for the context as they are encoded; unset options are left out.
  struct Context: Codable {
    private var includeSchemaInPrompt: Bool?
    private var reasoningLevel: String?

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
      return ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt, reasoningLevel: level)
    }
  }
}
