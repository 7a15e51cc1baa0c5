/// An engine could not do something.
///
///     do {
///       model = try await LlamaModel(file: path)
///     } catch let error as EngineError where error.code == .unreadable {
///       print(error)  // the reason, and what to do about it
///     }
public struct EngineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Sendable, Hashable {
    fileprivate let name: String

    private init(_ name: String) { self.name = name }

    /// The model's file cannot be read, or is damaged.
    public static let unreadable = Code("unreadable")

    /// The library of the engine is missing, or is of another version than its header.
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

  /// The name of the kind, for errors that hold a name only.
  var codeName: String { code.name }

  /// What is wrong, as a sentence.
  public let problem: String

  /// What to do about it, as a sentence.
  public let remedy: String

  /// How many tokens there were where the context has no room for them; 0 if that is not known.
  public var tokenCount = 0

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the error.
  ///   - problem: What is wrong, as a sentence.
  ///   - remedy: What to do about it, as a sentence.
  public init(_ code: Code, problem: String, remedy: String) {
    self.code = code
    self.problem = problem
    self.remedy = remedy
  }

  /// The problem and the remedy.
  public var description: String { "\(problem) \(remedy)" }
}

extension EngineError {
  /// The error for a prompt that leaves no room for an answer.
  ///
  /// - Parameters:
  ///   - count: How many tokens the prompt has.
  ///   - shares: What the tokens are for; `nil` if that is not known.
  ///   - facts: What the engine is.
  /// - Returns: The error.
  static func contextFull(
    by count: Int, of shares: PromptShares? = nil, in facts: EngineFacts
  ) -> EngineError {
    let meaning = shares.map { ", \($0)," } ?? ""
    let advice = shares?.advice ?? "Shorten the conversation"
    var error = EngineError(
      .contextFull,
      problem: "The prompt has \(count) tokens\(meaning), and \(facts.name) has room for "
        + "\(facts.contextSize) in a conversation, the answer included.",
      remedy: "\(advice), or open the model with a larger context.")
    error.tokenCount = count
    return error
  }
}

/// The numbers of tokens that the parts of a prompt have.
struct PromptShares: CustomStringConvertible {
  /// How many tokens the instructions have.
  let instructions: Int
  /// How many tokens the tools have.
  let tools: Int
  /// How many tokens all else has, with what the template writes.
  let conversation: Int

  var description: String {
    "\(instructions) of them instructions, \(tools) tools and \(conversation) the conversation"
  }

  /// The part to shorten, which has the largest share.
  var advice: String {
    let largest = max(instructions, tools, conversation)
    if largest == conversation { return "Shorten the conversation" }
    return largest == tools ? "Pass fewer tools" : "Shorten the instructions"
  }
}
