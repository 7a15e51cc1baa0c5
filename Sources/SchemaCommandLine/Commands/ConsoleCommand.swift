#if CommandLine
import ArgumentParser
import SchemaKit

/// A command that writes to a console, which tests replace.
protocol ConsoleCommand: ParsableCommand {
  /// Runs the command.
  ///
  /// - Parameter console: The console.
  /// - Throws: The error to report.
  func run(on console: inout some Console) throws
}

extension ConsoleCommand {
  /// Runs the command on the console of the process.
  ///
  /// - Throws: The exit status, if it is not 0 or there is nothing more to do.
  func run() throws {
    OutputFile.reportClosedPipes()
    var console = StandardConsole()
    try perform(on: &console)
  }

  /// Runs the command and reports an error on the console.
  ///
  /// A pipe that is closed early, as by `head`, ends the command without a message.
  ///
  /// - Parameter console: The console.
  /// - Throws: The exit status, if there is nothing more to do.
  func perform(on console: inout some Console) throws(ExitCode) {
    defer { console.showProgress(nil) }
    do {
      try run(on: &console)
    } catch let code as ExitCode {
      // The error has been reported.
      throw code
    } catch let failure as WriteFailure where failure.isClosedPipe {
      throw .success
    } catch let failure as WriteFailure {
      console.report(.error(CommandError.unwritable(path: nil, reason: failure.reason)))
      throw .failure
    } catch {
      console.report(.error(error))
      throw .failure
    }
  }
}

extension String {
  /// The error as the command reports it: the problem, and the remedy on a second line.
  fileprivate static func error(_ error: any Error) -> String {
    let finding = Finding(describing: error)
    let isPlaced = error is SchemaError || error is SchemaImportError
    let problem = "error: \(isPlaced ? "At \(finding.place): " : "")\(finding.problem)"
    return finding.remedy.map { "\(problem)\n  \($0)" } ?? problem
  }
}
#endif
