extension Prompt {
  /// The prompt as text: its parts, each on its own lines, with values as JSON.
  ///
  ///     Prompt {
  ///       "Give me a recipe like this one:"
  ///       Recipe.example
  ///     }.text
  ///     // Give me a recipe like this one:
  ///     // {"name": "Dal", "minutes": 40}
  public var text: String { text(.singleLine) }

  /// Returns the prompt as text: its parts, each on its own lines, with values as JSON.
  package func text(_ format: GeneratedContent.JSONFormat) -> String {
    Prompt.Component.joinedText(components, format)
  }
}

extension Instructions {
  /// The instructions as text: their parts, each on its own lines, with values as JSON.
  public var text: String { text(.singleLine) }

  /// Returns the instructions as text: their parts, each on its own lines, with values as JSON.
  package func text(_ format: GeneratedContent.JSONFormat) -> String {
    Prompt.Component.joinedText(components, format)
  }
}

extension Prompt.Component {
  /// Returns the parts, each on its own lines.
  ///
  /// This is not a method of arrays: the compiler would consider it for `.text` after any
  /// expression of an unknown type, and the compiler of Swift 6.3 crashes there.
  fileprivate static func joinedText(
    _ components: [Prompt.Component], _ format: GeneratedContent.JSONFormat
  ) -> String {
    let texts = components.map { component in
      switch component {
      case .text(let text): text
      case .content(let content): content.jsonString(format)
      case .attachment(let content, let label): content.placeholder(label: label)
      }
    }
    return texts.joined(separator: "\n")
  }
}
