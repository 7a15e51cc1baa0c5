#if Macros
import Foundation
import SchemaKit
import SchemaProviders
import SchemaSessionTesting
import Testing

// example: tool
struct FindRecipes: Tool {
  let name = "find"
  let description = "Finds recipes in the user's collection"

  @Generable
  struct Arguments {
    @Guide(description: "What to look for")
    var term: String
  }

  func call(arguments: Arguments) async throws -> String {
    "Dal, \(arguments.term), 40 minutes"
  }
}
// example: end

/// The examples of the pages of SchemaSessions, SchemaProviders and SchemaSessionTesting.
struct SessionExamples {
  @Test func `a session answers with a value`() async throws {
    let model = ScriptedModel([.text([Samples.answer])])
    try await example("session") { print in
      // example: session
      let session = LanguageModelSession(model: model, instructions: "You are a cook.")
      let response = try await session.respond(to: "A dal, please.", generating: Recipe.self)
      print(response.content.minutes)  // 40
      // example: end
    }
  }

  @Test func `a session streams a value`() async throws {
    let session = LanguageModelSession(model: ScriptedModel([.text([Samples.answer])]))
    try await example("session stream") { print in
      // example: session stream
      let stream = session.streamResponse(to: "A dal, please.", generating: Recipe.self)
      for try await snapshot in stream {
        show(snapshot.content)
      }
      print(try await stream.collect().content.name)  // Dal
      // example: end
    }
  }

  private func show(_ recipe: Recipe.PartiallyGenerated) {}

