/// The state of a turn for the snapshots of its answer, without the answer's content.
struct TurnProgress: Sendable {
  /// The number of the current try, from 1.
  private(set) var attempt = 1
  /// The complete entries of the turn.
  private(set) var entries: [Transcript.Entry] = []
  /// The identifier of the current answer; `nil` if there is none.
  private(set) var entryID: String?
  private(set) var usage = LanguageModelSession.Usage.zero
  /// The number of changes of the usage.
  private var usageCount = 0
  /// The number of changes of the usage when the last snapshot was made.
  private var shownUsageCount = 0

  /// `true` if no snapshot has the current usage.
  var hasNewUsage: Bool { usageCount != shownUsageCount }

  mutating func beginAnswer(attempt: Int) {
    self.attempt = attempt
    entryID = nil
  }

  /// Begins or continues the answer of an entry.
  mutating func answer(_ entryID: String) { self.entryID = entryID }

  /// Sets the complete entries, including the current answer.
  mutating func setEntries(_ entries: [Transcript.Entry]) {
    self.entries = entries
    entryID = nil
  }

  /// Sets the usage of the turn so far.
  mutating func setUsage(_ usage: LanguageModelSession.Usage) {
    self.usage = usage
    usageCount += 1
  }

  /// Records that a snapshot with an earlier state was shown.
  mutating func recordShown(_ earlier: TurnProgress) { shownUsageCount = earlier.usageCount }
}
