public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LanguageModelExecutorGenerationChannel {
  /// A piece of text, which follows what a segment has.
  public struct TextFragment: Sendable {
    /// The identifier of the segment; `nil` for the last one of the entry.
    public var segmentID: String?

    /// The text.
    public var content: String

    /// The number of tokens that the provider counts, or 0 if it does not say.
    public var tokenCount: Int
  }

  /// A text in place of what a segment has.
  public struct TextSegmentReplacement: Sendable {
    /// The identifier of the segment; `nil` for the last one of the entry.
    public var segmentID: String?

    /// The text.
    public var content: String

    /// The number of tokens that the provider counts, or 0 if it does not say.
    public var tokenCount: Int
  }

  /// A signature of thoughts, which the provider wants back.
  public struct ReasoningSignature: Sendable {
    /// The bytes of the signature.
    public var signature: Data

    /// The number of tokens that the provider counts, or 0 if it does not say.
    public var tokenCount: Int
  }

  /// Values of the provider in place of those that an entry or a call has.
  public struct Metadata: Sendable {
    /// The values, by name.
    public var values: [String: GeneratedContent]

    init(_ values: [String: any ConvertibleToGeneratedContent]) {
      self.values = values.mapValues { $0.generatedContent }
    }
  }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall {
  /// A piece of the arguments of a call, as JSON text, which follows what the call has.
  public struct ArgumentsFragment: Sendable {
    /// The JSON text.
    public var content: String

    /// The number of tokens that the provider counts, or 0 if it does not say.
    public var tokenCount: Int
  }
}
