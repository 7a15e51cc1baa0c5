import ConstrainedDecoding
import Foundation
import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import Testing

/// The code of the article "Constrain a local model to your type", run with a model that gives all
/// tokens the same logit.
struct ArticleTests {
  private struct Recipe: Generable {
    let title: String
    let minutes: Int

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(name: "title", type: String.self, guides: [.maximumLength(8)]),
          .init(name: "minutes", type: Int.self, guides: [.range(1...120)]),
        ])
    }

    init(_ content: GeneratedContent) throws {
      title = try content.value(forProperty: "title")
      minutes = try content.value(forProperty: "minutes")
    }

    var generatedContent: GeneratedContent {
      GeneratedContent(properties: ["title": title, "minutes": minutes])
    }
  }

  private final class Model {
    let count: Int
    private(set) var tokens: [Int] = []

    init(_ count: Int) { self.count = count }

    func logits() -> [Float] { Array(repeating: 0, count: count) }

    func accept(_ token: Int) { tokens.append(token) }
  }

  @Test func `the loop of the article makes a value`() throws {
    let vocabulary = try TestVocabulary.mixed(seed: 6)
    let model = Model(vocabulary.count)
    var shown = 0
    func show(_ content: GeneratedContent) { shown += 1 }
    // example: grammar
    let grammar = try TokenGrammar(Recipe.self, vocabulary: vocabulary)
    for diagnostic in grammar.unenforced { print(diagnostic) }
    // example: end

    // example: loop
    var matcher = TokenMatcher(grammar)
    var mask = TokenMask(vocabulary)
    var sampler = TokenSampler(temperature: 0.7, topP: 0.95, seed: 1)
    while !matcher.isFinished {
      try matcher.fill(&mask)
      let token = try sampler.sample(model.logits(), allowing: mask)
      try matcher.commit(token)
      model.accept(token)
      show(matcher.snapshot())
    }
    let recipe = try Recipe(matcher.snapshot())
    // example: end
    #expect((1...120).contains(recipe.minutes) && recipe.title.unicodeScalars.count <= 8)
    #expect(model.tokens.count == shown)
    let missing = FileManager.default.temporaryDirectory.appendingPathComponent("no model")
    #expect(throws: (any Error).self) { try Self.vocabulary(in: missing) }
  }

  @Test func `the loop of the article on plans reports what the model writes`() throws {
    let vocabulary = try TestVocabulary.mixed(seed: 6)
    let model = Model(vocabulary.count)
    var sampler = TokenSampler(temperature: 1, seed: 3)
    let template = "{{ tools }}{{ messages }}"
    let schema = #"{"type": "object", "properties": {}, "additionalProperties": false}"#
    var (thoughts, answer) = ("", "")
    var calls: [(name: String, arguments: String)] = []
    // example: plan-tools
    let format = ToolCallFormat.format(ofTemplate: template) ?? .hermes
    let tool = try PlanTool(name: "weather", jsonSchema: schema)
    let output = try format.output(tools: [tool], thinking: .optional(limit: 200))
    let plan = try TokenPlan(output, vocabulary: vocabulary)
    // example: end

    // example: plan-loop
    var matcher = TokenMatcher(plan)
    try matcher.setTokenBudget(600)
    var allowed = TokenMask(vocabulary)
    while !matcher.isFinished {
      try matcher.fill(&allowed)
      try matcher.commit(sampler.sample(model.logits(), allowing: allowed))
      for event in matcher.takeEvents() {
        switch event {
        case .reasoning(let text): thoughts += text
        case .text(let text), .value(let text): answer += text
        case .callBegan(let name): calls.append((name, ""))
        case .arguments(let json): calls[calls.count - 1].arguments += json
        case .callIdentifier, .callEnded, .ended, .restarted: break
        }
      }
    }
    // example: end
    #expect(matcher.tokenCount <= 600)
    #expect(!(thoughts + answer).isEmpty || !calls.isEmpty)
    #expect(calls.allSatisfy { $0.name == "weather" && $0.arguments == "{}" })

    // example: plan-parts
    let verdict = PlanPart.sequence([
      .text(until: ["Verdict: "], role: .reasoning, limit: 100),
      .value(.choices(["keep", "drop"])),
    ])
    // example: end
    var verdictMatcher = PlanMatcher(try TokenPlan(verdict, vocabulary: vocabulary))
    try verdictMatcher.commit(text: "Old. Verdict: drop")
    #expect(verdictMatcher.takeEvents() == [.reasoning("Old. "), .value("drop")])
  }

  /// The vocabulary of a model's folder.
  private static func vocabulary(in folder: URL) throws -> Vocabulary {
    // example: vocabulary
    let vocabulary = try Vocabulary(contentsOf: folder.appendingPathComponent("tokenizer.json"))
    // example: end
    return vocabulary
  }
}
