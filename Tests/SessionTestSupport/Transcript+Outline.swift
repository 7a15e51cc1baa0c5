package import SchemaSessions

extension Transcript {
  /// What each entry is, and its text.
  package var outline: [String] {
    map { entry in
      switch entry {
      case .instructions: "instructions"
      case .prompt(let prompt): "prompt \(prompt.segments.joinedText)"
      case .toolCalls(let calls): "calls \(calls.map(\.id).joined(separator: " "))"
      case .toolOutput(let output): "output \(output.id): \(output.segments.joinedText)"
      case .response(let response): "response \(response.segments.joinedText)"
      case .reasoning(let reasoning): "reasoning \(reasoning.segments.joinedText)"
      }
    }
  }

  /// What the tools gave, in order.
  package var toolOutputs: [ToolOutput] {
    compactMap { entry in
      if case .toolOutput(let output) = entry { output } else { nil }
    }
  }
}
