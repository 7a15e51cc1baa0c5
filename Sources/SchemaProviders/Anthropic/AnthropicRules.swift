import SchemaEncoding
import SchemaSessions

/// The facts about Anthropic's interface that its models share, on Anthropic's servers and on those
/// of clouds.
enum AnthropicRules {
  /// The first version of the interface that rejects sampling parameters, and accepts keys as
  /// bearer tokens.
  static let versionWithoutSampling = "2026-10-21"

  /// The version of the interface that models use by default.
  static let version = versionWithoutSampling

  /// The largest number of tokens of an answer by default.
  static let maximumResponseTokens = 8_192

  /// The domains of the servers that sign all reasoning.
  static let domains = ["anthropic.com", "azure.com", "googleapis.com"]

  /// The largest number of strict tools in a request.
  private static let maximumStrictTools = 20

  /// Returns the positions of the strict tools of a request, and notes the tools that cannot be
  /// strict in it.
  static func strictTools(of draft: inout RequestDraft, in dialect: some SchemaDialect) -> Set<Int>
  {
    let limits = draft.adjustments.contains(.looseTools) ? nil : dialect.rules.limits
    let tools = draft.schemas.tools.map(\.definition)
    let strict =
      limits.map { draft.schemas.strictTools(within: $0, atMost: maximumStrictTools) } ?? []
    for index in tools.indices where tools[index].isStrict && !strict.contains(index) {
      draft.note(
        .looseTool(tools[index].name, maximumCount: maximumStrictTools, limits: limits))
    }
    return strict
  }

  /// Returns the schema of the answer if it is enforced, and notes that it is not.
  static func enforcedAnswer(of draft: inout RequestDraft) -> WrittenDocument? {
    guard draft.adjustments.contains(.promptedSchema) else {
      return draft.schemas.answer?.document
    }
    draft.note(.complexSchema)
    return nil
  }
}

/// A format for models of Claude, on Anthropic's servers or on those of a cloud.
protocol ClaudeFormat: WireFormat {}

extension ClaudeFormat {
  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments? {
    guard case .providerFailure(let failure) = error, failure.statusCode == 400 else {
      return .leavingOutField(after: error, of: request)
    }
    let message = failure.debugDescription.lowercased()
    if message.contains("too complex") || message.contains("grammar is too large") {
      // First no tool is strict, then the schema of the answer is in the prompt.
      if !adjustments.contains(.looseTools), !request.enabledToolDefinitions.isEmpty {
        return .looseTools
      }
      let isPrompted = adjustments.contains(.promptedSchema)
      return isPrompted || request.schema == nil ? nil : .promptedSchema
    }
    return message.contains("bound to a different conversation")
      ? .noReasoning : .leavingOutField(after: error, of: request)
  }
}
