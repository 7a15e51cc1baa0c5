import Testing

@Suite struct ReferencesImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      ##"{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"next":{"$ref":"#/$d"##
        + ##"efs/A","description":"more"}},"additionalProperties":false}}}"##,
      ##"{"type":"object","additionalProperties":false,"properties":{"next":{"$ref":"#","desc"##
        + ##"ription":"more"}},"required":[]}"##),
    ImportCase(
      ##"{"type":"object","properties":{"x":{"$ref":"#/$defs/a~1b%25"}},"additionalProperties"##
        + ##"":false,"$defs":{"a/b%":{"type":"object","properties":{},"additionalProperties":fals"##
        + ##"e}}}"##,
      ##"{"type":"object","additionalProperties":false,"properties":{"x":{"$ref":"#/$defs/a~1"##
        + ##"b%25"}},"required":[],"$defs":{"a/b%":{"type":"object","additionalProperties":false,"##
        + ##""properties":{},"required":[]}}}"##),
    ImportCase(
      ##"{"type":"array","items":{"$ref":"#/$defs/L"},"$defs":{"L":{"type":"array","items":{""##
        + ##"$ref":"#/$defs/L"}}}}"##,
      ##"{"type":"array","items":{"$ref":"#/$defs/L"},"$defs":{"L":{"type":"array","items":{""##
        + ##"$ref":"#/$defs/L"}}}}"##),
    ImportCase(
      #"{"$id":"https://example.com/root.json","type":"array","items":{"$ref":"item.json#leaf""#
        + #"},"$defs":{"i":{"$id":"item.json","$defs":{"l":{"$anchor":"leaf","type":"boolean"}}}}}"#,
      #"{"type":"array","items":{"type":"boolean"}}"#),
    ImportCase(
      ##"{"type":"object","properties":{"child":{"$ref":"#"}},"title":"Node","additionalPrope"##
        + ##"rties":false}"##,
      ##"{"type":"object","title":"Node","additionalProperties":false,"properties":{"child":{"##
        + ##""$ref":"#"}},"required":[]}"##),
  ]

  @Test(arguments: cases)
  func `I1: references are followed within the document`(_ item: ImportCase) throws {
    let outcome = try importing(item.document, draft: item.draft)
    #expect(outcome.text == item.expected)
    #expect(outcome.losses == item.losses)
    let again = try importing(outcome.text)
    #expect(again.text == outcome.text)
    #expect(again.losses.isEmpty)
  }
}
