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
    case .samples: try console.write(samples.map { StyledLine($0.rawValue) })
    case .dialects: try console.write(dialects.map { StyledLine($0) })
    case nil:
      let width = samples.map(\.rawValue.count).max() ?? 0
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
#endif
