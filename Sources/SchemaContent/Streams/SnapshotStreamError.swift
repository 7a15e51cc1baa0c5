#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A stream has no complete value.
///
///     the text ended at /steps/2/name
///
/// Errors of the source of the chunks, and of parsing and conversion, are thrown unchanged; this
/// error is for a stream that ends early. `ContentValidator.missingPaths(in:)` of
/// `SchemaValidation` finds the missing parts.
public struct SnapshotStreamError: Error, Sendable, LocalizedError, CustomStringConvertible {
  /// The kind of a fault, for code to compare.
  ///
  /// A minor release may add cases.
  public enum Code: Sendable, Hashable {
    /// The text ended before the end of the value.
    case endedEarly

    /// There was no text, but a value was requested.
    case empty

    /// The stream was already being read, and its chunks cannot be read again.
    case alreadyBegun
  }

  /// The kind of the fault.
  public let code: Code

  /// The content that has arrived.
  public let rawContent: GeneratedContent

  /// The path to the end of the text.
  public let unfinishedPath: SchemaPath

  /// The parser's error, with the position where it stopped and the expected text.
  public let underlyingError: (any Error)?

  init(
    _ code: Code, rawContent: GeneratedContent, underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.rawContent = rawContent
    unfinishedPath = rawContent.unfinishedPath ?? SchemaPath()
    self.underlyingError = underlyingError
  }

  private var problem: String {
    switch code {
    case .empty: return "the stream ended without any text"
    case .alreadyBegun: return "another reader has already begun to read the stream"
    default:
      return "the text ended \(unfinishedPath.isEmpty ? "early" : "at \(unfinishedPath)")"
    }
  }

  /// The problem and its remedy.
  public var description: String { problemAndRemedy }

  /// The problem, as a sentence.
  public var errorDescription: String? { "No complete value was received: \(problem)." }

  /// The remedy, as a sentence.
  public var recoverySuggestion: String? {
    switch code {
    case .empty:
      "Ask again; if answers without text are expected, read the snapshots instead of "
        + "collecting the value."
    case .alreadyBegun:
      "Collect the value either without reading snapshots or after the last one."
    default:
      "Ask again and allow the model more tokens, or use the content so far, which rawContent "
        + "holds."
    }
  }
}

extension SnapshotStreamError {
  /// Returns the error for an incomplete text with some content; `nil` if the parser had another
  /// error.
  package static func endedEarly(
    _ error: GeneratedContentParser.SyntaxError,
    at content: @autoclosure () throws -> GeneratedContent
  ) rethrows -> SnapshotStreamError? {
    guard error.code == .unexpectedEnd || error.code == .noValue else { return nil }
    return SnapshotStreamError(.endedEarly, rawContent: try content(), underlyingError: error)
  }
}
