import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SchemaSessions
import SessionTestSupport
import Testing

/// Talks to real servers of llama.cpp, whose addresses are in two variables of the environment.
///
/// One has a model that writes anything, the other one that calls a tool and then answers.
/// `.ci/check-sessions --serve` starts them.
@Suite("A server of llama.cpp", .timeLimit(.minutes(10)))
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
    "counts the tokens of a conversation as it reads them", .enabled(if: address != nil, missing))
  func tokenCount() async throws {
    let servers: [(String?, [any Tool])] = [(Self.address, []), (Self.toolAddress, [Find()])]
    for (address, tools) in servers {
      let model = CompatibleModel(
        "m", server: .llamaCpp, baseURL: try #require(address))
      let session = LanguageModelSession(model: model, tools: tools, instructions: "Be brief.")
      let prompt = Transcript.Entry.prompt(.init(segments: [.text(.init(content: "Soup?"))]))
      let count = try await model.tokenCount(for: session.transcript + [prompt], schema: nil)
      // What the model says of the tokens is known also where its calls are cut off.
      _ = try? await session.respond(
        to: "Soup?", options: GenerationOptions(maximumResponseTokens: 2))
      #expect(session.usage.input.totalTokenCount == count)
      #expect(count > 10)
    }
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
    // A whole call takes more tokens than the model may write.
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(
        to: "Soup?",
        options: GenerationOptions(maximumResponseTokens: 20, toolCallingMode: .required))
    }
    #expect(error?.debugDescription.contains("cut off") == true)
    #expect(error?.rawContent.isEmpty == false)
    #expect(count.withLock { $0 } == 0)
    #expect(session.usage.output.totalTokenCount == 20)
  }

  /// A tool whose arguments no model can get wrong that is held to them.
  private struct Order: Tool {
    struct Arguments: Generable {
      let dish: String

      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Arguments.self,
          properties: [.init(name: "dish", type: String.self, guides: [.anyOf(["soup", "pie"])])])
      }

      init(_ content: GeneratedContent) throws {
        dish = try content.value(forProperty: "dish")
      }

      var generatedContent: GeneratedContent { GeneratedContent(properties: ["dish": dish]) }
    }

    let name = "order"
    let description = "Orders a dish"

    func call(arguments: Arguments) async throws -> String { "ordered \(arguments.dish)" }
  }

  @Test(
    "T2, T9: calls a tool, maybe several times at once, and then answers",
    .enabled(if: toolAddress != nil, missing), arguments: [false, true],
    [nil, .required] as [GenerationOptions.ToolCallingMode?])
  func call(isStreamed: Bool, mode: GenerationOptions.ToolCallingMode?) async throws {
    for seed in 0..<12 as Range<UInt64> {
      let session = try session(Self.toolAddress, tools: [Order()])
      let options = GenerationOptions(
        samplingMode: .random(top: 40, seed: seed), temperature: 1, maximumResponseTokens: 800,
        toolCallingMode: mode)
      if isStreamed {
        let stream = session.streamResponse(to: "Soup?", options: options)
        #expect(try await stream.collect().content == "K")
      } else {
        #expect(try await session.respond(to: "Soup?", options: options).content == "K")
      }
      let calls = try #require(session.transcript.lazy.compactMap(\.toolCalls).first)
      #expect(!calls.isEmpty)
      let outputs = calls.map { call in
        let dish = (try? call.arguments.value(String.self, at: ["dish"])) ?? ""
        return "output \(call.id): ordered \(dish)"
      }
      #expect(Array(session.transcript.outline.dropFirst(3)) == outputs + ["response K"])
    }
  }

  @Test("T22: rejects a prompt that is too long", .enabled(if: address != nil, missing))
  func overflow() async throws {
    let session = try session(Self.address)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: String(repeating: "soup ", count: 4_000))
    }
    let details = try #require(error?.contextSizeExceeded)
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
