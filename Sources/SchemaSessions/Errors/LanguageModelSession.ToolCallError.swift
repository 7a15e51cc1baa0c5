import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LanguageModelSession {
  /// A tool threw, and so the request ended.
  public struct ToolCallError: Swift.Error, LocalizedError, CustomStringConvertible {
    /// The tool.
    public var tool: any Tool

    /// What the tool threw.
    public var underlyingError: any Swift.Error

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - tool: The tool.
    ///   - underlyingError: What the tool threw.
    public init(tool: any Tool, underlyingError: any Swift.Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }

    /// What went wrong as a sentence.
    public var errorDescription: String? {
      "The tool \"\(tool.name)\" failed: \(ErrorText(underlyingError).text)"
    }

    /// What went wrong, and what to do about it.
    public var description: String { problemAndRemedy }

    /// What to do about it.
    public var recoverySuggestion: String? {
      "Correct the tool, or set `policy.toolFailure` to `.tellModel` so that the model reads the"
        + " error."
    }
  }
}

/// The words of an error.
struct ErrorText {
  let text: String

  init(_ error: any Error) {
    text = (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  }
}
