#if CommandLine
import Foundation
import SchemaConformances
import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct EncodeCommandTests {
  static let samples = Sample.allCases.map(\.rawValue)
  static let dialects = DialectRegistry.standard.names

  @Test(arguments: samples, dialects)
  func `each sample is encoded in each dialect, or refused with a reason`(
    sample: String, dialect: String
  ) throws {
    let run = try CommandRun("encode", sample, "--dialect", dialect)
    if let refusal = try? Golden.text(of: "\(sample).\(dialect).txt") {
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(run.messages.joined(separator: "\n") + "\n" == refusal)
      return
    }
    let golden = try Golden.text(sample: sample, dialect: dialect)
    #expect(run.status == 0)
    #expect(run.output.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(try Golden.object(run.output) == Golden.object(golden))
  }

  @Test func `the recipe is written to the letter`() throws {
    let golden = try Golden.text(sample: "recipe", dialect: "json-schema")
    #expect(try CommandRun("encode", "recipe", "--pretty").output == golden)
    let named = try CommandRun("encode", "recipe", "--dialect=json-schema", "--pretty")
    #expect(named.output == golden)
  }

  @Test(arguments: samples, dialects)
  func `order is that of declaration`(sample: String, dialect: String) throws {
    let run = try CommandRun("encode", sample, "--dialect", dialect)
    if run.status != 0 { return }
    let text = run.output
    let graph = try SchemaGraph(try #require(Sample(rawValue: sample)).type)
    var order = PropertyOrder()
    graph.walk(&order)
    let places = order.names.compactMap { text.range(of: "\"\($0)\":{")?.lowerBound }
    #expect(places.count == order.names.count)
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
        error: The dialect 'gemini' cannot state 3 things that the schema declares.
          Leave out --strict to accept that, or encode in another dialect.
        """)
  }

  @Test(arguments: samples, dialects)
  func `strict encoding changes nothing where nothing is weakened`(
    sample: String, dialect: String
  ) throws {
    let loose = try CommandRun("encode", sample, "--dialect", dialect)
    let strict = try CommandRun("encode", sample, "--dialect", dialect, "--strict")
    let isWeakened = loose.messages.contains { $0.hasPrefix("warning: ") }
    #expect(strict.status == (isWeakened ? 1 : loose.status))
    #expect(strict.output == (isWeakened ? "" : loose.output))
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

/// The names of all properties.
private struct PropertyOrder: SchemaVisitor {
  var names: [String] = []

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if case .property(let property, _) = role { names.append(property.name) }
  }
}
#endif
