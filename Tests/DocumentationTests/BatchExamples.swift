#if Macros
import Foundation
import SchemaKit
import SchemaProviders
import SchemaSessionTesting
import Testing

/// The examples of the page on batches.
struct BatchExamples {
  private struct Dish {
    let id: String
    let name: String
  }

  private let dishes = [Dish(id: "dal", name: "Dal"), Dish(id: "pie", name: "Pie")]

  private static let results = [
    #"""
    {"custom_id":"dal","result":{"type":"succeeded",\#
    "message":{"id":"m","model":"m",\#
    "content":[{"type":"text","text":"{\"name\":\"Dal\",\"minutes\":40}"}],\#
    "stop_reason":"end_turn","usage":{}}}}
    """#,
    #"{"custom_id":"pie","result":{"type":"expired"}}"#,
  ]

  @Test func `a batch is started, stored, and read`() async throws {
    let poll = #"{"id":"b1","processing_status":"ended"}"#
    let transport = ScriptedTransport(
      [poll, poll, poll, Self.results.joined(separator: "\n")].map { .init(body: [$0]) })
    let model = AnthropicModel("claude-sonnet-5", key: "k", transport: transport)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try await example("batch start") { _ in
      // example: batch start
      let requests = dishes.map { dish in
        BatchRequest(
          id: dish.id, prompt: "How long does \(dish.name) take?", generating: QuickRecipe.self,
          instructions: "You are a cook.")
      }
      let batch = try await model.batches.start(requests)
      try JSONEncoder().encode(batch).write(to: file)
      // example: end
    }
    try await example("batch results") { print in
      // example: batch results
      let batch = try JSONDecoder().decode(ModelBatch.self, from: Data(contentsOf: file))
      try await model.batches.waitForEnd(of: batch)
      for try await result in try model.batches.results(of: batch) {
        do {
          let recipe = try await result.response(generating: QuickRecipe.self).content
          print("\(recipe.name): \(recipe.minutes) minutes")  // Dal: 40 minutes
        } catch {
          print("\(result.id) has no answer")  // pie has no answer
        }
      }
      // example: end
    }
  }

  // example: quick recipe
  @Generable
  struct QuickRecipe {
    var name: String
    @Guide(.range(1...600))
    var minutes: Int
  }
  // example: end
}
#endif
