extension String {
  /// The approximate number of columns of the text in a font of fixed width.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Returns the text, or its beginning and `…` if it needs more columns.
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

  /// Returns the text with spaces after it, or before it.
  func padded(to columns: Int, isTrailing: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, columns - self.columns))
    return isTrailing ? space + self : self + space
  }
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
