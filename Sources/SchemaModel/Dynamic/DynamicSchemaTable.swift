/// The schemas of one dynamic schema, each once, referring to each other by index.
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
  /// Creates a schema from dynamic ones, and checks their references.
  ///
  /// A schema inside another one is defined there. It may also be listed among the dependencies.
  ///
  /// - Parameters:
  ///   - root: The schema itself.
  ///   - dependencies: Other schemas that these refer to by name.
  /// - Throws: ``SchemaError/duplicateType(schema:type:context:)`` if two different schemas, or two
  ///   of `root` and `dependencies`, have one name;
  ///   ``SchemaError/duplicateProperty(schema:property:context:)``,
  ///   ``SchemaError/emptyTypeChoices(schema:context:)`` or
  ///   ``SchemaError/undefinedReferences(schema:references:context:)`` if one is faulty.
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

/// A schema made from dynamic ones that have been checked.
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
