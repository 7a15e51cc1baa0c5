import SchemaEncoding
import SchemaImport
import Testing

struct NotStatedImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"integer","not":{"const":0}}"#,
      #"{"type":"integer","description":"Is not 0."}"#,
      [.not]),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"}}"#,
      #"{"type":"array","description":"At least 1 element is null.","items":{}}"#,
      [.contains]),
    ImportCase(
      #"{"type":"array","contains":{"type":"null"},"minContains":0}"#,
      #"{"type":"array","items":{}}"#),
    ImportCase(
      #"{"type":"array","uniqueItems":true,"items":{"type":"string"}}"#,
      #"{"type":"array","description":"No two elements are equal.","items":{"type":"string"}}"#,
      [.uniqueItems]),
    ImportCase(
      #"{"type":"array","uniqueItems":false,"items":{"type":"string"}}"#,
      #"{"type":"array","items":{"type":"string"}}"#),
    ImportCase(
      #"{"dependentRequired":{"a":["b"]}}"#,
      #"{"description":"Give b if a is given."}"#,
      [.dependencies]),
    ImportCase(
      #"{"type":"object","dependencies":{"a":{"minProperties":2}}}"#,
      #"{"type":"object","description":"If it has 'a', it has at least 2 properties.","additi"#
        + #"onalProperties":true}"#,
      [.dependencies]),
    ImportCase(
      #"{"type":"array","unevaluatedItems":false}"#,
      #"""
      {"type":"array","description":"There are no elements but the described ones.","items":{}}
      """#,
      [.unevaluated]),
    ImportCase(
      #"{"type":"string","not":false}"#,
      #"{"type":"string"}"#),
  ]

  @Test(arguments: cases)
  func `I2: what a schema cannot state is a warning with the keyword's place`(
    _ item: ImportCase
  ) throws {
    try item.check()
  }

  @Test(
    "I2: plain JSON Schema has what no constraint stands for as it is",
    arguments: [
      (#"{"type":"integer","not":{"const":0}}"#, nil),
      (#"{"type":"array","contains":{"type":"null"},"items":{}}"#, nil),
      (
        #"{"type":"array","contains":{"type":"null"},"minContains":2,"maxContains":3,"items":{}}"#,
        nil
      ),
      (#"{"type":"array","uniqueItems":true,"items":{"type":"string"}}"#, nil),
      (#"{"dependentRequired":{"a":["b"]}}"#, nil),
      (#"{"type":"integer","if":{"minimum":3},"then":{"multipleOf":2}}"#, nil),
      // The second of two keywords is in an 'allOf'.
      (#"{"type":"integer","not":{"const":0},"allOf":[{"not":{"const":1}}]}"#, nil),
      // Keywords that lead to other parts of the document are told in words.
      (
        ##"{"type":"integer","not":{"$ref":"#/$defs/a"},"$defs":{"a":{"minLength":1}}}"##,
        ##"""
        {"type":"integer","description":"It is not allowed that it fits this JSON Schema: \##
        {\"$ref\":\"#/$defs/a\"}."}
        """##
      ),
      (
        #"""
        {"$schema":"http://json-schema.org/draft-07/schema#","type":"array",
          "contains":{"items":[{"type":"null"}]},"items":{}}
        """#,
        #"""
        {"type":"array","description":"At least 1 element fits this JSON Schema: \#
        {\"items\":[{\"type\":\"null\"}]}.","items":{}}
        """#
      ),
    ] as [(String, String?)])
  func keywordsAsTheyAre(document: String, written: String?) throws {
    let schema = try SchemaImporter().import(document).schema
    #expect(try SchemaEncoder().encode(schema).jsonString() == written ?? document)
  }
}
