#if CommandLine
import ArgumentParser

/// `schema explain`: explains the code of a finding.
struct ExplainCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains the code of a finding, or lists all codes.",
    discussion: "For example: schema explain dialect.pattern")

  @Argument(
    help: ArgumentHelp("The code of a finding, which a report has in brackets.", valueName: "code"),
    completion: .list(Rule.all.map(\.code)))
  var code: String?

  func run(on console: inout some Console) throws {
    guard let code else {
      return try console.write(Rule.all.map { StyledLine($0.code) })
    }
    guard let rule = Rule.named(code) else {
      throw CommandError.unknownRule(code, known: Rule.all.map(\.code))
    }
    try console.write(["\(rule.code, .strong)"] + rule.meaning.wrapped(to: 80))
  }
}

extension String {
  /// Returns the text in lines, broken at spaces.
  fileprivate func wrapped(to columns: Int) -> [StyledLine] {
    var lines: [String] = []
    for word in split(separator: " ").map(String.init) {
      if let line = lines.last, line.columns + 1 + word.columns <= columns {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines.map { StyledLine($0) }
  }
}
#endif
