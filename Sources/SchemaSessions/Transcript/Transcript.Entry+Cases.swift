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
}
