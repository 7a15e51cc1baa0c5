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
  /// transcript is encoded. The entries of ``transcript`` go with those of the last eight turns
  /// that failed since the last answer, in the order in which they were said, and with the answers
  /// and calls that the transcript never keeps. Setting ``transcript`` does not remove them.
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

  /// Entries that the transcript does not keep, and the entry of the transcript that they follow;
  /// `nil` for the end of the transcript.
  private struct Part {
    let predecessor: Transcript.Entry.ID?
    var entries: [Transcript.Entry]
  }

  private var turns: [[Part]] = []

  /// Adds what a turn said, in its order, but for the entries that the transcript keeps.
  mutating func add(_ entries: [Transcript.Entry], kept: [Transcript.Entry]) {
    let keptIDs = Set(kept.map(\.id))
    var parts: [Part] = []
    var predecessor: Transcript.Entry.ID?
    for entry in entries {
      if keptIDs.contains(entry.id) {
        predecessor = entry.id
      } else if let last = parts.indices.last, parts[last].predecessor == predecessor {
        parts[last].entries.append(entry)
      } else {
        parts.append(Part(predecessor: predecessor, entries: [entry]))
      }
    }
    guard !parts.isEmpty else { return }
    turns.append(parts)
    if turns.count > Self.maximumCount { turns.removeFirst() }
  }

  /// A transcript with the entries at the places at which they were said, or at the end where the
  /// transcript lacks the entry before.
  func entries(in transcript: Transcript) -> Transcript {
    let parts = turns.flatMap(\.self)
    var waiting = Dictionary(grouping: parts.indices) { parts[$0].predecessor }
    var entries: [Transcript.Entry] = []
    for entry in transcript {
      entries.append(entry)
      for index in waiting.removeValue(forKey: entry.id) ?? [] { entries += parts[index].entries }
    }
    for index in waiting.values.flatMap(\.self).sorted() { entries += parts[index].entries }
    return Transcript(entries: entries)
  }
}
