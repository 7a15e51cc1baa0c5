import Foundation
import SchemaModel
import SessionTestSupport
import Testing

@testable import SchemaEngines

/// Models that think: how long, and how an answer follows.
struct ThinkingTests {
  /// A template with or without a family's calls of tools, which can end within thoughts.
  private static func template(family: Bool = true, ending: String = "") -> String {
    let calls = family ? ToolFamily.callsOfHermes : ""
    return """
      \(family ? "{% if tools %}{{ tools | tojson }}{% endif %}" : "")\
      {% for m in messages %}<|im_start|>{{ m.role }}
      {{ m.content }}\(calls)<|im_end|>
      {% endfor %}<|im_start|>assistant{{ '\\n' }}\(ending)
      """
  }

  /// A template that asks for thoughts, unless it is told not to.
  private static let switching = template(
    ending: "{{ '<think>\\n' }}"
      + "{% if enable_thinking is false %}{{ '\\n</think>\\n\\n' }}{% endif %}")

  /// A model that thinks in the letter `a` without end, and then gives an answer.
  private func model(
    _ template: String, thinking: ThinkingLimits = ThinkingLimits(), answer: String
  ) async throws -> EngineModel {
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        chatTemplate: template,
        script: { bytes in
          let text = String(decoding: bytes, as: UTF8.self)
          guard let turn = text.ranges(of: "<|im_start|>assistant\n").last else { return nil }
          let output = text[turn.upperBound...]
          guard let end = output.firstRange(of: "</think>\n\n") else {
            return Array((output.isEmpty ? "<think>" : "a").utf8)
          }
          let written = output[end.upperBound...].utf8
          let isAnswer = answer.utf8.starts(with: written)
          return isAnswer ? Array(answer.utf8.dropFirst(written.count)) : []
        })
    }
    let template = try JinjaTemplate(scheduler.facts)
    return EngineModel(scheduler, template: template, thinking: thinking)
  }

  /// The thoughts of a transcript, one text for each answer.
  private func thoughts(_ transcript: Transcript) -> [String] {
    transcript.compactMap { entry in
      guard case .reasoning(let reasoning) = entry else { return nil }
      return reasoning.segments.map { "\($0)" }.joined()
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  private func level(_ level: ContextOptions.ReasoningLevel?) -> ContextOptions {
    ContextOptions(reasoningLevel: level)
  }

  @Test(arguments: ["", "{{ '<think>' }}"])
  func `thinking ends at the limit of its level, and the answer closes`(ending: String)
    async throws
  {
    let limits = ThinkingLimits(standard: 30, light: 4, moderate: 9, custom: ["brief": 2])
    let model = try await model(
      Self.template(ending: ending), thinking: limits, answer: "There is dal.")
    let expected: [(ContextOptions.ReasoningLevel?, Int)] = [
      (nil, 30), (.light, 4), (.moderate, 9), (.custom("brief"), 2), (.custom("7"), 7), (.light, 4),
    ]
    for (reasoningLevel, limit) in expected {
      let session = LanguageModelSession(model: model)
      let answer = try await session.respond(to: "Soup?", contextOptions: level(reasoningLevel))
      #expect(answer.content == "There is dal.")
      #expect(thoughts(session.transcript) == [String(repeating: "a", count: limit)])
    }
    #expect(await model.executorConfiguration.scheduler.busySequenceCount == 0)
  }

  @Test func `a limit of 0 leaves no thoughts, whatever the prompt ends with`() async throws {
    for ending in ["", "{{ '<think>' }}"] {
      let model = try await model(
        Self.template(ending: ending), thinking: ThinkingLimits(standard: 0), answer: "Dal.")
      let session = LanguageModelSession(model: model)
      let answer = try await session.respond(
        to: "Soup?", options: GenerationOptions(maximumResponseTokens: 40))
      // Without the marker that the model wants to write, it writes what it wants behind it.
      #expect(thoughts(session.transcript).joined().isEmpty)
      #expect(ending.isEmpty || answer.content == "Dal.")
    }
  }

  @Test func `an unknown level is an error`() async throws {
    let model = try await model(Self.template(), answer: "Dal.")
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Soup?", contextOptions: level(.custom("enormous")))
    }
    guard case .unsupportedCapability(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.debugDescription.contains("'enormous'"))
    #expect(session.transcript.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a value follows thoughts that the prompt has begun, and is not in them`(family: Bool)
    async throws
  {
    let model = try await model(
      Self.template(family: family, ending: "{{ '<think>\\n' }}"),
      thinking: ThinkingLimits(standard: 6), answer: #"{"name": "Dal", "minutes": 30}"#)
    #expect((model.executorConfiguration.toolFormat.native != nil) == family)
    let session = LanguageModelSession(model: model)
    let dish = try await session.respond(to: "A dish", generating: Dish.self).content
    #expect(dish == Dish(name: "Dal", minutes: 30))
    #expect(thoughts(session.transcript) == ["aaaaaa"])
    #expect(session.usage.output.reasoningTokenCount >= 6)
  }

  @Test func `tools in words follow thoughts that the prompt has begun`() async throws {
    let answer = #"{"answer": "There is dal."}"#
    let model = try await model(
      Self.template(family: false, ending: "{{ '<think>\\n' }}"),
      thinking: ThinkingLimits(standard: 6), answer: answer)
    let session = LanguageModelSession(model: model, tools: [Find()])
    #expect(try await session.respond(to: "Soup?").content == "There is dal.")
    #expect(thoughts(session.transcript) == ["aaaaaa"])
  }

  @Test func `thoughts in front of a value come if they are asked for, and else do not`()
    async throws
  {
    let model = try await model(
      Self.switching, thinking: ThinkingLimits(light: 5),
      answer: #"{"name": "Dal", "minutes": 30}"#)
    for (reasoningLevel, expected) in [(nil, []), (.light, ["aaaaa"])]
      as [(ContextOptions.ReasoningLevel?, [String])]
    {
      let session = LanguageModelSession(model: model)
      let dish = try await session.respond(
        to: "A dish", generating: Dish.self, contextOptions: level(reasoningLevel)
      ).content
      #expect(dish == Dish(name: "Dal", minutes: 30))
      #expect(thoughts(session.transcript) == expected)
    }
  }

  @Test func `a user's marker does not begin thoughts`() async throws {
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        chatTemplate: Self.template(),
        script: ScriptedEngine.replies { _ in #"{"name": "Dal", "minutes": 30}"# })
    }
    let model = EngineModel(scheduler, template: try JinjaTemplate(scheduler.facts))
    let session = LanguageModelSession(model: model)
    let dish = try await session.respond(to: "A dish <think>", generating: Dish.self).content
    #expect(dish == Dish(name: "Dal", minutes: 30))
    #expect(thoughts(session.transcript).isEmpty)
  }

  @Test func `the effort has the template's name for it`() async throws {
    let template = try JinjaTemplate("{{ reasoning_effort }}, {{ enable_thinking }}")
    let parts = try template.render(
      ChatConversation(messages: [], allowsThinking: true, reasoningEffort: "low"))
    #expect(parts == [.markup("low, True")])
  }
}
