public import Foundation
import SchemaCoding
import SchemaContent
public import SchemaModel

/// An opinion on an answer, for a feedback file with the conversation.
public struct LanguageModelFeedback {
  /// The opinion on an answer.
  public enum Sentiment: Sendable, CaseIterable {
    /// The answer is good.
    case positive

    /// The answer is bad.
    case negative

    /// The answer is neither good nor bad.
    case neutral
  }

  /// A fault of an answer.
  public struct Issue: Sendable {
    /// The kind of fault.
    public enum Category: Sendable, CaseIterable {
      /// The answer does not help.
      case unhelpful

      /// The answer is too long.
      case tooVerbose

      /// The answer does not follow the instructions.
      case didNotFollowInstructions

      /// The answer is wrong.
      case incorrect

      /// The answer has a stereotype or a bias.
      case stereotypeOrBias

      /// The answer is suggestive or sexual.
      case suggestiveOrSexual

      /// The answer is vulgar or offensive.
      case vulgarOrOffensive

      /// A filter stopped an answer that it should not stop.
      case triggeredGuardrailUnexpectedly
    }

    let category: Category
    let explanation: String?

    /// Creates an issue.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }
  }
}

extension LanguageModelSession {
  /// Returns the conversation with an opinion on its last answer, as JSON.
  ///
  /// The object has `sentiment`, `issues`, `desiredOutput` and `transcript`. The last two have the
  /// form of an encoded transcript. `transcript` has the entries of ``transcript`` and of failed
  /// turns, in the order of the conversation. The failed turns are the last eight since the last
  /// answer. Their entries include rejected answers and calls, and setting ``transcript`` does not
  /// remove them. FoundationModels documents the JSON with the transcript, the feedback and the
  /// entries that were rolled back. It does not document the names of the properties. Nothing is
  /// sent or stored.
  ///
  /// - Returns: The JSON. If the conversation cannot be encoded, such as for a tool with a faulty
  ///   schema, `transcript` has the reason.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredOutput: Transcript.Entry? = nil
  ) -> Data {
    let issues = issues.map { issue in
      GeneratedContent(
        properties: ["category": "\(issue.category)", "explanation": issue.explanation],
        omittingNil: true)
    }
    let output = desiredOutput.map { Self.content(of: Transcript(entries: [$0])) }
    let content = GeneratedContent(
      properties: [
        "sentiment": sentiment.map { "\($0)" }, "issues": GeneratedContent(elements: issues),
        "desiredOutput": output,
        "transcript": Self.content(of: transcriptWithFailedTurns),
      ], omittingNil: true)
    return Data(content.jsonBytes(.compact))
  }

  /// Returns the conversation with an opinion on its last answer, as JSON.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseText: String?
  ) -> Data {
    logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseText.map { text in
        .response(
          Transcript.Response(segments: [.text(Transcript.TextSegment(content: text))]))
      })
  }

  /// Returns the conversation with an opinion on its last answer, as JSON.
  @discardableResult
  public func logFeedbackAttachment(
    sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
    desiredResponseContent: (any ConvertibleToGeneratedContent)?
  ) -> Data {
    logFeedbackAttachment(
      sentiment: sentiment, issues: issues,
      desiredOutput: desiredResponseContent.map { content in
        .response(
          Transcript.Response(segments: [
            .structure(
              Transcript.StructuredSegment(schemaName: "", content: content.generatedContent))
          ]))
      })
  }

  private static func content(of transcript: Transcript) -> GeneratedContent {
    do {
      return try GeneratedContentEncoder().encode(transcript)
    } catch {
      return GeneratedContent("The transcript cannot be encoded: \(error)")
    }
  }
}
