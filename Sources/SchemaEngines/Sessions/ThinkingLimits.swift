import ConstrainedDecoding
import SchemaSessions

/// The largest numbers of tokens in a model's thoughts, by the level that a request asks for.
///
///     let limits = ThinkingLimits(light: 100, custom: ["none": 0])
///     let model = EngineModel(scheduler, template: template, thinking: limits)
///
/// When the tokens are used up, the thoughts end at once, and the model answers. With 0 tokens the
/// model does not think. A limit applies to models whose thoughts the package recognizes: models
/// with the markers of a known tool format, and models whose prompt ends within thoughts.
public struct ThinkingLimits: Sendable, Hashable {
  private let standard, light, moderate, deep: Int?
  private let custom: [String: Int]

  /// Creates limits; `nil` stands for no limit, and a negative number counts as 0.
  ///
  /// - Parameters:
  ///   - standard: The largest number of tokens if a request names no level.
  ///   - light: The largest number of tokens at the level `light`.
  ///   - moderate: The largest number of tokens at the level `moderate`.
  ///   - deep: The largest number of tokens at the level `deep`.
  ///   - custom: The largest number of tokens at levels of other names. A level without an entry
  ///     can be a number of tokens, as in `custom("500")`.
  public init(
    standard: Int? = nil, light: Int? = 256, moderate: Int? = 2_048, deep: Int? = nil,
    custom: [String: Int] = [:]
  ) {
    self.standard = standard
    self.light = light
    self.moderate = moderate
    self.deep = deep
    self.custom = custom
  }

  /// Returns the thinking that a request allows.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability` for an unknown level.
  func allowance(at level: ContextOptions.ReasoningLevel?) throws -> ThinkingAllowance {
    switch level {
    case nil:
      ThinkingAllowance(standard, unlessZero: .optional)
    case .light: ThinkingAllowance(light, unlessZero: .wanted, effort: "low")
    case .moderate: ThinkingAllowance(moderate, unlessZero: .wanted, effort: "medium")
    case .deep: ThinkingAllowance(deep, unlessZero: .wanted, effort: "high")
    case .custom(let name): try allowance(named: name)
    }
  }

  private func allowance(named name: String) throws -> ThinkingAllowance {
    if let limit = custom[name] {
      return ThinkingAllowance(limit, unlessZero: .wanted, effort: name)
    }
    if let limit = Int(name) { return ThinkingAllowance(limit, unlessZero: .wanted) }
    throw LanguageModelError.unsupportedCapability(
      .init(
        capability: .option("reasoningLevel"),
        debugDescription: "The reasoning level '\(name)' is not known. Add it to the custom levels "
          + "of ThinkingLimits, or pass a number of tokens."))
  }
}

/// The thoughts that a reply may have.
struct ThinkingAllowance {
  /// The largest number of tokens; `nil` for no limit.
  let limit: Int?
  /// The name of the level, for templates.
  let effort: String?
  private let demand: Demand

  /// The demand of a request for thoughts.
  enum Demand {
    case wanted, optional, forbidden
  }

  /// Creates an allowance.
  ///
  /// `limit`: The largest number of tokens; `nil` for no limit. A negative number counts as 0,
  /// which forbids thoughts. `demand`: The demand for thoughts if the limit is not 0. `effort`: The
  /// name of the level, for templates.
  init(_ limit: Int?, unlessZero demand: Demand, effort: String? = nil) {
    self.limit = limit.map { max($0, 0) }
    self.effort = effort
    self.demand = self.limit == 0 ? .forbidden : demand
  }

  /// The template's switch for thinking.
  ///
  /// - Parameter hasForm: `true` if masks enforce a schema. Then the model thinks only if the
  ///   request asks for thoughts.
  /// - Returns: `true` if the model may think; `nil` leaves it to the template.
  func isAllowed(hasForm: Bool) -> Bool? {
    switch demand {
    case .wanted: true
    case .forbidden: false
    case .optional: hasForm ? false : nil
    }
  }

  func mode(
    _ format: ToolCallFormat, after parts: [PromptPart]
  ) -> ToolCallFormat.ThinkingMode {
    if format.isThinkingStarted(by: parts.trailingMarkup) { return .started(limit: limit) }
    return format.canThink && demand != .forbidden ? .optional(limit: limit) : .none
  }

  /// Returns the format and the mode of thinking around an answer without tools.
  ///
  /// `format`: The format of the model; `nil` if it is not known. `hasForm`: `true` if masks
  /// enforce a schema.
  ///
  /// - Returns: The format and the mode; `nil` if the output has only the answer.
  func surroundings(
    _ format: ToolCallFormat?, hasForm: Bool, after parts: [PromptPart]
  ) -> (format: ToolCallFormat, mode: ToolCallFormat.ThinkingMode)? {
    guard let format, format.canThink else {
      let prompt = parts.trailingMarkup
      return ToolCallFormat.thinkingOnly.first { $0.isThinkingStarted(by: prompt) }
        .map { ($0, .started(limit: limit)) }
    }
    let mode = mode(format, after: parts)
    if case .started = mode { return (format, mode) }
    // An answer in the format harmony is in a channel, even if it has a schema.
    guard format.layout != .harmony, hasForm, demand != .wanted else { return (format, mode) }
    return nil
  }
}

extension ToolCallFormat {
  /// `true` if models with the format think.
  fileprivate var canThink: Bool { thinking != nil || layout == .harmony }

  /// The formats of models with known markers of thoughts, but an unknown format of calls.
  fileprivate static let thinkingOnly = [
    Thinking(start: "<think>", end: "</think>", separator: "\n\n"),
    Thinking(start: "[THINK]", end: "[/THINK]"),
  ].map {
    ToolCallFormat(name: "thinking", layout: .sections(Sections(call: [.name])), thinking: $0)
  }
}
