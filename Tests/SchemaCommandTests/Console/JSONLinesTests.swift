import SchemaKit
import Testing

@testable import SchemaCommandLine

struct JSONLinesTests {
  private static func text(
    _ json: String, _ layout: JSONLayout, isColored: Bool = false
  ) -> String {
    StyledLine.lines(ofJSON: json, layout).map { $0.rendered(isColored: isColored) }
      .joined(separator: "\n")
  }

  @Test(arguments: [
    "{}", "[]", "null", "-1.5e3", #""a\"b""#, "[[]]", #"{"a":{}}"#, #"[1,[2,{"b":[]}],"c"]"#,
    #"{"a":[],"b":[{},{"c":true}],"d":{"e":null},"":"\u0000:,"}"#,
  ])
  func `the layouts are those of the libraries`(json: String) throws {
    let content = try GeneratedContent(json: json)
    #expect(Self.text(json, .pretty) == content.jsonString(.pretty))
    #expect(Self.text(json, .compact) == content.jsonString(.compact))
    #expect(Self.text(content.jsonString(.pretty), .compact) == content.jsonString(.compact))
  }

  @Test func `names, strings and null have styles in both layouts`() {
    let json = #"{"a":["b",1,true,null]}"#
    #expect(
      Self.text(json, .compact, isColored: true)
        == "{\u{1B}[34m\"a\"\u{1B}[0m:[\u{1B}[32m\"b\"\u{1B}[0m,1,true,\u{1B}[2mnull\u{1B}[0m]}")
    #expect(
      Self.text(json, .pretty, isColored: true).hasPrefix(
        "{\n  \u{1B}[34m\"a\"\u{1B}[0m: [\n    \u{1B}[32m\"b\"\u{1B}[0m,\n    1,\n"))
  }

  @Test func `a text that acts on a terminal is escaped`() throws {
    let text = Self.text("[\"\u{202E}\u{7F}\"]", .compact, isColored: true)
    #expect(text.contains(#"\u202e\u007f"#) && !text.contains("\u{7F}"))
    #expect(try GeneratedContent(json: text.replacing(/\u{1B}\[[0-9]+m/, with: "")).isComplete)
  }

  @Test(
    arguments: [
      (false, nil, "[1]\n"), (true, nil, "[\n  1\n]\n"), (true, .compact, "[1]\n"),
      (false, .pretty, "[\n  1\n]\n"),
    ] as [(Bool, JSONLayout?, String)])
  func `the display decides unless a layout is chosen`(
    isTerminal: Bool, layout: JSONLayout?, expected: String
  ) throws {
    var console = RecordingConsole()
    console.display.isTerminal = isTerminal
    try console.write(json: "[1]", layout)
    #expect(console.output == expected)
  }
}
