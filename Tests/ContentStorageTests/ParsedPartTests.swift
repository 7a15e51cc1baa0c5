import SchemaText
import Testing

@testable import ContentStorage

/// JSON text that is parsed into the content that is being built.
struct ParsedPartTests {
  private static let maximumDepth = 3

  /// Adds a text as the value of `b` in `[{"a": 1, "b": …, "c": "end"}]`.
  ///
  /// - Returns: The content, and whether the text was added; `null` stands for one that was not.
  private func content(adding text: String) -> (content: StoredContent, isAdded: Bool) {
    var builder = ContentBuilder(words: 1, textBytes: 1)
    builder.beginArray()
    builder.beginObject()
    builder.key("a")
    builder.integer(1)
    builder.key("b")
    let isAdded = withSpan(of: text.utf8) {
      builder.append(json: $0, maximumDepth: Self.maximumDepth)
    }
    if !isAdded { builder.null() }
    builder.key("c")
    builder.string("end")
    builder.endObject()
    builder.endArray()
    #expect(builder.misuse == nil && builder.isFinished)
    return (builder.storedSnapshot, isAdded)
  }

  private func parsed(_ text: String) -> StoredContent {
    var machine = JSONMachine(
      options: .init(
        maximumDepth: 10, duplicateKeys: .error, isLenient: false),
      id: .absent)
    withSpan(of: text.utf8) { machine.consume($0) }
    #expect(machine.failure == nil)
    return machine.finish()
  }

  @Test(arguments: [
    "1", " -2.5e3\n", "12345678901234567890", "true", "null", #""x""#, #""\u00e9\n""#, "[]", "{}",
    #"[1,"two",false]"#, #"{"a":"b","c":2}"#,
  ])
  func `a text in a builder has the value that it has when it is parsed alone`(text: String) {
    let (content, isAdded) = content(adding: text)
    #expect(isAdded)
    #expect(content == parsed(#"[{"a":1,"b":\#(text),"c":"end"}]"#))
  }

  @Test(arguments: [
    "", " ", "1 2", "[1", #"{"a":"#, #"{"a":1,"a":2}"#, "nul", #""x"#, "[[1]]", "{\"a\":[]}", "]",
    "}", "1,", #""\ud800""#, "-",
  ])
  func `H4: a text that is not JSON, or nests too deep, adds nothing`(text: String) {
    let (content, isAdded) = content(adding: text)
    #expect(!isAdded)
    #expect(content == parsed(#"[{"a":1,"b":null,"c":"end"}]"#))
  }
}
