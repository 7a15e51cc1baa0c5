import Testing

@testable import SchemaCommandLine

@Suite struct ConsoleTextTests {
  @Test(arguments: [
    ("one two three", 9, 0, ["one two", "three"]),
    ("one two three", 11, 2, ["  one two", "  three"]),
    ("abcdefghijklmnopqr", 8, 0, ["abcdefgh", "ijklmnop", "qr"]),
    ("a abcdefghij", 8, 0, ["a", "abcdefgh", "ij"]),
    ("名前名前名前", 8, 0, ["名前名前", "名前"]),
    ("line\nbreak", 20, 0, ["line␊break"]),
    ("", 10, 0, ["\"\""]),
  ])
  func `paragraphs break at spaces, and lose nothing`(
    text: String, columns: Int, indentation: Int, lines: [String]
  ) {
    #expect(text.paragraph(columns: columns, indentation: indentation) == lines)
  }

  @Test func `tables are aligned, without spaces at their ends`() {
    var table = TextTable([("NAME", .left), ("", .left), ("N", .right)])
    table.append([TextTable.Cell("名前"), TextTable.Cell(""), TextTable.Cell("10")])
    table.append([TextTable.Cell("a"), TextTable.Cell("x"), TextTable.Cell("")])
    #expect(table.lines(on: Display()) == ["NAME      N", "名前     10", "a     x"])
  }

  @Test func `a table that is too wide is cut where it is widest`() {
    var table = TextTable([("PLACE", .left), ("N", .right)])
    table.append([TextTable.Cell("/a/very/long/pointer/to/something"), TextTable.Cell("7")])
    var display = Display()
    display.columns = 20
    let lines = table.lines(on: display)
    #expect(lines == ["PLACE              N", "/a/very/long/poi…  7"])
  }

  @Test func `the same finding at several places is told once`() {
    let finding = Finding(severity: .warning, pointer: "/a", problem: "Weak.", remedy: "Check.")
    var other = finding
    other.pointer = "/b"
    other.position = "line 2, column 3"
    var note = finding
    note.severity = .note
    note.remedy = nil
    #expect(
      [finding, note, other].lines(on: Display()) == [
        "  /a", "  /b (line 2, column 3)", "    warning: Weak.", "    Check.", "  /a",
        "    note: Weak.",
      ])
    let many = (0..<15).map { number in
      Finding(severity: .error, pointer: "/\(number)", problem: "Wrong.", remedy: nil)
    }
    let lines = many.lines(on: Display())
    #expect(lines.count == 12)
    #expect(lines.suffix(2) == ["  and 5 more places", "    error: Wrong."])
  }
}
