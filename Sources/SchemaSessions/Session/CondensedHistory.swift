import SchemaModel

/// The split of a conversation into its oldest turns and the rest.
struct CondensedHistory {
  /// The key in the metadata of the prompt that has a summary.
  private static let summaryKey = "isSummary"

  /// The remaining turns, with the instructions.
  private(set) var rest = Transcript()
  /// The turns that are dropped.
  private(set) var dropped: [Transcript.Entry] = []

  /// Drops the oldest turns: at least one if possible, and as many as needed.
  ///
  /// The summary of earlier turns is dropped with the turn after it, so that another summary can
  /// replace both.
  ///
  /// `tokenCount` is the number of tokens, by the estimate, that should remain in addition to the
  /// instructions.
  init(of history: Transcript, keeping tokenCount: Int) {
    var size = history.estimatedTurnTokenCount
    var kept: [Transcript.Entry] = []
    var isDropping = true
    for entry in history {
      if case .instructions = entry {
        kept.append(entry)
        continue
      }
      if case .prompt = entry, !dropped.isEmpty, !dropsOnlySummary, size <= tokenCount {
        isDropping = false
      }
      guard isDropping else {
        kept.append(entry)
        continue
      }
      dropped.append(entry)
      size -= entry.estimatedTokenCount()
    }
    rest = Transcript(entries: kept)
  }

  /// Puts a summary of the dropped turns before the remaining ones.
  mutating func add(summary: String) {
    let index = rest.firstIndex { $0.instructions == nil } ?? rest.endIndex
    let text = "Summary of the conversation so far:\n\(summary)"
    let prompt = Transcript.Prompt(
      id: .randomID(), metadata: [CondensedHistory.summaryKey: true],
      segments: [.text(.init(id: .randomID(), content: text))])
    rest.insert(.prompt(prompt), at: index)
  }

  /// `true` if only the summary of earlier turns is dropped.
  ///
  /// Summarizing it again would not shorten the conversation.
  var dropsOnlySummary: Bool {
    guard dropped.count == 1, case .prompt(let prompt)? = dropped.first else { return false }
    return Self.isSummary(prompt)
  }

  /// Returns `true` if a prompt has a summary of earlier turns.
  static func isSummary(_ prompt: Transcript.Prompt) -> Bool { prompt.metadata[summaryKey] != nil }

  /// The dropped turns as a text for the model that summarizes them.
  var text: String {
    dropped.compactMap { entry -> String? in
      switch entry {
      case .instructions, .reasoning: nil
      case .prompt(let prompt): "User: \(prompt.segments.joinedText)"
      case .response(let response): "Assistant: \(response.text)"
      case .toolCalls(let calls):
        calls.map { "Assistant calls \($0.toolName): \($0.arguments.jsonString)" }
          .joined(separator: "\n")
      case .toolOutput(let output): "Output of \(output.toolName): \(output.segments.joinedText)"
      }
    }.joined(separator: "\n\n")
  }
}
