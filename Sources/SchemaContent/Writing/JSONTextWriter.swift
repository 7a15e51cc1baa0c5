import SchemaModel

/// Writes content as JSON text, step by step along a ``ContentWalk``.
struct JSONTextWriter {
  private(set) var output: [UInt8] = []
  private let format: GeneratedContent.JSONFormat
  private var depth = 0
  /// Whether nothing has been written in the innermost container.
  private var isFirst = true
  /// Whether a key has been written whose value comes next.
  private var isAfterKey = false

  init(_ format: GeneratedContent.JSONFormat) {
    self.format = format
  }

  mutating func write(_ content: GeneratedContent) {
    withExtendedLifetime(content) {
      var walk = ContentWalk(content)
      while let step = walk.next() { write(step) }
    }
  }

  private mutating func write(_ step: ContentWalk.Step) {
    switch step {
    case .endArray: return end(UInt8(ascii: "]"))
    case .endObject: return end(UInt8(ascii: "}"))
    default: separate()
    }
    switch step {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .integer(let value): append(value)
    case .number(let text): output.append(contentsOf: text)
    case .string(let text): appendQuoted(text)
    case .key(let text):
      appendQuoted(text)
      append(format == .compact ? ":" : ": ")
      isAfterKey = true
    case .beginArray: begin(UInt8(ascii: "["))
    case .beginObject: begin(UInt8(ascii: "{"))
    case .endArray, .endObject: break
    }
  }

  private mutating func begin(_ bracket: UInt8) {
    output.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if !isFirst { breakLine() }
    output.append(bracket)
    isFirst = false
  }

  /// Writes what stands before a key or an element.
  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    if depth > 0 {
      if !isFirst { append(format == .singleLine ? ", " : ",") }
      breakLine()
    }
    isFirst = false
  }

  private mutating func breakLine() {
    guard format == .pretty else { return }
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }

  private mutating func append(_ text: StaticString) {
    output.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ value: Int64) {
    if value >= 0, value < 10 { return output.append(UInt8(ascii: "0") + UInt8(value)) }
    var description = value.description
    description.withUTF8 { output.append(contentsOf: $0) }
  }

  // MARK: Strings

  private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    output.append(UInt8(ascii: "\""))
    if let base = text.baseAddress {
      var start = 0
      while true {
        let end = TextScan.endOfClean(base, from: start, to: text.count)
        output.append(contentsOf: UnsafeBufferPointer(start: base + start, count: end - start))
        guard end < text.count else { break }
        appendEscape(of: base[end])
        start = end + 1
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0..<0x20:
      append("\\u00")
      output.append(JSONTextWriter.hexadecimalDigit(byte >> 4))
      output.append(JSONTextWriter.hexadecimalDigit(byte & 0xF))
    default:
      output.append(UInt8(ascii: "\\"))
      output.append(byte)
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
