import SchemaKit

/// The schemas in the command, to try it and to learn from.
enum Sample: String, CaseIterable, Sendable {
  case recipe
  case fitness
  case tree
  case shape

  /// The names of all samples.
  static let names = allCases.map(\.rawValue)

  /// A short description.
  var summary: String {
    switch self {
    case .recipe: "an object with constraints, a nested object and an optional property"
    case .fitness: "a list of objects with enumerations"
    case .tree: "an object that contains itself"
    case .shape: "a union, with an object for each alternative"
    }
  }

  /// The schema of the sample.
  ///
  /// - Throws: `SchemaError` if it has a fault.
  var schema: GenerationSchema {
    get throws {
      switch self {
      case .recipe: try GenerationSchema(root: Self.recipeSchema, dependencies: [])
      case .fitness: try GenerationSchema(root: Self.fitnessSchema, dependencies: [])
      case .tree: try GenerationSchema(root: Self.treeSchema, dependencies: [])
      case .shape: try GenerationSchema(root: Self.shapeSchema, dependencies: [Self.point])
      }
    }
  }
}

extension Sample {
  /// A possible answer of a model, for `--play`.
  var answer: String {
    switch self {
    case .recipe:
      """
      {"name": "Shakshuka", "summary": "Eggs poached in a spiced tomato sauce, straight from the \
      pan.", "cookingTime": 30, "servings": 2, "difficulty": "easy", "ingredients": [
        {"name": "eggs", "quantity": 4, "unit": "piece"},
        {"name": "crushed tomatoes", "quantity": 400, "unit": "g"},
        {"name": "olive oil", "quantity": 2, "unit": "spoon"},
        {"name": "cumin", "quantity": 0.5, "unit": "spoon"}
      ], "steps": ["Warm the oil and let the cumin sizzle for a minute.", "Add the tomatoes and \
      simmer until thick.", "Make four hollows, crack an egg into each, cover and cook for six \
      minutes."], "tags": ["breakfast", "one pan", "شكشوكة"]}
      """
    case .fitness:
      """
      [{"name": "Plank", "instructions": "Hold a straight line on your forearms.", "benefits": \
      "A strong core.", "fitnessLevel": "beginner", "ageGroup": "18-35", "repetitions": 3, \
      "muscles": ["core", "back"]},
      {"name": "Lunge", "instructions": "Step forward and lower the hips.", "benefits": \
      "Balance and strength.", "fitnessLevel": "intermediate", "ageGroup": "36-55", \
      "repetitions": 12, "muscles": ["legs"]}]
      """
    case .tree:
      """
      {"name": "bakery", "files": [{"name": "README.md", "contents": "What the bakery sells 🥐", \
      "lines": 40}], "folders": [{"name": "sources", "purpose": "Code", "files": [{"name": \
      "Oven.swift", "contents": "Heat over time.", "lines": 120}], "folders": [{"name": "recipes", \
      "purpose": "One file each"}]}, {"name": "tests"}]}
      """
    case .shape:
      """
      {"kind": "polygon", "corners": [{"x": 10, "y": 90}, {"x": 50, "y": 12.5}, {"x": 90, \
      "y": 90}], "color": "#ff8800"}
      """
    }
  }
}