  @Test func `a session's error describes itself`() async throws {
    let transport = ScriptedTransport([
      .init(status: 401, body: [#"{"error":{"message":"Incorrect API key provided."}}"#])
    ])
    let session = LanguageModelSession(
      model: OpenAIModel("gpt-5", key: "sk-example", transport: transport))
    func show(_ value: Any) {}
    try await example("session errors") { print in
      // example: session errors
      do {
        let response = try await session.respond(to: "A dal, please.", generating: Recipe.self)
        show(response.content)
      } catch let error as LanguageModelSession.InvalidAnswerError {
        show(error.attempts.map(\.rawContent))  // what the model wrote
      } catch {
        print("No recipe: \(error)")
      }
      // example: end
    }
  }

  @Test func `a check in Swift has its problem sent to the model`() async throws {
    let slow = Samples.answer.replacing("40", with: "90")
    let session = LanguageModelSession(
      model: ScriptedModel([.text([slow]), .text([Samples.answer])]))
    try await example("session checks") { print in
      // example: session checks
      session.answerChecks = [
        .validating(Recipe.self) { recipe in
          if recipe.minutes > 60 {
            throw AnswerProblem("\(recipe.minutes) minutes are more than 60.", at: ["minutes"])
          }
        }
      ]
      let response = try await session.respond(to: "A quick dal, please.", generating: Recipe.self)
      print(response.attempts.first?.problems.first?.path.pointer ?? "")  // /minutes
      print(response.content.minutes)  // 40
      // example: end
    }
  }

  @Test func `an answer is read along its schema, and lists what was mended`() async throws {
    let text = Samples.answer.replacing("40", with: "\"40\"")
    let session = LanguageModelSession(model: ScriptedModel([.text([text])]))
    try await example("session mends") { print in
      // example: session mends
      let response = try await session.respond(to: "A dal, please.", generating: Recipe.self)
      print(response.content.minutes)  // 40
      print(response.mends.map(\.kind.name))  // ["quoted-number"]
      // example: end
    }
  }

  @Test func `a session asks before a tool runs, and shortens its conversation`() async throws {
    @Sendable func askUser(_ call: Transcript.ToolCall) async -> Bool { false }
    let smallModel = ScriptedModel([])
    let model = ScriptedModel([
      .toolCalls([.init(name: "find", arguments: #"{"term": "soup"}"#)]), "I may not look.",
    ])
    let session = LanguageModelSession(model: model, tools: [FindRecipes()])
    try await example("session approval") { _ in
      // example: session approval
      session.toolApproval = .required(for: ["find"]) { call in
        await askUser(call) ? .allow : .deny(reason: "The collection is private.")
      }
      // example: end
    }
    try await example("session context") { _ in
      // example: session context
      session.contextPolicy = .summarizing(with: smallModel, over: 100_000)
      // example: end
    }
    #expect(try await session.respond(to: "Soup?").content == "I may not look.")
    #expect("\(session.transcript)".contains("The collection is private."))
  }

  @Test func `a model counts tokens`() async throws {
    let session = LanguageModelSession(model: ScriptedModel([]), instructions: "You are a cook.")
    try await example("session tokens") { print in
      // example: session tokens
      let model = SystemLanguageModel.default
      let tokenCount = try await model.tokenCount(for: session.transcript)
      print(tokenCount, model.countsTokens)  // 4 false
      print(model.contextSize, model.knowsContextSize)  // 4096 false
      // example: end
    }
  }

  @Test func `a policy asks again`() async throws {
    let session = LanguageModelSession(model: ScriptedModel([]))
    try await example("session policy") { _ in
      // example: session policy
      session.policy.reask = ReaskPolicy(maximumTries: 3, tokenBudget: 10_000)
      session.policy.toolFailure = .tellModel
      session.policy.unsupportedOption = .log
      // example: end
    }
  }

  /// An app does this once a process, so it is compiled here and not run.
  private func bootstrap() throws -> LanguageModelSession {
    // example: bootstrap
    try SystemLanguageModel.bootstrap(OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY")))
    let session = LanguageModelSession(instructions: "You are a cook.")
    // example: end
    return session
  }

  @Test func `a photo and a recording are attached`() async throws {
    let session = LanguageModelSession(model: ScriptedModel([.text([Samples.answer])]))
    let photo = Data([0xFF, 0xD8, 0xFF])
    let recording = URL(filePath: "remarks.mp3")
    try await example("attachments") { print in
      // example: attachments
      let response = try await session.respond(generating: Recipe.self) {
        "Write down the recipe of the photo, with the remarks of the recording."
        Attachment(image: MediaSource(photo)).label("photo")
        Attachment(audio: MediaSource(url: recording))
      }
      print(response.content.minutes)  // 40
      // example: end
    }
    #expect(session.transcript.flatMap(\.attachments).count == 2)
  }

  @Test func `models of several providers stand in for each other`() async throws {
    try await example("providers") { print in
      // example: providers
      let model = FallbackModel([
        AnthropicModel("claude-sonnet-5", key: .environment("ANTHROPIC_API_KEY")),
        OpenAIModel("gpt-5", key: .environment("OPENAI_API_KEY")),
        CompatibleModel("qwen3", server: .llamaCpp, baseURL: "http://localhost:8080/v1"),
      ])
      print(model.capabilities.contains(.guidedGeneration))  // true
      // example: end
    }
  }

  @Test func `waits and requests are shown`() {
    @Sendable func print(_ text: String) {}
    // example: logging
    let model = OpenAIModel(
      "gpt-5",
      transport: LoggingTransport(ModelProvider.URLSessionTransport(idleTimeout: .seconds(300))),
      retryPolicy: ModelProvider.RetryPolicy { wait in
        print("Trying again in \(wait.duration): \(wait.error)")
      })
    // example: end
    #expect(model.name == "gpt-5")
  }

  @Test func `a scripted model calls a tool`() async throws {
    try await example("scripted model") { print in
      // example: scripted model
      let model = ScriptedModel([
        .toolCalls([.init(name: "find", arguments: #"{"term": "soup"}"#)]),
        "There is dal.",
      ])
      let session = LanguageModelSession(model: model, tools: [FindRecipes()])
      print(try await session.respond(to: "Soup?").content)  // There is dal.
      print(model.requests.count)  // 2
      // example: end
    }
  }

  @Test func `requests are recorded`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "recording.jsonl")
    try await example("recording") { _ in
      // example: recording
      let transport = RecordingTransport(ModelProvider.URLSessionTransport(), to: file)
      let session = LanguageModelSession(model: OpenAIModel("gpt-5", transport: transport))
      // example: end
      _ = session
    }
  }
}
#endif
