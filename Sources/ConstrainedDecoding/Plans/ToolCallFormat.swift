/// A description of the format in which a family of models thinks and calls tools.
///
/// A format creates the ``PlanPart`` of an output from tools and a choice among them. ``builtIn``
/// has the formats of common families. For another model, create a format with
/// ``init(name:layout:thinking:)``.
///
///     let part = try ToolCallFormat.hermes.output(
///       tools: [PlanTool(name: "weather", parameters: graph)], thinking: .optional(limit: 200))
///     let plan = try TokenPlan(part, vocabulary: vocabulary)
public struct ToolCallFormat: Sendable, Hashable {
  /// A piece of a call: its name, its arguments, or the text around them.
  public indirect enum Piece: Sendable, Hashable {
    /// A text, in any tokens.
    case literal(String)
    /// A marker, which the vocabulary resolves; see
    /// ``PlanPart/marker(_:isOneToken:)``.
    case marker(String)
    /// An optional special token. If the vocabulary does not have it, the piece is empty.
    case optionalMarker(String)
    /// The name of the tool. It occurs once in a call.
    case name
    /// An identifier that the model chooses. It matches a pattern of ECMA-262.
    case identifier(pattern: String)
    /// One of several lists of pieces, of which one can be empty.
    case alternatives([[Piece]])
    /// The arguments as JSON.
    case arguments
    /// The arguments one by one.
    case parameters(Parameters)
    /// The end of the output by an end token of the vocabulary or by one of these special tokens.
    /// Tokens that the vocabulary does not have are ignored. It must be the last piece.
    case end([String])
  }

  /// The format of arguments that are written one by one.
  ///
  /// Strings are written without quotes.
  public struct Parameters: Sendable, Hashable {
    let opening, naming: [Piece]
    let closing: String
    let separator: [Piece]
    let allowsPython: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - opening: The pieces before an argument's name.
    ///   - naming: The pieces between the name and the value.
    ///   - closing: The text or marker that ends the value. The text of an argument cannot contain
    ///     it.
    ///   - separator: The pieces after the end.
    ///   - allowsPython: `true` if the model may also write `true`, `false` and `null` in Python's
    ///     notation: `True`, `False` and `None`.
    public init(
      opening: [Piece], naming: [Piece], closing: String, separator: [Piece] = [],
      allowsPython: Bool = false
    ) {
      self.opening = opening
      self.naming = naming
      self.closing = closing
      self.separator = separator
      self.allowsPython = allowsPython
    }
  }

  /// The format of calls that follow text, as in most families.
  public struct Sections: Sendable, Hashable {
    let start, call, separator, end: [Piece]
    let allowsSeveral: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - start: The pieces before the first call.
    ///   - call: The pieces of a call. If `start` is empty, the first piece distinguishes calls
    ///     from text.
    ///   - separator: The pieces between two calls.
    ///   - end: The pieces after the last call.
    ///   - allowsSeveral: `true` if the family writes several calls in one output.
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
    /// Text, followed by calls.
    case sections(Sections)
    /// Messages in channels, as in OpenAI's harmony format: thinking, a call or the answer.
    case harmony
  }

  /// The markers around thinking.
  public struct Thinking: Sendable, Hashable {
    let opening, start, end, separator: String
    let otherSeparators: [String]

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - opening: The text that the model may write before the first marker.
    ///   - start: The marker before thinking.
    ///   - end: The marker after thinking.
    ///   - separator: The text between thinking and the answer.
    ///   - otherSeparators: Other such texts, which some models of the family write.
    public init(
      opening: String = "", start: String, end: String, separator: String = "",
      otherSeparators: [String] = []
    ) {
      self.opening = opening
      self.start = start
      self.end = end
      self.separator = separator
      self.otherSeparators = otherSeparators
    }
  }

  /// The model's thinking before its answer.
  public enum ThinkingMode: Sendable, Hashable {
    /// The model does not think.
    case none
    /// The model may think. `limit` is the largest number of tokens of thinking; `nil` for no
    /// limit.
    case optional(limit: Int?)
    /// The model thinks. `limit` is the largest number of tokens of thinking; `nil` for no limit.
    case required(limit: Int?)
    /// The prompt ends within thinking, so the output continues it. `limit` is the largest number
    /// of tokens of thinking; `nil` for no limit.
    case started(limit: Int?)
  }

  /// The tools that the model may call.
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
  public let name: String
  package let layout: Layout
  package let thinking: Thinking?
  /// Creates a format.
  ///
  /// - Parameters:
  ///   - name: The name of the format.
  ///   - layout: The arrangement of calls and text.
  ///   - thinking: The markers around thinking; `nil` if the family has none.
  public init(name: String, layout: Layout, thinking: Thinking? = nil) {
    self.name = name
    self.layout = layout
    self.thinking = thinking
  }

  /// Indicates whether a prompt, or the end of a prompt, ends within thinking, so that the output
  /// continues the thinking.
  public func isThinkingStarted(by prompt: String) -> Bool {
    guard let thinking, let start = prompt.ranges(of: thinking.start).last else { return false }
    guard let end = prompt.ranges(of: thinking.end).last else { return true }
    return start.lowerBound > end.lowerBound
  }
}
