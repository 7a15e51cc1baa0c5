import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What Apple documents of tools.
struct DocumentedToolTests {
  // Known from: the defaults of the protocol, as they were measured on 26.5 and 27: the name of
  // the type, and true.
  @Test("A tool is named like its type, and its schema is in the instructions")
  func defaults() {
    let tool = WeighIngredients()
    #expect(tool.name == "WeighIngredients")
    #expect(tool.includesSchemaInInstructions)
    #expect(tool.parameters.name == Find.Arguments.generationSchema.name)
  }

  // Known from: the entry of instructions, which has the definitions of tools.
  @Test("The instructions have the name, the description and the parameters of each tool")
  func definitions() throws {
    let session = LanguageModelSession(
      model: ScriptedModel([]), tools: [Find(), WeighIngredients()], instructions: "Cook.")
    let instructions = try #require(session.transcript.first?.instructions)
    let definitions = instructions.toolDefinitions
    #expect(definitions.map(\.name) == ["find", "WeighIngredients"])
    #expect(definitions.map(\.description) == ["Finds dishes", "Weighs what is there"])
    let json = try JSONEncoder().encode(definitions[0].parameters)
    #expect(String(decoding: json, as: UTF8.self).contains("term"))
    #expect(definitions[0] == Transcript.ToolDefinition(tool: Find()))
  }

  // Known from: Apple's session "Deep dive into the Foundation Models framework": the arguments
  // are a value of the tool's type.
  @Test("A tool gets its arguments as a value, and its output is the entry of the call")
  func call() async throws {
    let terms = Locked<[String]>([])
    let find = Find { term in
      terms.withLock { $0.append(term) }
      return "\(term) with lentils"
    }
    let model = ScriptedModel([.find("soup"), "Dal."])
    let session = LanguageModelSession(model: model, tools: [find])
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
    #expect(terms.withLock { $0 } == ["soup"])
    guard case .toolCalls(let calls)? = model.requests[1].transcript.dropLast().last,
      case .toolOutput(let output)? = model.requests[1].transcript.last
    else {
      Issue.record("no call: \(model.requests[1].transcript)")
      return
    }
    #expect(output.id == calls[0].id)
    #expect(output.toolName == "find")
    #expect(output.segments.joinedText == "soup with lentils")
    #expect(try calls[0].arguments.value(String.self, forProperty: "term") == "soup")
  }

  // Known from: the same session: a turn has as many rounds as the model wants.
  @Test("Later calls come after the outputs of earlier ones")
  func rounds() async throws {
    let model = ScriptedModel([.find("soup"), .find("stew"), "Both."])
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(
      session.transcript.outline.suffix(6) == [
        "prompt Soup?", "calls call-soup", "output call-soup: found soup", "calls call-stew",
        "output call-stew: found stew", "response Both.",
      ])
    #expect(model.requests.count == 3)
  }

