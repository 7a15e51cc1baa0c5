import SchemaKit
import Testing

@testable import SchemaCommandLine

struct ReportFormatTests {
  private static var report: Report {
    Report(
      [
        Finding(
          severity: .warning, code: "value.type", source: "a b/ü%.json",
          position: TextPosition(offset: 9, line: 2, column: 3), pointer: "/a~1b",
          problem: "Wrong.",
          remedy: "Repair it."),
        Finding(severity: .note, code: "dialect.open-object", pointer: "", problem: "Other."),
      ], summary: ["done"], properties: [("verdict", "ok")])
  }

  @Test func `findings on names that Swift considers equal are separate`() {
    let findings = ["/\u{E9}", "/e\u{301}"].map { pointer in
      Finding(severity: .note, code: "dialect.format", pointer: pointer, problem: "Wrong.")
    }
    #expect(findings.mergingDialects.count == 2)
    let lines = findings.groupedLines.map { $0.rendered(isColored: false) }
    #expect(lines.count == 1 && lines[0].contains("at /\u{E9} and /e\u{301}: "))
  }

  @Test func `text has path, line and column in front, and the remedy below`() {
    #expect(
      Self.report.text.map { $0.rendered(isColored: false) } == [
        "a b/ü%.json:2:3: warning: at /a~1b: Wrong. [value.type]", "  Repair it.",
        "note: at the root: Other. [dialect.open-object]", "", "done",
      ])
  }

  @Test func `JSON has numbers for line and column`() {
    #expect(
      Self.report.json.jsonString(.compact) == """
        {"verdict":"ok","findings":[{"severity":"warning","code":"value.type",\
        "source":"a b/ü%.json","line":2,"column":3,"pointer":"/a~1b","problem":"Wrong.",\
        "remedy":"Repair it."},{"severity":"note","code":"dialect.open-object","pointer":"",\
        "problem":"Other."}]}
        """)
  }

  @Test func `SARIF has rules, results and regions`() {
    #expect(
      Self.report.sarif.jsonString(.compact) == """
        {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[\
        {"tool":{"driver":{"name":"schema","version":"0.1.0","rules":[\
        {"id":"value.type","shortDescription":{"text":\
        "The type of the value is not one that the schema allows."}},\
        {"id":"dialect.open-object","shortDescription":{"text":\
        "The object accepts further properties, and the dialect closes it: only the properties \
        that it names are generated. Name those that you need."}}]}},\
        "columnKind":"unicodeCodePoints","results":[\
        {"ruleId":"value.type","level":"warning","message":{"text":"Wrong. Repair it."},\
        "locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b/%C3%BC%25.json"},\
        "region":{"startLine":2,"startColumn":3}},\
        "logicalLocations":[{"fullyQualifiedName":"/a~1b"}]}]},\
        {"ruleId":"dialect.open-object","level":"note","message":{"text":"Other."},\
        "locations":[{"logicalLocations":[{"fullyQualifiedName":""}]}]}]}]}
        """)
  }
}
