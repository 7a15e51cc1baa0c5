import SchemaCoding
import SchemaContent
public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An opinion on an answer, for a file with the conversation.
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
    ///
    /// - Parameters:
    ///   - category: The kind of fault.
    ///   - explanation: The fault, in words.
    public init(category: Category, explanation: String? = nil) {
      self.category = category
      self.explanation = explanation
    }
  }
}

extension LanguageModelSession {
  /// Returns the conversation with an opinion on its last answer, as JSON.
  ///
  /// The object has `sentiment`, `issues`, `desiredOutput` and `transcript`, the last two in the
  /// form of an encoded transcript. After the entries of ``transcript`` come those of the last
  /// eight turns that failed since the last answer, including answers and calls that the transcript
  /// does not keep. Setting ``transcript`` does not remove them. FoundationModels documents that
  /// the data are JSON with the transcript and the feedback, and that entries which were rolled
  /// back are included, but not the names. Nothing is sent or stored.
  ///
  /// - Parameters:
  ///   - sentiment: The opinion on the answer.
  ///   - issues: The faults of the answer.
  ///   - desiredOutput: The better answer.
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
  ///
  /// - Parameters:
  ///   - sentiment: The opinion on the answer.
  ///   - issues: The faults of the answer.
  ///   - desiredResponseText: The better text.
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

  /// Returns the conversation with an opinion on its last answer, as JSON.
  ///
  /// - Parameters:
  ///   - sentiment: The opinion on the answer.
  ///   - issues: The faults of the answer.
  ///   - desiredResponseContent: The better value.
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
  /// The largest number of turns; older ones are dropped.
  private static let maximumCount = 8

  private var turns: [[Transcript.Entry]] = []

  /// The entries, in the order of the conversation.
  var entries: [Transcript.Entry] { turns.flatMap(\.self) }

  /// Adds entries of a failed turn that the transcript does not keep.
  mutating func add(_ entries: [Transcript.Entry]) {
    guard !entries.isEmpty else { return }
    turns.append(entries)
    if turns.count > Self.maximumCount { turns.removeFirst() }
  }
}
