import SchemaContent
import SchemaSessions

/// What a request does without, since the provider rejected it otherwise.
package struct RequestAdjustments: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// No tool is held to its schema.
  static let looseTools = RequestAdjustments(rawValue: 1)

  /// The schema of the answer is in the prompt, and the session checks the answer.
  static let promptedSchema = RequestAdjustments(rawValue: 2)

  /// No thoughts go back.
  static let noThoughts = RequestAdjustments(rawValue: 4)

  /// The whole conversation is sent, also what the provider should have stored.
  static let wholeConversation = RequestAdjustments(rawValue: 8)

  /// The adjustments that the same schemas need in later requests too.
  var ofSchemas: RequestAdjustments { subtracting([.noThoughts, .wholeConversation]) }

  /// The next adjustment for schemas that a provider cannot compile: first the tools become loose,
  /// then the schema of the answer goes into the prompt.
  ///
  /// - Parameter request: The request that was rejected.
  /// - Returns: The adjustment; `nil` if nothing is left to try.
  func next(after request: LanguageModelExecutorGenerationRequest) -> RequestAdjustments? {
    if !contains(.looseTools), !request.enabledToolDefinitions.isEmpty { return .looseTools }
    return contains(.promptedSchema) || request.schema == nil ? nil : .promptedSchema
  }

  /// The next adjustment where a service of Claude rejected a request, on any cloud.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - request: The request that was rejected.
  /// - Returns: The adjustment; `nil` for another error, and if nothing is left to try.
  func next(
    afterClaude error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest
  ) -> RequestAdjustments? {
    guard case .providerFailure(let failure) = error, failure.statusCode == 400 else { return nil }
    let message = failure.debugDescription.lowercased()
    if message.contains("too complex") || message.contains("grammar is too large") {
      return next(after: request)
    }
    return message.contains("bound to a different conversation") ? .noThoughts : nil
  }
}
