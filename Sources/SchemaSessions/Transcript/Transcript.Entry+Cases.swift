extension Transcript.Entry {
  /// The instructions, if the entry has them.
  package var instructions: Transcript.Instructions? {
    if case .instructions(let instructions) = self { instructions } else { nil }
  }

  /// The calls of tools, if the entry has them.
  package var toolCalls: Transcript.ToolCalls? {
    if case .toolCalls(let calls) = self { calls } else { nil }
  }

  /// The answer, if the entry has one.
  package var response: Transcript.Response? {
    if case .response(let response) = self { response } else { nil }
  }

  /// The reasoning, if the entry has it.
  var reasoning: Transcript.Reasoning? {
    if case .reasoning(let reasoning) = self { reasoning } else { nil }
  }

  /// The output of a tool, if the entry has one.
  var toolOutput: Transcript.ToolOutput? {
    if case .toolOutput(let output) = self { output } else { nil }
  }
}
