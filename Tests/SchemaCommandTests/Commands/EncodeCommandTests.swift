#if CommandLine
import Foundation
import SchemaConformances
import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct EncodeCommandTests {
  static let dialects = DialectRegistry.standard.names

  @Test(arguments: Sample.allCases, dialects)
  func `each sample is encoded in each dialect, or rejected with a reason`(
    sample: Sample, dialect: String
  ) throws {
    let run = try CommandRun("encode", sample.rawValue, "--dialect", dialect, "--pretty")
    if SampleOutcome.of(sample, in: dialect) == .rejected {
      let refusal = try Golden.text(of: "\(sample.rawValue).\(dialect).txt")
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(run.messages.joined(separator: "\n") + "\n" == refusal)
    } else {
      // To the letter: the order of properties is part of what is written.
      let golden = try Golden.text(sample: sample.rawValue, dialect: dialect)
      #expect(run.status == 0)
      #expect(run.output == golden)
    }
  }

  @Test func `a schema is one line of plain JSON Schema unless something else is asked for`() throws
  {
    let golden = try Golden.text(sample: "recipe", dialect: "json-schema")
    #expect(try CommandRun("encode", "recipe", "--pretty").output == golden)
    let named = try CommandRun("encode", "recipe", "--dialect=json-schema", "--pretty")
    #expect(named.output == golden)
    let compact = try CommandRun("encode", "recipe").output
    #expect(compact.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(try Golden.object(compact) == Golden.object(golden))
  }

  @Test(
    arguments: [
      (
        .recipe,
        [
          "name", "summary", "cookingTime", "servings", "difficulty", "ingredients", "steps",
          "tags",
        ]
      ),
      (.tree, ["name", "purpose", "files", "folders"]),
    ] as [(Sample, [String])], dialects)
  func `order is that of declaration`(sample: (Sample, [String]), dialect: String) throws {
    guard SampleOutcome.of(sample.0, in: dialect) != .rejected else { return }
    let run = try CommandRun("encode", sample.0.rawValue, "--dialect", dialect)
    let properties = try GeneratedContent(json: run.output)
      .value(GeneratedContent.self, forProperty: "properties")
    #expect(properties.properties.map { $0.0 } == sample.1)
  }

  @Test func `what a dialect cannot state is a warning apart from the result`() throws {
    let run = try CommandRun("encode", "shape", "--dialect", "gemini")
    #expect(run.status == 0)
    #expect(run.messages.count == 3)
    #expect(run.messages.first?.hasPrefix("warning: at /Circle/color: ") == true)
    #expect(!run.output.contains("warning"))
  }

  @Test func `strict encoding tells of every weakening and writes nothing`() throws {
    let run = try CommandRun("encode", "shape", "--dialect", "gemini", "--strict")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.messages.count == 4)
    #expect(
      run.messages.last == """
        error: The dialect 'gemini' cannot state 3 constraints of the schema.
          Leave out --strict to accept this, or encode in another dialect.
        """)
  }

  @Test(arguments: Sample.allCases, dialects)
  func `strict encoding changes nothing where nothing is weakened, and writes nothing elsewhere`(
    sample: Sample, dialect: String
  ) throws {
    let arguments = ["encode", sample.rawValue, "--dialect", dialect, "--pretty"]
    let outcome = SampleOutcome.of(sample, in: dialect)
    let loose = try CommandRun(arguments)
    #expect(loose.messages.contains { $0.hasPrefix("warning: ") } == (outcome == .weakened))
    let strict = try CommandRun(arguments + ["--strict"])
    #expect(strict.status == (outcome == .ok ? 0 : 1))
    let golden =
      outcome == .ok ? try Golden.text(sample: sample.rawValue, dialect: dialect) : ""
    #expect(strict.output == golden)
  }

  @Test func `an unknown sample is told with those there are`() throws {
    let run = try CommandRun("encode", "recpie")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.messages == [
        """
        error: There is no sample named 'recpie'. Did you mean 'recipe'?
          The samples are 'recipe', 'fitness', 'tree' and 'shape'. A file has to end in .json, \
        or to be given with its folder, as in ./name.
        """
      ])
  }

  @Test func `an unknown dialect is told with those there are`() throws {
    let run = try CommandRun("encode", "recipe", "--dialect", "Gemni")
    #expect(run.status == 1)
    #expect(
      run.messages == [
        """
        error: There is no dialect named 'Gemni'. Did you mean 'gemini'?
          The dialects are \(Self.quoted(Self.dialects)).
        """
      ])
  }

  private static func quoted(_ names: [String]) -> String {
    let names = names.map { "'\($0)'" }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  @Test func `a pipe that is closed early ends the command without a word`() throws {
    let run = try CommandRun("encode", "recipe", failure: WriteFailure(code: EPIPE))
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
  }

  @Test func `a full disk is an error`() throws {
    let run = try CommandRun("encode", "recipe", failure: WriteFailure(code: ENOSPC))
    #expect(run.status == 1)
    #expect(run.messages.count == 1)
    #expect(run.messages.first?.contains("cannot be written to standard output") == true)
  }
}
#endif
