import SchemaModel
import SchemaText

/// The positions of the objects and arrays of a JSON text, so that any of them can be skipped.
///
/// The text is well-formed and compact, as this module writes it.
final class DocumentIndex: Sendable {
  let text: [UInt8]

  /// The names of keywords in the dialect of the document.
  let keywords: DialectRules.Keywords

  /// The offsets of opening brackets in ascending order, and the offsets of the matching closing
  /// brackets.
  private let opening: [Int]
  private let closing: [Int]

  init(_ text: [UInt8], _ keywords: DialectRules.Keywords) {
    self.text = text
    self.keywords = keywords
    var opening: [Int] = []
    var closing: [Int] = []
    var open: [Int] = []
    var scanner = JSONScanner(text)
    while let token = scanner.next() {
      switch token.kind {
      case .beginObject, .beginArray:
        open.append(opening.count)
        opening.append(token.range.lowerBound)
        closing.append(token.range.lowerBound)
      case .endObject, .endArray:
        if let last = open.popLast() { closing[last] = token.range.lowerBound }
      case .name, .string, .number, .literal: break
      }
    }
    self.opening = opening
    self.closing = closing
  }

  /// Returns the offset after the object or array that begins at an offset.
  private func end(from start: Int) -> Int {
    var low = 0
    var high = opening.count
    while low < high {
      let middle = (low + high) / 2
      if opening[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < closing.count ? closing[low] + 1 : text.count
  }

  /// Returns the members of an object, or the elements of an array with empty names.
  func members(of range: Range<Int>) -> [(name: String, value: Range<Int>)] {
    guard range.count > 2 else { return [] }
    var members: [(name: String, value: Range<Int>)] = []
    var scanner = JSONScanner(text, at: range.lowerBound + 1)
    var name = ""
    while let token = scanner.next() {
      switch token.kind {
      case .endObject, .endArray: return members
      case .name: name = scanner.string(token)
      case .string, .number, .literal: members.append((name, token.range))
      case .beginObject, .beginArray:
        let start = token.range.lowerBound
        members.append((name, start..<end(from: start)))
        scanner = JSONScanner(text, at: end(from: start))
      }
    }
    return members
  }

  /// Returns the first byte of a value, which determines its kind; `nil` for an empty text.
  func first(_ range: Range<Int>) -> UInt8? { text[range].first }

  /// Returns the value in a range.
  ///
  /// The keyword determines whether the value contains schemas. Schemas are not read further.
  func value(_ range: Range<Int>, of keyword: String?) -> SchemaValue {
    let byte = first(range)
    switch (byte, keyword.flatMap(keywords.position)) {
    case (UInt8(ascii: "{"), .schema):
      return .schema(EncodedSchema.Node(document: self, range: range))
    case (UInt8(ascii: "["), .schemas):
      return .schemas(
        members(of: range).map { EncodedSchema.Node(document: self, range: $0.value) })
    case (UInt8(ascii: "{"), .namedSchemas):
      return .namedSchemas(
        members(of: range).map { member in
          (name: member.name, schema: EncodedSchema.Node(document: self, range: member.value))
        })
    default: return plainValue(range, depth: 0)
    }
  }

  /// Returns a value that contains no schemas.
  ///
  /// No document reaches the limit on depth, because decoding and adaptations apply the same limit.
  private func plainValue(_ range: Range<Int>, depth: Int) -> SchemaValue {
    guard depth <= EncodedSchema.codingDepth else { return .null }
    switch first(range) {
    case UInt8(ascii: "{"):
      return .object(
        members(of: range).map { member in
          (name: member.name, value: plainValue(member.value, depth: depth + 1))
        })
    case UInt8(ascii: "["):
      return .array(members(of: range).map { plainValue($0.value, depth: depth + 1) })
    case UInt8(ascii: "\""):
      return .string(String(unescapingJSON: text[range].dropFirst().dropLast()))
    case UInt8(ascii: "t"): return .boolean(true)
    case UInt8(ascii: "f"): return .boolean(false)
    case UInt8(ascii: "n"): return .null
    default: return SchemaNumber(text: text[range]).map { .number($0) } ?? .null
    }
  }
}

/// The part of a keyword's value that is a schema.
enum SchemaPosition {
  case schema
  case schemas
  case namedSchemas
}

extension DialectRules.Keywords {
  /// The part of a keyword's value that is a schema; `nil` if there is none.
  func position(of keyword: String) -> SchemaPosition? {
    switch keyword {
    case self[.items], self[.additionalProperties]: .schema
    case self[.anyOf], self[.allOf], self[.prefixItems]: .schemas
    case self[.properties], self[.patternProperties], self[.definitions]: .namedSchemas
    default: nil
    }
  }
}
