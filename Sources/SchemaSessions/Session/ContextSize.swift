import SchemaModel

/// The size of a conversation in tokens: the last count, and an estimate of later entries.
struct ContextSize: Sendable {
  /// The last counted number of tokens, and the conversation that was counted.
  ///
  /// The estimate of this conversation is made only if a limit needs it. Most sessions have no
  /// limit.
  private var counted: (tokenCount: Int, conversation: Transcript)?
  private let schemaSizes = PreparedSchemas<Int>()

  /// Records the provider's count of a conversation.
  mutating func record(_ usage: LanguageModelSession.Usage, of conversation: Transcript) {
    guard usage.input.totalTokenCount > 0 else { return }
    record(count: usage.input.totalTokenCount, of: conversation)
  }

  /// Records a model's count of a conversation.
  mutating func record(count tokenCount: Int, of conversation: Transcript) {
    counted = (tokenCount, conversation)
  }

  /// Drops the count, when another conversation replaces the counted one.
  mutating func forget() { counted = nil }

  /// The approximate number of tokens of a conversation, without a count.
  func uncountedEstimate(of conversation: Transcript) -> Int {
    conversation.estimatedTokenCount(schemaSizes)
  }

  /// The approximate number of tokens of a conversation: the last count, and an estimate of the
  /// rest.
  func estimate(of conversation: Transcript) -> Int {
    let estimate = uncountedEstimate(of: conversation)
    guard let counted else { return estimate }
    let known = uncountedEstimate(of: counted.conversation)
    return max(0, counted.tokenCount.addingClamped(estimate - known))
  }

  /// Converts a counted number of tokens to the scale of the estimate.
  func estimatedTokens(in tokenCount: Int) -> Int {
    guard let counted else { return max(0, tokenCount) }
    return max(
      0,
      tokenCount.addingClamped(-counted.tokenCount)
        .addingClamped(uncountedEstimate(of: counted.conversation)))
  }
}
