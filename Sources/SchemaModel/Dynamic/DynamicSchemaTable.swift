/// The schemas that one dynamic schema consists of.
///
/// Each occurs once, and they refer to each other by index.
package final class DynamicSchemaTable: Sendable {
  /// The name of the root.
  package let name: String

  /// The schemas; the first is the root.
  package let entries: [GenerationSchema]

  init(name: String, entries: [GenerationSchema]) {
    self.name = name
    self.entries = entries
  }
}

extension GenerationSchema {
  /// Creates a schema from dynamic schemas, and checks their references.
  ///
  /// A schema inside another one is defined there. It may also be listed among the dependencies.
  ///
  /// - Parameters:
  ///   - root: The schema itself.
  ///   - dependencies: Further schemas, to which references refer by name.
  /// - Throws: ``SchemaError/duplicateType(schema:type:context:)`` if two different schemas have
  ///   one name, or if `root` and `dependencies` have a name twice;
  ///   ``SchemaError/duplicateProperty(schema:property:context:)``,
  ///   ``SchemaError/emptyTypeChoices(schema:context:)`` or
  ///   ``SchemaError/undefinedReferences(schema:references:context:)`` if a schema has this fault.
  /// - Complexity: Linear in the number of schemas, without recursion.
  public init(
    root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]
  ) throws {
    let table = try DynamicSchemaLinker.link(root: root, dependencies: dependencies)
    guard let entry = table.entries.first?.declaration else {
      self.init(subject: .entry(0), kind: .never, table: table)
      return
    }
    self.init(
      subject: .entry(0), title: entry.title, summary: entry.summary, kind: entry.kind,
      guides: entry.guides, table: table)
  }
}

/// A schema made from dynamic schemas that have been checked.
public struct ValidatedGenerationSchema: Sendable {
  /// The schema.
  public let schema: GenerationSchema

  /// Checks dynamic schemas and links them.
  ///
  /// - Parameter schemas: The schemas; the first is the root, the others are its dependencies.
  /// - Throws: The errors of ``GenerationSchema/init(root:dependencies:)``, and
  ///   ``SchemaError/emptyTypeChoices(schema:context:)`` if there is no schema.
  public init(schemas: [DynamicGenerationSchema]) throws {
    guard let root = schemas.first else {
      throw SchemaError.emptyTypeChoices(
        schema: "ValidatedGenerationSchema",
        context: SchemaError.Context(
          path: SchemaPath(), problem: "There is no schema to validate.",
          remedy: "Pass the root schema first, then its dependencies."))
    }
    schema = try GenerationSchema(root: root, dependencies: Array(schemas.dropFirst()))
  }
}
