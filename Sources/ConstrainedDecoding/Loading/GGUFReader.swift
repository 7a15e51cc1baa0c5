/// An error of ``GGUFReader``.
enum GGUFError: Error {
  /// The bytes end within the metadata.
  case endsEarly
  /// The file is damaged, or is not supported.
  case rejected(VocabularyError)

  /// The error for users.
  var vocabularyError: VocabularyError {
    switch self {
    case .endsEarly: TokenizerFile.malformed("it ends within its metadata")
    case .rejected(let error): error
    }
  }
}

/// Reads the metadata of a GGUF file, which holds numbers in little-endian order.
struct GGUFReader {
  /// A value of the metadata; only the types of values that describe tokenizers are kept.
  enum Value {
    case string(String)
    case integer(Int64)
    /// Texts. A text that is not UTF-8 is `nil`.
    case strings([String?])
    case integers([Int64])
    case other
  }

  private let bytes: [UInt8]
  private var offset = 4

  /// The supported versions of the format.
  private static let versions: ClosedRange<UInt64> = 2...3

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the metadata, and returns the values whose names begin with a prefix.
  mutating func metadata(prefix: String) throws(GGUFError) -> [String: Value] {
    let version = try integer(4)
    guard Self.versions.contains(version) else {
      throw .rejected(TokenizerFile.unsupported("GGUF of version \(version)"))
    }
    _ = try integer(8)
    let count = try integer(8)
    var values: [String: Value] = [:]
    var index: UInt64 = 0
    while index < count {
      index += 1
      let name = try string()
      let kind = try integer(4)
      let value = try value(kind)
      if let name, name.hasPrefix(prefix) { values[name] = value }
    }
    return values
  }

  private mutating func value(_ kind: UInt64) throws(GGUFError) -> Value {
    if kind == 8 { return try string().map { .string($0) } ?? .other }
    guard kind == 9 else { return try scalar(kind).map { .integer($0) } ?? .other }
    let element = try integer(4)
    let count = try integer(8)
    var strings: [String?] = []
    var integers: [Int64] = []
    var index: UInt64 = 0
    while index < count {
      index += 1
      if element == 8 {
        strings.append(try string())
      } else if let number = try scalar(element) {
        integers.append(number)
      }
    }
    if element == 8 { return .strings(strings) }
    // An array of floating-point numbers does not describe tokens.
    return integers.count == count ? .integers(integers) : .other
  }

  /// Reads a number or a truth value; `nil` for a floating-point number.
  private mutating func scalar(_ kind: UInt64) throws(GGUFError) -> Int64? {
    let sizes: [UInt64: Int] = [
      0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8,
    ]
    // An array of arrays is an error, too. Such arrays do not describe tokenizers, and are not in
    // use.
    guard let size = sizes[kind] else {
      throw .rejected(TokenizerFile.malformed("a value has the unknown type \(kind)"))
    }
    let bits = try integer(size)
    switch kind {
    case 1: return Int64(Int8(truncatingIfNeeded: bits))
    case 3: return Int64(Int16(truncatingIfNeeded: bits))
    case 5: return Int64(Int32(truncatingIfNeeded: bits))
    case 6, 12: return nil
    default: return Int64(truncatingIfNeeded: bits)
    }
  }

  /// Reads a text; `nil` if the text is not UTF-8.
  private mutating func string() throws(GGUFError) -> String? {
    let count = try integer(8)
    guard count <= UInt64(bytes.count - offset) else { throw .endsEarly }
    let end = offset + Int(count)
    defer { offset = end }
    return String(validating: bytes[offset..<end], as: UTF8.self)
  }

  private mutating func integer(_ size: Int) throws(GGUFError) -> UInt64 {
    guard bytes.count - offset >= size else { throw .endsEarly }
    var value: UInt64 = 0
    for index in (0..<size).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
    offset += size
    return value
  }
}
