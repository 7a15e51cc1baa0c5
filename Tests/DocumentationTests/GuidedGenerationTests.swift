#if Macros
import Foundation
import SchemaKit
import SchemaSessionTesting
import SchemaSessions
import Testing

/// Types as a guide to FoundationModels declares them; the names occur elsewhere in this target.
enum GuidedTypes {
  @Generable
  struct Recipe: Identifiable {
    let id = UUID()

    @Guide(description: "Name of the dish")
    var name: String

    @Guide(description: "Cooking time in minutes", .range(5...120))
    var cookingTime: Int

    @Guide(description: "List of ingredients")
    var ingredients: [String]
  }

  @Generable
  enum Difficulty: String {
    case easy, medium, hard
  }

  @Generable
  enum WineType: String {
    case red, white, rosé, sparkling
  }

  @Generable
  struct Ingredient {
    var name: String
    @Guide(description: "Amount", .range(0.1...1000))
    var quantity: Double
    var unit: String
  }

  @Generable
  struct Challenge {
    var title: String
    var difficulty: Difficulty
    var wine: WineType
    @Guide(.range(1...100))
    var points: Int
    @Guide(description: "Rating out of 5", .range(1...5))
    var rating: Int
    @Guide(.count(2))
    var judges: [String]
    @Guide(.count(1...3))
    var rounds: [String]
    @Guide(.anyOf(["red", "blue"]))
    var color: String
    @Guide(.regex(/^[A-Z]{3}$/))
    var code: String
    @Guide(description: "Required ingredients", .count(1...20))
    var ingredients: [Ingredient]
    var key: UUID
    var date: Date
    var note: String?
  }

  @Generable
  struct Exercise: Identifiable {
    let id = UUID()

    @Guide(description: "Name of the exercise")
    var name: String

    @Guide(description: "Instructions to perform")
    var instructions: String

    @Guide(description: "Number of repetitions", .range(1...10))
    var repetitions: Int
  }
}

extension GuidedTypes.Recipe {
  static let example = GuidedTypes.Recipe(
    name: "Classic Margherita",
    cookingTime: 25,
    ingredients: ["dough", "tomato sauce", "mozzarella", "basil"]
  )
}

/// What an app has from SwiftUI.
private func withAnimation(_ body: () -> Void) { body() }

/// The programs of a guide to guided generation, with another import and a scripted model.
struct GuidedGenerationTests {
  typealias Recipe = GuidedTypes.Recipe
  typealias Exercise = GuidedTypes.Exercise
  typealias Challenge = GuidedTypes.Challenge

  private static let dal = #"{"name":"Dal","cookingTime":40,"ingredients":["lentils","rice"]}"#
  private static let exercises = """
    [{"name":"Bridge","instructions":"Lift the hips.","repetitions":10},\
    {"name":"Cat","instructions":"Round the back.","repetitions":5}]
    """

  private func session(_ answers: String...) -> (LanguageModelSession, ScriptedModel) {
    // Pieces of a few characters, as a model sends them.
    let model = ScriptedModel(
      answers.map { answer in
        let characters = Array(answer)
        return .text(
          stride(from: 0, to: characters.count, by: 5).map {
            String(characters[$0..<min($0 + 5, characters.count)])
          })
      })
    return (LanguageModelSession(model: model), model)
  }

  @Test func `T1: a value of a type`() async throws {
    let (session, _) = session(Self.dal)
    let recipe = try await session.respond(
      to: "Create a pasta recipe",
      generating: Recipe.self
    ).content
    #expect(recipe.name == "Dal")
    #expect(recipe.cookingTime == 40)
    #expect(recipe.ingredients == ["lentils", "rice"])
  }

