import SchemaReading
import SchemaTestSupport
import Testing

/// L6: the time grows with the text, also where it is hostile.
struct GrowthTests {
  private static let parts: [(name: String, schema: String, begin: String, part: String)] = [
    ("quotes that never end", "note", "{\"title\": \"", "\"a "),
    ("quotes and commas", "note", "{\"title\": \"", "\", \"x"),
    ("quotes and keys", "note", "{\"title\": \"", "\", \"body"),
    ("bare keys", "scores", "{", "abc: 1, "),
    ("unknown keys", "person", "{", "\"x\": 1, "),
    ("open arrays", "tags", "", "["),
    ("open objects", "tree", "", "{\"value\": "),
    ("brackets in words", "person", "", "{a "),
    ("arrays in words", "person", "", "[x "),
    ("fences", "person", "", "```\n"),
    ("fences with brackets", "person", "", "```\n{\n```\n"),
    ("fences in a string", "note", "```\n{\"title\": \"", "\n```\n}"),
    ("lines in a string", "note", "```\n{\"title\": \"", "\n"),
    ("escapes", "note", "{\"title\": \"", "\\d\\f"),
    ("escapes of a path", "note", "{\"title\": \"", "a\\tb"),
    ("keys without their end", "person", "{", "\"age: 1, "),
    ("surplus brackets", "tags", "[\"a\"]", "]"),
    ("channels", "person", "", "<|channel|>analysis<|message|><|end|>"),
    ("backslashes", "person", "{\\\"name\\\": ", "\\\\"),
    ("commas", "tags", "[", ","),
    ("comments", "tags", "[", "/* a */ # b\n"),
    ("open comments", "tags", "[", "/*"),
    ("blanks", "tags", "[", "\u{A0} "),
    ("values", "person", "", "{\"x\": 1} "),
    ("equal values", "person", "", "{\"name\": \"A\", \"age\": 1} "),
    ("blanks in a string", "note", "{\"title\": \"a", " "),
    ("blanks behind an escape in a string", "note", "{\"title\": \"a  \\f", " "),
    ("pieces", "people", "", "{\"name\": \"A\", \"age\": 1} "),
    ("pieces between words", "people", "", "{\"name\": \"A\", \"age\": 1} and then we have "),
    ("bare values", "note", "", "{title: a b, body: c d} "),
    ("thoughts", "person", "<think>", "</think><think>"),
    ("closing thoughts", "person", "", "x </think> "),
    ("encoded", "tree", "{\"value\": \"a\", \"children\": \"", "[\\\""),
    ("bare words", "note", "{title: ", "a, b c "),
    ("joined strings", "note", "{\"title\": ", "\"a\" + "),
    ("single quotes", "note", "{'title': '", "it's "),
    (
      "all of it", "recipe", "", "```json\n{'name': \"a \"b\" c\", # x\n minutes: '1' [\\\"x ] } \n"
    ),
  ]

  @Test(arguments: parts.indices)
  func `L6: time grows in proportion to the text`(index: Int) throws {
    let (name, schema, begin, part) = Self.parts[index]
    let reader = try TextCollection().reader(schema)
    let growth = try growthOfTime(from: 8_000) { size in
      begin + String(repeating: part, count: size / part.utf8.count + 1)
    } work: { text in
      _ = try? reader.read(text)
    }
    #expect(growth < proportionalGrowth, "\(name)")
  }

  @Test(arguments: parts.indices)
  func `L6: time grows in proportion to a text that arrives in pieces`(index: Int) throws {
    let (name, schema, begin, part) = Self.parts[index]
    let graph = try TextCollection().graph(schema)
    let growth = try growthOfTime(from: 4_000) { size in
      begin + String(repeating: part, count: size / part.utf8.count + 1)
    } work: { text in
      let reading = PartialReading(graph, id: GenerationID())
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: 3) {
        reading.append(bytes[start..<min(start + 3, bytes.count)])
      }
    }
    #expect(growth < proportionalGrowth, "\(name)")
  }

  @Test func `L6: time grows in proportion to the blanks before brackets in words`() throws {
    let reader = try TextCollection().reader("person")
    let growth = try growthOfTime(from: 8_000) { size in
      String(repeating: "\n", count: size / 2) + String(repeating: "[x] ", count: size / 8)
    } work: { text in
      _ = try? reader.read(text)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `L6: depth takes no stack`() throws {
    let reader = try TextCollection().reader("tree")
    let depth = 10_000
    let text =
      String(repeating: "{'value': 'a', 'children': [", count: depth)
      + String(repeating: "]}", count: depth)
    let reading = try? reader.read(text)
    #expect(reading == nil || reading?.mends.isEmpty == false)
  }
}
