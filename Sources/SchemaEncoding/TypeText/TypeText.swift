public import SchemaModel

/// A schema as a short text of named types, for the prompt of a model.
///
/// A model that no server holds to a schema reads it in the prompt. The type text of a schema has
/// about half of the tokens of its JSON Schema, and states the same constraints:
///
///     print(try TypeText(Recipe.self))
///
///     type Recipe = {
///     name:string // The name of the dish
///     servings:integer // 1..12
///     difficulty:"easy"|"medium"|"hard"
///     ingredients:Ingredient[] // >=1 item
///     note?:string|null
///     }
///     type Ingredient = {
///     name:string // <=40 chars, /^[a-z ]+$/
///     grams:number // >0
///     }
///
/// The first type is that of the answer. Objects are closed, unless they state `[string]`. The
/// same schema always gives the same text.
///
/// Writing does not recurse, and takes linear time, so a schema may have any depth.
public struct TypeText: Sendable, Hashable, CustomStringConvertible {
  /// The text, without a line break at its end.
  public let description: String

  /// Writes the schema of a type.
  ///
  /// - Parameter type: The type.
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  public init(_ type: any Generable.Type) throws {
    self.init(resolved: try SchemaGraph(type))
  }

  /// Writes a schema, such as a `GenerationSchema` or a ``SchemaGraph``.
  ///
  /// - Parameter schema: The schema.
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  public init(_ schema: some SchemaConvertible) throws {
    self.init(resolved: try SchemaGraph(schema))
  }

  private init(resolved graph: SchemaGraph) {
    var writer = TypeTextWriter(graph)
    graph.walk(&writer)
    description = writer.finishedText
  }
}
