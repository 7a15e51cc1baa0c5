import SchemaSessions

/// The options of a request that its provider does not take.
struct UnsupportedOptions {
  private let policy: SessionPolicy.UnsupportedOption
  private let provider: String

  /// What was left out, one sentence each.
  private(set) var notes: [String] = []

  init(_ request: LanguageModelExecutorGenerationRequest, provider: String) {
    policy = request.unsupportedOption
    self.provider = provider
  }

  /// Notes that an option is left out, or throws, as the session's policy says.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability`.
  mutating func leaveOut(_ option: String) throws {
    let note = "\(provider) does not take the option \(option)."
    guard policy == .log else {
      throw LanguageModelError.unsupportedCapability(
        .init(
          capability: .option(option),
          debugDescription: "\(note) Leave it out, or set `policy.unsupportedOption` to `.log`."))
    }
    notes.append("\(note) It was left out.")
  }
}
