import SchemaModel

/// The size of a conversation in tokens: the last count, and an estimate of later entries.
struct ContextSize: Sendable {
  /// The number of counted tokens, and the estimate of the same conversation.
  private var counted: (tokenCount: Int, estimate: Int)?

  /// Records the provider's count of a conversation.
  mutating func count(_ usage: LanguageModelSession.Usage, of conversation: Transcript) {
    guard usage.input.totalTokenCount > 0 else { return }
    count(usage.input.totalTokenCount, of: conversation)
  }

  /// Records a model's count of a conversation.
  mutating func count(_ tokenCount: Int, of conversation: Transcript) {
    counted = (tokenCount, conversation.estimatedTokenCount)
  }

  /// The approximate number of tokens of a conversation: the last count, and an estimate of the
  /// rest.
  func estimate(of conversation: Transcript) -> Int {
    let estimate = conversation.estimatedTokenCount
    guard let counted else { return estimate }
    return max(0, counted.tokenCount.addingClamped(estimate - counted.estimate))
  }

  /// Converts a counted number of tokens to the scale of the estimate.
  func estimatedTokens(in tokenCount: Int) -> Int {
    guard let counted else { return max(0, tokenCount) }
    return max(
      0,
      tokenCount.addingClamped(-counted.tokenCount)
        .addingClamped(counted.estimate))
  }
}
