import ContentStorage
import Foundation
import SchemaConcurrency
import SchemaModel
import SessionTestSupport
import Testing

@testable import SchemaEngines

/// Conversations with tools in the format of each family, with a model that follows it.
struct ToolConversationTests {
  /// A family with a template: one of the tests, or a published one.
  struct Case: Sendable, CustomTestStringConvertible {
    var family: ToolFamily
    var template: String
    var name: String

    var testDescription: String { "\(family.format.name), \(name)" }
  }

  /// Conversations by the templates of the tests.
  static let ownCases = ToolFamily.all.compactMap { family in
    family.template.map { Case(family: family, template: $0, name: "template of the tests") }
  }

  /// Conversations by published templates, too, which are in the file that `.ci/local` makes.
  static let cases: [Case] = {
    let published = publishedTemplates
    return ownCases
      + ToolFamily.all.compactMap { family in
        guard let name = family.publishedName, let template = published[name] else { return nil }
        return Case(family: family, template: template, name: name)
      }
  }()

  private static let publishedTemplates: [String: String] = {
    guard let path = ProcessInfo.processInfo.environment["SCHEMAKIT_TEMPLATE_CASES"],
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return [:] }
    var templates: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let item = try? GeneratedContent(json: String(line)),
        let name = item.property(named: "name").flatMap({ try? String($0) }),
        let template = item.property(named: "template").flatMap({ try? String($0) })
      else { continue }
      templates[name] = template
    }
    return templates
  }()

  /// A model of the family, and the prompts that it gets.
  private func model(
    _ item: Case, _ reply: @escaping @Sendable (String) -> String
  ) async throws -> (EngineModel, Locked<[String]>) {
    let prompts = Locked<[String]>([])
    let scheduler = try await EngineScheduler {
      try item.family.engine(template: item.template) { prompt in
        prompts.withLock { if $0.last != prompt { $0.append(prompt) } }
        return reply(prompt)
      }
    }
    let model = EngineModel(scheduler, template: try JinjaTemplate(scheduler.facts))
    #expect(model.executorConfiguration.toolFormat == .native(item.family.format))
    return (model, prompts)
  }

  @Test(arguments: cases)
  func `a call, its result and an answer, and thoughts as long as the family keeps them`(
    item: Case
  ) async throws {
    let family = item.family
    let (model, prompts) = try await model(item) { prompt in
      if prompt.contains("Thanks") {
        return family.withoutThinking(family.answer("You are welcome."))
      }
      return prompt.contains("found soup")
        ? family.thinking("Good", family.answer("There is dal."))
        : family.thinking("Hmm", family.calls(["soup"]))
    }
    let session = LanguageModelSession(model: model, tools: [Find()])
    #expect(try await session.respond(to: "Soup?").content == "There is dal.")
    #expect(try await session.respond(to: "Thanks").content == "You are welcome.")
    #expect(terms(in: session.transcript) == [["soup"]])
    let thoughts = session.transcript.compactMap { entry -> String? in
      guard case .reasoning(let reasoning) = entry else { return nil }
      return reasoning.segments.map { "\($0)" }.joined()
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(thoughts == (family.thinking == nil ? [] : ["Hmm", "Good"]))
    let written = prompts.withLock { $0 }
    #expect(written.count == 3)
    for text in family.written { #expect(written[1].contains(text), "\(written[1])") }
    #expect(written[1].contains("Hmm") == (family.thinking != nil), "\(written[1])")
    #expect(!written[2].contains("Hmm") && !written[2].contains("Good"), "\(written[2])")
    #expect(session.usage.input.cachedTokenCount > 20)
    #expect(await model.executorConfiguration.scheduler.busySequenceCount == 0)
  }

  @Test(arguments: cases.filter(\.family.allowsSeveralCalls))
  func `several calls at once, each with its result`(item: Case) async throws {
    let family = item.family
    let (model, prompts) = try await model(item) { prompt in
      family.withoutThinking(
        prompt.contains("found bread")
          ? family.answer("Dal and bread.") : family.calls(["soup", "bread"]))
    }
    let session = LanguageModelSession(model: model, tools: [Find()])
    session.policy.maximumToolRounds = 1
    #expect(try await session.respond(to: "Soup?").content == "Dal and bread.")
    #expect(terms(in: session.transcript) == [["soup", "bread"]])
    let last = try #require(prompts.withLock { $0.last })
    #expect(last.contains("found soup") && last.contains("found bread"))
  }

  @Test(arguments: ToolFamily.all.filter(\.allowsSeveralCalls))
  func `each of several calls has its arguments`(family: ToolFamily) async throws {
    let scheduler = try await EngineScheduler { try family.engine(template: "") { _ in "" } }
    // A pattern without anchors matches anywhere in a text, also in one with both calls.
    let schema = #"""
      {"type": "object", "properties": {"term": {"type": "string", "pattern": "[a-z]+"}},
       "required": ["term"]}
      """#
    let part = try family.format.output(
      tools: [try PlanTool(name: "find", jsonSchema: schema)], choice: .required)
    var matcher = PlanMatcher(
      try TokenPlan(part, vocabulary: scheduler.facts.vocabulary))
    var arguments: [String] = []
    for token in try await scheduler.tokens(of: [.markup(family.calls(["soup", "bread"]))]) {
      try matcher.commit(token)
      for event in matcher.takeEvents() {
        if case .callBegan = event { arguments.append("") }
        if case .arguments(let text) = event { arguments[arguments.count - 1] += text }
      }
    }
    #expect(matcher.isFinished)
    #expect(arguments == [#"{"term": "soup"}"#, #"{"term": "bread"}"#])
  }

  @Test(arguments: cases)
  func `a model that has to call a tool does, whatever it wants to say`(item: Case) async throws {
    let (model, _) = try await model(item) { _ in
      item.family.withoutThinking(item.family.answer("No."))
    }
    let session = LanguageModelSession(model: model, tools: [Find()])
    let answer = try await session.respond(
      to: "Soup?",
      options: GenerationOptions(maximumResponseTokens: 120, toolCallingMode: .required))
    // Behind the results of the calls, the model may answer.
    #expect(answer.content == "No.")
    let calls = terms(in: session.transcript)
    #expect(calls.count == 1)
    #expect(calls.first?.isEmpty == false)
  }

  @Test(arguments: cases)
  func `one named tool is called, by a model that follows chance`(item: Case) async throws {
    let family = item.family
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(markers: family.markers, endMarkers: family.endMarkers)
    }
    let schema = #"""
      {"type": "object", "properties": {"term": {"type": "string", "maxLength": 9}},
       "required": ["term"], "additionalProperties": false}
      """#
    let part = try family.format.output(
      tools: ["find", "cook"].map { try PlanTool(name: $0, jsonSchema: schema) },
      choice: .named("cook"))
    let plan = try TokenPlan(part, vocabulary: scheduler.facts.vocabulary)
    for seed in 1...5 as ClosedRange<UInt64> {
      let id = try await scheduler.begin(
        EngineRequest(
          prompt: [65, Int(seed)], form: .plan(plan),
          sampler: TokenSampler(temperature: 1, seed: seed), maximumTokens: 160))
      var calls: [String] = []
      var arguments = ""
      steps: while true {
        switch try await scheduler.next(id) {
        case .events(let events):
          for event in events {
            if case .callBegan(let name) = event { calls.append(name) }
            if case .arguments(let text) = event { arguments += text }
          }
        case .token, .partialToken: break
        case .finished: break steps
        case .cutOff:
          Issue.record("cut off")
          break steps
        }
      }
      #expect(calls == ["cook"])
      let content = try GeneratedContent(json: arguments)
      #expect(content.isComplete && content.property(named: "term")?.shape == .string)
      await scheduler.end(id)
    }
  }

  @Test(arguments: ownCases)
  func `tools and a schema: a call, then the value in the family's form`(
    item: Case
  ) async throws {
    let family = item.family
    let (model, _) = try await model(item) { prompt in
      prompt.contains("found soup")
        ? family.answer(#"{"name": "Dal", "minutes": 30}"#) : family.calls(["soup"])
    }
    let session = LanguageModelSession(model: model, tools: [Find()])
    let dish = try await session.respond(to: "Soup?", generating: Dish.self).content
    #expect(dish == Dish(name: "Dal", minutes: 30))
    #expect(terms(in: session.transcript) == [["soup"]])
    let alone = LanguageModelSession(model: model)
    #expect(try await alone.respond(to: "found soup", generating: Dish.self).content == dish)
  }

  @Test func `each built-in format has a conversation`() {
    #expect(Set(ToolFamily.all.map(\.format)) == Set(ToolCallFormat.builtIn))
  }

  @Test(arguments: [
    ("<|im_start|>{{ messages[0].content }}<|im_end|>", "does not mention tools"),
    ("<tool_call>{{ messages[0].content }}</tool_call>", "does not mention tools"),
    ("<|im_start|>{{ tools }}{{ messages[0].content }}<|im_end|>", "does not write calls"),
  ])
  func `a template of no known family says why, and tools are alternatives of a schema`(
    template: String, reason: String
  ) async throws {
    let text = """
      {% for m in messages %}<|im_start|>{{ m.role }}
      {{ m.content }}<|im_end|>
      {% endfor %}<|im_start|>assistant{{ "\\n" }}{# \(template) #}
      """
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        chatTemplate: text,
        script: ScriptedEngine.replies { prompt in
          prompt.contains("Result of find: found soup")
            ? #"{"answer": "There is dal."}"# : #"{"tool": "find", "arguments": {"term": "soup"}}"#
        })
    }
    let model = EngineModel(scheduler, template: try JinjaTemplate(scheduler.facts))
    let format = model.executorConfiguration.toolFormat
    guard case .none(let why) = format else {
      Issue.record("\(format)")
      return
    }
    #expect(why.contains(reason))
    let session = LanguageModelSession(model: model, tools: [Find()])
    #expect(try await session.respond(to: "Soup?").content == "There is dal.")
    #expect(terms(in: session.transcript) == [["soup"]])
  }

  @Test func `a template of one's own decides, and not the one of the file`() async throws {
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        chatTemplate: ToolFamily.hermes.template,
        script: ScriptedEngine.replies { _ in #"{"answer": "There is dal."}"# })
    }
    let model = EngineModel(scheduler, template: ChatMLTemplate())
    #expect(model.executorConfiguration.toolFormat.native == nil)
    let session = LanguageModelSession(model: model, tools: [Find()])
    #expect(try await session.respond(to: "Soup?").content == "There is dal.")
  }

  /// The terms of the calls of a transcript, by entry.
  private func terms(in transcript: Transcript) -> [[String]] {
    transcript.compactMap { entry in
      guard case .toolCalls(let calls) = entry else { return nil }
      return calls.map {
        ($0.arguments.property(named: "term")).flatMap { try? String($0) } ?? $0.toolName
      }
    }
  }
}
