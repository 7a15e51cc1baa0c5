#if CommandLine
import ArgumentParser
import SchemaKit

/// A command that writes to a console, which tests replace.
protocol ConsoleCommand: ColoredCommand {
  /// Runs the command.
  ///
  /// - Parameter console: The console.
  /// - Throws: ``ExitStatus`` if the report is written and the answer is no, or the error to
  ///   report.
  func run(on console: inout some Console) throws
}

/// A command that writes to a console and waits for others, such as a server.
protocol AsyncConsoleCommand: ColoredCommand {
  /// Runs the command.
  ///
  /// - Parameter console: The console.
  /// - Throws: ``ExitStatus`` if the report is written and the answer is no, or the error to
  ///   report.
  func run(on console: inout some Console) async throws
}

/// A command that supports colors.
protocol ColoredCommand: ParsableCommand {
  /// The choice of colors for its text.
  var color: ColorChoice { get }
}

extension ColoredCommand {
  var color: ColorChoice { .auto }
}

extension ConsoleCommand {
  /// Runs the command and reports an error on the console.
  func perform(on console: inout some Console) -> ExitStatus {
    console.display.isColored = color.isColored(on: console.display)
    do {
      try run(on: &console)
      return console.end(with: nil)
    } catch {
      return console.end(with: error)
    }
  }
}

extension AsyncConsoleCommand {
  /// Runs the command and reports an error on the console.
  func perform(on console: inout some Console) async -> ExitStatus {
    console.display.isColored = color.isColored(on: console.display)
    do {
      try await run(on: &console)
      return console.end(with: nil)
    } catch {
      return console.end(with: error)
    }
  }
}

extension ExitStatus {
  /// Writes the result of a command, and then throws this status unless it is `success`.
  ///
  /// A pipe that is closed early, as by `head`, is no error here, so that it cannot hide a failure.
  func end(afterWriting write: () throws -> Void) throws {
    do {
      try write()
    } catch let failure as WriteFailure where failure.isClosedPipe {}
    if self != .success { throw self }
  }
}

extension Console {
  /// Ends a command, and reports its error.
  ///
  /// A pipe that is closed early, as by `head`, ends the command without a message.
  mutating func end(with error: (any Error)?) -> ExitStatus {
    showProgress(nil)
    switch error {
    case nil: return .success
    case let status as ExitStatus: return status
    case let failure as WriteFailure:
      if failure.isClosedPipe { return .success }
      report(error: CommandError.unwritable(path: nil, reason: failure.reason))
    case .some(let error): report(error: error)
    }
    return .trouble
  }

  /// Reports an error: the place and the problem, and the remedy on a second line.
  mutating func report(error: any Error, in source: String? = nil) {
    guard let finding = Finding(error, in: source) else {
      return report(ErrorDescription(error))
    }
    report(finding)
  }

  /// Reports a problem and its remedy.
  ///
  /// A problem of several lines, such as the message of a server, stays together.
  mutating func report(_ description: ErrorDescription) {
    let lines = description.problem.split(whereSeparator: \.isNewline)
    report("error: \(String(lines.first ?? ""))")
    for line in lines.dropFirst() { report("  \(String(line))") }
    if let remedy = description.remedy { report("  \(remedy)") }
  }

  /// Reports a finding as a message.
  mutating func report(_ finding: Finding) {
    for line in finding.lines { report(line) }
  }

  /// Reports findings as messages; those that only differ in their places are one.
  mutating func report(_ findings: FindingList) {
    for line in findings.listed.groupedLines { report(line) }
    if let rest = findings.rest { report(rest) }
  }

  /// Reports findings as messages; those that only differ in their places are one.
  mutating func report(_ findings: [Finding]) { report(FindingList(findings)) }

  /// Reports each of some findings as a message of its own.
  mutating func reportEach(of findings: FindingList) {
    for finding in findings.listed { report(finding) }
    if let rest = findings.rest { report(rest) }
  }

  /// Requires that a schema can validate values, and reports its faults.
  ///
  /// - Parameter validator: The validator of the schema.
  /// - Throws: ``ExitStatus/trouble`` if one of the findings is an error.
  mutating func requireUsable(_ validator: InstanceValidator) throws {
    guard validator.findings.contains(where: { $0.severity == .error }) else { return }
    report(validator.findings)
    throw ExitStatus.trouble
  }
}
#endif
