import SchemaModel

/// Shortens the conversation of a request that exceeds a limit or the context of the model.
struct ContextFitter {
  let policy: ContextPolicy
  let schema: GenerationSchema?
  let next: RequestSetup

  /// Returns the part of the conversation that the profile shows, without the oldest turns if it
  /// exceeds the policy's limit.
  ///
  /// - Throws: The error of the model that writes the summary.
  func shown(_ state: inout Turn.State) async throws -> Transcript {
    let shown = next.shown(state.conversation.request)
    guard let limit = policy.tokenLimit else { return shown }
    try await countTokens(of: shown, near: limit, &state)
    guard state.contextSize.estimate(of: shown) > limit else { return shown }
    let fixedSize =
      state.contextSize.uncountedEstimate(of: state.conversation.request)
      - state.conversation.history.estimatedTurnTokenCount
    let size = state.contextSize.estimatedTokens(in: limit / 2)
    return try await condense(shown, to: max(0, size - fixedSize), &state) ?? shown
  }

  /// Drops half of the turns after the model has found the conversation too long.
  ///
  /// - Returns: The part that the profile shows afterwards; `nil` if no turn is dropped.
  /// - Throws: The error of the model that writes the summary.
  func shorter(than shown: Transcript, _ state: inout Turn.State) async throws -> Transcript? {
    try await condense(
      shown, to: state.conversation.history.estimatedTurnTokenCount / 2, &state)
  }

  /// Lets the model count the conversation if the estimate is above half of a limit.
  ///
  /// If the model cannot count now, the estimate is used.
  private func countTokens(
    of shown: Transcript, near limit: Int, _ state: inout Turn.State
  ) async throws {
    guard let counter = next.runner.tokenCounter,
      state.contextSize.estimate(of: shown) > limit / 2
    else { return }
    do {
      let count = try await counter.tokenCount(for: shown, schema: schema)
      state.contextSize.record(count: count, of: shown)
    } catch {
      try Task.checkCancellation()
    }
  }

  /// Drops the oldest turns, or replaces them by a summary.
  ///
  /// A profile may hide old turns from the model, so turns are dropped until the shown part
  /// changes.
  ///
  /// `shown` is the part of the conversation that the profile shows now. `tokenCount` is the number
  /// of tokens of the history that should remain.
  private func condense(
    _ shown: Transcript, to tokenCount: Int, _ state: inout Turn.State
  ) async throws -> Transcript? {
    if case .fail = policy.action { return nil }
    let history = state.conversation.history
    var tokenCount = tokenCount
    while true {
      var condensed = CondensedHistory(of: history, keeping: tokenCount)
      guard !condensed.dropped.isEmpty else { return nil }
      state.conversation.setHistory(condensed.rest)
      let shorter = next.shown(state.conversation.request)
      if shorter == shown {
        guard tokenCount > 0 else {
          state.conversation.setHistory(history)
          return nil
        }
        tokenCount /= 2
        continue
      }
      guard case .summarize(let summarize) = policy.action, !condensed.dropsOnlySummary
      else { return shorter }
      let (summary, usage) = try await summarize(condensed.text)
      state.attempts.add(usage)
      condensed.add(summary: summary)
      state.conversation.setHistory(condensed.rest)
      return next.shown(state.conversation.request)
    }
  }
}
