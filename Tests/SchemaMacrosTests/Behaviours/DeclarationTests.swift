#if Macros
import SchemaContent
import SchemaMacros
import Testing

/// Properties and cases in all the ways in which they can be declared.
struct DeclarationTests {
  @Test func `behaviour 16: conditions stay around properties`() throws {
    #expect(
      try schemaText(Conditional.self)
        == #"{"type":"object","title":"Conditional","additionalProperties":false,"properties":{"#
        + #""always":{"type":"integer"},"macros":{"type":"string"},"inner":{"type":"boolean"},"#
        + #""end":{"type":"integer"}},"required":["always","macros","inner","end"]}"#)
    let json = #"{"always":1,"macros":"m","inner":true,"end":2}"#
    let value = try Conditional(GeneratedContent(json: json))
    #expect(value.generatedContent.jsonString(.compact) == json)
    #expect(try Conditional.PartiallyGenerated(GeneratedContent(json: json)).inner == true)
    #expect(keys(NeverThere().generatedContent).isEmpty)
  }

  @Test func `behaviour 16: conditions stay around cases`() throws {
    #expect(
      try schemaText(ConditionalChoice.self) == #"{"type":"string","enum":["always","macros"]}"#)
    #expect(try ConditionalChoice(GeneratedContent(json: #""macros""#)) == .macros)
    let json = #"{"type":"macros","value":1}"#
    let union = try ConditionalUnion(GeneratedContent(json: json))
    #expect(union.generatedContent.jsonString(.compact) == json)
    #expect(try !schemaText(ConditionalUnion.self).contains("never"))
  }

  @Test func `behaviour 16: conditions that exclude each other may have the same names`() throws {
    let json = #"{"size":1,"unit":"gram"}"#
    let value = try Exclusive(GeneratedContent(json: json))
    #expect(value.generatedContent.jsonString(.compact) == json)
    #expect(value.asPartiallyGenerated().size == 1)
    #expect(try schemaText(Exclusive.self).contains(#""size":{"type":"integer"}"#))
    #expect(try schemaText(ExclusiveChoice.self) == #"{"type":"string","enum":["gram","pound"]}"#)
    let unit = try ExclusiveUnion(GeneratedContent(json: #"{"type":"gram","value":1}"#))
    guard case .gram(1) = unit else {
      Issue.record("no gram: \(unit)")
      return
    }
  }

  @Test func `behaviour 16: attributes, comments and several names in one declaration`() throws {
    #expect(
      try schemaText(Crowded.self)
        == #"{"type":"object","title":"Crowded","additionalProperties":false,"properties":{"#
        + #""first":{"type":"integer","minimum":1},"second":{"type":"string"},"#
        + #""third":{"type":"string"},"fourth":{"type":"integer","description":"Both"},"#
        + #""fifth":{"type":"integer","description":"Both"},"sixth":{"type":"integer"},"#
        + #""default":{"type":"boolean"},"forced":{"type":"string"}},"#
        + #""required":["first","second","third","fourth","fifth","sixth","default"]}"#)
    let json =
      #"{"first":1,"second":"a","third":"b","fourth":4,"fifth":5,"sixth":6,"default":true}"#
    let value = try Crowded(GeneratedContent(json: json))
    #expect(value.default)
    #expect(value.start == 1)
    #expect(value.generatedContent.jsonString(.compact) == json)
  }

  @Test func `behaviour 16: properties that have observers, are lazy or static are not generated`()
    throws
  {
    let json = #"{"kept":1}"#
    let value = try Watched(GeneratedContent(json: json))
    #expect(value.watched == 5)
    #expect(value.generatedContent.jsonString(.compact) == json)
  }

  @Test func `an empty struct is an empty object`() throws {
    _ = try Nothing(GeneratedContent(json: "{}"))
    #expect(Nothing().generatedContent.jsonString(.compact) == "{}")
  }
}

@Generable
private struct Conditional {
  var always: Int
  #if Macros
  var macros: String
  #if swift(>=6.0)
  var inner: Bool
  #else
  var inner: String
  #endif
  #elseif NEVER
  var never: Int
  #else
  var notEither: Int
  #endif
  var end: Int
}

@Generable
private struct Exclusive {
  #if Macros
  var size: Int
  #endif
  #if !Macros
  var size: String
  #endif
  var unit: ExclusiveChoice
}

@Generable
private enum ExclusiveChoice {
  #if Macros
  case gram
  #endif
  #if !Macros
  case gram
  #endif
  case pound
}

@Generable
private enum ExclusiveUnion {
  #if !Macros
  case gram(String)
  #endif
  #if Macros
  case gram(Int)
  #endif
}

@Generable
private struct NeverThere {
  #if NEVER
  var never: Int
  #endif
}

@Generable
private enum ConditionalChoice {
  case always
  #if Macros
  case macros
  #else
  case never
  #endif
}

@Generable
private enum ConditionalUnion {
  case always
  #if Macros
  case macros(Int)
  #else
  case never(Int)
  #endif
}

@Generable
private struct Crowded {
  // A comment.
  @available(*, message: "stays as it is")
  @Guide(.minimum(1))  // between
  /* and here */ var first: Int
  var second /* a */: /* b */ String /* c */, third: String
  @Guide(description: "Both") var fourth, fifth: Int
  var start = Int(1), sixth: Int
  var `default`: Bool
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var forced: String!
}

@Generable
private struct Watched {
  var kept: Int
  var watched: Int = 5 {
    willSet { print(newValue) }
  }
  lazy var late: Int = kept + 1
  static let shared: Int = 1
  var computed: Int { kept }
}

@Generable
private struct Nothing {}
#endif
