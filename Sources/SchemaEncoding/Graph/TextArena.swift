import SchemaModel

/// A place in a text arena: a JSON string with its quotes, or another finished piece of JSON.
struct TextSpan: Sendable {
  var offset: UInt32
  var length: UInt32

  static let none = TextSpan(offset: 0, length: 0)

  var isNone: Bool { length == 0 }
}

/// Collects text in the form in which it is written, quoted and escaped once, however often it is
/// written.
struct TextArena {
  private(set) var output: OutputBuffer

  init(capacity: Int) {
    output = OutputBuffer(capacity: capacity)
  }

  /// Hands the text on; the arena must not be used any more.
  mutating func take() -> EncodedBytes { output.take() }

  /// Whether no more text fits: spans reach 4 GB.
  var isFull: Bool { output.count > Int(UInt32.max) - Int(Int32.max) }

  /// Adds a string as a JSON string.
  mutating func append(quoting string: String) -> TextSpan {
    let start = output.count
    output.append(quoting: string)
    return span(from: start)
  }

  /// Adds a reference to the definition whose name stands in a span, as a JSON string.
  mutating func append(pointerTo name: TextSpan) -> TextSpan {
    let range = Int(name.offset) + 1..<Int(name.offset + name.length) - 1
    guard !output.buffer[range].contains(UInt8(ascii: "\\")) else {
      return append(quoting: DefinitionRegistry.pointer(to: string(name)))
    }
    let start = output.count
    output.append("\"#/$defs/")
    for index in range {
      DefinitionRegistry.append(stepFor: output.buffer[index], to: &output)
    }
    output.append(UInt8(ascii: "\""))
    return span(from: start)
  }

  /// Adds a number.
  mutating func append(_ number: SchemaNumber) -> TextSpan {
    let start = output.count
    output.append(number)
    return span(from: start)
  }

  /// Adds strings as a JSON array.
  mutating func append(list strings: [String]) -> TextSpan {
    let start = output.count
    output.append(UInt8(ascii: "["))
    for (index, string) in strings.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.append(quoting: string)
    }
    output.append(UInt8(ascii: "]"))
    return span(from: start)
  }

  /// Adds scalars as a JSON array.
  mutating func append(list scalars: [SchemaScalar]) -> TextSpan {
    let start = output.count
    output.append(UInt8(ascii: "["))
    for (index, scalar) in scalars.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      switch scalar {
      case .string(let string): output.append(quoting: string)
      case .number(let number): output.append(number)
      case .boolean(let value): output.append(value ? "true" : "false")
      case .null: output.append("null")
      }
    }
    output.append(UInt8(ascii: "]"))
    return span(from: start)
  }

  /// The string in a span, without quotes and escapes.
  func string(_ span: TextSpan) -> String { span.string(in: output.buffer) }

  /// Whether a span holds ASCII alone.
  func isASCII(_ span: TextSpan) -> Bool {
    let range = Int(span.offset)..<Int(span.offset + span.length)
    return output.buffer[range].allSatisfy { $0 < 0x80 }
  }

  private func span(from start: Int) -> TextSpan {
    TextSpan(
      offset: UInt32(truncatingIfNeeded: start),
      length: UInt32(truncatingIfNeeded: output.count - start))
  }
}

extension TextSpan {
  /// The string here, without quotes and escapes.
  func string(in text: UnsafeBufferPointer<UInt8>) -> String {
    guard length >= 2 else { return "" }
    let start = Int(offset) + 1
    return JSONText.unescaped(ArraySlice(text[start..<(start + Int(length) - 2)]))
  }
}
