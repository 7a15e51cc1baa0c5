import Foundation
import Testing

@testable import SchemaFitting

/// The list of passes (rule D7).
struct PassListTests {
  @Test func `D7: the documentation lists the passes in their order`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/SchemaFitting/SchemaFitting.docc/FittingSchemas.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let names = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    let passes = fittingPasses.map {
      "\(type(of: $0))".replacing("Pass", with: "").replacing("Alternatives", with: "Union")
    }
    #expect(names.map { $0.lowercased() } == passes.map { $0.lowercased() })
    #expect(names == SchemaDiagnostic.Fitting.allCases.map { "\($0)" })
  }
}
