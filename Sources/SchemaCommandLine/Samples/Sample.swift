import SchemaKit

/// The schemas that are part of the command, to try it and to learn from.
enum Sample: String, CaseIterable, Sendable {
  case recipe
  case fitness
  case tree
  case shape

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
