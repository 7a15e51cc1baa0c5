#if CommandLine
import Foundation
import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct CostCommandTests {
  @Test func `the recipe's cost is told to the letter`() throws {
    let run = try CommandRun("cost", "recipe")
    #expect(run.status == 0)
    #expect(run.messages.isEmpty)
    #expect(run.output == (try Golden.text(of: "recipe.cost.txt")))
  }

  @Test(arguments: Sample.allCases, DialectRegistry.standard.names)
  func `each sample's cost is told in each dialect that takes it`(
    sample: Sample, dialect: String
  ) throws {
    let run = try CommandRun("cost", sample.rawValue, "--dialect", dialect)
    let isRefused = SampleOutcome.of(sample, in: dialect) == .rejected
    #expect(run.status == (isRefused ? 1 : 0))
    #expect(run.output.isEmpty == isRefused)
    #expect(run.output.split(separator: "\n").allSatisfy { String($0).columns <= 80 })
  }

  @Test func `the result as JSON has every property`() throws {
    let report = try GeneratedContent(
      json: try CommandRun("cost", "tree", "--format", "json").output)
    let properties = try report.value([GeneratedContent].self, forProperty: "properties")
    #expect(
      try properties.map { try $0.value(String.self, forProperty: "pointer") } == [
        "/name", "/purpose", "/files", "/folders", "/files/name", "/files/contents",
        "/files/lines",
      ])
  }
}
#endif
