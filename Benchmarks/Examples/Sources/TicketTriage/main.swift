import Foundation
import SchemaKit
import SchemaProviders

// Sorts a thousand tickets, several at the same time, with retries, progress and a cost summary.
//
//     OPENAI_API_KEY=… swift run TicketTriage 1000 > triage.jsonl
//
// The program writes a line of JSON for each ticket to standard output, in the order of tickets. It
// writes progress and the summary to standard error. OPENAI_BASE_URL and OPENAI_MODEL select a
// server and a model.

let environment = ProcessInfo.processInfo.environment
let tickets = Ticket.samples(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000)
let concurrency = 8
// The prices of a million tokens, in dollars.
let prices = PriceList(input: 0.25, cachedInput: 0.025, output: 2)

let model = OpenAIModel(
  environment["OPENAI_MODEL"] ?? "gpt-5-mini",
  baseURL: environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1",
  retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 5))

/// Sorts a ticket in its own session.
///
/// Tickets are independent, so sessions run at the same time.
func triage(_ ticket: Ticket) async -> TriageOutcome {
  let session = LanguageModelSession(
    model: model, instructions: "You sort the tickets of a recipe app.")
  do {
    let response = try await session.respond(to: ticket.text, generating: Triage.self)
    return TriageOutcome(
      ticket: ticket, result: .success((response.content, response.attempts.count)),
      usage: session.usage)
  } catch {
    return TriageOutcome(ticket: ticket, result: .failure(error), usage: session.usage)
  }
}

func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}

var report = TriageReport()
var results: [Int: Triage] = [:]
await withTaskGroup(of: TriageOutcome.self) { group in
  var waiting = tickets.makeIterator()
  for ticket in waiting.next(concurrency) { group.addTask { await triage(ticket) } }
  // When a ticket is done, the next one starts.
  for await outcome in group {
    report.add(outcome)
    results[outcome.ticket.number] = try? outcome.result.get().triage
    if report.done.isMultiple(of: 100) {
      note("\(report.done) of \(tickets.count), $\(report.usage.cost(prices))")
    }
    if let ticket = waiting.next() { group.addTask { await triage(ticket) } }
  }
}

for ticket in tickets {
  guard let triage = results[ticket.number] else { continue }
  let line = GeneratedContent(
    properties: ["ticket": ticket.number, "triage": triage.generatedContent])
  print(line.jsonString(.compact))
}
note(report.text(prices))
exit(report.failures.isEmpty ? 0 : 1)

extension IteratorProtocol {
  /// Returns the next elements, at most `count`.
  mutating func next(_ count: Int) -> [Element] {
    var elements: [Element] = []
    while elements.count < count, let element = next() { elements.append(element) }
    return elements
  }
}
