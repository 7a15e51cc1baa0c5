#if Macros
import Foundation
import SchemaKit
import Testing

struct ExampleTests {
  // MARK: A recipe

  @Test func `a recipe: the schema says what the declaration says`() throws {
    let schema = try SchemaEncoder().encode(Cookbook.Recipe.self)
    #expect(schema.root.properties.map { $0.name } == ["name", "cookingTime", "ingredients"])
    let time = try #require(schema.root.properties.dropFirst().first?.schema)
    #expect(time["minimum"] == 5)
    #expect(time["maximum"] == 120)
    #expect(time.description == "Cooking time in minutes")
  }

  @Test func `a recipe: an answer becomes a value, and a value an example`() throws {
    let content = try GeneratedContent(
      json: #"{"name": "Dal", "cookingTime": 40, "ingredients": ["lentils", "water"]}"#)
    let recipe = try Cookbook.Recipe(validating: content)
    #expect(recipe.name == "Dal")
    #expect(recipe.cookingTime == 40)
    #expect(recipe.ingredients == ["lentils", "water"])

    let prompt = Prompt {
      "Create a recipe for \("dal")"
      "Here is an example of the desired format (don't copy its content):"
      Cookbook.Recipe.example
    }
    #expect(
      prompt.text == """
        Create a recipe for dal
        Here is an example of the desired format (don't copy its content):
        {"name": "Classic Margherita", "cookingTime": 25, \
        "ingredients": ["dough", "tomato sauce", "mozzarella", "basil"]}
        """)
  }

  @Test func `a recipe: content that violates the guides is rejected`() throws {
    let content = try GeneratedContent(
      json: #"{"name": "Stew", "cookingTime": 500, "ingredients": ["beef", 2]}"#)
    let error = #expect(throws: ContentValidationError.self) {
      try Cookbook.Recipe(validating: content)
    }
    #expect(
      error?.report.modelFeedback() == """
        The answer does not fit its schema in 2 places:
        - at /cookingTime: expected a whole number from 5 to 120, found the number 500
        - at /ingredients/1: expected a string, found the number 2
        Answer again with the whole value.
        """)
  }

  // MARK: A fitness app

  @Test func `a fitness app: instructions, a prompt, and a list of exercises`() async throws {
    let totalMinutes = 20
    let ageGroup = Gym.AgeGroup.adult
    let fitnessLevel = Gym.FitnessLevel.beginner
    let instructions = InstructionsBuilder {
      "You are an experienced fitness trainer"
      "Create safe, effective exercises"
    }
    let prompt = Prompt {
      "Create exercises for a \(totalMinutes)-minute workout"
      "Client is \(ageGroup.rawValue)"
      "Fitness level: \(fitnessLevel.rawValue)"
    }
    #expect(
      Instructions(instructions).text
        == "You are an experienced fitness trainer\nCreate safe, effective exercises")
    #expect(
      prompt.text
        == "Create exercises for a 20-minute workout\nClient is 36-55\nFitness level: beginner")

    let stream = Self.chunks(Self.exercises).snapshots(of: [Gym.Exercise].self)
    var counts: [Int] = []
    for try await partial in stream {
      counts.append(partial.content.count)
    }
    #expect(counts == counts.sorted())
    #expect(Set(counts) == [1, 2])
    let exercises = try await stream.collect().content
    #expect(exercises.map { $0.name } == ["Wall push-up", "Bird dog"])
    #expect(exercises.map { $0.ageGroup } == [.adult, .adult])
    #expect(exercises.map { $0.repetitions } == [12, 8])
  }

  @Test func `a fitness app: a choice is known once it is complete`() throws {
    var parser = GeneratedContentParser()
    try parser.append(#"{"name": "Squat", "fitnessLevel": "begin"#)
    #expect(try Gym.Exercise.PartiallyGenerated(parser.snapshot()).fitnessLevel == nil)
    try parser.append(#"ner", "ageGroup": "Over 55""#)
    let partial = try Gym.Exercise.PartiallyGenerated(parser.snapshot())
    #expect(partial.fitnessLevel == .beginner)
    #expect(partial.ageGroup == .senior)
    #expect(partial.repetitions == nil)
    let schema = try SchemaEncoder().encode(Gym.Exercise.self)
    let ages = schema.root.properties.first { $0.name == "ageGroup" }?.schema
    #expect(ages?["enum"] == ["Under 18", "18-35", "36-55", "Over 55"])
  }

  // MARK: An article

  @Test func `an article: properties arrive in the order in which they are declared`() async throws
  {
    let text = #"{"title": "Moss", "summary": "Small and green.", "body": "It grows."}"#
    var seen: [String] = []
    for try await snapshot in Self.chunks(text).snapshots(of: Cookbook.Article.self) {
      let article = snapshot.content
      for (name, value) in [
        ("title", article.title), ("summary", article.summary), ("body", article.body),
      ] where value != nil && !seen.contains(name) {
        seen.append(name)
      }
      // What comes later is not there before what comes first is whole.
      if article.summary != nil { #expect(article.title == "Moss") }
      if article.body != nil { #expect(article.summary == "Small and green.") }
    }
    #expect(seen == ["title", "summary", "body"])
    #expect(
      try SchemaEncoder().encode(Cookbook.Article.self).root.properties.map { $0.name } == seen)
  }

  // MARK: A view that shows an answer as it arrives

  @Test @MainActor func `a view model shows a recipe as it arrives`() async throws {
    let model = RecipeViewModel()
    let text = Cookbook.Recipe.example.generatedContent.jsonString
    try await model.show(Self.chunks(text))
    #expect(model.recipe?.name == "Classic Margherita")
    #expect(model.recipe?.cookingTime == 25)
    #expect(model.recipe?.ingredients?.count == 4)
    #expect(model.names.first == "Cl")
    #expect(model.names.last == "Classic Margherita")
    for (one, next) in zip(model.names, model.names.dropFirst()) {
      #expect(next.hasPrefix(one))
    }
    #expect(Set(model.ids).count == 1)
  }

  // MARK: Support

  private static let exercises = """
    [{"name": "Wall push-up", "instructions": "Push.", "benefits": "Chest", \
    "fitnessLevel": "beginner", "ageGroup": "36-55", "repetitions": 12}, \
    {"name": "Bird dog", "instructions": "Reach.", "benefits": "Back", \
    "fitnessLevel": "beginner", "ageGroup": "36-55", "repetitions": 8}]
    """

  /// A text in pieces of three characters, as a model's answer comes.
  private static func chunks(_ text: String) -> AsyncStream<String> {
    AsyncStream { continuation in
      var rest = Substring(text)
      while !rest.isEmpty {
        continuation.yield(String(rest.prefix(3)))
        rest = rest.dropFirst(3)
      }
      continuation.finish()
    }
  }
}

/// What a view would observe.
@MainActor
private final class RecipeViewModel {
  private(set) var recipe: Cookbook.Recipe.PartiallyGenerated?
  private(set) var names: [String] = []
  private(set) var ids: [GenerationID] = []

  func show(_ chunks: AsyncStream<String>) async throws {
    for try await partial in chunks.snapshots(of: Cookbook.Recipe.self) {
      recipe = partial.content
      if let name = partial.content.name { names.append(name) }
      ids.append(partial.content.id)
    }
  }
}
#endif
