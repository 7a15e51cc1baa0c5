/// Lays out a compact JSON text with line breaks and indentation.
package enum JSONPrettyPrinter {
  /// The deepest indentation.
  ///
  /// Deeper lines are not indented further, so that the size of a deeply nested text is not
  /// quadratic in its depth.
  private static let deepest = 100

  /// Lays out a text.
  ///
  /// - Parameter text: Well-formed JSON without white space between its tokens.
  /// - Returns: The text with each element and member on its own line, indented by two spaces for
  ///   each level.
  /// - Complexity: O(*n*), without recursion.
  package static func print(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count * 2)
    var depth = 0
    var index = 0
    func breakLine() {
      result.append(0x0A)
      result.append(contentsOf: repeatElement(0x20, count: min(depth, deepest) * 2))
    }
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x22:
        let end = JSONScanner.endOfString(text.span, from: index)
        result.append(contentsOf: text[index..<end])
        index = end
        continue
      case 0x7B, 0x5B:
        result.append(byte)
        // In ASCII, the code of a closing bracket is its opening bracket's code plus two.
        if index + 1 < text.count, text[index + 1] == byte + 2 {
          result.append(byte + 2)
          index += 2
          continue
        }
        depth += 1
        breakLine()
      case 0x7D, 0x5D:
        depth -= 1
        breakLine()
        result.append(byte)
      case 0x2C:
        result.append(byte)
        breakLine()
      case 0x3A:
        result.append(byte)
        result.append(0x20)
      default:
        result.append(byte)
      }
      index += 1
    }
    return result
  }
}
