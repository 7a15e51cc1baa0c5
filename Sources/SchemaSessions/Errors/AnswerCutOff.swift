package import SchemaModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An answer, or the arguments of a tool, ended before they were complete.
package struct AnswerCutOff: LocalizedError, CustomStringConvertible {
  package var description: String { "the model stopped before the end (length)" }

  package var errorDescription: String? { description }

  package var recoverySuggestion: String? {
    "Raise `maximumResponseTokens`, or ask for less."
  }

  /// Returns the error for an incomplete answer.
  ///
  /// - Parameters:
  ///   - text: The part that has arrived.
  ///   - missingParts: A sentence that lists the missing parts, with a space before it; empty for
  ///     none.
  /// - Returns: The error.
  package static func error(
    _ text: String, _ missingParts: String = ""
  ) -> GeneratedContent.ParsingError {
    GeneratedContent.ParsingError(
      rawContent: text, underlyingError: AnswerCutOff(),
      debugDescription: "The answer was cut off at the largest number of tokens (length)."
        + missingParts)
  }
}
