public import Foundation
public import SchemaModel
import SchemaValidation

/// A decision on each call of a tool before the tool runs.
///
///     session.toolApproval = .required(for: ["delete"]) { call in
///       await ask("Delete \(call.arguments.jsonString)?")
///         ? .allow : .deny(reason: "Not this one.")
///     }
///
/// Calls of unknown tools, and calls with arguments that do not fit, do not run and need no
/// decision. If a model makes several calls together, the decisions are made in the order of the
/// calls, before the first call runs.
///
/// If the program may end before the decision, return ``Decision/wait``. The request throws
/// ``LanguageModelSession/PendingApprovalError``, and the transcript ends with the calls. Store the
/// transcript, create a session with it later, and call ``LanguageModelSession/resume()``: the
/// approval decides on the calls again, and the request continues.
public struct ToolApproval: Sendable {
  /// The decision on a call.
  public enum Decision: Sendable, Equatable {
    /// The tool runs.
    case allow

    /// The tool does not run, and the model reads the reason.
    case deny(reason: String)

    /// The tool runs with other arguments, which the model also reads.
    ///
    /// If these arguments do not fit the tool, the request throws
    /// ``LanguageModelSession/ToolCallError`` with the violations.
    case change(arguments: GeneratedContent)

    /// There is no decision yet: no call of the round runs, and the request throws
    /// ``LanguageModelSession/PendingApprovalError``.
    case wait
  }

  /// The arguments of a decision do not fit the tool.
  public struct InvalidArguments: Error, LocalizedError, CustomStringConvertible {
    /// The violations of the tool's schema.
    let report: String

    /// The violations after a sentence.
    public var description: String { "The changed arguments do not fit the tool: \(report)" }

    /// The text of `description`.
    public var errorDescription: String? { description }
  }

  private let names: Set<String>?
  private let decide: @Sendable (Transcript.ToolCall) async throws -> Decision

  /// Creates an approval of the calls of some tools, or of all tools.
  ///
  /// The calls of tools that `names` does not have run without a decision. An error that `decide`
  /// throws ends the request.
  public static func required(
    for names: Set<String>? = nil,
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
  /// ``LanguageModelSession/resume()`` on this session, or on one that is created with the stored
  /// transcript.
  public struct PendingApprovalError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// The waiting calls.
    public let calls: [Transcript.ToolCall]

    /// The situation as a sentence.
    public var errorDescription: String? {
      let names = calls.map(\.toolName).listed(quotedBy: "\"")
      return "Calls of tools wait for approval: \(names)."
    }

    /// The situation and its remedy.
    public var description: String { problemAndRemedy }

    /// The remedy.
    public var recoverySuggestion: String? {
      "Call `resume` when `toolApproval` can decide, with the same transcript."
    }
  }
}
