package import SchemaContent

/// An error for a vocabulary that cannot be read or used.
///
///     do {
///       vocabulary = try Vocabulary(contentsOf: url)
///     } catch let error as VocabularyError where error.code == .unsupported {
///       print(error)  // the unsupported part of the tokenizer, and the remedy
///     }
public struct VocabularyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Sendable, Hashable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// The tokens or their file are malformed.
    public static let invalid = Code("invalid")
    /// The format of the file is not supported.
    public static let unsupported = Code("unsupported")
    /// The vocabulary is larger than a limit allows.
    public static let limitExceeded = Code("limitExceeded")
    /// The file cannot be read.
    public static let unreadable = Code("unreadable")
  }

  /// The kind of the error.
  public let code: Code

  /// The number of the token that causes the error, if there is one.
  public let token: Int?

  /// The problem, as a sentence.
  public let problem: String

  /// The remedy, as a sentence.
  public let remedy: String

  /// The error of the text, if the file is not JSON.
  package let syntaxError: GeneratedContentParser.SyntaxError?

  init(
    _ code: Code, token: Int? = nil, problem: String, remedy: String,
    syntaxError: GeneratedContentParser.SyntaxError? = nil
  ) {
    self.code = code
    self.token = token
    self.problem = problem
    self.remedy = remedy
    self.syntaxError = syntaxError
  }

  /// The problem and the remedy.
  public var description: String { "\(problem) \(remedy)" }
}
