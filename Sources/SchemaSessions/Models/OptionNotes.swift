/// Notes on options that are left out of a request because the provider does not support them.
package struct OptionNotes {
  private let policy: SessionPolicy.UnsupportedOption
  private let provider: String

  /// The notes, each of them a sentence.
  package private(set) var notes: [String] = []

  package init(_ request: LanguageModelExecutorGenerationRequest, provider: String) {
    policy = request.unsupportedOption
    self.provider = provider
  }

  /// Adds a note that an option is left out.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability` unless the policy is `.log`.
  package mutating func leaveOut(_ option: String) throws {
    let text = "\(provider) does not support the option \(option)."
    guard policy == .log else {
      var details = LanguageModelError.UnsupportedCapability(
        capability: .option(option), debugDescription: text)
      details.canBeLeftOut = true
      throw LanguageModelError.unsupportedCapability(details)
    }
    note("\(text) It was left out.")
  }

  /// Adds a note, unless the notes already contain it.
  package mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }
}
