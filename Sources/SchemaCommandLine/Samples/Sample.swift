import SchemaKit

/// The types that are part of the command, to try it and to learn from.
enum Sample: String, CaseIterable, Sendable {
  case recipe
  case fitness
  case tree
  case shape

  /// The type of the sample.
  var type: any Generable.Type {
    switch self {
    case .recipe: Recipe.self
    case .fitness: [Exercise].self
    case .tree: Folder.self
    case .shape: Shape.self
    }
  }

  /// A short description.
  var summary: String {
    switch self {
    case .recipe: "a struct with guides, a nested type and an optional property"
    case .fitness: "a list of structs with enumerations"
    case .tree: "a type that contains itself"
    case .shape: "a union, with a type for each alternative"
    }
  }
}
