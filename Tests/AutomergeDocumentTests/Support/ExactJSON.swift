import Foundation

/// A JSON text whose strings and keys keep their bytes: `String` and `Dictionary` would take keys
/// that differ only in normalization for one.
enum ExactJSON: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(String)
  case string([UInt8])
  case array([ExactJSON])
  case object([Member])

  struct Member: Equatable, Sendable {
    let key: [UInt8]
    let value: ExactJSON
  }

  struct Fault: Error {
    let offset: Int
  }

  init(contentsOf url: URL) throws {
    var reader = Reader(bytes: Array(try Data(contentsOf: url)))
    self = try reader.value()
  }

  subscript(name: String) -> ExactJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == Array(name.utf8) }?.value
  }

  var text: String? {
    guard case .string(let bytes) = self else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  var elements: [ExactJSON] { if case .array(let elements) = self { elements } else { [] } }

  var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  var isTrue: Bool { self == .boolean(true) }

  private struct Reader {
    let bytes: [UInt8]
    var offset = 0

    mutating func value() throws -> ExactJSON {
      skipSpace()
      switch try peek() {
      case UInt8(ascii: "{"): return .object(try list(UInt8(ascii: "}")) { try $0.member() })
      case UInt8(ascii: "["): return .array(try list(UInt8(ascii: "]")) { try $0.value() })
      case UInt8(ascii: "\""): return .string(try string())
      default:
        let start = offset
        while offset < bytes.count, !",]}\n ".utf8.contains(bytes[offset]) { offset += 1 }
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true", "false": return .boolean(word == "true")
        default: return .number(word)
        }
      }
    }

    private mutating func list<Element>(
      _ end: UInt8, _ element: (inout Reader) throws -> Element
    ) throws -> [Element] {
      var elements: [Element] = []
      offset += 1
      skipSpace()
      while try peek() != end {
        elements.append(try element(&self))
        skipSpace()
        if try peek() == UInt8(ascii: ",") { offset += 1 }
        skipSpace()
      }
      offset += 1
      return elements
    }

    private mutating func member() throws -> Member {
      let key = try string()
      skipSpace()
      offset += 1
      return Member(key: key, value: try value())
    }

    /// A string, whose escapes Foundation reads.
    private mutating func string() throws -> [UInt8] {
      let start = offset
      offset += 1
      while try peek() != UInt8(ascii: "\"") { offset += try peek() == UInt8(ascii: "\\") ? 2 : 1 }
      offset += 1
      let literal = bytes[start..<offset]
      if !literal.contains(UInt8(ascii: "\\")) { return Array(literal.dropFirst().dropLast()) }
      return Array(try JSONDecoder().decode(String.self, from: Data(literal)).utf8)
    }

    private mutating func skipSpace() {
      while offset < bytes.count, " \n\r\t".utf8.contains(bytes[offset]) { offset += 1 }
    }

    private func peek() throws -> UInt8 {
      guard offset < bytes.count else { throw Fault(offset: offset) }
      return bytes[offset]
    }
  }
}
