import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