  // Known from: the names of calls, by which the framework chooses the tool.
  @Test("Of several tools the one runs that the model names")
  func choice() async throws {
    let found = Locked(0)
    let find = Find { term in
      found.withLock { $0 += 1 }
      return term
    }
    let model = ScriptedModel([
      .toolCalls([.init(id: "w", name: "WeighIngredients", arguments: #"{"term": "salt"}"#)]),
      "9 grams.",
    ])
    let session = LanguageModelSession(model: model, tools: [find, WeighIngredients()])
    try await session.respond(to: "How much salt?")
    #expect(found.withLock { $0 } == 0)
    #expect(session.transcript.toolOutputs.map(\.toolName) == ["WeighIngredients"])
  }

  // Known from: `Output: PromptRepresentable`, to which every Generable type conforms.
  @Test("An output that is a value is given to the model as its JSON")
  func valueOutput() async throws {
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "LookUp", arguments: #"{"term": "dal"}"#)]), "40 minutes.",
    ])
    let session = LanguageModelSession(model: model, tools: [LookUp()])
    try await session.respond(to: "Dal?")
    let text = try #require(session.transcript.toolOutputs.first?.segments.joinedText)
    #expect(try Dish(GeneratedContent(json: text)) == Dish(name: "dal", minutes: 40))
  }

  // Known from: the conformances to PromptRepresentable: a prompt itself, and arrays of texts.
  @Test("An output can be a prompt of several parts")
  func promptOutput() async throws {
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "ListSteps", arguments: #"{"term": "dal"}"#)]), "Done.",
    ])
    let session = LanguageModelSession(model: model, tools: [ListSteps()])
    try await session.respond(to: "How?")
    #expect(session.transcript.toolOutputs.first?.segments.joinedText == "Wash.\nBoil dal.")
  }

  // Known from: the page of Tool: arguments can be generated content, with a schema of one's own.
  @Test("A tool of a schema that is made while the app runs gets content")
  func dynamicArguments() async throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Filter",
        properties: [
          .init(name: "colour", schema: .init(name: "Colour", anyOf: ["red", "green"]))
        ]),
      dependencies: [])
    let seen = Locked<[String]>([])
    let tool = Filter(parameters: schema) { colour in seen.withLock { $0.append(colour) } }
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "Filter", arguments: #"{"colour": "red"}"#)]), "Beet.",
    ])
    let session = LanguageModelSession(model: model, tools: [tool])
    #expect(try await session.respond(to: "Red?").content == "Beet.")
    #expect(seen.withLock { $0 } == ["red"])
  }

  // Known from: the page of ToolCallError: the tool, and the error that it threw.
  @Test("An error of a tool ends the call, with the tool and its error")
  func failure() async throws {
    struct Empty: Error {}
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Never."]), tools: [Find { _ in throw Empty() }],
      instructions: "Cook.")
    let before = session.transcript
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(error?.tool.name == "find")
    #expect(error?.underlyingError is Empty)
    #expect(error?.localizedDescription.isEmpty == false)
    #expect(session.transcript == before)
  }

  // Known from: the same page: only the error of the tool itself is underlying.
  @Test("An error of the model after calls is no error of a tool")
  func laterFailure() async throws {
    struct Broken: Error {}
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), .failure(Broken())]), tools: [Find()])
    let before = session.transcript
    await #expect(throws: Broken.self) { try await session.respond(to: "Soup?") }
    #expect(session.transcript == before)
  }

  // Known from: the page of GenerationOptions.ToolCallingMode of 27; that the request then lists no
  // tools is a guess.
  @Test("A model that must not call gets no tools")
  func disallowed() async throws {
    let model = ScriptedModel(["Dal.", "Pie."])
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(
      to: "Soup?", options: GenerationOptions(toolCallingMode: .disallowed))
    try await session.respond(to: "Pie?")
    #expect(model.requests[0].enabledToolDefinitions.isEmpty)
    #expect(model.requests[0].generationOptions.toolCallingMode == .disallowed)
    #expect(model.requests[1].enabledToolDefinitions.map(\.name) == ["find"])
  }

  // Known from: the page of Tool: arguments that a value cannot be made of never reach the tool.
  // What follows is a guess: here the model reads why, and may call again.
  @Test("A tool never runs with arguments that are not of its type")
  func invalidArguments() async throws {
    let find = Find { _ in
      Issue.record("called")
      return ""
    }
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "find", arguments: #"{"word": "soup"}"#)]), "Sorry.",
    ])
    let session = LanguageModelSession(model: model, tools: [find])
    #expect(try await session.respond(to: "Soup?").content == "Sorry.")
    let output = model.requests.last?.transcript.outline.last ?? ""
    #expect(output.hasPrefix("output 1: The tool was not called."), "\(output)")
  }
}

private struct WeighIngredients: Tool {
  let description = "Weighs what is there"

  func call(arguments: Find.Arguments) async throws -> String { "9 grams of \(arguments.term)" }
}

private struct LookUp: Tool {
  let description = "Looks up a dish"

  func call(arguments: Find.Arguments) async throws -> Dish {
    Dish(name: arguments.term, minutes: 40)
  }
}

private struct ListSteps: Tool {
  let description = "Lists the steps of a dish"

  func call(arguments: Find.Arguments) async throws -> Prompt {
    Prompt {
      "Wash."
      "Boil \(arguments.term)."
    }
  }
}

private struct Filter: Tool {
  let description = "Finds vegetables of a colour"
  let parameters: GenerationSchema
  private let note: @Sendable (String) -> Void

  init(parameters: GenerationSchema, _ note: @escaping @Sendable (String) -> Void) {
    self.parameters = parameters
    self.note = note
  }

  func call(arguments: GeneratedContent) async throws -> String {
    note(try arguments.value(String.self, forProperty: "colour"))
    return "beet"
  }
}
