import ConstrainedDecoding
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaEngines

struct FormStoreTests {
  private let store: FormStore
  private let texts = SchemaTexts()

  init() throws { store = FormStore(try ScriptedEngine().facts.vocabulary) }

  private func form(answer: GenerationSchema? = nil) throws -> ToolForm {
    try #require(try ToolForm([.init(tool: Find())], answer: answer, texts))
  }

  @Test func `the grammar of calls in words is made once`() throws {
    let grammar = try store.grammar(of: form(), isRequired: false)
    #expect(try store.grammar(of: form(), isRequired: false).identity == grammar.identity)
    #expect(try store.grammar(of: form(), isRequired: true).identity != grammar.identity)
    let other = try form(answer: Dish.generationSchema)
    #expect(try store.grammar(of: other, isRequired: false).identity != grammar.identity)
  }

  @Test func `the plan of calls in words behind thoughts is made once`() throws {
    func plan(thinking limit: Int) throws -> TokenPlan {
      try store.plan(.hermes, of: form(), isRequired: false, thinking: .optional(limit: limit))
    }
    let first = try plan(thinking: 9)
    #expect(try plan(thinking: 9).identity == first.identity)
    #expect(try plan(thinking: 8).identity != first.identity)
  }

  @Test func `more forms than the store keeps are made again`() throws {
    func plan(thinking limit: Int) throws -> TokenPlan {
      try store.plan(
        .hermes, tools: [], isRequired: false, answer: Dish.generationSchema,
        thinking: .optional(limit: limit), texts)
    }
    let first = try plan(thinking: 1)
    for limit in 2...17 { _ = try plan(thinking: limit) }
    let again = try plan(thinking: 1)
    #expect(again.identity != first.identity)
    #expect(again.minimumTokenCount == first.minimumTokenCount)
  }
}
