#if CommandLine
import ArgumentParser

extension SchemaSource: ExpressibleByArgument {
  /// Takes any argument: whether there is such a schema shows when it is used.
  ///
  /// - Parameter argument: The argument.
  init?(argument: String) {
    self.init(argument)
  }

  /// Completes the names of the samples.
  static var defaultCompletionKind: CompletionKind { .list(Sample.allCases.map(\.rawValue)) }

  /// What to give, for the help of a command.
  static var help: ArgumentHelp {
    let samples = Sample.allCases.map(\.rawValue).joined(separator: ", ")
    return ArgumentHelp("The sample: \(samples).", valueName: "sample")
  }
}
#endif
