/// An error of an engine.
///
///     do {
///       model = try await LlamaModel(file: path)
///     } catch let error as EngineError where error.code == .unreadable {
///       print(error)  // the problem and the remedy
///     }
public struct EngineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Sendable, Hashable {
    fileprivate let name: String

    private init(_ name: String) { self.name = name }

    /// The model's file cannot be read, or is damaged.
    public static let unreadable = Code("unreadable")
    /// The library of the engine is missing, or its version differs from the version of its header.
    public static let library = Code("library")
    /// There is not enough memory for the model or for its context.
    public static let outOfMemory = Code("outOfMemory")
    /// The context has no room for the tokens.
    public static let contextFull = Code("contextFull")
    /// The request was cancelled while tokens were read.
    public static let cancelled = Code("cancelled")
    /// The model's template cannot render the conversation.
    public static let template = Code("template")
    /// The engine failed in another way.
    public static let failed = Code("failed")
  }

  /// The kind of the error.
  public let code: Code

  /// The name of the kind, for errors that store only a name.
  var codeName: String { code.name }

  /// The problem, as a sentence.
  public let problem: String

  /// The action that may solve the problem, as a sentence.
  public let remedy: String

  /// The number of tokens in a prompt that does not fit the context; `nil` in other errors.
  var tokenCount: Int?

  /// The number of tokens that the shortest answer needs; `nil` if one token suffices.
  var answerTokenCount: Int?

  /// Creates an error.
  public init(_ code: Code, problem: String, remedy: String) {
    self.code = code
    self.problem = problem
    self.remedy = remedy
  }

  /// The problem and the remedy.
  public var description: String { "\(problem) \(remedy)" }
}
