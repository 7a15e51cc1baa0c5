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

  @Argument(help: ArgumentHelp("What to list.", valueName: "kind"))
  var subject: Subject?

  func run(on console: inout some Console) throws {
    let samples = Sample.allCases
    let dialects = DialectRegistry.standard.names
    switch subject {
    case .samples: try console.write(lines(samples.map(\.rawValue)))
    case .dialects: try console.write(lines(dialects))
    case nil:
      let width = samples.map(\.rawValue.count).max() ?? 0
      let described = samples.map { sample in
        let padding = String(repeating: " ", count: width - sample.rawValue.count)
        return "  \(sample.rawValue)\(padding)  \(sample.summary)"
      }
      let marked = dialects.map { $0 == JSONSchemaDialect().name ? "  \($0) (default)" : "  \($0)" }
      try console.write(lines(["Samples:"] + described + ["", "Dialects:"] + marked))
    }
  }

  private func lines(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}
#endif
