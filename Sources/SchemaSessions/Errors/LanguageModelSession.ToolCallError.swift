import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
