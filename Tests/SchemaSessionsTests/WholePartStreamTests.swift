import SchemaDialects
import SchemaEncoding
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import Testing

/// Guides that keep parts of answers out of snapshots until they are whole.
struct WholePartStreamTests {
  /// Prices by names, which OpenAI's dialect states as an array of entries.
  private struct Menu: Generable {
    typealias PartiallyGenerated = GeneratedContent

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          GenerationSchema.Property(name: "prices", type: [String: String].self),
          GenerationSchema.Property(name: "note", type: String.self, guides: [.whole]),
        ])
    }

    init(_ content: GeneratedContent) throws {}

    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  private func notes(
    _ session: LanguageModelSession
  ) async throws -> (notes: Set<String>, states: [PartState]) {
    var notes: Set<String> = []
    var states: [PartState] = []
    for try await snapshot in session.streamResponse(to: "Menu?", generating: Menu.self) {
      if let note = snapshot.rawContent.property(named: "note")?.text { notes.insert(note) }
      let state = snapshot.state(at: ["note"])
      if states.last != state { states.append(state) }
    }
    return (notes, states)
  }

  @Test("L6: a part is whole in snapshots of an answer through a fitted mapping")
  func fitted() async throws {
    let fitted = try SchemaEncoder(dialect: OpenAIDialect()).fit(Menu.self)
    #expect(!fitted.jsonString().contains("whole"))
    let answer = try fitted.answer(
      for: GeneratedContent(json: #"{"prices": {"Dal": "7 €"}, "note": "No cards."}"#))
    let reply = ScriptedModel.Reply(
      [.event(.fitted(answer: fitted.mapping, isEnforced: true))]
        + answer.jsonString.map {
          .event(.response(action: .appendText(String($0), tokenCount: 1)))
        })
    let (notes, _) = try await notes(LanguageModelSession(model: ScriptedModel([reply])))
    #expect(notes == ["No cards."])
  }

  @Test("L6: a part is whole in snapshots of an answer that is read along its schema")
  func mended() async throws {
    let text = "{prices: {'Dal': '7 €'}, note: 'No cards.'}"
    let model = ScriptedModel([.text(text.map { String($0) })])
    let (notes, states) = try await notes(LanguageModelSession(model: model))
    #expect(notes == ["No cards."])
    #expect(states.last == .complete)
  }

  @Test("L6: a dynamic schema has the guides as well")
  func dynamic() async throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Menu",
        properties: [
          .init(name: "dish", schema: .string),
          .init(name: "price", schema: .init(type: String.self, guides: [.whole])),
        ]), dependencies: [])
    let text = #"{"dish":"Dal","price":"12 €"}"#
    let session = LanguageModelSession(model: ScriptedModel([.text(text.map { String($0) })]))
    var (dishes, prices): (Set<String>, Set<String>) = ([], [])
    for try await snapshot in session.streamResponse(to: "Menu?", schema: schema) {
      if let dish = snapshot.rawContent.property(named: "dish")?.text { dishes.insert(dish) }
      if let price = snapshot.rawContent.property(named: "price")?.text { prices.insert(price) }
    }
    #expect(dishes.contains("Dal"))
    #expect(prices == ["12 €"])
  }
}
