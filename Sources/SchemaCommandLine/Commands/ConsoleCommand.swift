#if CommandLine
import ArgumentParser

/// A command that writes to a console, which tests replace.
protocol ConsoleCommand: ParsableCommand {
  /// When its text is colored.
  var color: ColorChoice { get }

  /// Runs the command.
  ///
  /// - Parameter console: The console.
  /// - Throws: ``ExitStatus`` if the report is written and the answer is no, or the error to report.
  func run(on console: inout some Console) throws
}

extension ConsoleCommand {
  var color: ColorChoice { .auto }

  /// Runs the command and reports an error on the console.
  ///
  /// A pipe that is closed early, as by `head`, ends the command without a message.
  ///
  /// - Parameter console: The console.
  /// - Returns: The exit status.
  func perform(on console: inout some Console) -> ExitStatus {
    defer { console.showProgress(nil) }
    console.display.isColored = color.isColored(on: console.display)
    do {
      try run(on: &console)
      return .success
    } catch let status as ExitStatus {
      return status
    } catch let failure as WriteFailure where failure.isClosedPipe {
      return .success
    } catch let failure as WriteFailure {
      console.report(error: CommandError.unwritable(path: nil, reason: failure.reason))
      return .trouble
    } catch {
      console.report(error: error)
      return .trouble
    }
  }
}

extension Console {
  /// Reports an error: the place and the problem, and the remedy on a second line.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - source: The name of the file or other source that the error is about.
  mutating func report(error: any Error, in source: String? = nil) {
    guard let finding = Finding(error, in: source) else {
      let description = ErrorDescription(error)
      let problem: StyledLine = "error: \(description.problem)"
      return description.remedy.map { report(problem, "  \($0)") } ?? report(problem)
    }
    report(finding)
  }

  /// Reports a finding as a message.
  ///
  /// - Parameter finding: The finding.
  mutating func report(_ finding: Finding) {
    for line in finding.lines { report(line) }
  }
}
#endif
