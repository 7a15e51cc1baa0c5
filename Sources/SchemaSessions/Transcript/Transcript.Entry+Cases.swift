extension Transcript.Entry {
  /// The instructions, if that is what the entry has.
  package var instructions: Transcript.Instructions? {
    if case .instructions(let instructions) = self { instructions } else { nil }
  }

  /// The calls of tools, if that is what the entry has.
  package var toolCalls: Transcript.ToolCalls? {
    if case .toolCalls(let calls) = self { calls } else { nil }
  }

  /// The answer, if that is what the entry has.
  var response: Transcript.Response? {
    if case .response(let response) = self { response } else { nil }
  }

  /// What the model thought, if that is what the entry has.
  var reasoning: Transcript.Reasoning? {
    if case .reasoning(let reasoning) = self { reasoning } else { nil }
  }

  /// The output of a tool, if that is what the entry has.
  var toolOutput: Transcript.ToolOutput? {
    if case .toolOutput(let output) = self { output } else { nil }
  }
}
