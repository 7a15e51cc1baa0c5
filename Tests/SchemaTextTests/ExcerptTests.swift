import SchemaText
import Testing

struct ExcerptTests {
  @Test(arguments: ["", "soup", String(repeating: "汤", count: 120)])
  func `a short text is not cut`(text: String) {
    #expect(text.excerpt == text)
  }

  @Test func `a long text is cut after 100 scalars, with a mark at its end`() {
    let text = String(repeating: "汤", count: 121)
    #expect(text.excerpt == String(repeating: "汤", count: 100) + "…")
  }
}
