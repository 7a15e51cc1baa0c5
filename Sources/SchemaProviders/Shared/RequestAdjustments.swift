import SchemaContent
import SchemaSessions

/// The features that a request leaves out because the provider rejected the request with them.
struct RequestAdjustments: OptionSet, Sendable, Hashable {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// No tool is strict.
  static let looseTools = RequestAdjustments(rawValue: 1)

  /// The schema of the answer is in the prompt, and the session checks the answer.
  static let promptedSchema = RequestAdjustments(rawValue: 2)

  /// The request does not repeat reasoning.
  static let noReasoning = RequestAdjustments(rawValue: 4)

  /// The request has the complete conversation, even if the provider should have stored it.
  static let completeConversation = RequestAdjustments(rawValue: 8)

  /// The adjustments that later requests with the same schemas also need.
  var ofSchemas: RequestAdjustments { subtracting([.noReasoning, .completeConversation]) }

  /// Returns the next adjustment for schemas that a provider cannot compile: first no tool is
  /// strict, then the schema of the answer is in the prompt.
  ///
  /// - Returns: The adjustment; `nil` if none is left.
  func next(after request: LanguageModelExecutorGenerationRequest) -> RequestAdjustments? {
    if !contains(.looseTools), !request.enabledToolDefinitions.isEmpty { return .looseTools }
    return contains(.promptedSchema) || request.schema == nil ? nil : .promptedSchema
  }

  /// Returns the next adjustment after a service of Claude, on any cloud, rejected a request.
  ///
  /// - Returns: The adjustment; `nil` for another error, and if none is left.
  func next(
    afterClaude error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest
  ) -> RequestAdjustments? {
    guard case .providerFailure(let failure) = error, failure.statusCode == 400 else { return nil }
    let message = failure.debugDescription.lowercased()
    if message.contains("too complex") || message.contains("grammar is too large") {
      return next(after: request)
    }
    return message.contains("bound to a different conversation") ? .noReasoning : nil
  }
}
