import SchemaCoding
import SchemaContent
public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What people think of an answer, for a file with the conversation.
public struct LanguageModelFeedback {
  /// Whether an answer is liked.
  public enum Sentiment: Sendable, CaseIterable {
    /// The answer is good.
    case positive

    /// The answer is bad.
    case negative

    /// The answer is neither good nor bad.
    case neutral
  }

  /// Something that is wrong with an answer.
  public struct Issue: Sendable {
    /// What kind of fault it is.
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
    ///
    /// - Parameters:
    ///   - category: What kind of fault it is.
    ///   - explanation: What is wrong, in words.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }
  }
}

extension LanguageModelSession {
  /// The conversation with what people think of its last answer, as JSON.
  ///
  /// The object has `sentiment`, `issues`, `desiredOutput` and `transcript`, the last two as a
  /// transcript is encoded. The entries of ``transcript`` are followed by those of the last
  /// eight turns that failed since the last answer, with the answers and calls that the transcript
  /// never keeps. Setting ``transcript`` does not remove them.
  /// FoundationModels documents that the data are JSON with the transcript and the feedback, and
  /// that entries which were rolled back are included, but not the names. Nothing is sent or
  /// stored.
  ///
  /// - Parameters:
  ///   - sentiment: Whether the answer is liked.
  ///   - issues: What is wrong with the answer.
  ///   - desiredOutput: The answer that would be better.
  /// - Returns: The JSON; where the conversation cannot be encoded, such as for the faulty schema
  ///   of a tool, `transcript` says why.
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

  /// The conversation with what people think of its last answer, as JSON.
  ///
  /// - Parameters:
  ///   - sentiment: Whether the answer is liked.
  ///   - issues: What is wrong with the answer.
  ///   - desiredResponseText: The text that would be better.
  /// - Returns: The JSON.
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

  /// The conversation with what people think of its last answer, as JSON.
  ///
  /// - Parameters:
  ///   - sentiment: Whether the answer is liked.
  ///   - issues: What is wrong with the answer.
  ///   - desiredResponseContent: The value that would be better.
  /// - Returns: The JSON.
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

/// The entries of the turns that have failed since the last answer, for feedback.
struct FailedTurns: Sendable {
  /// The largest number of turns; the oldest ones are forgotten.
  private static let maximumCount = 8

  private var turns: [[Transcript.Entry]] = []

  /// The entries, in the order in which they were said.
  var entries: [Transcript.Entry] { turns.flatMap(\.self) }

  /// Adds what a turn said that the transcript does not keep.
  mutating func add(_ entries: [Transcript.Entry]) {
    guard !entries.isEmpty else { return }
    turns.append(entries)
    if turns.count > Self.maximumCount { turns.removeFirst() }
  }
}
