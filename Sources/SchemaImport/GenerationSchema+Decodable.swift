extension GenerationSchema: Decodable {
  /// Decodes a schema from its encoded form, which is also the form of FoundationModels.
  ///
  /// Definitions, titles, descriptions and the order of properties are the same as in the encoded
  /// schema. The decoded schema describes no Swift type. Titles of strings, numbers and inline
  /// arrays become part of descriptions. Keywords that do not constrain values, such as `default`,
  /// are left out. An object without `additionalProperties` is open to any further property, as in
  /// JSON Schema.
  ///
  /// The document is imported strictly. Use ``SchemaImporter`` for a document that states more than
  /// a schema can state, and to read the diagnostics.
  ///
  /// - Throws: `DecodingError` with the place, if the document states more than a schema can state,
  ///   so that no constraint is lost.
  /// - Complexity: Linear in the size of the document.
  public init(from decoder: any Decoder) throws {
    let document = try EncodedSchema(from: decoder).content()
    do {
      let importer = SchemaImporter(options: SchemaImporter.Options(isStrict: true))
      // Imports the content instead of a text, so that errors have no positions: the decoder's text
      // is not known.
      self = try importer.import(document).schema
    } catch let error as SchemaImportError {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + error.path.components.map(PlaceKey.init),
          debugDescription: error.description))
    }
  }
}

/// A step of the path to a place in a document.
private struct PlaceKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ component: SchemaPath.Component) {
    switch component {
    case .key(let name):
      stringValue = name
      intValue = nil
    case .index(let index):
      stringValue = "\(index)"
      intValue = index
    }
  }

  init?(stringValue: String) { self.init(.key(stringValue)) }

  init?(intValue: Int) { self.init(.index(intValue)) }
}
