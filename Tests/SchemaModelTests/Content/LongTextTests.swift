import SchemaModel
import SchemaTestSupport
import Testing

/// Texts of eight megabytes, one at a time.
@Suite(.serialized) struct LongTextTests {
  // The longest text with an entry of one word, and the shortest with one of two.
  @Test(
    .withOptimizer,
    arguments: [8_388_606, 8_388_607])
  func `strings on both sides of the longest short entry are kept`(length: Int) throws {
    let text = String(repeating: "x", count: length)
    var builder = ContentBuilder()
    builder.beginObject()
    builder.key(text)
    builder.string(text + "y")
    builder.key("next")
    builder.number("5")
    builder.endObject()
    let content = builder.finish()
    let long: String = try content.value(forProperty: text)
    let next: Int = try content.value(forProperty: "next")
    #expect(long == text + "y")
    #expect(next == 5)
    #expect(text.generatedContent == GeneratedContent(kind: .string(text)))
    let copy = GeneratedContent(elements: [1, content])
    #expect(copy == GeneratedContent(elements: [1, content]))
    #expect(Array(copy.elements)[1] == content)
  }
}
