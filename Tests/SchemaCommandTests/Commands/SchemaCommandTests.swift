#if CommandLine
import Foundation
import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct SchemaCommandTests {
  @Test func `samples and dialects are listed`() throws {
    let run = try CommandRun("list")
    #expect(run.status == 0)
    for name in Sample.allCases.map(\.rawValue) + DialectRegistry.standard.names {
      #expect(run.output.contains("\n  \(name)"))
    }
  }

  @Test func `a list of one kind is names alone`() throws {
    #expect(try CommandRun("list", "samples").output == "recipe\nfitness\ntree\nshape\n")
    let dialects = DialectRegistry.standard.names.map { $0 + "\n" }.joined()
    #expect(try CommandRun("list", "dialects").output == dialects)
  }

  @Test(arguments: [[], ["encode"], ["check"], ["diff"], ["cost"], ["draw"], ["stream"], ["list"]])
  func `help is no error and fits a terminal`(command: [String]) throws {
    let run = try CommandRun(command + ["--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("USAGE: schema"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `the version is told`() throws {
    let run = try CommandRun("--version")
    #expect(run.status == 0)
    #expect(run.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n?/) != nil, "\(run.output)")
  }

  @Test(arguments: [
    ["encode"], ["encode", "recipe", "shape"], ["draw", "recipe", "--format", "png"],
  ])
  func `arguments that make no sense are told apart from errors`(arguments: [String]) throws {
    let run = try CommandRun(arguments)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.messages.first?.contains("Usage: schema") == true)
  }
}

/// The process itself; one at a time, and no thread of the pool waits for it.
@Suite(
  .serialized, .enabled(if: Executable.url != nil, "The command was not built beside the tests."))
struct ExecutableTests {
  @Test(arguments: [
    ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
  ])
  func `colors follow the terminal and its user`(
    environment: [String: String], isColored: Bool
  ) async throws {
    let output = try await Executable.runOnTerminal(["check", "recipe"], environment: environment)
    #expect(output.contains("DIALECT"))
    #expect(output.contains("\u{1B}[32mok\u{1B}[0m") == isColored)
    #expect(output.contains("\u{1B}") == isColored)
  }

  @Test func `what is no terminal has no colors`() async throws {
    let run = try await Executable.run(["check", "recipe"])
    #expect(run.output.contains("DIALECT") && !run.output.contains("\u{1B}"))
  }

  @Test func `the result goes to standard output`() async throws {
    let run = try await Executable.run(["encode", "recipe", "--pretty"])
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
    let golden = try Golden.text(sample: "recipe", dialect: "json-schema")
    #expect(run.output == golden)
  }

  @Test func `errors go to standard error and give status 1`() async throws {
    let run = try await Executable.run(["encode", "shape", "--dialect", "gemini", "--strict"])
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.messages.contains("error: The dialect 'gemini' cannot state"))
  }

  @Test func `a schema comes from standard input`() async throws {
    let run = try await Executable.run(
      ["encode", "-"], input: #"{"type": "integer", "minimum": 3}"#)
    #expect(run.status == 0)
    #expect(run.output == #"{"type":"integer","minimum":3}"# + "\n")
  }

  @Test func `an answer comes from standard input`() async throws {
    let run = try await Executable.run(["stream", "shape"], input: Sample.shape.answer)
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("/color: \"#ff8800\"\n"))
    #expect(run.messages.isEmpty)
    let cut = try await Executable.run(["stream", "shape"], input: #"{"kind": "circle""#)
    #expect(cut.status == 1)
    #expect(cut.output == "/kind: \"circle\"\n")
    #expect(cut.messages.contains("Missing: /center, /radius, /color."))
  }

  @Test func `a verdict is a status`() async throws {
    #expect(try await Executable.run(["diff", "recipe", "recipe"]).status == 0)
    #expect(try await Executable.run(["diff", "recipe", "tree"]).status == 1)
    #expect(try await Executable.run(["check", "./missing.json"]).status == 1)
  }

  @Test(arguments: [
    ["encode", "recipe"], ["check", "recipe"], ["diff", "recipe", "recipe"], ["cost", "recipe"],
    ["draw", "shape", "--format", "svg"], ["stream", "recipe", "--play", "--speed", "100000"],
    ["list"],
  ])
  func `nobody reading is no reason to crash`(arguments: [String]) async throws {
    let run = try await Executable.run(arguments, isOutputClosed: true)
    #expect(run.status == 0, "\(run.messages)")
    #expect(!run.wasKilled)
    #expect(run.messages.isEmpty)
  }
}
#else
import Testing

@testable import SchemaCommandLine

@Suite(.enabled(if: Executable.url != nil, "The command was not built beside the tests."))
struct ExecutableTests {
  @Test func `without its trait the command says so`() async throws {
    let run = try await Executable.run(["list"])
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.messages.contains("trait CommandLine"))
  }
}
#endif
