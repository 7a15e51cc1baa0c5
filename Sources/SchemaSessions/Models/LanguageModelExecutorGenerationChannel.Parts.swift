public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LanguageModelExecutorGenerationChannel {
  /// A text that is appended to a segment.
  public struct TextFragment: Sendable {
    /// The identifier of the segment; `nil` for the last one of the entry.
    public var segmentID: String?

    /// The text.
    public var content: String

    /// The number of tokens by the provider's count, or 0 if it is unknown.
    public var tokenCount: Int
  }

  /// A text that replaces the text of a segment.
  public struct TextSegmentReplacement: Sendable {
    /// The identifier of the segment; `nil` for the last one of the entry.
    public var segmentID: String?

    /// The text.
    public var content: String

    /// The number of tokens by the provider's count, or 0 if it is unknown.
    public var tokenCount: Int
  }

  /// A signature of reasoning, which the next request returns to the provider.
  public struct ReasoningSignature: Sendable {
    /// The bytes of the signature.
    public var signature: Data

    /// The number of tokens by the provider's count, or 0 if it is unknown.
    public var tokenCount: Int
  }

  /// Values of the provider that replace the metadata of an entry or a call.
  public struct Metadata: Sendable {
    /// The values, by name.
    public var values: [String: GeneratedContent]

    init(_ values: [String: any ConvertibleToGeneratedContent]) {
      self.values = values.mapValues { $0.generatedContent }
    }
  }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall {
  /// A piece of JSON text that is appended to the arguments of a call.
  public struct ArgumentsFragment: Sendable {
    /// The JSON text.
    public var content: String

    /// The number of tokens by the provider's count, or 0 if it is unknown.
    public var tokenCount: Int
  }
}
