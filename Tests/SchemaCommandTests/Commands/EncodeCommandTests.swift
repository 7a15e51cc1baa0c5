#if CommandLine
import Foundation
import SchemaConformances
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct EncodeCommandTests {
  @Test(arguments: SampleOutcome.all)
  func `each sample is encoded in each dialect, or rejected with a reason`(
    outcome: SampleOutcome
  ) throws {
    let (sample, dialect) = (outcome.sample.rawValue, outcome.dialect)
    let arguments = ["encode", sample, "--dialect", dialect, "--pretty"]
    let run = CommandRun(arguments)
    #expect(run.status == outcome.status)
    if outcome.status == 0 {
      // To the letter: the order of properties is part of what is written.
      #expect(run.output == (try Golden.text(of: "\(sample).\(dialect).json")))
    } else {
      #expect(run.output.isEmpty)
      #expect(run.messages == (try Golden.text(of: "\(sample).\(dialect).txt")))
    }
    let strict = CommandRun(arguments + ["--strict"])
    #expect(strict.status == outcome.strict)
    #expect(strict.output == (outcome.strict == 0 ? run.output : ""))
  }

  @Test func `a schema is one line of plain JSON Schema unless something else is asked for`() throws
  {
    let golden = try Golden.text(of: "recipe.json-schema.json")
    #expect(CommandRun("encode", "recipe", "--pretty").output == golden)
    #expect(CommandRun("encode", "recipe", "--dialect=json-schema", "--pretty").output == golden)
    let compact = CommandRun("encode", "recipe").output
    #expect(compact.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(try GeneratedContent(json: compact) == GeneratedContent(json: golden))
  }

  @Test func `a constraint that a dialect cannot state is a warning apart from the result`() {
    let run = CommandRun("encode", "shape", "--dialect", "gemini")
    #expect(run.status == 0)
    #expect(
      run.messages.hasPrefix(
        "shape: warning: at /Circle/color, /Rectangle/color and /Polygon/color: "))
    #expect(run.messages.components(separatedBy: "[dialect.pattern]").count == 2)
    #expect(!run.output.contains("warning"))
  }

  @Test func `strict encoding reports every weakening and writes nothing`() {
    let run = CommandRun("encode", "shape", "--dialect", "gemini", "--strict")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.messages.components(separatedBy: "[dialect.pattern]").count == 2)
    #expect(
      run.messages.hasSuffix(
        "error: Nothing is written, because of --strict and the warnings.\n"))
  }

  @Test func `an unknown sample is reported with the existing ones`() {
    let run = CommandRun("encode", "recpie")
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.messages == """
        error: There is no sample and no file named 'recpie'. Did you mean 'recipe'?
          The samples are 'recipe', 'fitness', 'tree' and 'shape'.

        """)
  }

  @Test(arguments: [
    ("Gemni", "gemini"), ("claude", "anthropic"), ("Claude", "anthropic"), ("gpt", "openai"),
    ("google", "gemini"), ("ollama", "llama.cpp"), ("jsonschema", "json-schema"),
    ("Grok", "xai"), ("vllm", "xgrammar"), ("groq", "groq-strict"),
  ])
  func `an unknown dialect is reported with the likely one`(name: String, likely: String) {
    let run = CommandRun("encode", "recipe", "--dialect", name)
    #expect(run.status == 2)
    #expect(
      run.messages == """
        error: There is no dialect named '\(name)'. Did you mean '\(likely)'?
          The dialects are 'json-schema', 'gemini', 'apple', 'openai', 'anthropic', \
        'gemini-openapi', 'llama.cpp', 'xai', 'cerebras', 'groq-strict', 'deepseek-strict', \
        'mistral', 'bedrock', 'xgrammar' and 'azure'.

        """)
  }

  @Test(arguments: [["encode", "recipe"], ["--help"], ["--version"]])
  func `a pipe that is closed early ends the command without a message`(arguments: [String]) {
    let run = CommandRun(arguments, on: RecordingConsole(failure: WriteFailure(code: EPIPE)))
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
  }

  @Test(arguments: [["encode", "recipe"], ["--help"], ["--version"]])
  func `a full disk is an error`(arguments: [String]) {
    let run = CommandRun(arguments, on: RecordingConsole(failure: WriteFailure(code: ENOSPC)))
    #expect(run.status == 2)
    #expect(
      run.messages
        == "error: The result cannot be written to standard output: No space left on device.\n")
  }
}
#endif
