#if CommandLine
import Foundation
import SchemaConformances
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct StreamCommandTests {
  @Test(arguments: Sample.allCases)
  func `each sample's own text is played to its end`(sample: Sample) throws {
    let run = CommandRun("stream", sample.rawValue, "--play")
    #expect(run.status == 0, "\(run.messages)")
    let piped = CommandRun("stream", sample.rawValue, input: sample.answer)
    #expect(run.output == piped.output)
    #expect(piped.status == 0)
  }

  @Test func `a line is written for each value that is finished`() throws {
    let run = CommandRun("stream", "shape", "--play")
    #expect(
      run.output == """
        /kind: "polygon"
        /corners/0/x: 10
        /corners/0/y: 90
        /corners/1/x: 50
        /corners/1/y: 12.5
        /corners/2/x: 90
        /corners/2/y: 90
        /color: "#ff8800"

        """)
  }

  private func terminal(columns: Int = 40, rows: Int = 12) -> RecordingConsole {
    var console = RecordingConsole()
    console.isInputTerminal = true
    console.display.isTerminal = true
    console.display.columns = columns
    console.display.rows = rows
    return console
  }

  @Test func `on a terminal the value is painted anew, and left there in the end`() throws {
    let run = CommandRun(["stream", "recipe", "--speed", "30"], on: terminal())
    #expect(run.status == 0)
    let frames = run.output.components(separatedBy: "\u{1B}[H")
    #expect(frames.count > 300)
    #expect(frames.first == "\(LiveScreen.enter)")
    for frame in frames.dropFirst().dropLast() {
      let lines = frame.components(separatedBy: "\r\n")
      #expect(lines.count <= 12)
      #expect(
        lines.allSatisfy {
          $0.replacingOccurrences(of: "\u{1B}[K", with: "")
            .replacingOccurrences(of: "\u{1B}[J", with: "").columns < 40
        })
    }
    let rest = try #require(run.output.components(separatedBy: "\(LiveScreen.leave)").last)
    #expect(rest.hasPrefix("recipe\n✓ name: \"Shakshuka\"\n"))
    #expect(rest.hasSuffix("  ✓ 3: \"شكشوكة\"\n"))
  }

  @Test func `a window of another size is painted anew without waiting for text`() throws {
    var console = terminal()
    console.isInputTerminal = false
    console.sizes = [(24, 4), (40, 12)]
    console.input = [Array(Sample.tree.answer.utf8)]
    let run = CommandRun(["stream", "tree"], on: console)
    let frames = run.output.components(separatedBy: "\u{1B}[H").dropFirst()
    // One for the new size, before anything has arrived; one for the text; one for its end.
    #expect(frames.count == 3)
    #expect(frames.first?.hasPrefix("tree, 0 bytes") == true)
    #expect(frames.dropFirst().allSatisfy { $0.components(separatedBy: "\r\n").count == 4 })
  }

  @Test func `the speed is that asked for`() throws {
    var console = terminal()
    var input = StreamInput.playing(String(repeating: "x", count: 600), speed: 60)
    var text: [UInt8] = []
    while true {
      let piece = try input.next(on: &console)
      if piece.isEmpty { break }
      text += piece
    }
    #expect(text.count == 600)
    #expect(abs(console.waited / .seconds(1) - 10) < 0.1)
  }

  @Test func `the screen is restored after an error`() throws {
    var console = terminal()
    console.isInputTerminal = false
    console.input = [Array(#"{"name": "a", "servings": "#.utf8), Array("!".utf8)]
    let run = CommandRun(["stream", "recipe"], on: console)
    #expect(run.status == 1)
    #expect(run.output.contains("\(LiveScreen.leave)recipe\n✓ name: \"a\"\n"))
    #expect(run.messages.contains("<stdin>:1:27: error: at the root: "), "\(run.messages)")
  }

  @Test(arguments: [
    (
      #"{"name": "a""#,
      "<stdin>:1:13: error: at the root: The text ends before its value is complete."
    ),
    (#"{"name": "a""#, "Missing: /summary, /cookingTime, "),
    (#"{"name": "a", "steps": ["b"#, "Not finished: /steps/0."),
    (#"{"name": tru}"#, "<stdin>:1:13: error: "),
    (#"{"name": "a"}"#, "[value.required]"), (#"{"name": 3}"#, "error: at /name: "),
    ("[]", "[value.type]"),
  ])
  func `the problem of a text is reported`(text: String, message: String) {
    let run = CommandRun("stream", "recipe", input: text)
    #expect(run.status == 1)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  @Test func `L8: a text that is not JSON is read along the schema, with notes of its mends`() {
    let text = "Here:\n```json\n{name: 'a', \"folders\": [{\"name\": 3,}]}\n```"
    let run = CommandRun("stream", "--schema", "tree", input: text)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.hasPrefix("/name: \"a\"\n/folders/0/name: \"3\"\n"), "\(run.output)")
    #expect(run.messages.contains("note: at /folders/0/name: "), "\(run.messages)")
    #expect(run.messages.contains("[read.bare-key]"), "\(run.messages)")
  }

  @Test(arguments: [("I cannot help.", "refusal"), ("name: Dal", "YAML")])
  func `L7: a text without a value says what was found instead`(text: String, reason: String) {
    let run = CommandRun("stream", "recipe", input: text)
    #expect(run.status == 1)
    #expect(run.messages.contains(reason), "\(run.messages)")
  }

  @Test(arguments: ["", " \n"])
  func `an input without text is an error that states the expected text`(text: String) throws {
    let problem =
      "<stdin>: error: at the root: There is no text, and the JSON text of a value is expected."
    let sample = CommandRun("stream", "recipe", input: text)
    #expect(sample.status == 1)
    #expect(
      sample.messages == """
        \(problem) [json.incomplete]
          Pipe the JSON text of a value into the command, or play that of the sample with --play.

        """)
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{"type": "array"}"#, to: "a.json")
    let run = CommandRun("stream", "--schema", file, input: text)
    #expect(run.status == 1)
    #expect(
      run.messages == """
        \(problem) [json.incomplete]
          Pipe the JSON text of a value into the command.

        """)
  }

  @Test func `a file in place of a sample is named with an option`() {
    #expect(
      CommandRun("stream", "order.json").messages == """
        error: There is no sample named 'order.json'.
          The samples are 'recipe', 'fitness', 'tree' and 'shape'. Name a file with --schema.

        """)
  }

  @Test func `the option for the schema accepts the name of a sample`() {
    let played = CommandRun("stream", "--schema", "shape", "--play")
    #expect(played.status == 0, "\(played.messages)")
    #expect(played.output == CommandRun("stream", "shape", "--play").output)
    #expect(
      CommandRun("stream", "--schema", "recpie").messages == """
        error: There is no sample and no file named 'recpie'. Did you mean 'recipe'?
          The samples are 'recipe', 'fitness', 'tree' and 'shape'.

        """)
  }

  @Test func `a file is a schema to stream by`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      #"{"$defs": {"o": {"type": "object", "properties": {"id": {"type": "integer"}}}}}"#,
      to: "order.json")
    let arguments = ["stream", "--schema", schema, "--at", "/$defs/o"]
    let run = CommandRun(arguments, on: RecordingConsole(input: [Array(#"{"id": 7}"#.utf8)]))
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output == "/id: 7\n")
    let wrong = CommandRun(arguments, on: RecordingConsole(input: [Array(#"{"id": "x"}"#.utf8)]))
    #expect(wrong.status == 1)
    #expect(wrong.messages.hasPrefix("<stdin>: error: at /id: "), "\(wrong.messages)")
  }

  @Test(arguments: [
    ["stream", "recipe", "--speed", "0"], ["stream"], ["stream", "recipe", "--schema", "a.json"],
    ["stream", "--schema", "a.json", "--play"], ["stream", "--schema", "./missing.json"],
    ["stream", "recpie"], ["stream", "--schema", "-"],
  ])
  func `arguments that make no sense are trouble`(arguments: [String]) {
    let run = CommandRun(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty && !run.messages.isEmpty)
  }
}
#endif
