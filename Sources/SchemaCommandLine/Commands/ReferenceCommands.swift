#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema list`: lists the samples and the dialects.
struct ListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the samples and the dialects.",
    discussion: "With a kind, it writes only the names of that kind, one per line.")

  /// The kinds of lists.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case samples, dialects
  }

  @Argument(help: ArgumentHelp("The kind of names to list.", valueName: "kind"))
  var subject: Subject?

  func run(on console: inout some Console) throws {
    let samples = Sample.allCases
    let dialects = DialectRegistry.standard.names
    switch subject {
    case .samples: try console.write(Sample.names.map { StyledLine($0) })
    case .dialects: try console.write(dialects.map { StyledLine($0) })
    case nil:
      let width = Sample.names.map(\.count).max() ?? 0
      let described = samples.map { sample -> StyledLine in
        "  \(sample.rawValue.padded(to: width))  \(sample.summary)"
      }
      let marked = dialects.map { name -> StyledLine in
        "  \(name)\(name == JSONSchemaDialect().name ? " (default)" : "")"
      }
      try console.write(["Samples:"] + described + ["", "Dialects:"] + marked)
    }
  }
}

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
