public import SchemaModel
import SchemaValidation

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A decision, before a tool runs, on whether it may.
///
///     session.toolApproval = .required(for: ["delete"]) { call in
///       await ask("Delete \(call.arguments.jsonString)?")
///         ? .allow : .deny(reason: "Not this one.")
///     }
///
/// Only calls that would run are decided on: those of known tools, with arguments that fit. The
/// calls that a model makes at the same time are decided on one after the other, in their order,
/// before the first of them runs.
///
/// A decision can take longer than the program runs: answer ``Decision/wait``. The request throws
/// ``LanguageModelSession/PendingApprovalError``, and the transcript ends with the calls. Store it,
/// make a session with it later, and call ``LanguageModelSession/resume()``: the calls are decided
/// on anew, and the request goes on.
public struct ToolApproval: Sendable {
  /// What becomes of a call.
  public enum Decision: Sendable, Equatable {
    /// The tool runs.
    case allow

    /// The tool does not run, and the model reads the reason.
    case deny(reason: String)

    /// The tool runs with other arguments, which the model reads, too.
    ///
    /// If they do not fit the tool, the request throws ``LanguageModelSession/ToolCallError`` with
    /// ``InvalidArguments``.
    case change(arguments: GeneratedContent)

    /// Nothing is decided: no call of the round runs, and the request throws
    /// ``LanguageModelSession/PendingApprovalError``.
    case wait
  }

  /// The arguments of a decision do not fit the tool.
  public struct InvalidArguments: Error, LocalizedError, CustomStringConvertible {
    /// What is wrong with them.
    public let report: String

    /// What is wrong, and where.
    public var description: String { "The changed arguments do not fit the tool: \(report)" }

    /// What is wrong, and where.
    public var errorDescription: String? { description }
  }

  private let names: Set<String>?
  private let decide: @Sendable (Transcript.ToolCall) async throws -> Decision

  /// Creates an approval of the calls of all tools.
  ///
  /// - Parameter decide: A function that decides on a call. An error that it throws ends the
  ///   request.
  /// - Returns: The approval.
  public static func required(
    _ decide: @escaping @Sendable (Transcript.ToolCall) async throws -> Decision
  ) -> ToolApproval {
    ToolApproval(names: nil, decide: decide)
  }

  /// Creates an approval of the calls of some tools; the others run.
  ///
  /// - Parameters:
  ///   - names: The names of the tools.
  ///   - decide: A function that decides on a call. An error that it throws ends the request.
  /// - Returns: The approval.
  public static func required(
    for names: Set<String>,
    _ decide: @escaping @Sendable (Transcript.ToolCall) async throws -> Decision
  ) -> ToolApproval {
    ToolApproval(names: names, decide: decide)
  }

  func decision(on call: Transcript.ToolCall) async throws -> Decision {
    guard names?.contains(call.toolName) ?? true else { return .allow }
    return try await decide(call)
  }
}

extension LanguageModelSession {
  /// Calls of tools wait for approval, so the request has stopped.
  ///
  /// The session's transcript ends with the calls of the round. Continue with
  /// ``LanguageModelSession/resume()`` on this session, or on one that is made with the stored
  /// transcript.
  public struct PendingApprovalError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// The calls that wait.
    public let calls: [Transcript.ToolCall]

    /// What has happened as a sentence.
    public var errorDescription: String? {
      let names = calls.map { "\"\($0.toolName)\"" }.joined(separator: ", ")
      return "Calls of tools wait for approval: \(names)."
    }

    /// What has happened, and what to do about it.
    public var description: String { problemAndRemedy }

    /// What to do about it.
    public var recoverySuggestion: String? {
      "Call `resume` when `toolApproval` can decide, with the same transcript."
    }
  }
}
