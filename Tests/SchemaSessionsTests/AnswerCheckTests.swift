import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

struct AnswerCheckTests {
  private let good = ScriptedModel.Reply.text([#"{"name":"Dal","minutes":40}"#])
  private let long = ScriptedModel.Reply.text([#"{"name":"Stew","minutes":90}"#])

  private static let short = AnswerCheck.validating(Dish.self) { dish in
    if dish.minutes > 60 {
      throw AnswerProblem("It takes \(dish.minutes) minutes, not an hour.", at: ["minutes"])
    }
  }
  private static let noStew = AnswerCheck.validating { (dish: Dish) in
    if dish.name == "Stew" { throw AnswerProblem("Stew is not on the menu.") }
  }

  @Test("a problem is described before its place")
  func description() {
    let problem = AnswerProblem("A step takes a minute at least.", at: ["steps", 0])
    #expect("\(problem)" == "A step takes a minute at least. It is at /steps/0.")
    #expect(problem.errorDescription == "\(problem)")
    #expect("\(AnswerProblem("Stew is not on the menu."))" == "Stew is not on the menu.")
  }

  @Test("T15: has its message sent to the model, with those of all checks, within the tries")
  func reask() async throws {
    let model = ScriptedModel([long, good])
    let session = LanguageModelSession(model: model)
    session.answerChecks = [Self.short, Self.noStew]
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content.name == "Dal")
    #expect(
      response.attempts.first?.problems == [
        AnswerProblem("It takes 90 minutes, not an hour.", at: ["minutes"]),
        AnswerProblem("Stew is not on the menu."),
      ])
    #expect(response.attempts.last?.problems == [])
    let prompt = try #require(model.requests.last?.transcript.outline.last)
    #expect(
      prompt == """
        prompt The answer does not pass all checks:
        - at /minutes: It takes 90 minutes, not an hour.
        - Stew is not on the menu.
        Answer again with the whole value.
        """)
    #expect(session.transcript.count == 2)
  }

  @Test("T15: ends the request when the tries are spent")
  func spent() async throws {
    let session = LanguageModelSession(model: ScriptedModel([long, long, good]))
    session.answerChecks = [Self.noStew]
    let error = await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(
      error?.errorDescription
        == "The model's 2 answers do not pass the checks: Stew is not on the menu.")
    #expect(error?.attempts.map { $0.report?.isValid } == [true, true])
    #expect(session.transcript.isEmpty)
  }

  @Test("T15: does not run on an answer that breaks the schema, or has another type")
  func others() async throws {
    let count = Locked(0)
    let model = ScriptedModel([.text([#"{"name":"Stew","minutes":1}"#]), good, "Stew"])
    let session = LanguageModelSession(model: model)
    session.answerChecks = [
      .validating(Dish.self) { _ in count.withLock { $0 += 1 } },
      .validating(Find.Arguments.self) { _ in Issue.record("another type") },
    ]
    try await session.respond(to: "Soup?", generating: Dish.self)
    try await session.respond(to: "Soup?")
    #expect(count.withLock { $0 } == 1)
  }

  @Test("T15: validates text as well, and with the schema's validation off")
  func text() async throws {
    let session = LanguageModelSession(model: ScriptedModel(["Stew", "Dal"]))
    session.policy.validation = .off
    session.answerChecks = [
      .validating(String.self) { if $0 == "Stew" { throw AnswerProblem("No stew.") } }
    ]
    #expect(try await session.respond(to: "Soup?").content == "Dal")
  }

  private struct Broken: Error {}

  @Test("ends the request with an error that is not a problem of the answer")
  func failure() async throws {
    let session = LanguageModelSession(model: ScriptedModel([good, good]))
    session.answerChecks = [.validating(Dish.self) { _ in throw Broken() }]
    await #expect(throws: Broken.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(session.transcript.isEmpty && !session.isResponding)
  }
}
