/// Texts of at least a given number of characters.
extension MarkedText {
  /// The place of a text that is shorter than its field.
  enum Alignment {
    case left
    case right
    case center
  }

  /// Returns the text with fillers before or behind it, to a width.
  ///
  /// As in Python, an odd filler in the middle is before the text if the width is odd.
  func padded(
    to width: Int, with filler: MarkedText = MarkedText(" "), _ alignment: Alignment,
    _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    guard width > count else { return self }
    let missing = width - count
    let before =
      switch alignment {
      case .left: 0
      case .right: missing
      case .center: missing / 2 + (missing & width & 1)
      }
    let start = try filler.repeated(before, budget)
    return start + self + (try filler.repeated(missing - before, budget))
  }

  /// Returns the text a number of times.
  func repeated(_ times: Int, _ budget: RenderingBudget) throws(TemplateError) -> MarkedText {
    guard !isEmpty, times > 0 else { return MarkedText() }
    let length = count.multipliedReportingOverflow(by: times)
    guard !length.overflow, length.partialValue <= budget.longestText else {
      throw TemplateError(
        .limitExceeded,
        "A text that is repeated \(times) times has more than \(budget.longestText) characters.")
    }
    try budget.spend(length.partialValue)
    return (0..<times).reduce(into: MarkedText()) { result, _ in result += self }
  }

  /// Returns the text with spaces in place of its tabs, to the next multiple of a size.
  func expandingTabs(
    _ size: Int, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    var result = MarkedText()
    var column = 0
    for index in 0..<count {
      if scalars[index] == "\t" {
        let missing = size > 0 ? size - column % size : 0
        result += try MarkedText(" ", source: sources[index]).repeated(missing, budget)
        column += missing
        try budget.check(result)
      } else {
        result.append(scalars[index], source: sources[index])
        column = "\n\r".unicodeScalars.contains(scalars[index]) ? 0 : column + 1
      }
    }
    return result
  }
}
