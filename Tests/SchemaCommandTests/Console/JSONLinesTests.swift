import SchemaKit
import Testing

@testable import SchemaCommandLine

struct JSONLinesTests {
  /// The output for a JSON text.
  private static func text(
    _ json: String, _ layout: JSONLayout?, isTerminal: Bool = false, isColored: Bool = false
  ) throws -> String {
    var console = RecordingConsole()
    console.display.isTerminal = isTerminal
    console.display.isColored = isColored
    try console.write(json: json, layout)
    return console.output
  }

  @Test(arguments: [
    "{}", "[]", "null", "-1.5e3", #""a\"b""#, "[[]]", #"{"a":{}}"#, #"[1,[2,{"b":[]}],"c"]"#,
    #"{"a":[],"b":[{},{"c":true}],"d":{"e":null},"":"\u0000:,"}"#,
    String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
  ])
  func `the layouts are those of the libraries, with and without styles`(json: String) throws {
    let content = try GeneratedContent(
      json: json, options: GeneratedContentParser.Options(maximumDepth: .max))
    for (layout, format) in [
      (.pretty, .pretty), (.compact, .compact),
    ] as [(JSONLayout, GeneratedContent.JSONFormat)] {
      let expected = content.jsonString(format) + "\n"
      #expect(try Self.text(json, layout) == expected)
      let colored = try Self.text(json, layout, isColored: true)
      #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == expected)
    }
  }

  @Test func `names, strings and null have styles in both layouts`() throws {
    let json = #"{"a":["b",1,true,null]}"#
    let (name, string) = ("\u{1B}[34m\"a\"\u{1B}[0m", "\u{1B}[32m\"b\"\u{1B}[0m")
    #expect(
      try Self.text(json, .compact, isColored: true)
        == "{\(name):[\(string),1,true,\u{1B}[2mnull\u{1B}[0m]}\n")
    #expect(
      try Self.text(json, .pretty, isColored: true).hasPrefix(
        "{\n  \(name): [\n    \(string),\n    1,\n"))
  }

  @Test func `a text that acts on a terminal is escaped`() throws {
    let text = try Self.text("[\"\u{202E}\u{7F}\"]", .compact, isColored: true)
    #expect(text.contains(#"\u202e\u007f"#) && !text.contains("\u{7F}"))
  }

  @Test func `the display decides unless a layout is chosen`() throws {
    #expect(try Self.text("[1]", nil) == "[1]\n")
    #expect(try Self.text("[1]", nil, isTerminal: true) == "[\n  1\n]\n")
    #expect(try Self.text("[1]", .compact, isTerminal: true) == "[1]\n")
    #expect(try Self.text("[1]", .pretty) == "[\n  1\n]\n")
  }
}
