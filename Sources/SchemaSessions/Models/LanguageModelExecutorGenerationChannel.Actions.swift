public import Foundation
public import SchemaModel

// Without a `segmentID`, an action is on the last segment of its entry, as `TextFragment` states. A
// `tokenCount` is the number of tokens by the provider's count, or 0 if it is unknown.
extension LanguageModelExecutorGenerationChannel {
  /// A change of an answer.
  public struct Response: Sendable {
    /// The identifier of the entry; `nil` for the newest entry, or a new one if its kind differs.
    public var entryID: String?

    /// The action.
    public var action: Action

    /// An action on an entry.
    public struct Action: Sendable {
      package let change: Change

      /// Appends text.
      public static func appendText(
        _ text: String, segmentID: String? = nil, tokenCount: Int
      ) -> Action {
        let text = TextFragment(segmentID: segmentID, content: text, tokenCount: tokenCount)
        return Action(change: .append(text))
      }

      /// Replaces the text of a segment.
      public static func replaceTextSegment(
        _ text: String, segmentID: String? = nil, tokenCount: Int
      ) -> Action {
        let text = TextSegmentReplacement(
          segmentID: segmentID, content: text, tokenCount: tokenCount)
        return Action(change: .replace(text))
      }

      /// Adds an attachment, such as an image that the model made, or replaces the one with the
      /// same identifier.
      public static func addAttachmentSegment(_ segment: Transcript.AttachmentSegment) -> Action {
        Action(change: .addAttachment(segment))
      }

      /// Removes an attachment.
      public static func removeAttachmentSegment(id: String) -> Action {
        Action(change: .remove(id: id))
      }

      /// Sets the metadata of the answer.
      public static func updateMetadata(
        _ values: [String: any ConvertibleToGeneratedContent]
      ) -> Action {
        Action(change: .updateMetadata(Metadata(values)))
      }

      /// Sets the usage of the request; the last such event counts.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(change: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
      }
    }
  }

  /// A change of a model's reasoning.
  public struct Reasoning: Sendable {
    /// The identifier of the entry; `nil` for the newest entry, or a new one if its kind differs.
    public var entryID: String?

    /// The action.
    public var action: Action

    /// An action on a model's reasoning.
    public struct Action: Sendable {
      package let change: Change

      /// Appends text.
      public static func appendText(
        _ text: String, segmentID: String? = nil, tokenCount: Int
      ) -> Action {
        let text = TextFragment(segmentID: segmentID, content: text, tokenCount: tokenCount)
        return Action(change: .append(text))
      }

      /// Replaces the text of a segment.
      public static func replaceTextSegment(
        _ text: String, segmentID: String? = nil, tokenCount: Int
      ) -> Action {
        let text = TextSegmentReplacement(
          segmentID: segmentID, content: text, tokenCount: tokenCount)
        return Action(change: .replace(text))
      }

      /// Sets the signature of the reasoning, which the next request returns to the provider.
      public static func updateSignature(_ signature: Data, tokenCount: Int) -> Action {
        Action(change: .sign(ReasoningSignature(signature: signature, tokenCount: tokenCount)))
      }

      /// Sets the metadata of the reasoning.
      public static func updateMetadata(
        _ values: [String: any ConvertibleToGeneratedContent]
      ) -> Action {
        Action(change: .updateMetadata(Metadata(values)))
      }

      /// Sets the usage of the request; the last such event counts.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(change: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
      }
    }
  }

  /// A change of the calls of tools.
  public struct ToolCalls: Sendable {
    /// The identifier of the entry; `nil` for the newest entry, or a new one if its kind differs.
    public var entryID: String?

    /// The action.
    public var action: Action

    /// An action on the calls of tools.
    public struct Action: Sendable {
      package let part: Part
      package let change: Change

      /// Changes one call; the first such event begins the call.
      public static func toolCall(id: String, name: String, action: ToolCall.Action) -> Action {
        Action(part: .call(id: id, name: name), change: action.change)
      }

      /// Removes a call.
      public static func removeToolCall(id: String) -> Action {
        Action(part: .toolCalls, change: .remove(id: id))
      }

      /// Sets the metadata of all calls together, which the transcript does not keep.
      public static func updateMetadata(
        _ values: [String: any ConvertibleToGeneratedContent]
      ) -> Action {
        Action(part: .toolCalls, change: .updateMetadata(Metadata(values)))
      }

      /// Sets the usage of the request; the last such event counts.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        let usage = Usage(input: input, output: output, metadata: metadata)
        return Action(part: .toolCalls, change: .updateUsage(usage))
      }
    }

    /// A change of one call.
    public struct ToolCall: Sendable {
      /// The identifier of the call.
      public var id: String

      /// The name of the tool.
      public var name: String

      /// The action.
      public var action: Action

      /// An action on one call.
      public struct Action: Sendable {
        package let change: Change

        /// Appends a piece of JSON text to the arguments.
        public static func appendArguments(_ content: String, tokenCount: Int) -> Action {
          let fragment = ArgumentsFragment(content: content, tokenCount: tokenCount)
          return Action(change: .appendArguments(fragment))
        }

        /// Sets the metadata of the call.
        public static func updateMetadata(
          _ values: [String: any ConvertibleToGeneratedContent]
        ) -> Action {
          Action(change: .updateMetadata(Metadata(values)))
        }
      }
    }
  }
}

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
