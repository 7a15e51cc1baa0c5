import SchemaSessions

/// The features that a request leaves out because the provider rejected the request with them.
struct RequestAdjustments: OptionSet, Sendable, Hashable {
  let rawValue: Int

  /// No tool is strict.
  static let looseTools = RequestAdjustments(rawValue: 1)

  /// The schema of the answer is in the prompt, and the session checks the answer.
  static let promptedSchema = RequestAdjustments(rawValue: 2)

  /// The request does not repeat reasoning.
  static let noReasoning = RequestAdjustments(rawValue: 4)

  /// The request has the complete conversation, even if the provider should have stored it.
  static let completeConversation = RequestAdjustments(rawValue: 8)

  /// The request does not ask a stream for its usage.
  static let noStreamOptions = RequestAdjustments(rawValue: 16)

  /// The calls of the conversation have only the properties of the interface.
  static let plainCalls = RequestAdjustments(rawValue: 32)

  /// The request does not require calls of tools.
  static let optionalCalls = RequestAdjustments(rawValue: 64)

  /// Reasoning is on or off, and has no level.
  static let noReasoningLevels = RequestAdjustments(rawValue: 128)

  /// The adjustments that later requests with the same schemas also need.
  var ofSchemas: RequestAdjustments {
    subtracting([.noReasoning, .completeConversation, .optionalCalls])
  }

  /// Returns the adjustment after a server rejected a field of a request that others accept.
  ///
  /// - Returns: The adjustment; `nil` for another error.
  static func leavingOutField(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest
  ) -> RequestAdjustments? {
    guard case .providerFailure(let failure) = error, let status = failure.statusCode,
      [400, 422].contains(status)
    else { return nil }
    // The name of the field may be outside of the message.
    let text = "\(failure.debugDescription) \(failure.metadata["body"] ?? "")"
    if text.contains("stream_options") { return .noStreamOptions }
    if text.contains("tool_choice"), request.generationOptions.toolCallingMode == .required {
      return .optionalCalls
    }
    let calls = request.transcript.lazy.compactMap(\.toolCalls).joined()
    return calls.contains { CallForm.names(in: $0.metadata).contains { text.names($0) } }
      ? .plainCalls : nil
  }
}

extension String {
  /// Returns `true` if the text names a property, and does not only contain its letters.
  ///
  /// A name is in quotes, a part of a path such as `messages[1].index`, or the last word after a
  /// colon. A name that is not a word of lowercase letters, such as `extra_content`, can be
  /// anywhere.
  fileprivate func names(_ property: String) -> Bool {
    let isWord = property.unicodeScalars.allSatisfy(\.properties.isLowercase)
    return ranges(of: property).contains { range in
      let (before, after) = (self[..<range.lowerBound], self[range.upperBound...].first)
      func isPart(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      }
      guard !isPart(before.last), !isPart(after) else { return false }
      let begins = before.last.map { "\"'`‘“.[/".contains($0) } ?? true
      let ends = after.map { "\"'`’”.[]/:,;)\\".contains($0) } ?? true
      return !isWord || ends && (begins || before.hasSuffix(": "))
    }
  }
}
