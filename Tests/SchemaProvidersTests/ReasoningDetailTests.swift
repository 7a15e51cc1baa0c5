import SchemaModel
import SchemaTestSupport
import Testing

@testable import SchemaProviders

/// The reasoning of OpenRouter, which arrives in pieces and is sent back complete.
struct ReasoningDetailTests {
  private func details(_ pieces: String...) throws -> String {
    var details = ReasoningDetails()
    for piece in pieces { details.append(try GeneratedContent(json: piece)) }
    #expect(details.isEmpty == pieces.isEmpty)
    return details.content.jsonString(.compact)
  }

  @Test("pieces with the type and the index of the last element continue its texts")
  func pieces() throws {
    #expect(try details() == "[]")
    #expect(
      try details(
        #"{"type":"t","text":"So","id":null,"format":"f","index":0}"#,
        #"{"type":"t","text":"up","id":"i","index":0}"#,
        #"{"type":"t","text":"!","summary":"S","signature":"s","format":null,"index":0}"#)
          == #"""
          [{"type":"t","text":"Soup!","id":"i","format":"f","index":0,"summary":"S",\#
          "signature":"s"}]
          """#
    )
    #expect(
      try details(
        #"{"type":"t","text":"a","index":0}"#, #"{"type":"t","text":"b","index":1}"#,
        #"{"type":"e","data":"c","index":1}"#, #"{"type":"e","data":"d"}"#,
        #"{"type":"e","data":"e"}"#)
          == #"""
          [{"type":"t","text":"a","index":0},{"type":"t","text":"b","index":1},\#
          {"type":"e","data":"c","index":1},{"type":"e","data":"d"},{"type":"e","data":"e"}]
          """#
    )
  }

  @Test("elements in one piece are unchanged, also if a text is not a text")
  func unchanged() throws {
    let element = #"{"data":5,"text":null,"summary":["a",1.50],"index":0}"#
    #expect(try details(element, #"{"index":1}"#) == #"[\#(element),{"index":1}]"#)
    #expect(
      try details(element, #"{"data":"x","text":"t","index":0}"#)
        == #"[{"data":"x","text":"t","summary":["a",1.50],"index":0}]"#)
  }

  @Test("H3: takes time in proportion to what arrives after a long text")
  func longText() throws {
    let growth = try growthOfTime(from: 100) { count in
      let text = String(repeating: "word ", count: 3_000 * count)
      let first = try GeneratedContent(json: #"{"type":"t","index":0,"text":"\#(text)"}"#)
      let next = try GeneratedContent(json: #"{"type":"t","index":0,"text":"a"}"#)
      return [first] + Array(repeating: next, count: count)
    } work: { pieces in
      var details = ReasoningDetails()
      for piece in pieces { details.append(piece) }
    }
    #expect(growth < proportionalGrowth)
  }

  @Test("H3: takes time in proportion to what arrives where other properties change")
  func changes() throws {
    let growth = try growthOfTime(from: 200) { count in
      let others = (0..<count).map { #","p\#($0)":\#($0)"# }.joined()
      let first = try GeneratedContent(json: #"{"type":"t","index":0\#(others)}"#)
      let next = try (0..<count).map {
        try GeneratedContent(json: #"{"type":"t","index":0,"format":"f\#($0)","n\#($0)":1}"#)
      }
      return [first] + next
    } work: { pieces in
      var details = ReasoningDetails()
      for piece in pieces { details.append(piece) }
    }
    #expect(growth < proportionalGrowth)
  }
}
