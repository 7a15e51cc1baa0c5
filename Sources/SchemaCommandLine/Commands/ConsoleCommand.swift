#if CommandLine
import ArgumentParser
import SchemaKit

/// A command that writes to a console, which need not be the one of the process.
protocol ConsoleCommand: ParsableCommand {
  /// Does what the command is for.
  ///
  /// - Parameter console: Where to write.
  /// - Throws: What went wrong, for people to read.
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

  /// Runs the command and says on the console what went wrong, if something did.
  ///
  /// A pipe that is closed early, as by `head`, ends the command without a word.
  ///
  /// - Parameter console: Where to write.
  /// - Throws: The exit status, if there is nothing more to do.
  func perform(on console: inout some Console) throws(ExitCode) {
    defer { console.showProgress(nil) }
    do {
      try run(on: &console)
    } catch let code as ExitCode {
      // Everything that there is to say was said.
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
  /// An error as the command tells it: what is wrong, and in a second line what to do about it.
  fileprivate static func error(_ error: any Error) -> String {
    let finding = Finding(describing: error)
    let isPlaced = error is SchemaError || error is SchemaImportError
    let problem = "error: \(isPlaced ? "At \(finding.place): " : "")\(finding.problem)"
    return finding.remedy.map { "\(problem)\n  \($0)" } ?? problem
  }
}
#endif
