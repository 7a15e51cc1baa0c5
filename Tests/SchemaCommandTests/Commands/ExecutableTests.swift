import SchemaTestSupport
import Testing

@testable import SchemaCommandLine

#if CommandLine
/// The process itself; one at a time, and no thread of the pool waits for it.
@Suite(
  .serialized,
  .enabled(if: Executable.program != nil, "The command was not built beside the tests."))
struct ExecutableTests {
  @Test(arguments: [
    ([:], [], true), (["NO_COLOR": "1"], [], false), (["NO_COLOR": ""], [], true),
    (["TERM": "dumb"], [], false), ([:], ["--color", "never"], false),
    (["NO_COLOR": "1"], ["--color", "always"], true),
    (["NO_COLOR": "1"], ["--color", "auto"], false),
  ])
  func `on a terminal colors follow the option, then the environment`(
    environment: [String: String], options: [String], isColored: Bool
  ) async throws {
    let output = try await Executable.runOnTerminal(
      ["check", "recipe", "--dialect", "json-schema"] + options, environment: environment)
    #expect(output.contains("json-schema"))
    #expect(output.contains("\u{1B}[32mjson-schema") == isColored)
    #expect(output.contains("\u{1B}") == isColored)
  }

  @Test(arguments: [
    ([:], [], "{\r\n  \u{1B}[34m\"type\"\u{1B}[0m: \u{1B}[32m\"null\"\u{1B}[0m\r\n}\r\n"),
    (["NO_COLOR": "1"], [], "{\r\n  \"type\": \"null\"\r\n}\r\n"),
    (["TERM": "dumb"], ["--compact"], "{\"type\":\"null\"}\r\n"),
    ([:], ["--color", "never"], "{\r\n  \"type\": \"null\"\r\n}\r\n"),
  ])
  func `on a terminal JSON is indented and colored, unless something else is asked for`(
    environment: [String: String], options: [String], expected: String
  ) async throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"type": "null"}"#, to: "null.json")
    for command in [["encode"], ["fit", "--dialect", "json-schema"]] {
      let output = try await Executable.runOnTerminal(
        command + [schema] + options, environment: environment)
      #expect(output == expected)
    }
  }

  @Test func `in a pipe JSON is one line, and indented on request`() async throws {
    for command in [
      ["encode", "tree"], ["fit", "tree", "--dialect", "openai"],
      ["check", "tree", "--format", "json"],
      ["diff", "tree", "tree", "--format", "sarif"],
    ] {
      let compact = try await Executable.run(command)
      #expect(compact.output.count { $0 == "\n" } == 1 && !compact.output.contains("\u{1B}"))
      let pretty = try await Executable.run(command + ["--pretty"])
      #expect(pretty.output.hasPrefix("{\n  \""))
    }
  }

  @Test(arguments: [([], false), (["--color", "auto"], false), (["--color", "always"], true)])
  func `a file or pipe has colors only on request`(
    options: [String], isColored: Bool
  ) async throws {
    let run = try await Executable.run(["check", "recipe"] + options)
    #expect(run.status == 0)
    #expect(run.output.contains("json-schema"))
    #expect(run.output.contains("\u{1B}") == isColored)
  }

  @Test func `the result goes to standard output`() async throws {
    let run = try await Executable.run(["encode", "recipe", "--pretty"])
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
    #expect(run.output == (try Golden.text(of: "recipe.json-schema.json")))
  }

  @Test func `messages go to standard error`() async throws {
    let run = try await Executable.run(["encode", "shape", "--dialect", "gemini", "--strict"])
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.messages.contains("error: Nothing is written"))
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
    // What follows the quote decides whether it ends the string.
    #expect(cut.output.isEmpty)
    #expect(cut.messages.contains("Missing: /center, /radius, /color."))
  }

  @Test(
    arguments: [
      (["diff", "recipe", "recipe"], 0), (["diff", "recipe", "tree"], 1),
      (["diff", "recipe", "./missing.json"], 2), (["check", "recipe"], 0),
      (["check", "shape", "--strict"], 1),
      (["check", "./missing.json"], 2), (["validate", "recipe", "-"], 1),
      (["validate", "./missing.json", "-"], 2), (["nonsense"], 2), (["encode", "--nonsense"], 2),
      (["chat"], 2), (["chat", "a", "--model", "m"], 2),
      (["chat", "a", "--model", "no address://"], 2), (["chat", "--help"], 0), (["--help"], 0),
    ] as [([String], Int32)])
  func `the process ends with the status`(arguments: [String], status: Int32) async throws {
    #expect(try await Executable.run(arguments, input: "{}").status == status)
  }

  @Test(arguments: [
    ["encode", "recipe"], ["check", "recipe"], ["diff", "recipe", "recipe"], ["list"],
    ["draw", "shape"], ["stream", "recipe", "--play", "--speed", "100000"], ["explain"],
  ])
  func `nobody reading is no reason to crash`(arguments: [String]) async throws {
    let run = try await Executable.run(arguments, isOutputClosed: true)
    #expect(run.status == 0, "\(run.messages)")
    #expect(!run.wasKilled)
    #expect(run.messages.isEmpty)
  }

  @Test func `a pipe without a reader does not hide a failure`() async throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(#"{"type": "string"}"#, to: "string.json")
    let number = try folder.write(#"{"type": "integer"}"#, to: "integer.json")
    let commands = [["validate", text, "-"], ["diff", text, number], ["validate", text, "./no"]]
    for arguments in commands {
      let run = try await Executable.run(arguments, input: "1", isOutputClosed: true)
      #expect(run.status == (arguments.last == "./no" ? 2 : 1), "\(arguments): \(run.messages)")
    }
  }
}
#else
@Suite(.enabled(if: Executable.program != nil, "The command was not built beside the tests."))
struct ExecutableTests {
  @Test func `without the trait CommandLine, the command names the trait`() async throws {
    let run = try await Executable.run(["list"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.messages.contains("trait CommandLine"))
  }
}
#endif
