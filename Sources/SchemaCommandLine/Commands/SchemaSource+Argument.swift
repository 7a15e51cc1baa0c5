#if CommandLine
import ArgumentParser

extension SchemaSource: ExpressibleByArgument {
  /// Takes any argument: whether there is such a schema shows when it is used.
  ///
  /// - Parameter argument: The argument.
  init?(argument: String) {
    self.init(argument)
  }

  /// Completes the names of files.
  static var defaultCompletionKind: CompletionKind { .file(extensions: ["json"]) }

  /// What to give, for the help of a command.
  static var help: ArgumentHelp {
    let samples = Sample.allCases.map(\.rawValue).joined(separator: ", ")
    return ArgumentHelp(
      "A JSON Schema file, - for standard input, or a sample: \(samples).", valueName: "schema")
  }
}
#endif
