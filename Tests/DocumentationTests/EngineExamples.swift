import ConstrainedDecoding
import Foundation
import SchemaEngines
import SchemaTemplates
import Testing

/// The examples of the pages of SchemaTemplates and SchemaEngines.
struct EngineExamples {
  @Test func `a template is rendered`() async throws {
    try await example("template") { print in
      // example: template
      let template = try Template("<|user|>{{ prompt | trim }}<|assistant|>")
      let runs = try template.render(["prompt": .string(" Hi ", source: 0)])
      print(runs.map(\.text))  // ["<|user|>", "Hi", "<|assistant|>"]
      // example: end
    }
  }

  // example: engine
  func session(
    with open: @escaping @Sendable () throws -> sending any TokenEngine
  ) async throws -> LanguageModelSession {
    let scheduler = try await EngineScheduler(open)
    let template = try JinjaTemplate(scheduler.facts)
    return LanguageModelSession(model: EngineModel(scheduler, template: template))
  }
  // example: end

  func vocabulary(of file: URL) throws -> Vocabulary {
    // example: end tokens
    let vocabulary = try Vocabulary(contentsOf: file, endTokens: [151_336, 151_338])
    // example: end
    return vocabulary
  }

  func thinkingModel(
    _ scheduler: EngineScheduler, _ template: any ChatTemplate
  ) async throws -> String {
    // example: thinking
    let thinking = ThinkingLimits(light: 100, moderate: 1_000, custom: ["none": 0])
    let model = EngineModel(
      scheduler, template: template, thinking: thinking, stops: ["\nUser:"])
    let session = LanguageModelSession(model: model)
    let answer = try await session.respond(
      to: "Which soup?", contextOptions: ContextOptions(reasoningLevel: .light))
    // example: end
    return answer.content
  }

  @Test func `what an engine's opening throws is thrown`() async {
    let error = await #expect(throws: EngineError.self) {
      _ = try await session {
        throw EngineError(.unreadable, problem: "There is no file.", remedy: "Name one.")
      }
    }
    #expect(error?.code == .unreadable)
  }
}

#if Llama
import SchemaLlama
import SchemaModel

#if !Macros
/// The type of the examples where macros are not built, as far as they need it.
struct Recipe: Generable {
  var name: String

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [.init(name: "name", type: String.self)])
  }

  init(_ content: GeneratedContent) throws { name = try content.value(forProperty: "name") }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["name": name]) }
}
#endif

/// The examples of the pages of SchemaLlama, which need the file of a model to run.
func answerWithLocalModel(path: String) async throws -> Recipe {
  // example: local model
  let model = try await LlamaModel(file: path, context: .tokens(8_192), sessions: 4)
  let session = LanguageModelSession(model: model, instructions: "You are a cook.")
  let recipe = try await session.respond(to: "A dal, please.", generating: Recipe.self).content
  // example: end
  return recipe
}

func openWithChoices(path: String) async throws -> LlamaModel {
  // example: local sampling
  let model = try await LlamaModel(
    file: path, sampling: .init(temperature: 0.6, topK: 20, minP: 0.1),
    thinking: ThinkingLimits(light: 100), stops: ["\nUser:"])
  // example: end
  return model
}

func streamWithLocalModel(
  path: String, tools: [any Tool], show: (GeneratedContent) -> Void
) async throws {
  // example: local tools
  let model = try await LlamaModel(file: path, threads: 4)
  print(model.toolFormat, model.contextSize)
  let session = LanguageModelSession(model: model, tools: tools)
  session.prewarm()
  for try await part in session.streamResponse(to: "A dal?", generating: Recipe.self) {
    show(part.rawContent)
  }
  print(session.usage.input.cachedTokenCount)
  // example: end
}
#endif
