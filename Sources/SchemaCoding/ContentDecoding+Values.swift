#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// All containers create their values here, so that they treat a type in the same way.
extension ContentDecoding {
  /// Makes a value of any type.
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ content: GeneratedContent, at path: CodingPath, depth: Int,
    in context: Context
  ) throws -> Value {
    if type == Date.self {
      return try asValue(date(content, at: path, depth: depth, in: context), at: path)
    }
    if type == Data.self {
      return try asValue(data(content, at: path, depth: depth, in: context), at: path)
    }
    if type == URL.self {
      return try asValue(read(URL.self, content, at: path, content.readURL), at: path)
    }
    if type == UUID.self {
      return try asValue(read(UUID.self, content, at: path, content.readUUID), at: path)
    }
    if type == Decimal.self {
      return try asValue(scalar(Decimal.self, content, at: path), at: path)
    }
    if type == GeneratedContent.self { return try asValue(content, at: path) }
    let keepsNames = context.hasDefaultKeys || context.hasStringKeys(type)
    return try Value(
      from: place(content, at: path, depth: depth, in: context, keepsNames: keepsNames))
  }

  /// Returns a decoder for a nested value.
  private static func place(
    _ content: GeneratedContent, at path: CodingPath, depth: Int, in context: Context,
    keepsNames: Bool
  ) throws -> ContentDecoding {
    try requireDepth(depth, at: path, in: context)
    return ContentDecoding(
      content, at: path, depth: depth + 1, in: context, keepsNames: keepsNames)
  }

  /// Throws if a value at a depth exceeds the limit of the decoder.
  static func requireDepth(_ depth: Int, at path: CodingPath, in context: Context) throws {
    guard depth < context.options.depthLimit else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path.keys,
          debugDescription: "Expected at most \(context.options.depthLimit) nested values, "
            + "found more. Raise the decoder's depthLimit if the stack has room for it."))
    }
  }

  private static func date(
    _ content: GeneratedContent, at path: CodingPath, depth: Int, in context: Context
  ) throws -> Date {
    switch context.options.dateDecodingStrategy {
    case .iso8601:
      return try read(Date.self, content, at: path) { try content.readDate() }
    case .iso8601OrDay:
      return try read(Date.self, content, at: path) { try content.readDate(allowsDay: true) }
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try float(Double.self, content, at: path, in: context))
    case .millisecondsSince1970:
      return Date(
        timeIntervalSince1970: try float(Double.self, content, at: path, in: context) / 1000)
    case .deferredToDate:
      return try Date(
        from: place(content, at: path, depth: depth, in: context, keepsNames: true))
    case .custom(let read):
      return try read(
        place(content, at: path, depth: depth, in: context, keepsNames: context.hasDefaultKeys))
    }
  }

  private static func data(
    _ content: GeneratedContent, at path: CodingPath, depth: Int, in context: Context
  ) throws -> Data {
    switch context.options.dataDecodingStrategy {
    case .base64:
      let text = try scalar(String.self, content, at: path)
      guard let data = Data(base64Encoded: text) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: path.keys,
            debugDescription: "Expected data in Base64, found \(content.foundDescription)."))
      }
      return data
    case .deferredToData:
      return try Data(
        from: place(content, at: path, depth: depth, in: context, keepsNames: true))
    case .custom(let read):
      return try read(
        place(content, at: path, depth: depth, in: context, keepsNames: context.hasDefaultKeys))
    }
  }

  // MARK: Scalars

  /// Returns `true` if content represents the absence of a value.
  static func isNil(_ content: GeneratedContent) -> Bool {
    switch content.shape {
    case .null, .nothing: true
    default: false
    }
  }

  /// Makes a value that reads itself from content.
  static func scalar<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type, _ content: GeneratedContent, at path: CodingPath
  ) throws -> Value {
    try read(type, content, at: path) { try Value(content) }
  }

  static func integer<Value: FixedWidthInteger>(
    _ type: Value.Type, _ content: GeneratedContent, at path: CodingPath
  ) throws -> Value {
    try read(type, content, at: path) { try content.readInteger() }
  }

  /// Makes a value by a function, and converts its errors to decoding errors.
  private static func read<Value>(
    _ type: Value.Type, _ content: GeneratedContent, at path: CodingPath,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as GeneratedContent.ConversionError {
      throw decodingError(error, for: type, content, at: path)
    }
  }

  /// Makes a floating-point value from a number, or from a string by the strategy.
  static func float<Value: BinaryFloatingPoint & ConvertibleFromGeneratedContent>(
    _ type: Value.Type, _ content: GeneratedContent, at path: CodingPath, in context: Context
  ) throws -> Value {
    if case .convertFromString(let positive, let negative, let nan) =
      context.options.nonConformingFloatDecodingStrategy, content.shape == .string
    {
      let text = try String(content)
      if text == positive { return .infinity }
      if text == negative { return -.infinity }
      if text == nan { return .nan }
    }
    return try scalar(type, content, at: path)
  }

  /// Returns the value as its known type.
  private static func asValue<Value>(_ value: some Any, at path: CodingPath) throws -> Value {
    guard let value = value as? Value else {
      throw DecodingError.typeMismatch(
        Value.self,
        DecodingError.Context(
          codingPath: path.keys,
          debugDescription: "Expected \(Value.self), found a value of another type."))
    }
    return value
  }

  // MARK: Errors

  /// Returns the standard error for content that cannot be read.
  private static func decodingError(
    _ error: GeneratedContent.ConversionError, for type: any Any.Type,
    _ content: GeneratedContent, at path: CodingPath
  ) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path.keys, debugDescription: "Expected \(error.expected), found \(error.found).")
    if isNil(content) { return .valueNotFound(type, context) }
    return error.code == .typeMismatch ? .typeMismatch(type, context) : .dataCorrupted(context)
  }

  /// Returns the error for content that is not a container of a kind.
  static func mismatch(
    _ type: any Any.Type, expected: String, _ content: GeneratedContent, at path: CodingPath
  ) -> DecodingError {
    let error = GeneratedContent.ConversionError(
      .typeMismatch, expected: expected, found: content.foundDescription)
    return decodingError(error, for: type, content, at: path)
  }

  /// Returns the error for incomplete content, with the path of the incomplete part.
  static func incompleteError(
    for type: any Any.Type, _ content: GeneratedContent
  ) -> DecodingError {
    let place = content.unfinishedPath ?? SchemaPath()
    let found = content[place] ?? content
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: place.codingKeys,
        debugDescription: "Expected content for \(_typeName(type, qualified: false)) that is "
          + "complete, found \(found.foundDescription)."))
  }
}
