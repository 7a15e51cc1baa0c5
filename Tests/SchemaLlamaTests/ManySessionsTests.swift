#if Llama
import Foundation
import SchemaLlama
import SchemaModel
import SessionTestSupport
import Testing

/// A chat model of a script, which computes a token in no time; without it, the tests are left out.
private let chatFile = ProcessInfo.processInfo.environment["SCHEMAKIT_CHAT_GGUF"]

@Suite(.enabled(if: chatFile != nil)) struct ManySessionsTests {
  /// A turn with a tool and a turn with a schema; the dish of the second one.
  private func converse(_ number: Int, with model: LlamaModel) async throws -> Dish {
    let session = LanguageModelSession(model: model, tools: [Find()])
    session.policy.maximumToolRounds = 2
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 100)
    do {
      _ = try await session.respond(to: "Soup \(number)?", options: options)
    } catch LanguageModelSession.Error.tooManyToolRounds {
      // The model follows nothing but masks.
    }
    let alone = LanguageModelSession(model: model, instructions: "Cook \(number % 7).")
    return try await alone.respond(
      to: "Dish \(number)", generating: Dish.self, options: options
    ).content
  }

  @Test func `a hundred sessions at once on one context, of which every fifth is cancelled`()
    async throws
  {
    let model = try await LlamaModel(
      file: try #require(chatFile), context: .tokens(8_192), sessions: 4, threads: 1)
    let dishes = try await withThrowingTaskGroup(of: Dish?.self) { group in
      for number in 0..<100 {
        group.addTask {
          let task = Task { try await converse(number, with: model) }
          guard number.isMultiple(of: 5) else { return try await task.value }
          try await Task.sleep(for: .milliseconds(number * 3))
          task.cancel()
          // It may have ended before.
          return try? await task.value
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(dishes.count == 100)
    #expect(dishes.compactMap { $0 }.count >= 80)
    #expect(dishes.allSatisfy { $0.map { (5...120).contains($0.minutes) } != false })
    #expect(await model.executorConfiguration.scheduler.busySequenceCount == 0)
  }
}
#endif
