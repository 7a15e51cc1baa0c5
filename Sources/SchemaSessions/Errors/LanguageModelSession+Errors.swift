public import Foundation
package import SchemaModel

extension LanguageModelSession {
  /// A session was used in a way that it does not allow.
  public enum Error: Swift.Error, LocalizedError, CustomStringConvertible,
    CustomDebugStringConvertible, Hashable
  {
    /// A request began while another one was running.
    case concurrentRequests

    /// The transcript was set while a request was running, which ends the request.
    case transcriptMutationWhileResponding

    /// The model called tools in more rounds than ``SessionPolicy/maximumToolRounds``.
    case tooManyToolRounds(Int)

    /// The options require a tool call, and the session has no tools.
    case noTools

    /// A stream's next snapshot was requested while another reader waited for it.
    case concurrentReaders

    /// Two tools of the session have one name.
    case duplicateTool(String)

    /// A request began while calls of tools in the transcript wait for approval.
    case callsArePending

    /// There is no request that ``LanguageModelSession/resume()`` could continue.
    case nothingToResume

    /// The problem as a sentence.
    public var errorDescription: String? {
      switch self {
      case .concurrentRequests:
        "A request began while the session was responding to another one."
      case .transcriptMutationWhileResponding:
        "The transcript was set while the session was responding."
      case .tooManyToolRounds(let count):
        "The model called tools in more than \(count) rounds without an answer."
      case .noTools:
        "The options require a tool call, and the session has no tools."
      case .concurrentReaders:
        "A stream was read in two tasks at the same time."
      case .duplicateTool(let name):
        "Two tools of the session are named \"\(name)\"."
      case .callsArePending:
        "The transcript ends with calls of tools that have no outputs."
      case .nothingToResume:
        "The transcript does not end with calls of tools, or their outputs."
      }
    }

    /// The cause, for developers.
    public var debugDescription: String { problemAndRemedy }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }

    /// The remedy.
    public var recoverySuggestion: String? {
      switch self {
      case .concurrentRequests:
        "Wait until `isResponding` is false, or use a session for each conversation."
      case .transcriptMutationWhileResponding:
        "Set the transcript while `isResponding` is false."
      case .tooManyToolRounds:
        "Raise `policy.maximumToolRounds`, or let the outputs of tools tell the model when to stop."
      case .noTools:
        "Create the session with tools, or leave `toolCallingMode` as it is."
      case .concurrentReaders:
        "Read a stream in one task. Any task can wait for the whole answer with `collect()`."
      case .duplicateTool:
        "Give each tool its own `name`."
      case .callsArePending:
        "Call `resume` to run the tools, or remove the calls from the transcript."
      case .nothingToResume:
        "Use `respond`; `resume` is for requests that threw `PendingApprovalError`."
      }
    }
  }
}

extension LanguageModelSession {
  /// The errors of FoundationModels 26, declared so that existing `catch` clauses compile.
  ///
  /// SchemaKit never throws them: sessions throw ``LanguageModelError``,
  /// ``LanguageModelSession/Error`` and `GeneratedContent.ParsingError`, as FoundationModels 27
  /// does. Each case names its replacement.
  public enum GenerationError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// See ``LanguageModelError/contextSizeExceeded(_:)``.
    case exceededContextWindowSize(Context)

    /// See ``SystemLanguageModel/availability-swift.property``.
    case assetsUnavailable(Context)

    /// See ``LanguageModelError/guardrailViolation(_:)``.
    case guardrailViolation(Context)

    /// See ``LanguageModelError/unsupportedGenerationGuide(_:)``.
    case unsupportedGuide(Context)

    /// See ``LanguageModelError/unsupportedLanguageOrLocale(_:)``.
    case unsupportedLanguageOrLocale(Context)

    /// See `GeneratedContent.ParsingError` and ``InvalidAnswerError``.
    case decodingFailure(Context)

    /// See ``LanguageModelError/rateLimited(_:)``.
    case rateLimited(Context)

    /// See ``LanguageModelSession/Error/concurrentRequests``.
    case concurrentRequests(Context)

    /// See ``LanguageModelError/refusal(_:)``.
    case refusal(Refusal, Context)

    /// The model declines to answer.
    public typealias Refusal = LanguageModelError.Refusal

    /// The circumstances of an error.
    public struct Context: Sendable {
      /// The cause, for developers.
      public let debugDescription: String

      /// Creates a context.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The problem as a sentence.
    public var description: String { problemAndRemedy }

    /// The problem as a sentence.
    public var errorDescription: String? {
      switch self {
      case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
        .guardrailViolation(let context), .unsupportedGuide(let context),
        .unsupportedLanguageOrLocale(let context), .decodingFailure(let context),
        .rateLimited(let context), .concurrentRequests(let context), .refusal(_, let context):
        context.debugDescription
      }
    }
  }
}

extension LanguageModelSession {
  /// All answers of the model violated their schema or failed the session's checks.
  public struct InvalidAnswerError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// The answers, in order.
    public var attempts: [AnswerAttempt]

    /// The problem as a sentence.
    public var errorDescription: String? {
      let tries = attempts.count == 1 ? "answer does" : "\(attempts.count) answers do"
      let what = attempts.last?.problems.isEmpty == false ? "pass the checks" : "fit the schema"
      return "The model's \(tries) not \(what)\(attempts.last.map { ": \($0.cause)" } ?? ".")"
    }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }

    /// The remedy.
    public var recoverySuggestion: String? {
      "Raise `policy.reask.maximumTries`, or use a provider that enforces the schema."
    }
  }
}

extension LanguageModelSession {
  /// A tool threw an error, which ended the request.
  public struct ToolCallError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// The tool.
    public var tool: any Tool

    /// The error of the tool.
    public var underlyingError: any Swift.Error

    /// Creates an error.
    public init(tool: any Tool, underlyingError: any Swift.Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }

    /// The problem as a sentence.
    public var errorDescription: String? {
      "The tool \"\(tool.name)\" failed: \(underlyingError.problemText)"
    }

    /// The problem and its remedy.
    public var description: String { problemAndRemedy }

    /// The remedy.
    public var recoverySuggestion: String? {
      "Correct the tool, or set `policy.toolFailure` to `.tellModel` so that the model reads the"
        + " error."
    }
  }
}

/// An answer, or the arguments of a tool, ended before they were complete.
package struct AnswerCutOff: LocalizedError, CustomStringConvertible {
  package var description: String { "the model stopped before the end (length)" }

  package var errorDescription: String? { description }

  package var recoverySuggestion: String? { "Raise `maximumResponseTokens`, or ask for less." }

  /// Returns the error for an incomplete answer.
  ///
  /// `missingParts` is a sentence that lists the missing parts, with a space before it; empty for
  /// none.
  package static func error(
    _ text: String, _ missingParts: String = ""
  ) -> GeneratedContent.ParsingError {
    GeneratedContent.ParsingError(
      rawContent: text, underlyingError: AnswerCutOff(),
      debugDescription: "The answer was cut off at the largest number of tokens (length)."
        + missingParts)
  }
}
