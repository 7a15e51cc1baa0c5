import SchemaKit
import Testing

@testable import SchemaCommandLine

struct ReportFormatTests {
  private static var report: Report {
    Report(
      FindingList([
        Finding(
          severity: .warning, code: "value.type", source: "a b/ü%.json",
          position: TextPosition(offset: 9, line: 2, column: 3), place: ["a/b"],
          problem: "Wrong.",
          remedy: "Repair it."),
        Finding(severity: .note, code: "dialect.open-object", place: [], problem: "Other."),
      ]), summary: ["done"], properties: [("verdict", "ok")])
  }

  @Test func `findings on names that Swift considers equal are separate`() {
    let findings = ["\u{E9}", "e\u{301}"].map { name in
      Finding(severity: .note, code: "dialect.format", place: [.key(name)], problem: "Wrong.")
    }
    var merged = MergedFindings()
    merged.add(findings)
    #expect(merged.list.listed.count == 2)
    let lines = findings.groupedLines.map { $0.rendered(isColored: false) }
    #expect(lines.count == 1 && lines[0].contains("at /\u{E9} and /e\u{301}: "))
  }

  @Test func `findings are merged, and as many are kept as a report lists`() {
    func findings(_ dialect: String, _ severity: SchemaDiagnostic.Severity) -> [Finding] {
      (0..<1_500).map { index in
        Finding(
          severity: severity, code: "dialect.format", place: [.index(index)],
          problem: "The dialect '\(dialect)' drops it.", dialects: [dialect])
      }
    }
    var merged = MergedFindings()
    merged.add(findings("one", .note))
    merged.add(findings("two", .note))
    merged.add(Array(findings("one", .error).prefix(10)))
    let list = merged.list
    #expect(list.omitted == 510)
    #expect(list.listed.prefix(990).allSatisfy { $0.dialects == ["one", "two"] })
    #expect(list.listed.prefix(990).allSatisfy { $0.problem == "The dialect drops it." })
    #expect(list.listed.map(\.place)[..<990] == (0..<990).map { [.index($0)] }[...])
    #expect(list.listed.suffix(10).allSatisfy { $0.severity == .error })
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

  private static func findings(_ count: Int, _ length: Int) -> [Finding] {
    let severities: [SchemaDiagnostic.Severity] = [.note, .warning, .error]
    return (0..<count).map { index in
      let name = "\(index)" + String(repeating: "n", count: length)
      return Finding(
        severity: severities[index % 3], code: "value.type", place: [.key(name)], problem: "Wrong.")
    }
  }

  @Test(arguments: [(1_000, 10, 1_000), (1_500, 10, 1_000), (4_500, 10, 1_000), (60, 1 << 16, 15)])
  func `H2: a report lists the most severe findings in order, and counts the others`(
    count: Int, length: Int, listed: Int
  ) throws {
    let findings = Self.findings(count, length)
    let list = FindingList(findings, omitted: 5)
    #expect(list.listed.count == listed && list.omitted == count - listed + 5)
    let places = list.listed.map(\.place)
    #expect(findings.map(\.place).filter(Set(places).contains) == places)
    let errors = findings.count { $0.severity == .error }
    #expect(list.listed.count { $0.severity == .error } == min(errors, listed))
    let report = Report(list, summary: ["done"], properties: [])
    let rest = "And \(list.omitted) more findings are not listed."
    #expect(report.text.map { $0.rendered(isColored: false) }.suffix(3) == [rest, "", "done"])
    #expect(try report.json.value(Int.self, forProperty: "omittedFindings") == list.omitted)
    let run = try #require(try report.sarif.value([GeneratedContent].self, at: ["runs"]).first)
    #expect(try run.value(Int.self, at: ["properties", "omittedFindings"]) == list.omitted)
    #expect(try run.value([GeneratedContent].self, at: ["results"]).count == listed)
    #expect(report.sarif.jsonString(.compact).utf8.count < 2 << 20)
  }

  @Test func `H2: one finding is listed, however long its place is`() {
    let list = FindingList(Self.findings(3, 2 << 20))
    #expect(list.listed.map(\.severity) == [.error] && list.omitted == 2)
  }
}
