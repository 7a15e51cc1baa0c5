import Testing

@Suite struct ArraysImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3}"#,
      #"{"type":"array","minItems":1,"maxItems":3,"items":{"type":"string"}}"#),
    ImportCase(
      #"{"type":"array"}"#,
      #"{"type":"array","items":{}}"#),
    ImportCase(
      #"{"type":"array","items":false}"#,
      #"{"type":"array","maxItems":0,"items":{}}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,"mi"#
        + #"nItems":2}"#,
      #"{"type":"array","minItems":2,"maxItems":2,"prefixItems":[{"type":"string"},{"type":"in"#
        + #"teger"}]}"#),
    ImportCase(
      #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":1,"max"#
        + #"Items":3}"#,
      #"{"anyOf":[{"type":"array","minItems":1,"maxItems":1,"prefixItems":[{"type":"string"}]}"#
        + #",{"type":"array","minItems":2,"maxItems":2,"prefixItems":[{"type":"string"},{"type":"i"#
        + #"nteger"}]},{"type":"array","minItems":3,"maxItems":3,"prefixItems":[{"type":"string"},"#
        + #"{"type":"integer"},{}]}]}"#),
    ImportCase(
      #"{"type":"array","contains":true}"#,
      #"{"type":"array","minItems":1,"items":{}}"#),
  ]

  @Test(arguments: cases)
  func `I1: arrays keep their counts, and tuples their elements`(_ item: ImportCase) throws {
    let outcome = try importing(item.document, draft: item.draft)
    #expect(outcome.text == item.expected)
    #expect(outcome.losses == item.losses)
    let again = try importing(outcome.text)
    #expect(again.text == outcome.text)
    #expect(again.losses.isEmpty)
  }
}
