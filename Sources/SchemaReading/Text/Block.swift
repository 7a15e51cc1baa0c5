/// The text of a string that stands as a block: between triple quotes, or in a fence.
enum Block {
  /// Returns the text of a block.
  ///
  /// If the first line is empty, the lines between are the text, as in other languages: without the
  /// blanks that all lines begin with, and without the last line if it is blank.
  static func text(of block: String) -> String {
    var lines = block.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n"
    }
    guard lines.count > 1, isBlank(lines[0]) else { return block }
    lines.removeFirst()
    if lines.count > 1, let last = lines.last, isBlank(last) { lines.removeLast() }
    let indents = lines.filter { !isBlank($0) }.map { $0.prefix { $0 == " " || $0 == "\t" } }
    let shared = indents.min { $0.count < $1.count } ?? ""
    let isShared = indents.allSatisfy { $0.hasPrefix(shared) }
    return lines.map { line in
      isBlank(line) ? "" : String(isShared ? line.dropFirst(shared.count) : line)
    }.joined(separator: "\n")
  }

  private static func isBlank(_ line: Substring) -> Bool {
    line.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\r" }
  }
}
