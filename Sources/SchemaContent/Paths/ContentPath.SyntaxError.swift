#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ContentPath {
  /// A text that is no path.
  ///
  ///     in ".steps[two]" at byte 7: expected an index or a name in quotes
  public struct SyntaxError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// The text.
    public let text: String

    /// Where the text is wrong, in bytes of UTF-8 from its beginning.
    public let offset: Int

    /// What should stand there.
    public let expected: String

    /// Place and expectation in one line.
    public var description: String {
      "in \(text.debugDescription) at byte \(offset): expected \(expected)"
    }

    /// Place and expectation as a sentence.
    public var errorDescription: String? {
      "\(text.debugDescription) is no path to a place in content: expected \(expected) at byte "
        + "\(offset)."
    }

    /// What to do about it.
    public var recoverySuggestion: String? {
      "Write a path like .steps[2].name, with a name in brackets and quotes if it holds anything but "
        + "letters, digits and underscores; or a JSON Pointer like /steps/2/name where one is asked "
        + "for."
    }
  }
}
