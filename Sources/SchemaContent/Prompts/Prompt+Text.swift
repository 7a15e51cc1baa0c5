extension Prompt {
  /// The prompt as text: its parts, each on lines of its own, with values as JSON.
  ///
  ///     Prompt {
  ///       "Give me a recipe like this one:"
  ///       Recipe.example
  ///     }.text
  ///     // Give me a recipe like this one:
  ///     // {"name": "Dal", "minutes": 40}
  public var text: String { text(.singleLine) }

  /// The prompt as text: its parts, each on lines of its own, with values as JSON.
  ///
  /// - Parameter format: How the values are written.
  /// - Returns: The text.
  public func text(_ format: GeneratedContent.JSONFormat) -> String {
    components.text(format)
  }
}

extension Instructions {
  /// The instructions as text: their parts, each on lines of its own, with values as JSON.
  public var text: String { text(.singleLine) }

  /// The instructions as text: their parts, each on lines of its own, with values as JSON.
  ///
  /// - Parameter format: How the values are written.
  /// - Returns: The text.
  public func text(_ format: GeneratedContent.JSONFormat) -> String {
    components.text(format)
  }
}

extension [Prompt.Component] {
  fileprivate func text(_ format: GeneratedContent.JSONFormat) -> String {
    var text = ""
    for (index, component) in enumerated() {
      if index > 0 { text += "\n" }
      switch component {
      case .text(let part): text += part
      case .content(let content): text += content.jsonString(format)
      }
    }
    return text
  }
}
