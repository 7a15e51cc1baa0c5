import ContentStorage
import SchemaModel
import SchemaText

/// Writes content as JSON text on one line, step by step along a ``ContentWalk``.
struct JSONTextWriter {
  private(set) var output: [UInt8] = []
  private let hasSpaces: Bool
  /// `true` if the innermost container is still empty.
  private var isFirst = true
  /// `true` if a key has been written and its value comes next.
  private var isAfterKey = false

  /// Creates a writer that writes a space after each colon and comma, or none.
  init(hasSpaces: Bool) { self.hasSpaces = hasSpaces }

  mutating func write(_ content: GeneratedContent) {
    var walk = ContentWalk(content.stored)
    while let step = walk.next() { write(step, walk) }
  }

  private mutating func write(_ step: ContentWalk.Step, _ walk: borrowing ContentWalk) {
    switch step {
    case .endArray: return end(UInt8(ascii: "]"))
    case .endObject: return end(UInt8(ascii: "}"))
    default: separate()
    }
    switch step {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .integer(let value): output.appendJSON(value)
    case .number: walk.appendText(to: &output)
    case .string: appendQuoted(walk)
    case .key:
      appendQuoted(walk)
      appendSeparator(UInt8(ascii: ":"))
      isAfterKey = true
    case .beginArray: begin(UInt8(ascii: "["))
    case .beginObject: begin(UInt8(ascii: "{"))
    case .endArray, .endObject: break
    }
  }

  private mutating func begin(_ bracket: UInt8) {
    output.append(bracket)
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    output.append(bracket)
    isFirst = false
  }

  /// Writes the separator before a key or an element.
  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    if !isFirst { appendSeparator(UInt8(ascii: ",")) }
    isFirst = false
  }

  private mutating func appendSeparator(_ separator: UInt8) {
    output.append(separator)
    if hasSpaces { output.append(UInt8(ascii: " ")) }
  }

  private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

  private mutating func appendQuoted(_ walk: borrowing ContentWalk) {
    output.append(UInt8(ascii: "\""))
    let start = output.count
    walk.appendText(to: &output)
    output.escapeJSON(from: start)
    output.append(UInt8(ascii: "\""))
  }
}
