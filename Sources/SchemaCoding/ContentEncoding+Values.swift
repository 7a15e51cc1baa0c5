#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// All containers encode their values here, so that they treat a type in the same way.
extension ContentEncoding {
  /// Encodes a part of a value.
  ///
  /// A part that encodes nothing becomes an empty structure.
  static func encodePart(
    _ value: some Encodable, at path: CodingPath, depth: Int, in context: Context
  ) throws -> EncodedValue {
    try encode(value, at: path, depth: depth, in: context)
      ?? .object(EncodedObject(isSorted: false))
  }

  /// Encodes a value of any type.
  ///
  /// The result is `nil` if the value encodes nothing.
  static func encode<Value: Encodable>(
    _ value: Value, at path: CodingPath, depth: Int, in context: Context
  ) throws -> EncodedValue? {
    // Comparing types takes less time than a cast, so a value is only cast to its own type.
    if Value.self == Date.self, let date = value as? Date {
      return try encode(date, at: path, depth: depth, in: context)
    }
    if Value.self == Data.self, let data = value as? Data {
      return try encode(data, at: path, depth: depth, in: context)
    }
    if Value.self == URL.self, let url = value as? URL {
      return .content(url.absoluteString.generatedContent)
    }
    if Value.self == UUID.self, let uuid = value as? UUID {
      return .content(uuid.uuidString.generatedContent)
    }
    if Value.self == Decimal.self, let decimal = value as? Decimal {
      guard SchemaNumber(decimal) != nil else {
        throw error(value, "Expected a number, found the decimal NaN.", at: path)
      }
      return .content(decimal.generatedContent)
    }
    if Value.self == GeneratedContent.self, let content = value as? GeneratedContent {
      return .content(content)
    }
    return try encode(
      value, at: path, depth: depth, in: context, keys: context.keys(of: Value.self)
    ) { try $0.encode(to: $1) }
  }

  private static func encode<Value>(
    _ value: Value, at path: CodingPath, depth: Int, in context: Context,
    keys: Context.Keys = .ordered, by write: (Value, any Encoder) throws -> Void
  ) throws -> EncodedValue? {
    guard !context.isTooDeep(depth) else { throw error(value, context.depthMessage, at: path) }
    let encoder = ContentEncoding(at: path, depth: depth + 1, in: context, keys: keys)
    try write(value, encoder)
    return encoder.value
  }

  private static func encode(
    _ date: Date, at path: CodingPath, depth: Int, in context: Context
  ) throws -> EncodedValue? {
    switch context.options.dateEncodingStrategy {
    case .iso8601:
      let content = GeneratedContent(date: date)
      guard content.shape == .string else {
        throw error(date, "Expected a date of a year with at most six digits.", at: path)
      }
      return .content(content)
    case .secondsSince1970:
      return .content(try float(date.timeIntervalSince1970, at: path, in: context))
    case .millisecondsSince1970:
      return .content(try float(date.timeIntervalSince1970 * 1000, at: path, in: context))
    case .deferredToDate:
      return try encode(date, at: path, depth: depth, in: context) { try $0.encode(to: $1) }
    case .custom(let write):
      return try encode(date, at: path, depth: depth, in: context, by: write)
    }
  }

  private static func encode(
    _ data: Data, at path: CodingPath, depth: Int, in context: Context
  ) throws -> EncodedValue? {
    switch context.options.dataEncodingStrategy {
    case .base64:
      return .content(data.base64EncodedString().generatedContent)
    case .deferredToData:
      return try encode(data, at: path, depth: depth, in: context) { try $0.encode(to: $1) }
    case .custom(let write):
      return try encode(data, at: path, depth: depth, in: context, by: write)
    }
  }

  // MARK: Numbers

  /// Encodes a floating-point value as a number, or as a string by the strategy.
  static func float<Value: BinaryFloatingPoint & ConvertibleToGeneratedContent>(
    _ value: Value, at path: CodingPath, in context: Context
  ) throws -> GeneratedContent {
    if value.isFinite { return value.generatedContent }
    guard
      case .convertToString(let positive, let negative, let nan) =
        context.options.nonConformingFloatEncodingStrategy
    else {
      throw error(
        value,
        "Expected a finite number, found \(value). Set nonConformingFloatEncodingStrategy to write "
          + "it as a string.",
        at: path)
    }
    let text = value.isNaN ? nan : value < 0 ? negative : positive
    return text.generatedContent
  }
}