  @Test func `T1, T15: what breaks the guides is asked for again, each by its place`() async throws
  {
    func answer(
      points: Int, rating: Int, judges: String, rounds: String, color: String, code: String,
      quantity: Double
    ) -> String {
      """
      {"title":"Pie","difficulty":"easy","wine":"rosé","points":\(points),"rating":\(rating),\
      "judges":[\(judges)],"rounds":[\(rounds)],"color":"\(color)","code":"\(code)",\
      "ingredients":[{"name":"salt","quantity":\(quantity),"unit":"g"}],\
      "key":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","date":"2026-01-31T12:00:00Z"}
      """
    }
    let (session, _) = session(
      answer(
        points: 0, rating: 6, judges: "", rounds: "", color: "green", code: "ab", quantity: 0),
      answer(
        points: 1, rating: 5, judges: #""A","B""#, rounds: #""1""#, color: "red", code: "ABC",
        quantity: 0.5))
    let response = try await session.respond(to: "A challenge", generating: Challenge.self)
    #expect(response.content.wine == .rosé)
    #expect(response.content.note == nil)
    let places = response.attempts.first?.report?.violations.map { $0.path.pointer } ?? []
    #expect(
      Set(places) == [
        "/points", "/rating", "/judges", "/rounds", "/color", "/code", "/ingredients/0/quantity",
      ])
  }

  @Test func `T1: an array of values`() async throws {
    let (session, _) = session(Self.exercises)
    let exercises = try await session.respond(
      to: "Create 5 exercises for lower back",
      generating: [Exercise].self
    ).content
    #expect(exercises.map(\.repetitions) == [10, 5])
  }

  @Test func `T1: a value as it grows`() async throws {
    let (session, _) = session(Self.dal)
    let prompt = "Create a recipe"
    var partialRecipe: Recipe.PartiallyGenerated?

    let stream = session.streamResponse(to: prompt, generating: Recipe.self)
    for try await partial in stream {
      withAnimation {
        partialRecipe = partial.content
      }
    }
    #expect(partialRecipe?.name == "Dal")
    if let ingredients = partialRecipe?.ingredients {
      #expect(ingredients == ["lentils", "rice"])
    }
  }

  @Test func `T1: an array as it grows`() async throws {
    let (session, _) = session(Self.exercises)
    let prompt = Prompt("Create exercises")
    var exercises: [Exercise.PartiallyGenerated] = []

    let stream = session.streamResponse(to: prompt, generating: [Exercise].self)
    for try await partial in stream {
      withAnimation {
        exercises = partial.content
      }
    }
    #expect(exercises.map(\.name) == ["Bridge", "Cat"])
  }

  @Test func `T1: an example in the prompt`() async throws {
    let (session, model) = session(Self.dal)
    let userInput = "lentils"
    let prompt = Prompt {
      "Create a recipe for \(userInput)"
      "Here is an example of the desired format (don't copy its content):"
      Recipe.example
    }

    // When using examples, consider disabling schema in prompt
    let response = try await session.respond(
      to: prompt,
      generating: Recipe.self,
      includeSchemaInPrompt: false  // Schema redundant with example
    )
    #expect(response.content.name == "Dal")
    let request = try #require(model.requests.first)
    #expect(request.contextOptions.includeSchemaInPrompt == false)
    guard case .prompt(let entry) = request.transcript.last else {
      Issue.record("no prompt")
      return
    }
    #expect(entry.segments.joinedText.contains("Classic Margherita"))
  }

  @Test func `T1: a schema that is made while the program runs`() async throws {
    let (session, _) = session(
      #"{"question":"What is dark and hot?","answers":[{"text":"Coffee","isCorrect":true}]}"#,
      #"{"question":"What is green?","answers":[]}"#)
    let answerSchema = DynamicGenerationSchema(
      name: "Answer",
      properties: [
        .init(name: "text", schema: .string),
        .init(name: "isCorrect", schema: .boolean),
      ]
    )

    let riddleSchema = DynamicGenerationSchema(
      name: "Riddle",
      properties: [
        .init(name: "question", schema: .string),
        .init(name: "answers", schema: .array(of: answerSchema)),
      ]
    )

    // Validate and use
    let validated = try ValidatedGenerationSchema(schemas: [riddleSchema, answerSchema])
    let result = try await session.respond(
      to: "Create a riddle about coffee",
      generating: validated
    )

    // Access dynamic content
    let question = try #require(result.content["question"] as? String)
    #expect(question == "What is dark and hot?")
    let stream = session.streamResponse(to: Prompt("And about tea"), generating: validated)
    #expect(try await stream.collect().content["question"] as? String == "What is green?")
  }
}
#endif
