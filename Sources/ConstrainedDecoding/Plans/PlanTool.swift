public import SchemaEncoding
public import SchemaImport
public import SchemaModel

/// A description of a tool for plans.
public struct PlanTool: Sendable {
  let name: String
  let parameters: SchemaGraph

  /// The constraints of the schema's document that were lost in the translation to a graph.
  let losses: [SchemaDiagnostic]

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - name: The name: ASCII letters, digits, `_`, `-` and `.`.
  ///   - parameters: The schema of the arguments. It must describe an object.
  public init(name: String, parameters: SchemaGraph) {
    self.name = name
    self.parameters = parameters
    losses = []
  }

  /// Creates a description from a JSON Schema document.
  ///
  /// - Parameters:
  ///   - name: The name: ASCII letters, digits, `_`, `-` and `.`.
  ///   - parameters: The text of the document.
  ///   - importer: The importer that reads the document.
  /// - Throws: `SchemaImportError` if the document cannot be read; `SchemaError` if its schema has
  ///   a fault.
  public init(
    name: String, jsonSchema parameters: String, importer: SchemaImporter = SchemaImporter()
  ) throws {
    try self.init(name: name, importer.import(parameters))
  }

  /// Creates a description from a parsed JSON Schema document, as from the text of a
  /// document.
  public init(
    name: String, jsonSchema parameters: GeneratedContent,
    importer: SchemaImporter = SchemaImporter()
  ) throws {
    try self.init(name: name, importer.import(parameters))
  }

  private init(name: String, _ imported: ImportedSchema) throws {
    self.name = name
    parameters = try SchemaGraph(imported.schema)
    losses = imported.losses
  }
}
