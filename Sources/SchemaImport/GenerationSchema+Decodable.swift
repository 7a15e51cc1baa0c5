extension GenerationSchema: Decodable {
  /// Decodes a schema in the form in which it is encoded, which is also that of FoundationModels.
  ///
  /// Definitions, titles, descriptions and the order of properties are as they were encoded; the
  /// schema describes no Swift type. Titles of strings, numbers and inline arrays become part of
  /// descriptions; keywords that do not say which values are valid, such as `default`, are left
  /// out. An object without `additionalProperties` is open to any further property, as in JSON
  /// Schema.
  ///
  /// The document is imported strictly: use ``SchemaImporter`` for one that states more than a
  /// schema can, and for its diagnostics.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError`, which names the place, if the document states something that one
  ///   schema cannot, so that nothing of it is lost.
  /// - Complexity: Linear in the size of the document.
  public init(from decoder: any Decoder) throws {
    let document = try EncodedSchema(from: decoder).content()
    do {
      let importer = SchemaImporter(options: SchemaImporter.Options(isStrict: true))
      // Without the text, which is not the decoder's, so that errors name no positions in it.
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
