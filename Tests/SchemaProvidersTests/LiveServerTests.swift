import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessions
import SessionTestSupport
import Testing

/// Talks to real servers of llama.cpp, whose addresses are in two variables of the environment: a model
/// that writes anything, and one that calls tools without end.
@Suite("A server of llama.cpp", .timeLimit(.minutes(2)))
struct LiveServerTests {
  private static let address = ProcessInfo.processInfo.environment["SCHEMAKIT_LLAMACPP_URL"]
  private static let toolAddress =
    ProcessInfo.processInfo.environment["SCHEMAKIT_LLAMACPP_TOOLS_URL"]
  private static let missing: Comment =
    "Set SCHEMAKIT_LLAMACPP_URL and SCHEMAKIT_LLAMACPP_TOOLS_URL to addresses up to /v1."

  private func session(_ address: String?, tools: [any Tool] = []) throws -> LanguageModelSession {
    LanguageModelSession(
      model: CompatibleModel("m", server: .llamaCpp, baseURL: try #require(address)), tools: tools)
  }

  private let options = GenerationOptions(
    samplingMode: .random(top: 40, seed: 7), temperature: 1, maximumResponseTokens: 200)

  @Test("answers with text, and counts tokens", .enabled(if: address != nil, missing))
  func text() async throws {
    let session = try session(Self.address)
    let response = try await session.respond(to: "Soup?", options: options)
    #expect(!response.content.isEmpty)
    #expect(response.usage.input.totalTokenCount > 0)
    #expect(response.usage.output.totalTokenCount > 0)
  }

  @Test(
    "T15, T25: answers with a value that fits its schema", .enabled(if: address != nil, missing))
  func structure() async throws {
    let session = try session(Self.address)
    let dish = try await session.respond(to: "Soup?", generating: Dish.self, options: options)
    #expect((5...120).contains(dish.content.minutes))
    var count = 0
    let stream = session.streamResponse(to: "Pie?", generating: Dish.self, options: options)
    for try await _ in stream { count += 1 }
    #expect(count > 0)
    #expect(try await (5...120).contains(stream.collect().content.minutes))
    #expect(session.transcript.count == 4)
  }

  @Test("T13: runs no call of a reply that is cut off", .enabled(if: toolAddress != nil, missing))
  func tools() async throws {
    let count = Locked(0)
    let find = Find { term in
      count.withLock { $0 += 1 }
      return term
    }
    let session = try session(Self.toolAddress, tools: [find])
    // The model goes on with calls until the largest number of tokens.
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(
        to: "Soup?",
        options: GenerationOptions(maximumResponseTokens: 100, toolCallingMode: .required))
    }
    #expect(error?.debugDescription.contains("cut off") == true)
    #expect(error?.rawContent.isEmpty == false)
    #expect(count.withLock { $0 } == 0)
    #expect(session.usage.output.totalTokenCount == 100)
  }

  @Test("T22: rejects a prompt that is too long", .enabled(if: address != nil, missing))
  func overflow() async throws {
    let session = try session(Self.address)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: String(repeating: "soup ", count: 4_000))
    }
    guard case .contextSizeExceeded(let details) = error else {
      Issue.record("not an overflow: \(String(describing: error))")
      return
    }
    #expect(details.tokenCount > details.contextSize)
    #expect(session.transcript.isEmpty)
  }

  @Test(
    "T6: is free again after a request that was cancelled", .enabled(if: address != nil, missing))
  func cancellation() async throws {
    let session = try session(Self.address)
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        arrayOf: DynamicGenerationSchema(type: Bool.self), minimumElements: 1_000),
      dependencies: [])
    let task = Task {
      for try await _ in session.streamResponse(to: "Soup?", schema: schema) {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let free = ContinuousClock.now + .seconds(5)
    while session.isResponding, ContinuousClock.now < free {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(!session.isResponding)
    #expect(session.transcript.isEmpty)
  }
}
