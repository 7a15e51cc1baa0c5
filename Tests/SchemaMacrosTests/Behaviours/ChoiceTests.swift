#if Macros
import SchemaConformances
import SchemaContent
import SchemaMacros
import Testing

/// Enums without values.
struct ChoiceTests {
  @Test(arguments: [
    ("Named", #"{"type":"string","enum":["red","default","14.5 kHz"]}"#),
    ("Worded", #"{"type":"string","enum":["red","dark-green","dark-green-2","default"]}"#),
    ("Qualified", #"{"type":"string","enum":["a","bee"]}"#),
    ("Aliased", #"{"type":"string","enum":["a","bee"]}"#),
    ("Numbered", #"{"type":"string","enum":["one","two"]}"#),
    ("Lettered", #"{"type":"string","enum":["a","b"]}"#),
    ("Nested", #"{"type":"string","enum":["yes","no"]}"#),
    ("Described", #"{"type":"string","description":"Some colour","enum":["red"]}"#),
  ])
  func `behaviour 9: choices are names, or raw values that are strings`(
    name: String, text: String
  ) throws {
    #expect(try schemaText(try #require(choices[name])) == text)
  }

  @Test func `behaviour 9: each value goes to its string and back`() throws {
    try roundTrip(Named.allCases, ["red", "default", "14.5 kHz"])
    try roundTrip(Worded.allCases, ["red", "dark-green", "dark-green-2", "default"])
    try roundTrip(Aliased.allCases, ["a", "bee"])
    try roundTrip(Numbered.allCases, ["one", "two"])
    try roundTrip(Lettered.allCases, ["a", "b"])
    try roundTrip(Outer<Int>.Nested.allCases, ["yes", "no"])
  }

  @Test func `behaviour 9: an unknown string is an error that lists the choices`() throws {
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try Numbered(GeneratedContent(json: #""three""#))
    }
    #expect(error?.code == .notRepresentable)
    #expect(
      error?.errorDescription
        == #"""
        The content cannot be read: expected a case of Numbered ("one", "two"), \#
        found the string "three".
        """#
    )
    #expect(throws: GeneratedContent.ConversionError.self) {
      try Worded(GeneratedContent(json: #""green""#))
    }
    let mismatch = #expect(throws: GeneratedContent.ConversionError.self) {
      try Numbered(GeneratedContent(json: "1"))
    }
    #expect(mismatch?.code == .typeMismatch)
  }

  @Test func `behaviour 15: while its text arrives, a choice is nil`() throws {
    for text in [#"{"kind":"#, #"{"kind":"ca"#, #"{"kind":"cat"#] {
      let partial = try Pet.PartiallyGenerated(GeneratedContent(json: text))
      #expect(partial.kind == nil)
    }
    #expect(try Pet.PartiallyGenerated(GeneratedContent(json: #"{"kind":"cat""#)).kind == .cat)
    #expect(throws: GeneratedContent.ConversionError.self) {
      try Pet.PartiallyGenerated(GeneratedContent(json: #"{"kind":"cow""#))
    }
  }

  @Test func `a name of its own is the schema's, which is written out all the same`() throws {
    #expect(Titled.generationSchema.name == "Colour")
    #expect(try propertyText("colour", of: Owner.self) == #"{"type":"string","enum":["red"]}"#)
  }

  private func roundTrip<Choice: Generable & Equatable>(
    _ cases: [Choice], _ texts: [String]
  ) throws {
    #expect(cases.count == texts.count)
    for (value, text) in zip(cases, texts) {
      #expect(value.generatedContent == text.generatedContent)
      #expect(try Choice(text.generatedContent) == value)
    }
  }
}

private let choices: [String: any Generable.Type] = [
  "Named": Named.self, "Worded": Worded.self, "Qualified": Qualified.self,
  "Aliased": Aliased.self, "Numbered": Numbered.self, "Lettered": Lettered.self,
  "Nested": Outer<Int>.Nested.self, "Described": Described.self,
]

@Generable
private enum Named: CaseIterable {
  case red, `default`
  case `14.5 kHz`

  var isRed: Bool { self == .red }
}

@Generable
private enum Worded: String, CaseIterable {
  case red
  case darkGreen = "dark-green"
  case darkGreen2 = "dark-green-2"
  case `default`
}

@Generable
private enum Qualified: Swift.String {
  case a
  case b = "bee"
}

private typealias Text = String

@Generable
private enum Aliased: Text, CaseIterable {
  case a
  case b = "bee"
}

@Generable
private enum Numbered: Int, CaseIterable {
  case one = 1
  case two
}

@Generable
private enum Lettered: Character, CaseIterable {
  case a = "x"
  case b = "y"
}

private struct Outer<Value> {
  @Generable
  enum Nested: CaseIterable {
    case yes, no
  }
}

@Generable(description: "Some colour")
private enum Described {
  case red
}

@Generable(name: "Colour")
private enum Titled: String {
  case red
}

@Generable
private struct Owner {
  var colour: Titled
}
#endif
