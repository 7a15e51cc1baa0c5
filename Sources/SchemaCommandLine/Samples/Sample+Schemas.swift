import SchemaKit

extension Sample {
  typealias Schema = DynamicGenerationSchema
  typealias Property = DynamicGenerationSchema.Property

  // MARK: Recipe

  /// A typical case: texts, numbers in a range, a choice, lists, and an optional property.
  static let recipeSchema = DynamicGenerationSchema(
    name: "Recipe", description: "A dish and how to cook it",
    properties: [
      text("name", "Name of the dish"),
      text("summary", "One sentence that makes it sound good"),
      integer("cookingTime", "Cooking time in minutes", 5...120),
      integer("servings", "How many people it feeds", 1...12),
      choice("difficulty", "How hard it is to cook", ["easy", "medium", "hard"]),
      Property(
        name: "ingredients", description: "List of ingredients, in order of use",
        schema: Schema(arrayOf: ingredient, minimumElements: 1, maximumElements: 20)),
      Property(
        name: "steps", description: "What to do, one step at a time",
        schema: Schema(arrayOf: .string, minimumElements: 1)),
      Property(
        name: "tags", description: "Words to find it by, if any fit",
        schema: .array(of: .string), isOptional: true),
    ])

  private static let ingredient = Schema(
    name: "Ingredient",
    properties: [
      text("name", "What a shop would call it"),
      number("quantity", "Amount", 0.1...1000),
      choice("unit", nil, ["g", "ml", "piece", "spoon"]),
    ])

  // MARK: Fitness

  /// A list at the root, whose elements have enumerations and lists under constraints.
  static let fitnessSchema = DynamicGenerationSchema.array(
    of: Schema(
      name: "Exercise",
      properties: [
        text("name", "Name of the exercise"),
        text("instructions", "How to perform the exercise"),
        text("benefits", "Benefits of this exercise"),
        choice("fitnessLevel", nil, ["beginner", "intermediate", "advanced"]),
        choice("ageGroup", nil, ["Under 18", "18-35", "36-55", "Over 55"]),
        integer("repetitions", "Number of repetitions", 1...20),
        Property(
          name: "muscles", description: "What it works most",
          schema: Schema(
            arrayOf: words(["arms", "back", "chest", "core", "legs", "shoulders"]),
            minimumElements: 1, maximumElements: 3)),
      ]))

  // MARK: Tree

  /// An object that contains itself; the recursive property is optional, so an answer can end.
  static let treeSchema = DynamicGenerationSchema(
    name: "Folder", description: "A folder of a project",
    properties: [
      text("name", "Name, without a slash"),
      text("purpose", "What belongs here, if the name does not say it", isOptional: true),
      Property(
        name: "files", description: "Files directly in it",
        schema: Schema(arrayOf: file, minimumElements: 1, maximumElements: 12), isOptional: true),
      Property(
        name: "folders", description: "Folders directly in it",
        schema: Schema(
          arrayOf: Schema(referenceTo: "Folder"), minimumElements: 1, maximumElements: 8),
        isOptional: true),
    ])

  private static let file = Schema(
    name: "File",
    properties: [
      text("name", "Name with its extension"),
      text("contents", "What is in it, in a sentence"),
      integer("lines", "How long it may become", 1...400),
    ])

  // MARK: Shape

  /// A union whose alternatives begin with a constant, so that a reader knows what follows.
  static let shapeSchema = DynamicGenerationSchema(
    name: "Shape", description: "A shape in a drawing",
    anyOf: [
      Schema(
        name: "Circle",
        properties: [
          choice("kind", nil, ["circle"]), place("center", nil), number("radius", nil, 0.5...50),
          color,
        ]),
      Schema(
        name: "Rectangle",
        properties: [
          choice("kind", nil, ["rectangle"]), place("corner", "The upper left corner"),
          number("width", nil, 1...100), number("height", nil, 1...100), color,
        ]),
      Schema(
        name: "Polygon",
        properties: [
          choice("kind", nil, ["polygon"]),
          Property(
            name: "corners", description: "The corners, clockwise",
            schema: Schema(
              arrayOf: Schema(referenceTo: "Point"), minimumElements: 3, maximumElements: 12)),
          color,
        ]),
    ])

  /// A place in a drawing that is 100 wide and 100 high.
  static let point = DynamicGenerationSchema(
    name: "Point", description: "A place; the origin is the upper left corner",
    properties: [number("x", nil, 0...100), number("y", nil, 0...100)])

  private static func place(_ name: String, _ description: String?) -> Property {
    Property(name: name, description: description, schema: Schema(referenceTo: "Point"))
  }

  private static let color = Property(
    name: "color", description: "A color such as #ff8800",
    schema: Schema(type: String.self, guides: [.pattern(/^#[0-9a-f]{6}$/)]))

  // MARK: Properties

  private static func text(
    _ name: String, _ description: String, isOptional: Bool = false
  ) -> Property {
    Property(name: name, description: description, schema: .string, isOptional: isOptional)
  }

  private static func integer(
    _ name: String, _ description: String, _ range: ClosedRange<Int>
  ) -> Property {
    Property(
      name: name, description: description,
      schema: Schema(type: Int.self, guides: [.range(range)]))
  }

  private static func number(
    _ name: String, _ description: String?, _ range: ClosedRange<Double>
  ) -> Property {
    Property(
      name: name, description: description,
      schema: Schema(type: Double.self, guides: [.range(range)]))
  }

  private static func choice(
    _ name: String, _ description: String?, _ choices: [String]
  ) -> Property {
    Property(name: name, description: description, schema: words(choices))
  }

  private static func words(_ choices: [String]) -> Schema {
    Schema(type: String.self, guides: [.anyOf(choices)])
  }
}
