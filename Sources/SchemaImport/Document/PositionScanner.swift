/// Finds where values stand in a text that is known to be a JSON document.
///
/// A ``SchemaDocument`` numbers values in the order of the text, so the places of any number of
/// them are found by going over the text once.
struct PositionScanner {
  private let text: ArraySlice<UInt8>
  private var index: Int
  private var line = 1
  /// Up to where scalars of the line were counted, and how many there are.
  private var counted: Int
  private var column = 1

  init(_ text: [UInt8]) {
    self.text = text[...]
    index = 0
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    counted = index
  }

  /// The positions of values.
  ///
  /// - Parameter nodes: The numbers of the values, in rising order and each once.
  /// - Returns: A position for each; fewer if the text has fewer values.
  /// - Complexity: Linear in the length of the text up to the last value.
  mutating func positions(of nodes: [Int]) -> [GeneratedContentParser.Position] {
    var found: [GeneratedContentParser.Position] = []
    var node = 0
    // Whether each object or array that is open is an object, and in it a name comes next.
    var isObject: [Bool] = []
    var expectsName = false
    while found.count < nodes.count, index < text.endIndex {
      let byte = text[index]
      switch byte {
      case 0x20, 0x09, 0x0D: index += 1
      case 0x0A:
        index += 1
        line += 1
        counted = index
        column = 1
      case UInt8(ascii: ","):
        index += 1
        expectsName = isObject.last ?? false
      case UInt8(ascii: ":"):
        index += 1
        expectsName = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        index += 1
        isObject.removeLast(isObject.isEmpty ? 0 : 1)
        expectsName = false
      case UInt8(ascii: "\"") where expectsName:
        skipString()
      default:
        if nodes[found.count] == node {
          found.append(position())
        }
        node += 1
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          index += 1
          isObject.append(byte == UInt8(ascii: "{"))
          expectsName = byte == UInt8(ascii: "{")
        case UInt8(ascii: "\""): skipString()
        default: skipWord()
        }
      }
    }
    return found
  }

  private mutating func position() -> GeneratedContentParser.Position {
    // Bytes that continue a scalar do not count.
    column += text[counted..<index].count { $0 & 0xC0 != 0x80 }
    counted = index
    return GeneratedContentParser.Position(offset: index, line: line, column: column)
  }

  private mutating func skipString() {
    index += 1
    while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  /// Skips a number or a literal.
  private mutating func skipWord() {
    index += 1
    while index < text.endIndex, !Self.ends(text[index]) { index += 1 }
  }

  private static func ends(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): true
    default: false
    }
  }
}
