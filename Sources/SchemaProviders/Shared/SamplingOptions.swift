import Foundation
import SchemaSessions

/// The sampling parameters of a request.
///
/// Each provider supports some of these parameters.
struct SamplingOptions {
  /// A parameter, with its name in errors.
  enum Parameter: String {
    case temperature
    case topK = "top-k sampling"
    case probabilityThreshold = "probability threshold"
    case seed
  }

  private(set) var temperature: Double?
  private(set) var topK: Int?
  private(set) var probabilityThreshold: Double?
  /// The seed, in a type that holds all seeds even if `Int` has 32 bits.
  private(set) var seed: Decimal?

  /// Reads the options that a provider supports.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability` for an unsupported parameter, if the
  ///   session's policy demands it, and for a number that is not finite, since JSON has no such
  ///   numbers.
  init(
    _ options: GenerationOptions, supported: Set<Parameter>,
    largestSeed: UInt64 = UInt64(Int64.max), _ notes: inout OptionNotes
  ) throws {
    temperature = options.temperature
    switch options.samplingMode?.kind {
    case nil: break
    case .greedy: temperature = 0
    case .randomTopK(let k, let seed):
      topK = k
      self.seed = seed.map { Decimal($0) }
    case .randomProbabilityThreshold(let threshold, let seed):
      probabilityThreshold = threshold
      self.seed = seed.map { Decimal($0) }
    }
    for (value, parameter) in [
      (temperature, Parameter.temperature), (probabilityThreshold, .probabilityThreshold),
    ] {
      guard let value, !value.isFinite else { continue }
      throw LanguageModelError.unsupportedCapability(
        .init(
          capability: .option(parameter.rawValue),
          debugDescription: "The option \(parameter.rawValue) is \(value). Set a finite number, or "
            + "leave the option out."))
    }
    func check<Value>(_ value: Value?, _ parameter: Parameter) throws -> Value? {
      if value == nil || supported.contains(parameter) { return value }
      try notes.leaveOut(parameter.rawValue)
      return nil
    }
    temperature = try check(temperature, .temperature)
    topK = try check(topK, .topK)
    probabilityThreshold = try check(probabilityThreshold, .probabilityThreshold)
    seed = try check(seed, .seed)
    if let seed, seed > Decimal(largestSeed) {
      try notes.leaveOut("seed above \(largestSeed)")
      self.seed = nil
    }
  }
}

extension ContextOptions.ReasoningLevel {
  /// The level in the names that most providers use.
  var effort: String {
    switch self {
    case .light: "low"
    case .moderate: "medium"
    case .deep: "high"
    case .custom(let name): name
    }
  }
}
