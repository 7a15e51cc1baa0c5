import SchemaText
import Testing

struct ExcerptTests {
  @Test(arguments: ["", "soup", String(repeating: "汤", count: 120)])
  func `a short text is not shortened`(text: String) {
    #expect(text.excerpt == text)
  }

  @Test func `a long text has 100 scalars, and says that there are more`() {
    let text = String(repeating: "汤", count: 121)
    #expect(text.excerpt == String(repeating: "汤", count: 100) + "…")
  }
}
