import Testing

@Suite struct ScalarsImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"string"}"#,
      #"{"type":"string"}"#),
    ImportCase(
      #"{"type":"integer","minimum":1,"maximum":9007199254740993}"#,
      #"{"type":"integer","minimum":1,"maximum":9007199254740993}"#),
    ImportCase(
      #"{"type":"number","exclusiveMinimum":0,"multipleOf":0.01}"#,
      #"{"type":"number","exclusiveMinimum":0,"multipleOf":0.01}"#),
    ImportCase(
      #"{"type":"string","minLength":2,"maxLength":5,"pattern":"^a","format":"email"}"#,
      #"{"type":"string","pattern":"^a","format":"email","minLength":2,"maxLength":5}"#),
    ImportCase(
      #"{"enum":["a",1,1.5,true,null]}"#,
      #"{"anyOf":[{"type":"string","enum":["a"]},{"type":"number","enum":[1,1.5]},{"type":"boo"#
        + #"lean","enum":[true]},{"type":"null"}]}"#),
    ImportCase(
      #"{"const":"a"}"#,
      #"{"type":"string","enum":["a"]}"#),
    ImportCase(
      #"{"type":"integer","enum":[1,2.0,2.5]}"#,
      #"{"type":"integer","enum":[1,2]}"#),
    ImportCase(
      #"{"type":["string","null"],"description":"A name"}"#,
      #"{"description":"A name","anyOf":[{"type":"string"},{"type":"null"}]}"#),
    ImportCase(
      #"{"type":"string","nullable":true}"#,
      #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#),
    ImportCase(
      #"true"#,
      #"{}"#),
    ImportCase(
      #"{}"#,
      #"{}"#),
  ]

  @Test(arguments: cases)
  func `I1: scalars keep their types and bounds`(_ item: ImportCase) throws {
    let outcome = try importing(item.document, draft: item.draft)
    #expect(outcome.text == item.expected)
    #expect(outcome.losses == item.losses)
    let again = try importing(outcome.text)
    #expect(again.text == outcome.text)
    #expect(again.losses.isEmpty)
  }
}
