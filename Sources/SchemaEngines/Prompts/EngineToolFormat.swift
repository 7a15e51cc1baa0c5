public import ConstrainedDecoding

/// The way in which a model calls tools.
public enum EngineToolFormat: Sendable, Hashable, CustomStringConvertible {
  /// The model calls tools in a format that it has learned, and that its template writes.
  case native(ToolCallFormat)

  /// A call is an alternative of the answer's schema, which the prompt explains.
  ///
  /// The reason is a sentence.
  case none(reason: String)

  /// The format that the model has learned; `nil` if there is none, or an unknown one.
  var native: ToolCallFormat? { if case .native(let format) = self { format } else { nil } }

  /// The name of the format, or the reason why there is none.
  public var description: String {
    switch self {
    case .native(let format): format.name
    case .none(let reason): "none: \(reason)"
    }
  }

  /// Finds the format of a template in Jinja, by the calls that the template writes.
  ///
  /// A template that writes calls may still leave out the tools, as the template of DeepSeek V3.1
  /// does.
  init(ofTemplate text: String, variables: [String: String]) {
    guard text.contains("tools") else {
      self = .none(reason: "The template does not mention tools.")
      return
    }
    switch ToolCallFormat.search(text, variables: variables) {
    case .found(let format): self = .native(format)
    case .none(let reason): self = .none(reason: reason)
    }
  }
}
