import Foundation
import SchemaProviders

/// The results of a job so far.
struct TriageReport {
  private(set) var done = 0
  private(set) var failures: [(ticket: Int, reason: String)] = []
  private(set) var usage = LanguageModelSession.Usage(
    input: .init(totalTokenCount: 0, cachedTokenCount: 0),
    output: .init(totalTokenCount: 0, reasoningTokenCount: 0))
  private var askedAgain = 0
  private var categories: [Category: Int] = [:]

  /// Adds the result of a ticket.
  mutating func add(_ outcome: TriageOutcome) {
    done += 1
    usage.input.totalTokenCount += outcome.usage.input.totalTokenCount
    usage.input.cachedTokenCount += outcome.usage.input.cachedTokenCount
    usage.output.totalTokenCount += outcome.usage.output.totalTokenCount
    usage.output.reasoningTokenCount += outcome.usage.output.reasoningTokenCount
    switch outcome.result {
    case .success(let answer):
      categories[answer.triage.category, default: 0] += 1
      if answer.tries > 1 { askedAgain += 1 }
    case .failure(let error):
      let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      failures.append((outcome.ticket.number, reason))
    }
  }

  /// Returns the summary.
  func text(_ prices: PriceList) -> String {
    var lines = Category.allCases.map { "\($0.rawValue): \(categories[$0, default: 0])" }
    lines.append("failed: \(failures.count)")
    for failure in failures.sorted(by: { $0.ticket < $1.ticket }).prefix(5) {
      lines.append("  ticket \(failure.ticket): \(failure.reason)")
    }
    lines.append("asked again: \(askedAgain)")
    lines.append(
      "tokens: \(usage.input.totalTokenCount) read, "
        + "of which \(usage.input.cachedTokenCount) cached;"
        + " \(usage.output.totalTokenCount) written")
    lines.append("cost: $\(usage.cost(prices))")
    return lines.joined(separator: "\n")
  }
}

/// The result of one ticket, and its tokens, which a failed request also uses.
struct TriageOutcome: Sendable {
  let ticket: Ticket
  let result: Result<(triage: Triage, tries: Int), any Error>
  let usage: LanguageModelSession.Usage
}
