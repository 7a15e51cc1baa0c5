import SchemaModel

extension EncodedSchema {
  /// The largest depth of a document that is encoded or decoded through `Codable`.
  ///
  /// Encoders recurse, and the encoders of Foundation overflow a stack of 512 KB at some hundred
  /// levels. The JSON text has no such limit.
  static let codingDepth = GeneratedContent.maximumDepth

  /// A keyword or another name in a document.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}

extension EncodedSchema: Encodable {
  /// Encodes the document, member by member.
  ///
  /// - Important: `JSONEncoder` and most other encoders do not keep the order of properties, which
  ///   models follow. Send ``utf8``, or encode the value that contains the schema with
  ///   `Foundation.JSONEncoder.encodeKeepingSchemaOrder(_:)`.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: `EncodingError` if the document nests deeper than `GeneratedContent.maximumDepth`,
  ///   has a number that neither a 64-bit integer nor a `Double` represents exactly, or has two
  ///   names that differ in their bytes and are equal as `String`. The property ``utf8`` has no
  ///   such limits.
  public func encode(to encoder: any Encoder) throws {
    if let marks = SchemaMarks.of(encoder) {
      var container = encoder.singleValueContainer()
      return try container.encode(marks.addPlaceholder(for: self))
    }
    try Part(content: parsed, depth: 0).encode(to: encoder)
  }

  /// A part of the document.
  private struct Part: Encodable {
    let content: GeneratedContent
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      guard depth < codingDepth else {
        throw EncodingError.invalidValue(
          content,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription:
              "The schema nests deeper than \(codingDepth) levels. Use its `utf8` instead."))
      }
      switch content.shape {
      case .object:
        var container = encoder.container(keyedBy: Key.self)
        var names: Set<String> = []
        for (name, value) in content.properties {
          // Encoders compare names as `String` does, and would silently keep only one of the two.
          guard names.insert(name).inserted else {
            throw EncodingError.invalidValue(
              name,
              EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription:
                  "Two names here are equal to '\(name.excerpt)', though their bytes differ, and"
                  + " an encoder keeps one of them. Use the schema's `utf8` instead."))
          }
          try container.encode(
            Part(content: value, depth: depth + 1), forKey: Key(stringValue: name))
        }
      case .array:
        var container = encoder.unkeyedContainer()
        for element in content.elements {
          try container.encode(Part(content: element, depth: depth + 1))
        }
      default:
        var container = encoder.singleValueContainer()
        if let string = content.text {
          try container.encode(string)
        } else if let value = content.truth {
          try container.encode(value)
        } else if let number = content.exactNumber {
          try container.encode(number)
        } else {
          try container.encodeNil()
        }
      }
    }
  }
}

extension SingleValueEncodingContainer {
  /// Encodes a number as the integer or the double that represents it exactly.
  fileprivate mutating func encode(_ number: SchemaNumber) throws {
    if let integer = number.int64 {
      try encode(integer)
    } else if number.isInteger, let integer = UInt64(number.description) {
      try encode(integer)
    } else if let double = number.doubleValue, SchemaNumber(double) == number {
      try encode(double)
    } else {
      throw EncodingError.invalidValue(
        number.description,
        EncodingError.Context(
          codingPath: codingPath,
          debugDescription:
            "Neither an integer of 64 bits nor a Double holds the number \(number) exactly."))
    }
  }
}

extension EncodedSchema: Decodable {
  /// Decodes a document.
  ///
  /// Decoders do not keep the order of an object's members. Keywords therefore get the order in
  /// which this library writes them. Properties get the order of a keyword that lists all of them.
  /// Without such a keyword, required properties come first, in the order of `required`, and the
  /// other properties follow, sorted by name. Keywords that a dialect renames are kept and sorted
  /// by name, because only the names of JSON Schema are known.
  ///
  /// A number keeps its digits if a 64-bit integer or a `Decimal` represents them and the decoder
  /// supports this type. Otherwise the number is rounded.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` if the document is not an object, or nests deeper than
  ///   `GeneratedContent.maximumDepth`.
  public init(from decoder: any Decoder) throws {
    let value = try Self.decode(from: decoder, depth: 0)
    guard case .object = value else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "A schema must be an object."))
    }
    let sorted = CanonicalOrder().sorted(value)
    var text: [UInt8] = []
    text.appendJSON(sorted)
    self.init(utf8: text, diagnostics: [], source: .value(sorted))
  }

  private static func decode(from decoder: any Decoder, depth: Int) throws -> SchemaValue {
    guard depth < codingDepth else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "The schema nests deeper than \(codingDepth) levels."))
    }
    if let container = try? decoder.container(keyedBy: Key.self) {
      return .object(
        try container.allKeys.map { key in
          (
            name: key.stringValue,
            value: try decode(from: container.superDecoder(forKey: key), depth: depth + 1)
          )
        })
    }
    if var container = try? decoder.unkeyedContainer() {
      var values: [SchemaValue] = []
      while !container.isAtEnd {
        values.append(try decode(from: container.superDecoder(), depth: depth + 1))
      }
      return .array(values)
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(Int64.self) { return .number(SchemaNumber(value)) }
    if let value = try? container.decode(UInt64.self) { return .number(SchemaNumber(value)) }
    if let value = try? container.decode(Double.self), let number = SchemaNumber(value) {
      return .number(SchemaNumber(digitsOf: value, in: container) ?? number)
    }
    return .string(try container.decode(String.self))
  }
}
