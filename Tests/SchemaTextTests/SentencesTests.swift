import SchemaText
import Testing

struct SentencesTests {
  @Test(
    arguments: [
      ([], nil), ([nil, nil], nil), (["A"], "A"), ([nil, "A.", nil], "A."),
      (["A", "B."], "A. B."), (["A.", "B!", "C?", "D"], "A. B! C? D"), (["A", nil, "A"], "A"),
      (["A", "B", "A"], "A. B. A"),
    ] as [([String?], String?)])
  func `texts are joined as sentences, of two equal ones in a row one`(
    texts: [String?], joined: String?
  ) {
    #expect(texts.joinedSentences() == joined)
  }
}
