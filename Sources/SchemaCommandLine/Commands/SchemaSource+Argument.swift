#if CommandLine
import ArgumentParser

extension SchemaSource: ExpressibleByArgument {
  /// Accepts any argument; whether such a schema exists is checked when it is used.
  ///
  /// - Parameter argument: The argument.
  init?(argument: String) {
    self.init(argument)
  }

  /// Completes the names of files.
  static var defaultCompletionKind: CompletionKind { .file(extensions: ["json"]) }

  /// The help text for a command that reads the schema from standard input.
  static var help: ArgumentHelp { help(input: "standard input") }

  /// The help text for a command that reads something from standard input instead.
  static func help(input: String) -> ArgumentHelp {
    let samples = Sample.allCases.map(\.rawValue).joined(separator: ", ")
    return ArgumentHelp(
      "A JSON Schema file, - for \(input), or a sample: \(samples).", valueName: "schema")
  }
}
#endif
