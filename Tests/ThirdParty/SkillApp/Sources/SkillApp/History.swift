import FoundationModels

/// Forgets all turns but the last ones, with the one that is being answered.
private struct TurnLimit: LanguageModelSession.DynamicProfileModifier {
  let count: Int
  @SessionProperty(\.history) private var history

  init(count: Int) { self.count = count }

  func body(content: Content) -> some DynamicProfile {
    content.onPrompt {
      let prompts = history.indices.filter { index in
        if case .prompt = history[index] { true } else { false }
      }
      guard prompts.count > count else { return }
      history = history.suffix(from: prompts[prompts.count - count])
    }
  }
}

/// Hides calls of tools, and their outputs, that belong to turns before the last prompt.
private struct QuietHistory: LanguageModelSession.DynamicProfileModifier {
  func body(content: Content) -> some DynamicProfile {
    content.historyTransform { entries in
      let turn = entries.lastIndex { if case .prompt = $0 { true } else { false } } ?? 0
      return entries.enumerated().filter { index, entry in
        switch entry {
        case .toolCalls, .toolOutput: index > turn
        default: true
        }
      }.map(\.element)
    }
  }
}

extension LanguageModelSession.DynamicProfile {
  /// Forgets all turns but the last ones.
  func turnLimit(_ count: Int) -> some LanguageModelSession.DynamicProfile {
    modifier(TurnLimit(count: count))
  }

  /// Hides calls of tools of earlier turns.
  func quietHistory() -> some LanguageModelSession.DynamicProfile {
    modifier(QuietHistory())
  }
}
