/// The entries of the turns that have failed since the last answer, for feedback.
struct FailedTurns: Sendable {
  /// The largest number of turns; older ones are dropped.
  private static let maximumCount = 8

  /// Entries that the transcript does not keep, and the transcript's entry before them; `nil` for
  /// the end of the transcript.
  private struct Part {
    let predecessor: Transcript.Entry.ID?
    var entries: [Transcript.Entry]
  }

  private var turns: [[Part]] = []

  /// Adds the entries of a turn that the transcript does not keep.
  ///
  /// - Parameters:
  ///   - entries: All entries of the turn, in the order of the conversation.
  ///   - kept: The entries that the transcript keeps.
  mutating func add(_ entries: [Transcript.Entry], kept: [Transcript.Entry]) {
    let keptIDs = Set(kept.map(\.id))
    var parts: [Part] = []
    var predecessor: Transcript.Entry.ID?
    for entry in entries {
      if keptIDs.contains(entry.id) {
        predecessor = entry.id
      } else if let last = parts.indices.last, parts[last].predecessor == predecessor {
        parts[last].entries.append(entry)
      } else {
        parts.append(Part(predecessor: predecessor, entries: [entry]))
      }
    }
    guard !parts.isEmpty else { return }
    turns.append(parts)
    if turns.count > Self.maximumCount { turns.removeFirst() }
  }

  /// Returns a transcript with the entries of failed turns.
  ///
  /// An added entry follows its predecessor in the conversation, or is at the end if the transcript
  /// no longer has the predecessor.
  func entries(in transcript: Transcript) -> Transcript {
    let parts = turns.flatMap(\.self)
    var waiting = Dictionary(grouping: parts.indices) { parts[$0].predecessor }
    var entries: [Transcript.Entry] = []
    for entry in transcript {
      entries.append(entry)
      for index in waiting.removeValue(forKey: entry.id) ?? [] { entries += parts[index].entries }
    }
    for index in waiting.values.flatMap(\.self).sorted() { entries += parts[index].entries }
    return Transcript(entries: entries)
  }
}
