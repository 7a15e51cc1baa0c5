/// The turns that have failed since the last answer, for feedback.
struct FailedTurns: Sendable {
  /// The largest number of turns; older ones are dropped.
  private static let maximumCount = 8

  /// All entries of each turn, in the order of the conversation.
  private var turns: [[Transcript.Entry]] = []

  /// Adds all entries of a turn, also those that the transcript does not keep.
  mutating func add(_ entries: [Transcript.Entry]) {
    guard let first = entries.first else { return }
    // A turn that is resumed begins with the same prompt.
    if let index = turns.firstIndex(where: { $0.first?.id == first.id }) {
      turns[index] += entries.leavingOut(turns[index])
    } else {
      turns.append(entries)
      if turns.count > Self.maximumCount { turns.removeFirst() }
    }
  }

  /// Returns a transcript with the entries of failed turns, which come after the last answer.
  func entries(in transcript: Transcript) -> Transcript {
    let entries = turns.flatMap(\.self)
    let prompts = Set(turns.compactMap(\.first?.id))
    let start = transcript.firstIndex { prompts.contains($0.id) } ?? transcript.endIndex
    let others = Array(transcript[start...]).leavingOut(entries)
    return Transcript(entries: transcript[..<start] + others + entries)
  }
}

extension [Transcript.Entry] {
  /// Returns the entries without those that have the identifier of another one.
  func leavingOut(_ others: [Transcript.Entry]) -> [Transcript.Entry] {
    let known = Set(others.map(\.id))
    return filter { !known.contains($0.id) }
  }
}
