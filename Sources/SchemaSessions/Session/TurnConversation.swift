import SchemaModel

/// The conversation of a turn: the turns before it, and the entries that it adds.
struct TurnConversation {
  /// The remaining conversation before the turn.
  private(set) var history: Transcript

  /// The entries that the turn adds to the transcript.
  private(set) var entries: [Transcript.Entry]

  /// A wrong answer, and the feedback on it.
  ///
  /// The next request has these entries; the transcript does not.
  private struct Correction {
    let entries: [Transcript.Entry]
    /// The number of the turn's entries before the correction.
    var index: Int
  }

  /// The last correction.
  private var correction: Correction?

  init(after history: Transcript, _ entries: [Transcript.Entry]) {
    self.history = history
    self.entries = entries
  }

  /// The conversation of the next request, in order.
  var request: Transcript { history + requestEntries }

  /// The entries of the turn in the next request, with the correction at its place.
  var requestEntries: [Transcript.Entry] {
    guard let correction else { return entries }
    return entries[..<correction.index] + correction.entries + entries[correction.index...]
  }

  /// The conversation that the transcript keeps.
  var kept: Transcript { history + entries }

  /// Sets the turns before this one, with the instructions.
  mutating func setHistory(_ history: Transcript) { self.history = history }

  mutating func setInstructions(_ instructions: Transcript.Instructions?) {
    history.setInstructions(instructions)
  }

  /// Adds outputs of the last round's calls, and sorts the outputs of the round by its calls.
  mutating func addOutputs(_ outputs: [Transcript.ToolOutput]) {
    let start = entries.lastIndex { $0.toolOutput == nil }
    let calls = start.flatMap { entries[$0].toolCalls } ?? Transcript.ToolCalls([])
    let positions = Dictionary(zip(calls.map(\.id), calls.indices)) { first, _ in first }
    let known = entries[(start.map { $0 + 1 } ?? 0)...].compactMap(\.toolOutput)
    entries.removeLast(known.count)
    entries += (known + outputs)
      .sorted { positions[$0.id] ?? 0 < positions[$1.id] ?? 0 }
      .map { .toolOutput($0) }
  }

  /// Adds all entries of a reply.
  mutating func add(reply: [Transcript.Entry]) { entries += reply }

  /// Puts a wrong answer and the feedback on it at the end, in place of the previous correction.
  mutating func correct(_ correction: [Transcript.Entry]) {
    self.correction = Correction(entries: correction, index: entries.count)
  }

  /// Replaces the conversation that the transcript keeps.
  ///
  /// The entries of this turn begin with its prompt, or with the last prompt if that one was
  /// removed.
  mutating func replaceHistory(with view: Transcript.HistoryView) {
    let prompt = entries.first?.id
    let start =
      view.firstIndex { $0.id == prompt }
      ?? view.lastIndex { if case .prompt = $0 { true } else { false } } ?? view.endIndex
    let addedCount = view[start...].count - entries.count
    history.history = view[..<start]
    entries = Array(view[start...])
    // The entries after the correction stay the same.
    if let index = correction?.index { correction?.index = max(0, index + addedCount) }
  }
}

extension Transcript {
  /// Returns the conversation with each prompt that has no answer as a part of the next prompt.
  ///
  /// Such a prompt remains of a failed turn that the transcript keeps. Templates of chats and some
  /// servers reject two prompts in a row. A summary stays apart from the prompt after it.
  func joiningUnansweredPrompts() -> Transcript {
    var entries: [Entry] = []
    for entry in self {
      if case .prompt(var prompt) = entry, case .prompt(let earlier)? = entries.last,
        !CondensedHistory.isSummary(earlier)
      {
        prompt.segments = earlier.segments + prompt.segments
        entries[entries.endIndex - 1] = .prompt(prompt)
      } else {
        entries.append(entry)
      }
    }
    return Transcript(entries: entries)
  }
}
