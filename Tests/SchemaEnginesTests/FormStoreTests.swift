import ConstrainedDecoding
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaEngines

struct FormStoreTests {
  private let store: FormStore
  private let schemas = EngineSchemas()

  init() throws { store = FormStore(try ScriptedEngine().facts.vocabulary) }

  private func form(answer: GenerationSchema? = nil) throws -> ToolForm {
    try #require(try ToolForm([.init(tool: Find())], answer: answer, schemas))
  }

  @Test func `the plan of calls in words is made once`() throws {
    let plan = try store.plan(of: form(), isRequired: false, behind: nil)
    #expect(try store.plan(of: form(), isRequired: false, behind: nil).identity == plan.identity)
    #expect(try store.plan(of: form(), isRequired: true, behind: nil).identity != plan.identity)
    let other = try form(answer: Dish.generationSchema)
    #expect(try store.plan(of: other, isRequired: false, behind: nil).identity != plan.identity)
  }

  @Test func `the plan of calls in words behind thoughts is made once`() throws {
    func plan(thinking limit: Int) throws -> TokenPlan {
      try store.plan(
        of: form(), isRequired: false, behind: (.hermes, .optional(limit: limit)))
    }
    let first = try plan(thinking: 9)
    #expect(try plan(thinking: 9).identity == first.identity)
    #expect(try plan(thinking: 8).identity != first.identity)
  }

  @Test func `more forms than the store keeps are made again`() throws {
    func plan(thinking limit: Int) throws -> TokenPlan {
      try store.plan(
        .hermes, tools: [], isRequired: false, answer: Dish.generationSchema,
        thinking: .optional(limit: limit), schemas)
    }
    let first = try plan(thinking: 1)
    for limit in 2...17 { _ = try plan(thinking: limit) }
    let again = try plan(thinking: 1)
    #expect(again.identity != first.identity)
  }
}
