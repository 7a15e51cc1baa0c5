import SchemaEncoding
import SchemaImport
import SchemaTestSupport
import Testing

/// Schemas of names become patterns, or the properties themselves (rule I2).
struct PropertyNamesImportTests {
  static let cases: [ImportCase] = [
    ImportCase(
      #"{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{"type"#
        + #"":"null"}}"#,
      #"{"type":"object","additionalProperties":{"type":"null"}}"#),
    ImportCase(
      #"{"type":"object","propertyNames":{"pattern":"^a"},"additionalProperties":{"type":"null"}}"#,
      #"{"type":"object","additionalProperties":false,"patternProperties":{"^a":{"type":"#
        + #""null"}}}"#),
    ImportCase(
      #"{"type":"object","propertyNames":{"enum":["a"]},"additionalProperties":{"type":"null"}}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"null"}}"#
        + #","required":[]}"#),
    ImportCase(
      #"{"type":"object","propertyNames":{"maxLength":2},"additionalProperties":{"type":"null"}}"#,
      #"{"type":"object","additionalProperties":false,"patternProperties":{"^[\\s\\S]{0,"#
        + #"2}$":{"type":"null"}}}"#),
    ImportCase(
      #"{"type":"object","propertyNames":{"anyOf":[{"const":"a"},{"pattern":"^x"}]},"add"#
        + #"itionalProperties":{"type":"null"}}"#,
      #"{"type":"object","additionalProperties":false,"patternProperties":{"(?:^x)|(?:^("#
        + #"?:a)$)":{"type":"null"}}}"#),
    ImportCase(
      #"{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}},"additio"#
        + #"nalProperties":false,"propertyNames":{"pattern":"^a"}}"#,
      #"{"type":"object","additionalProperties":false,"properties":{"a":{"type":"null"}}"#
        + #","required":[]}"#,
      [.excluded]),
    ImportCase(
      #"{"type":"object","propertyNames":{"pattern":"^[a-z][a-z0-9]*$","minLength":2,"maxLength":"#
        + #"8},"additionalProperties":{"type":"null"}}"#,
      #"{"type":"object","additionalProperties":false,"patternProperties":{"^[a-z][a-z0-9]{1,7}$"#
        + #"":{"type":"null"}}}"#),
    ImportCase(
      #"{"type":"object","propertyNames":{"pattern":"^(?:[a-z]{2})$","minLength":1}"#
        + #","additionalProperties":{"type":"null"}}"#,
      #"{"type":"object","additionalProperties":false,"patternProperties":{"^(?:[a-z]{2})$"#
        + #"":{"type":"null"}}}"#),
    ImportCase(
      #"{"type":"object","propertyNames":{"allOf":[{"pattern":"^a"},{"pattern":"^ab"},{"minLength""#
        + #":1}]},"additionalProperties":{"type":"null"}}"#,
      #"{"type":"object","additionalProperties":false,"patternProperties":{"^ab"#
        + #"":{"type":"null"}}}"#),
    ImportCase(
      #"{"type":"object","propertyNames":{"pattern":"^[a-z]{3,}$","maxLength":2}}"#,
      #"{"type":"object","additionalProperties":false,"properties":{},"required":[]}"#),
    ImportCase(
      #"{"type":"object","propertyNames":false}"#,
      #"{"type":"object","additionalProperties":false,"properties":{},"required":[]}"#),
  ]

  @Test(arguments: cases)
  func `I2: the names of properties are stated`(_ item: ImportCase) throws { try item.check() }

  @Test func `I2: names are told in words where a pattern would change other properties`() throws {
    let imported = try SchemaImporter().import(
      #"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"property"#
        + #"Names":{"pattern":"^a"},"additionalProperties":{"type":"null"}}"#)
    #expect(imported.diagnostics.map(\.rule) == [.propertyNames])
    let text = try SchemaEncoder(dialect: TestDialect()).encode(imported.schema).jsonString()
    #expect(text.contains("Each name matches the regular expression '^a'."), "\(text)")
  }

  @Test(arguments: [
    (#"{"pattern":"[a-z]","maxLength":5}"#, "'[a-z]' and has at most 5 characters."),
    (#"{"allOf":[{"pattern":"^a"},{"pattern":"b$"}]}"#, "matches the regular expression 'b$'."),
  ])
  func `I2: names are told in words where no pattern states all of their schema`(
    names: String, sentence: String
  ) throws {
    let imported = try SchemaImporter().import(
      #"{"type":"object","propertyNames":\#(names),"additionalProperties":{"type":"null"}}"#)
    #expect(imported.diagnostics.map(\.rule) == [.propertyNames])
    let text = try SchemaEncoder(dialect: TestDialect()).encode(imported.schema).jsonString()
    #expect(text.contains(sentence), "\(text)")
  }

  @Test func `I3: a required property with an excluded name is an error`() {
    let error = #expect(throws: SchemaImportError.self) {
      try SchemaImporter().import(
        #"{"type":"object","required":["b"],"propertyNames":{"pattern":"^a"}}"#)
    }
    #expect(error?.rule == .unsatisfiable)
    #expect(error?.problem == "'b' is required, and 'propertyNames' excludes it.")
  }
}
