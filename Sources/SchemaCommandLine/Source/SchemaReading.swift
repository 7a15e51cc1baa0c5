import SchemaKit

/// A schema that was read, with the findings of reading it.
struct SchemaReading: Sendable {
  /// The schema.
  var schema: GenerationSchema

  /// The schema, resolved.
  var graph: SchemaGraph

  /// The losses and the notes of reading it.
  var findings: [Finding] = []

  /// The document that it comes from; `nil` for a sample.
  var document: SchemaDocument?

  /// The number of losses.
  var losses: Int { findings.count { $0.severity == .warning } }

  /// The positions in the document's text of what some diagnostics are about.
  ///
  /// - Parameter paths: The paths of the diagnostics.
  /// - Returns: The position of each path for which one is found.
  func positions(of paths: [SchemaPath]) -> [SchemaPath: TextPosition] {
    guard let document, !paths.isEmpty else { return [:] }
    var finder = SchemaPlaces(document.content, at: document.place)
    var places: [SchemaPath: SchemaPath] = [:]
    for path in Set(paths) { places[path] = finder.place(of: path) }
    let positions = ValueLocator.positions(of: Set(places.values), in: document.text)
    return places.compactMapValues { positions[$0] }
  }

  /// The judge of values by the document, or by the schema if there is none.
  ///
  /// - Parameter source: The name of the document.
  /// - Returns: The validator; formats are not checked.
  /// - Throws: `SchemaError` if the schema has a fault, `ValidatorError` if no value can be judged
  ///   by the document.
  func validator(in source: String) throws -> InstanceValidator {
    guard let document else { return try InstanceValidator(schema) }
    return try InstanceValidator(document, in: source, assertsFormats: false)
  }
}
