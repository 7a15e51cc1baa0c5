/// The format in which a family of models thinks and calls tools, as data.
///
/// A format makes the ``PlanPart`` of an output from tools and a choice among them. The formats of
/// common families are in ``builtIn``; one for another model is a value like them.
///
///     let part = try ToolCallFormat.hermes.output(
///       tools: [PlanTool(name: "weather", parameters: graph)], thinking: .optional(limit: 200))
///     let plan = try TokenPlan(part, vocabulary: vocabulary)
public struct ToolCallFormat: Sendable, Hashable {
  /// A piece of what surrounds the name and the arguments of a call.
  public enum Piece: Sendable, Hashable {
    /// A text, in any tokens.
    case literal(String)
    /// A marker, which the vocabulary resolves; see
    /// ``PlanPart/marker(_:isOneToken:)``.
    case marker(String)
    /// A special token that can be there or not; a vocabulary without it has nothing there.
    case optionalMarker(String)
    /// The name of the tool. It occurs once in a call.
    case name
    /// An identifier that the model makes up, by a pattern of ECMA-262.
    case identifier(pattern: String)
    /// The arguments as JSON.
    case arguments
    /// The arguments one by one.
    case parameters(Parameters)
    /// The end of the output by an end token of the vocabulary, or by one of these special tokens
    /// where the vocabulary has them. It is the last piece.
    case end([String])
  }

  /// The format of arguments that are written one by one, texts without quotes.
  public struct Parameters: Sendable, Hashable {
    /// The pieces before an argument's name.
    public var opening: [Piece]
    /// The pieces between the name and the value.
    public var naming: [Piece]
    /// The end of the value: a text or marker that the texts of arguments cannot contain.
    public var closing: String
    /// The text after the end.
    public var separator: String

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - opening: What is in front of an argument's name.
    ///   - naming: What is between the name and the value.
    ///   - closing: The text or marker that ends the value.
    ///   - separator: What follows it.
    public init(opening: [Piece], naming: [Piece], closing: String, separator: String) {
      self.opening = opening
      self.naming = naming
      self.closing = closing
      self.separator = separator
    }
  }

  /// Calls behind text, as most families write them.
  public struct Sections: Sendable, Hashable {
    /// The pieces before the first call.
    public var start: [Piece]
    /// A call.
    ///
    /// If the section's start is empty, the first piece tells calls from text.
    public var call: [Piece]
    /// The pieces between two calls.
    public var separator: [Piece]
    /// The pieces after the last call.
    public var end: [Piece]
    /// Indicates whether the family writes several calls in one output.
    public var allowsSeveral: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - start: What is in front of the first call.
    ///   - call: A call.
    ///   - separator: What is between two calls.
    ///   - end: What is behind the last call.
    ///   - allowsSeveral: Whether the family writes several calls in one output.
    public init(
      start: [Piece] = [], call: [Piece], separator: [Piece] = [], end: [Piece] = [],
      allowsSeveral: Bool = true
    ) {
      self.start = start
      self.call = call
      self.separator = separator
      self.end = end
      self.allowsSeveral = allowsSeveral
    }
  }

  /// The arrangement of calls and text in an output.
  public enum Layout: Sendable, Hashable {
    /// Text, then calls.
    case sections(Sections)
    /// Messages in channels, as in OpenAI's harmony format: thinking, a call or the answer.
    case harmony
  }

  /// The markers around thinking.
  public struct Thinking: Sendable, Hashable {
    /// The text that the model may write before the marker in front.
    public var opening: String
    /// The marker in front.
    public var start: String
    /// The marker behind.
    public var end: String
    /// The text between the marker behind and the answer.
    public var separator: String

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - opening: The text that the model may write before the marker in front.
    ///   - start: The marker in front.
    ///   - end: The marker behind.
    ///   - separator: The text between the marker behind and the answer.
    public init(opening: String = "", start: String, end: String, separator: String = "") {
      self.opening = opening
      self.start = start
      self.end = end
      self.separator = separator
    }
  }

  /// Indicates whether the model thinks before it answers.
  public enum ThinkingMode: Sendable, Hashable {
    /// It does not.
    case none
    /// It can. `limit`: the most tokens of thinking; `nil` for no limit.
    case optional(limit: Int?)
    /// It does. `limit`: the most tokens of thinking; `nil` for no limit.
    case required(limit: Int?)
    /// It has begun to, since the prompt ends behind the marker in front. `limit`: the most tokens
    /// of thinking; `nil` for no limit.
    case started(limit: Int?)
  }

  /// Which tools the model may call.
  public enum ToolChoice: Sendable, Hashable {
    /// Text, or calls of any tools.
    case automatic
    /// Text only.
    case none
    /// At least one call of any tools, and no text.
    case required
    /// One call of one tool.
    case named(String)
  }

  /// The name of the format.
  public var name: String
  /// The arrangement of calls and text.
  public var layout: Layout
  /// The markers around thinking; `nil` if the family has none.
  public var thinking: Thinking?
  /// Texts that all occur in the chat templates of models with the format.
  public var templateMarkers: [String]
  /// Texts that occur only in the templates of other formats, which have the same markers.
  public var foreignMarkers: [String]

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The name of the format.
  ///   - layout: How the tools and the text are arranged.
  ///   - thinking: The markers around thinking; `nil` if the family has none.
  ///   - templateMarkers: Texts that all occur in the chat templates of models with the format.
  ///   - foreignMarkers: Texts none of which occurs there.
  public init(
    name: String, layout: Layout, thinking: Thinking? = nil, templateMarkers: [String] = [],
    foreignMarkers: [String] = []
  ) {
    self.name = name
    self.layout = layout
    self.thinking = thinking
    self.templateMarkers = templateMarkers
    self.foreignMarkers = foreignMarkers
  }

  /// The first built-in format whose markers all occur in a chat template, and no foreign one.
  ///
  /// - Parameter template: The chat template of a model.
  /// - Returns: The format, or `nil` if there is none.
  public static func format(ofTemplate template: String) -> ToolCallFormat? {
    builtIn.first { format in
      !format.templateMarkers.isEmpty && format.templateMarkers.allSatisfy(template.contains)
        && !format.foreignMarkers.contains(where: template.contains)
    }
  }

  /// Indicates whether a prompt ends within thinking, so that the output goes on with it.
  ///
  /// - Parameter prompt: The rendered prompt, or its end.
  /// - Returns: Whether the last marker of thinking is the one in front.
  public func isThinkingStarted(by prompt: String) -> Bool {
    guard let thinking, let start = prompt.ranges(of: thinking.start).last else { return false }
    guard let end = prompt.ranges(of: thinking.end).last else { return true }
    return start.lowerBound > end.lowerBound
  }
}
