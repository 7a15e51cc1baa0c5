import Foundation
import SchemaKit
import SchemaProviders

@Generable(description: "A guest's opinion of a meal")
struct Review {
  @Guide(.anyOf(["praise", "complaint", "mixed"]))
  var kind: String
  @Guide(description: "The dishes that the guest mentions")
  var dishes: [String]
}

// ReviewBatch FILE TEXT…  starts a batch with a request for each text, and stores the batch
// ReviewBatch FILE        continues in another process: waits for the end, and prints the results
let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("ReviewBatch FILE [TEXT…]")
  exit(2)
}
let file = URL(filePath: arguments[1])
let environment = ProcessInfo.processInfo.environment
let model = OpenAIResponsesModel(
  "gpt-5-mini", key: environment["OPENAI_API_KEY"].map { ModelProvider.Key($0) },
  baseURL: environment["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1")

do {
  if arguments.count > 2 {
    let requests = arguments.dropFirst(2).enumerated().map { index, text in
      BatchRequest(
        id: "review-\(index + 1)", prompt: text, generating: Review.self,
        instructions: "Read the review of a guest.")
    }
    let batch = try await model.batches.start(requests)
    try JSONEncoder().encode(batch).write(to: file)
    print("Started \(batch.id) with \(requests.count) requests.")
  } else {
    let batch = try JSONDecoder().decode(ModelBatch.self, from: Data(contentsOf: file))
    let interval = environment["POLL_SECONDS"].flatMap { Double($0) } ?? 60
    let status = try await model.batches.waitForEnd(of: batch, checkingEvery: .seconds(interval))
    print("The batch is \(status.state).")
    var lines: [String: String] = [:]
    for try await result in try model.batches.results(of: batch) {
      do {
        let review = try await result.response(generating: Review.self).content
        lines[result.id] = "\(review.kind), \(review.dishes.joined(separator: " and "))"
      } catch {
        lines[result.id] = error.localizedDescription
      }
    }
    for id in batch.requestIDs { print("\(id): \(lines[id] ?? "")") }
  }
} catch {
  print("No batch: \(error)")
  exit(1)
}
