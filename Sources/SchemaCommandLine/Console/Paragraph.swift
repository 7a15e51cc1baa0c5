extension String {
  /// The text in lines, broken at spaces, and within a word only if the word alone is too long.
  ///
  /// - Parameters:
  ///   - columns: How many columns a line has, its indentation included.
  ///   - indentation: How many columns each line is moved to the right.
  /// - Returns: The lines, without the spaces at which they were broken.
  func paragraph(columns: Int, indentation: Int = 0) -> [String] {
    let room = max(8, columns - indentation)
    var lines: [String] = []
    var line = ""
    var width = 0
    for word in visible.split(separator: " ") {
      let wordWidth = String(word).columns
      if width > 0, width + 1 + wordWidth <= room {
        line += " \(word)"
        width += 1 + wordWidth
        continue
      }
      if width > 0 { lines.append(line) }
      line = ""
      width = 0
      for character in word {
        let characterWidth = String(character).columns
        if width + characterWidth > room {
          lines.append(line)
          line = ""
          width = 0
        }
        line.append(character)
        width += characterWidth
      }
    }
    if width > 0 { lines.append(line) }
    let space = String(repeating: " ", count: indentation)
    return lines.map { space + $0 }
  }
}
