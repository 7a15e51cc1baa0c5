import SchemaModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How many tokens a conversation has, as far as the provider has said.
struct ContextSize: Sendable {
  fileprivate static var bytesPerToken: Int { 4 }

  /// What the provider has counted.
  private var tokenCount = 0
  /// The bytes of the conversation that it has counted.
  private var byteCount = 0

  /// Takes what the provider has counted of a conversation.
  mutating func count(_ usage: LanguageModelSession.Usage, of conversation: Transcript) {
    guard usage.input.totalTokenCount > 0 else { return }
    tokenCount = usage.input.totalTokenCount
    byteCount = conversation.byteCount
  }

  /// About how many tokens a conversation has.
  func estimate(of conversation: Transcript) -> Int {
    let bytes = conversation.byteCount - byteCount
    return max(0, tokenCount.addingClamped(bytes / ContextSize.bytesPerToken))
  }

  /// About how many bytes of a conversation fit in a number of tokens.
  func bytes(in tokens: Int) -> Int {
    let (bytes, overflows) = (tokens.addingClamped(-tokenCount))
      .multipliedReportingOverflow(by: ContextSize.bytesPerToken)
    return overflows ? (tokens > tokenCount ? .max : 0) : max(0, byteCount.addingClamped(bytes))
  }
}

/// The oldest turns of a conversation, and what is left without them.
struct CondensedHistory {
  /// The turns that are left, with the instructions.
  private(set) var rest: Transcript
  /// The turns that are dropped.
  private(set) var dropped: [Transcript.Entry] = []

  /// Drops the oldest turns: at least one, if there is one, and as many as needed.
  ///
  /// - Parameters:
  ///   - history: The conversation before the turn that is being answered.
  ///   - byteCount: How many bytes may be left beside the instructions, at best.
  init(of history: Transcript, keepingBytes byteCount: Int) {
    var size = history.turnByteCount
    var kept: [Transcript.Entry] = []
    var isDropping = true
    for entry in history {
      if case .instructions = entry {
        kept.append(entry)
        continue
      }
      if case .prompt = entry, !dropped.isEmpty, size <= byteCount { isDropping = false }
      guard isDropping else {
        kept.append(entry)
        continue
      }
      dropped.append(entry)
      size -= entry.byteCount
    }
    rest = Transcript(entries: kept)
  }

  /// Puts a summary of the dropped turns before those that are left.
  mutating func add(summary: String) {
    let index = rest.firstIndex { $0.instructions == nil } ?? rest.endIndex
    let text = "Summary of the conversation so far:\n\(summary)"
    let prompt = Transcript.Prompt(
      id: UUID.random().uuidString, metadata: [CondensedHistory.summaryKey: true],
      segments: [.text(.init(id: UUID.random().uuidString, content: text))])
    rest.insert(.prompt(prompt), at: index)
  }

  private static let summaryKey = "isSummary"

  /// Whether nothing but the summary of earlier turns is dropped, which cannot be summarized again
  /// and again.
  var dropsOnlySummary: Bool {
    guard dropped.count == 1, case .prompt(let prompt)? = dropped.first else { return false }
    return prompt.metadata[CondensedHistory.summaryKey] != nil
  }

  /// The dropped turns as a text for the model that summarizes them.
  var text: String {
    dropped.compactMap { entry -> String? in
      switch entry {
      case .instructions, .reasoning: nil
      case .prompt(let prompt): "User: \(prompt.segments.joinedText)"
      case .response(let response): "Assistant: \(response.text)"
      case .toolCalls(let calls):
        calls.map { "Assistant calls \($0.toolName): \($0.arguments.jsonString)" }
          .joined(separator: "\n")
      case .toolOutput(let output): "Output of \(output.toolName): \(output.segments.joinedText)"
      }
    }.joined(separator: "\n\n")
  }
}

extension Transcript {
  /// The bytes of all that is said, in UTF-8.
  var byteCount: Int { reduce(0) { $0 + $1.byteCount } }

  /// The same without instructions, which are never dropped.
  var turnByteCount: Int { reduce(0) { $1.instructions == nil ? $0 + $1.byteCount : $0 } }
}

extension Transcript.Entry {
  fileprivate var byteCount: Int {
    switch self {
    case .instructions(let instructions): instructions.segments.byteCount
    case .prompt(let prompt): prompt.segments.byteCount
    case .response(let response): response.segments.byteCount
    case .toolOutput(let output): output.segments.byteCount
    case .reasoning(let reasoning): reasoning.segments.byteCount + (reasoning.signature?.count ?? 0)
    case .toolCalls(let calls):
      calls.reduce(0) { $0 + $1.toolName.utf8.count + $1.arguments.jsonString.utf8.count }
    }
  }
}

extension [Transcript.Segment] {
  /// The bytes of the texts; of an attachment those of a text with as many tokens.
  fileprivate var byteCount: Int {
    reduce(0) { count, segment in
      switch segment {
      case .attachment(let attachment):
        count + TokenEstimate.count(of: attachment) * ContextSize.bytesPerToken
      case .text, .structure: count + (segment.text?.utf8.count ?? 0)
      }
    }
  }
}
