#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GeneratedContent {
  /// A text could not be converted to content.
  public struct ParsingError: Error, Sendable, LocalizedError, CustomStringConvertible,
    CustomDebugStringConvertible
  {
    /// The text, as the model gave it.
    public var rawContent: String

    /// The reason; `nil` if the description is complete.
    public var underlyingError: (any Error)?

    /// The problem, for developers.
    public var debugDescription: String

    /// Creates an error.
    public init(
      rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String
    ) {
      self.rawContent = rawContent
      self.underlyingError = underlyingError
      self.debugDescription = debugDescription
    }

    /// The problem, as a sentence.
    public var errorDescription: String? { "The text could not be read: \(debugDescription)" }

    /// The problem and the remedy, without the text.
    public var description: String { problemAndRemedy }

    /// The remedy.
    public var recoverySuggestion: String? {
      (underlyingError as? any LocalizedError)?.recoverySuggestion
        ?? "Ask again, or use a provider that enforces the schema."
    }
  }
}
