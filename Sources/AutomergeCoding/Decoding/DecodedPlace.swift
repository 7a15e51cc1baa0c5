import AutomergeDocument
import Foundation

/// A value of a document that is being decoded, and its place.
struct DecodedPlace {
  /// The values that all places of one call of a decoder share.
  struct Context {
    let document: Document
    let userInfo: [CodingUserInfoKey: Any]
    let depthLimit: Int
  }

  private let context: Context
  let value: Value
  /// The place of the value; `nil` for the root.
  private let place: CodingPlace?
  let path: [AnyCodingKey]
  /// The number of enclosing values that are being decoded.
  private let depth: Int

  /// Creates the place of the outermost value of a call.
  init(_ value: Value, at place: CodingPlace?, path: [AnyCodingKey], in context: Context) {
    self.init(value, at: place, path: path, depth: 0, in: context)
  }

  private init(
    _ value: Value, at place: CodingPlace?, path: [AnyCodingKey], depth: Int, in context: Context
  ) {
    self.value = value
    self.place = place
    self.path = path
    self.depth = depth
    self.context = context
  }

  var document: Document { context.document }
  var userInfo: [CodingUserInfoKey: Any] { context.userInfo }
  var isNull: Bool { value == .Scalar(.Null) }

  /// Decodes the value as a type, which may have a form of its own in documents.
  func decode<Result: Decodable>(_ type: Result.Type) throws -> Result {
    if path.isEmpty, type == AutomergeText.self || type == AutomergeText?.self {
      return try rootText().decode(type)
    }
    if let special = try special(type), let result = special as? Result { return result }
    try requireDepth()
    let inner = DecodedPlace(value, at: place, path: path, depth: depth + 1, in: context)
    return try type.init(from: PlaceDecoder(inner))
  }

  /// Throws if more enclosing values are being decoded than the depth limit allows.
  private func requireDepth() throws {
    guard depth < context.depthLimit else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path,
          debugDescription: "Expected at most \(context.depthLimit) nested values, "
            + "found more at \(path.stringPath()). Raise the decoder's depthLimit if the stack has "
            + "room for it."))
    }
  }

  /// Returns the value if documents have a special form for its type; `nil` for other types.
  private func special(_ type: any Decodable.Type) throws -> Any? {
    if type == Date.self {
      guard case .Scalar(.Timestamp(let date)) = value else { throw mismatch(type) }
      return date
    }
    if type == Data.self {
      guard case .Scalar(.Bytes(let data)) = value else { throw mismatch(type) }
      return data
    }
    if type == URL.self {
      guard let url = URL(string: try string()) else { throw corrupted("The string is not a URL.") }
      return url
    }
    if type == Counter.self {
      guard case .Scalar(.Counter) = value, let place else { throw mismatch(type) }
      return Counter(try Counter.Binding(document, at: place))
    }
    if type == AutomergeText.self {
      guard case .Object(let object, .Text) = value else { throw mismatch(type) }
      return AutomergeText(AutomergeText.Binding(document: document, place: object))
    }
    if type == ScalarValue.self {
      guard case .Scalar(let scalar) = value else { throw mismatch(type) }
      return scalar
    }
    guard !(type is any StandardScalar.Type),
      let representable = type as? any ScalarValueRepresentable.Type
    else { return nil }
    guard case .Scalar(let scalar) = value else { throw mismatch(type) }
    return try Self.value(representable, of: scalar)
  }

  private static func value<Result: ScalarValueRepresentable>(
    _ type: Result.Type, of scalar: ScalarValue
  ) throws -> Any { try type.fromScalarValue(scalar).get() }

  /// Returns the place of a text that was encoded at the root.
  private func rootText() throws -> DecodedPlace {
    let key = AutomergeDecoder.rootTextKey
    let text = try document.get(obj: .ROOT, key: key)
    return step(text ?? .Scalar(.Null), in: .ROOT, .Key(key))
  }

  func bool() throws -> Bool {
    guard case .Scalar(.Boolean(let bool)) = value else { throw mismatch(Bool.self) }
    return bool
  }

  func string() throws -> String {
    switch value {
    case .Scalar(.String(let string)): return string
    case .Object(let object, .Text): return try document.text(obj: object)
    default: throw mismatch(String.self)
    }
  }

  func double() throws -> Double {
    switch value {
    case .Scalar(.F64(let number)): return number
    case .Scalar(.Int(let integer)): return Double(integer)
    case .Scalar(.Uint(let integer)): return Double(integer)
    default: throw mismatch(Double.self)
    }
  }

  func float() throws -> Float {
    let number = try double()
    let float = Float(number)
    guard float.isFinite || !number.isFinite else {
      throw corrupted("The number is outside the range of Float.")
    }
    return float
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    let exact: Integer?
    switch value {
    case .Scalar(.Int(let integer)): exact = Integer(exactly: integer)
    case .Scalar(.Uint(let integer)): exact = Integer(exactly: integer)
    default: throw mismatch(type)
    }
    guard let exact else { throw corrupted("The integer is outside the range of \(type).") }
    return exact
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path,
      debugDescription: "The document has a value of type \(TypeOfAutomergeValue(value)) at "
        + "\(path.stringPath()), where \(type) is expected.")
    return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func corrupted(_ fault: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path, debugDescription: "\(fault) It is at \(path.stringPath())."))
  }

  /// Returns the place of a value inside this one.
  ///
  /// The depth stays the same, because the value is not yet being decoded.
  func step(_ value: Value, in object: ObjId, _ prop: Prop) -> DecodedPlace {
    DecodedPlace(
      value, at: CodingPlace(object: object, prop: prop), path: path + [AnyCodingKey(prop)],
      depth: depth, in: context)
  }

  /// Returns the same place with a greater depth, for a nested container that a type requests.
  func nested() throws -> DecodedPlace {
    try requireDepth()
    return DecodedPlace(value, at: place, path: path, depth: depth + 1, in: context)
  }
}
