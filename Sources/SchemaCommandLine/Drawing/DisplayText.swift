extension String {
  /// The text on a single line, with control characters made visible.
  ///
  /// It is quoted if it is empty, or begins or ends with a space.
  var visible: String {
    if isEmpty || first == " " || last == " " { return "\"\(printable)\"" }
    return printable
  }

  private var printable: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0..<0x20: text.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: text.append("\u{2421}")
      // Other line breaks, and what XML does not allow.
      case 0x80..<0xA0, 0x2028, 0x2029, 0xFFFE, 0xFFFF: text.append("\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// The approximate number of columns of the text in a font of fixed width.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text, or its beginning and `…` if it needs more columns.
  ///
  /// - Parameter columns: How many columns there are.
  /// - Returns: The text that fits.
  func fitted(to columns: Int) -> String {
    var width = 0
    var fitting = startIndex
    for index in indices {
      width += self[index].columns
      if width > columns { return self[..<fitting] + "…" }
      if width < columns { fitting = self.index(after: index) }
    }
    return self
  }

  /// The text in lines that fit, broken at spaces where there are some.
  ///
  /// - Parameters:
  ///   - columns: How many columns a line has.
  ///   - maximum: The largest number of lines; if there is more text, the last one ends with `…`.
  /// - Returns: The lines; none for a text of nothing but spaces.
  func wrapped(to columns: Int, lines maximum: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if line.columns + 1 + word.columns <= columns {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
        // One line more than there may be shows that there is a rest.
        if lines.count > maximum { break }
      }
    }
    if !line.isEmpty { lines.append(line) }
    if lines.count > maximum {
      lines.removeLast(lines.count - maximum)
      if let last = lines.popLast() { lines.append((last + " …")) }
    }
    return lines.map { $0.fitted(to: columns + 2) }
  }
}

extension Substring {
  fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
  /// The approximate number of columns of the character: two for wide ones, such as most emoji.
  fileprivate var columns: Int {
    guard let scalar = unicodeScalars.first, !isASCII else { return 1 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
