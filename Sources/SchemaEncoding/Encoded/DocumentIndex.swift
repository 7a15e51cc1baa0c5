import SchemaModel

/// Where the objects and arrays of a JSON text end, so that any of them can be stepped over.
///
/// The text is one that this module wrote: compact and well-formed.
final class DocumentIndex: Sendable {
  let bytes: EncodedBytes

  /// The offsets of opening brackets in ascending order, and those of the brackets that close them.
  private let opening: [Int]
  private let closing: [Int]

  init(_ bytes: EncodedBytes) {
    self.bytes = bytes
    let text = bytes.buffer
    var opening: [Int] = []
    var closing: [Int] = []
    var open: [Int] = []
    var index = 0
    while index < text.count {
      switch text[index] {
      case 0x22:
        index = Self.endOfString(text, from: index)
        continue
      case 0x7B, 0x5B:
        open.append(opening.count)
        opening.append(index)
        closing.append(index)
      case 0x7D, 0x5D:
        if let last = open.popLast() { closing[last] = index }
      default: break
      }
      index += 1
    }
    self.opening = opening
    self.closing = closing
  }

  /// The offset behind the string that begins at an offset.
  static func endOfString(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start + 1
    while index < text.count {
      if text[index] == 0x22 { return index + 1 }
      index += text[index] == 0x5C ? 2 : 1
    }
    return text.count
  }

  /// The offset behind the value that begins at an offset.
  func endOfValue(from start: Int) -> Int {
    let text = bytes.buffer
    guard start < text.count else { return text.count }
    switch text[start] {
    case 0x22: return Self.endOfString(text, from: start)
    case 0x7B, 0x5B:
      var low = 0
      var high = opening.count
      while low < high {
        let middle = (low + high) / 2
        if opening[middle] < start { low = middle + 1 } else { high = middle }
      }
      return low < closing.count ? closing[low] + 1 : text.count
    default:
      var index = start
      while index < text.count, text[index] != 0x2C, text[index] != 0x7D, text[index] != 0x5D {
        index += 1
      }
      return index
    }
  }

  /// The members of an object, or the elements of an array (with empty names).
  func members(of range: Range<Int>) -> [(name: String, value: Range<Int>)] {
    let text = bytes.buffer
    guard range.count > 2 else { return [] }
    let isObject = text[range.lowerBound] == 0x7B
    var members: [(name: String, value: Range<Int>)] = []
    var index = range.lowerBound + 1
    while index < range.upperBound - 1 {
      var name = ""
      if isObject {
        let end = Self.endOfString(text, from: index)
        name = string(index..<end)
        index = end + 1
      }
      let end = endOfValue(from: index)
      members.append((name, index..<end))
      index = end + 1
    }
    return members
  }

  /// The string that stands, with its quotes, in a range.
  func string(_ range: Range<Int>) -> String {
    guard range.count > 2 else { return "" }
    let content = bytes.buffer[(range.lowerBound + 1)..<(range.upperBound - 1)]
    return JSONText.unescaped(ArraySlice(content))
  }

  func first(_ range: Range<Int>) -> UInt8 { range.isEmpty ? 0 : bytes.buffer[range.lowerBound] }

  /// The value in a range; schemas within it, which the keyword tells, stay where they are.
  func value(_ range: Range<Int>, of keyword: String?) -> SchemaValue {
    let byte = first(range)
    switch (byte, keyword.flatMap(SchemaPosition.init(keyword:))) {
    case (0x7B, .schema): return .schema(EncodedSchema.Node(document: self, range: range))
    case (0x5B, .schemas):
      return .schemas(
        members(of: range).map { EncodedSchema.Node(document: self, range: $0.value) })
    case (0x7B, .namedSchemas):
      return .namedSchemas(
        members(of: range).map {
          SchemaValue.NamedSchema(
            name: $0.name, schema: EncodedSchema.Node(document: self, range: $0.value))
        })
    default: return plainValue(range, depth: 0)
    }
  }

  /// Values nest as deep as they were decoded, which is bounded; what is deeper reads as `null`.
  private func plainValue(_ range: Range<Int>, depth: Int) -> SchemaValue {
    guard depth <= EncodedSchema.codingDepth else { return .null }
    switch first(range) {
    case 0x7B:
      return .object(
        members(of: range).map {
          SchemaValue.Member(name: $0.name, value: plainValue($0.value, depth: depth + 1))
        })
    case 0x5B: return .array(members(of: range).map { plainValue($0.value, depth: depth + 1) })
    case 0x22: return .string(string(range))
    case UInt8(ascii: "t"): return .boolean(true)
    case UInt8(ascii: "f"): return .boolean(false)
    case UInt8(ascii: "n"): return .null
    default:
      return SchemaNumber(text: bytes.buffer[range]).map { SchemaValue.number($0) } ?? .null
    }
  }
}

/// What of a keyword's value is a schema.
enum SchemaPosition {
  case schema
  case schemas
  case namedSchemas

  init?(keyword: String) {
    switch keyword {
    case "items", "additionalProperties": self = .schema
    case "anyOf", "allOf", "oneOf", "prefixItems": self = .schemas
    case "properties", "patternProperties", "$defs": self = .namedSchemas
    default: return nil
    }
  }
}
