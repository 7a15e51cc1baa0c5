import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct SampleTests {
  static let recipe = Recipe(
    name: "Margherita", summary: "Crisp, with basil.", cookingTime: 25, servings: 2,
    difficulty: .medium,
    ingredients: [Ingredient(name: "flour", quantity: 250.5, unit: "g")],
    steps: ["Knead.", "Bake."], tags: ["pizza"])

  static let tree = Folder(
    name: "project", purpose: nil,
    files: [File(name: "a.swift", contents: "One type.", lines: 40)],
    folders: [Folder(name: "Tests", purpose: "Tests", files: nil, folders: nil)])

  static let exercise = Exercise(
    name: "Plank", instructions: "Hold.", benefits: "A strong core.", fitnessLevel: .beginner,
    ageGroup: .youngAdult, repetitions: 3, muscles: ["core", "back"])

  static let shapes: [Shape] = [
    .circle(Circle(center: Point(x: 1, y: 2.5), radius: 3, color: Color(code: "#ff8800"))),
    .rectangle(
      Rectangle(corner: Point(x: 0, y: 0), width: 4, height: 5, color: Color(code: "#000000"))),
    .polygon(
      Polygon(
        corners: [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1)],
        color: Color(code: "#00ff00"))),
  ]

  @Test func `values come back from their content`() throws {
    #expect(try Recipe(Self.recipe.generatedContent) == Self.recipe)
    #expect(try Folder(Self.tree.generatedContent) == Self.tree)
    #expect(try [Exercise]([Self.exercise].generatedContent) == [Self.exercise])
    #expect(try [Shape](Self.shapes.generatedContent) == Self.shapes)
  }

  @Test func `what a value lacks is left out, not null`() throws {
    var recipe = Self.recipe
    recipe.tags = nil
    let content = recipe.generatedContent
    #expect(!content.properties.contains { $0.0 == "tags" })
    #expect(try Recipe(content) == recipe)
  }

  @Test func `content has the properties that the schema declares, in their order`() throws {
    try expectAgreement(Self.recipe)
    try expectAgreement(Self.tree.folders?.first?.folders?.first ?? Self.full)
    try expectAgreement(Self.exercise)
    try expectAgreement(Self.recipe.ingredients[0])
    for shape in Self.shapes {
      switch shape {
      case .circle(let circle): try expectAgreement(circle)
      case .rectangle(let rectangle): try expectAgreement(rectangle)
      case .polygon(let polygon): try expectAgreement(polygon)
      }
    }
  }

  /// A folder that lacks nothing.
  private static let full = Folder(name: "a", purpose: "b", files: [], folders: [])

  private func expectAgreement<Value: Generable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let declared = try SchemaGraph(Value.self).root.properties.map(\.name)
    let written = value.generatedContent.properties.map { $0.0 }
    #expect(written == declared, sourceLocation: sourceLocation)
  }

  @Test func `a missing property is named`() {
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      _ = try Ingredient(GeneratedContent(properties: ["name": "flour", "quantity": 1.0]))
    }
    #expect(error?.path == [.key("unit")])
  }

  @Test func `an unknown case is told with its place`() {
    var properties: [(String, any ConvertibleToGeneratedContent)] = []
    for (name, value) in Self.exercise.generatedContent.properties {
      properties.append((name, name == "ageGroup" ? "37".generatedContent : value))
    }
    let changed = GeneratedContent(properties: properties, uniquingKeysWith: { _, last in last })
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      _ = try Exercise(changed)
    }
    #expect(error?.path == [.key("ageGroup")])
    #expect(error?.found == "the string \"37\"")
  }

  @Test func `a shape of no known kind is none`() {
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      _ = try Shape(GeneratedContent(properties: ["kind": "star"]))
    }
    #expect(error?.path == [.key("kind")])
  }

  @Test(arguments: ["ff8800", "#FF8800", "#ff88001", ""])
  func `a color has to have the form of its pattern`(code: String) {
    #expect(throws: GeneratedContent.ConversionError.self) {
      _ = try Color(code.generatedContent)
    }
  }

  @Test func `the recipe stays about as large as a real schema`() throws {
    let schema = try SchemaEncoder().encode(Recipe.self)
    #expect((1000...1500).contains(schema.utf8.count))
  }
}
