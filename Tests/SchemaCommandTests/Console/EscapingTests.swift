import Testing

@testable import SchemaCommandLine

struct EscapingTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("Größe 🍰", "Größe 🍰"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("\\n", "\\n"),
    ("a\nb", "a\\nb"), ("\r\t", "\\r\\t"), ("nul\0", "nul\\u0000"), ("\u{1B}[2J", "\\u001b[2J"),
    ("\u{7F}\u{9B}", "\\u007f\\u009b"), ("\u{85}\u{2028}\u{2029}", "\\u0085\\u2028\\u2029"),
    ("\u{202E}\u{2066}\u{200F}\u{61C}", "\\u202e\\u2066\\u200f\\u061c"),
    ("\u{FFFE}\u{1FFFF}", "\\ufffe\\ud83f\\udfff"),
  ])
  func `a character that acts on a terminal is written as an escape of JSON`(
    text: String, escaped: String
  ) {
    #expect(text.escaped == escaped)
    #expect(escaped.escaped == escaped)
  }

  @Test func `a line escapes its texts and keeps its styles`() {
    let name = "a\u{1B}[0m\nb"
    let line: StyledLine = "\(name, .bad): \(3)"
    #expect(line.rendered(isColored: false) == "a\\u001b[0m\\nb: 3")
    #expect(line.rendered(isColored: true) == "\u{1B}[31ma\\u001b[0m\\nb\u{1B}[0m: 3")
    #expect(StyledLine("", .bad).rendered(isColored: true).isEmpty)
  }

  @Test func `only a console's own line breaks end lines`() throws {
    var console = RecordingConsole()
    try console.write(["a\nb", "c"])
    try console.write(document: "{\n  \"d\": 1\n}\n")
    console.report("e\u{1B}", "f")
    console.showProgress("g\nh")
    #expect(console.output == "a\\nb\nc\n{\n  \"d\": 1\n}\n")
    #expect(console.messages == "e\\u001b\nf\n")
    #expect(console.progress == ["g\\nh"])
  }

  @Test func `a frame clears the rest of each line and of the screen`() throws {
    var console = RecordingConsole()
    try console.redraw(["a", "b"])
    #expect(console.output == "\u{1B}[Ha\u{1B}[K\r\nb\u{1B}[K\u{1B}[J")
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("名前名前", 8, "名前名前"),
    ("名前名前名", 8, "名前名…"), ("🍰🍰", 3, "🍰…"), ("", 3, ""),
  ])
  func `lines that do not fit are cut`(text: String, columns: Int, fitted: String) {
    #expect(text.fitted(to: columns) == fitted)
  }

  @Test func `tables are aligned, numbers on the right`() {
    var table = AlignedTable("name", "n", "word")
    table.append(["名前", "10", "x"])
    table.append(["a", "7", "yz"], .good)
    #expect(
      table.lines.map { $0.rendered(isColored: false) } == [
        "name   n  word", "名前  10  x", "a      7  yz",
      ])
  }
}
