import SchemaText
import Testing

struct SentencesTests {
  @Test func `a list has eight texts and the number of the others`() {
    let texts = (1...9).map(String.init)
    #expect(texts.dropLast().listed() == "1, 2, 3, 4, 5, 6, 7, 8")
    #expect(texts.listed(quotedBy: "'") == "'1', '2', '3', '4', '5', '6', '7', '8' and 1 more")
  }

  @Test(
    arguments: [
      ([], nil), ([nil, nil], nil), (["A"], "A"), ([nil, "A.", nil], "A."),
      (["A", "B."], "A. B."), (["A.", "B!", "C?", "D"], "A. B! C? D"), (["A", nil, "A"], "A"),
      (["A", "B", "A"], "A. B. A"),
    ] as [([String?], String?)])
  func `texts are joined as sentences, and a text equal to the one before it is left out`(
    texts: [String?], joined: String?
  ) {
    #expect(texts.joinedSentences() == joined)
  }
}
