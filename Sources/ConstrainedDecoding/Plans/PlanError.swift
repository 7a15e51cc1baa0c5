/// An error for a plan that cannot be made for a vocabulary.
///
///     do {
///       plan = try TokenPlan(part, vocabulary: vocabulary)
///     } catch let error as PlanError where error.code == .unknownMarker {
///       print(error)  // the part, the marker, and the remedy
///     }
public struct PlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Sendable, Hashable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// A marker is neither a special token nor a text that the tokens can spell.
    public static let unknownMarker = Code("unknownMarker")
    /// Markers of one text contain each other, or overlap so that the text cannot be ended.
    public static let conflictingMarkers = Code("conflictingMarkers")
    /// A text without a marker is followed by bytes, so that its end cannot be recognized.
    public static let endlessText = Code("endlessText")
    /// A part that can be empty is repeated without a limit.
    public static let emptyRepetition = Code("emptyRepetition")
    /// A part can never be completed.
    public static let impossible = Code("impossible")
    /// The plan is larger than a limit allows.
    public static let limitExceeded = Code("limitExceeded")
    /// An argument of a part is out of range, or a grammar was made for another vocabulary.
    public static let invalid = Code("invalid")
    /// A structural tag is malformed, or has a format that plans do not support.
    public static let unsupportedTag = Code("unsupportedTag")
  }

  /// The kind of the error.
  public let code: Code

  /// The path of the part that causes the error, such as `sequence[2]/text`.
  public let path: String

  /// The problem, as a sentence.
  public let problem: String

  /// The remedy, as a sentence.
  public let remedy: String

  init(_ code: Code, at path: String, problem: String, remedy: String) {
    self.code = code
    self.path = path
    self.problem = problem
    self.remedy = remedy
  }

  /// The path, the problem and the remedy.
  public var description: String { "At \(path): \(problem) \(remedy)" }
}
