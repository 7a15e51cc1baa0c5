#if CommandLine
import ArgumentParser
import SchemaKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `schema check`: reports what each dialect drops or rejects.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Reports what each dialect drops or rejects in a schema, with a remedy for each.",
    usage: """
      schema check <schema or folder> [--at <pointer>] [--dialect <name>]
                   [--format <format>] [--strict]
      """,
    discussion: """
      Of a folder, all files in it that end in .json are checked and summed up.

        schema check order.json
        schema check order.json --dialect openai --strict
        schema check schemas --format json
        schema check corpus --at /schema

      The exit status is 0 if each dialect accepts the schema, 1 if one rejects it or the schema \
      cannot be used; with --strict it is 1 also if anything is lost or weaker than declared. For \
      a folder it is 0 if all its schemas pass.
      """)

  /// How the result is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, json
  }

  @Argument(help: ArgumentHelp("A folder, or: \(SchemaSource.help.abstract)", valueName: "schema"))
  var source: SchemaSource

  @Option(help: SourceOptions.pointerHelp)
  var at = ""

  @Option(
    help: DialectArgument.help("all, or one dialect"),
    completion: .list(["all"] + DialectRegistry.standard.names))
  var dialect = "all"

  @Option(help: "A table for people, or JSON for programs.")
  var format = Format.table

  @Flag(help: "Fails also if anything is lost, or weaker than declared.")
  var strict = false

  func run(on console: inout some Console) throws {
    let dialects = try DialectArgument.dialects(named: dialect)
    if case .file(let path) = source, let files = try SchemaFolder(path: path)?.files {
      return try check(files, in: path, dialects, on: &console)
    }
    if case .unknown = source { _ = try source.read(at: at, from: &console) }
    let check = SchemaCheck(name: source.name, in: dialects) {
      try source.read(at: at, from: &console)
    }
    switch format {
    case .json: try console.write(check.report.jsonString(.pretty) + "\n")
    case .table:
      var report = CheckReport(on: console.display)
      report.write(check)
      try console.write(report.text)
    }
    if !check.passes(isStrict: strict) { throw ExitCode.failure }
  }

  private func check(
    _ files: [String], in path: String, _ dialects: [any SchemaDialect],
    on console: inout some Console
  ) throws {
    guard !files.isEmpty else { throw CommandError.emptyFolder(path) }
    var folder = FolderCheck(name: path)
    let clock = ContinuousClock()
    for (index, file) in files.enumerated() {
      console.showProgress("\(index + 1) of \(files.count): \(file)")
      let start = clock.now
      let source = SchemaSource.file(path: path.hasSuffix("/") ? path + file : "\(path)/\(file)")
      folder.append(
        SchemaCheck(name: file, in: dialects) { try source.read(at: at, from: &console) })
      let time = clock.now - start
      if time > .seconds(1) {
        let seconds = time.components.seconds
        console.report(
          "note: \(file) took more than \(seconds == 1 ? "a second" : "\(seconds) seconds").")
      }
    }
    console.showProgress(nil)
    switch format {
    case .json:
      try console.write(folder.report(dialects: dialects.map(\.name)).jsonString(.pretty) + "\n")
    case .table:
      for schema in folder.schemas where schema.imported == .failed {
        for finding in schema.findings {
          console.report("\(schema.name): \(finding.line)")
        }
      }
      var report = CheckReport(on: console.display)
      report.write(folder, dialects: dialects.map(\.name))
      try console.write(report.text)
    }
    if !folder.schemas.allSatisfy({ $0.passes(isStrict: strict) }) { throw ExitCode.failure }
  }
}
#endif
