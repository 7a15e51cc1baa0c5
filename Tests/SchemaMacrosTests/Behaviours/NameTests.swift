#if Macros
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaMacros
import SchemaModel
import Testing

/// Titles, and names that generated code shares with the author's.
struct NameTests {
  @Test func `E10: the title is the name of the type without what encloses it`() {
    #expect(Outer<Int>.Inner.generationSchema.name == "Inner")
    #expect(Outer<Int>.Later.generationSchema.name == "Later")
    #expect(Outer<Int>.Generic<String>.generationSchema.name == "Generic<String>")
    #expect(`Raw name`.generationSchema.name == "Raw name")
    #expect(`default`.generationSchema.name == "default")
    #expect(Renamed.generationSchema.name == "Other")
  }

  @Test func `a guide that names a static property of the author's means that one`() throws {
    #expect(
      try propertyText("first", of: Captured.self)
        == #"{"type":"integer","description":"limit 3","maximum":3}"#)
    #expect(try propertyText("second", of: Captured.self) == #"{"type":"integer","minimum":3}"#)
    #expect(
      try schemaText(CapturedChoice.self).contains(#""description":"two choices""#))
    #expect(try schemaText(CapturedUnion.self).contains(#""description":"two types""#))
    #expect(
      CapturedContent(name: nil).generatedContent.jsonString(.compact) == #"{"name":null}"#)
  }

  @Test func `a property may have the name of the value itself`() throws {
    let json = #"{"self":1,"other":"a"}"#
    let value = try Reflexive(GeneratedContent(json: json))
    #expect(value.generatedContent.jsonString(.compact) == json)
    let partial = value.asPartiallyGenerated()
    #expect(partial.`self` == 1)
    #expect(Reflexive.PartiallyGenerated(other: "a").other == "a")
  }

  @Test func `a case may have the name of its enum`() throws {
    let json = #"{"type":"switch","value":1}"#
    #expect(
      try `switch`(GeneratedContent(json: json)).generatedContent.jsonString(.compact) == json)
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try `switch`.PartiallyGenerated(GeneratedContent(json: "{}"))
    }
    #expect(error?.expected == "the name of a case of switch")
  }

  @Test func `equal cases of two enums are distinguished by the names of the enums`() throws {
    let names = try SchemaEncoder().encode(Exchange.self).root.definitions.map { $0.name }
    #expect(
      names == [
        "Question", "Reply", "Question.DiscriminatedText", "Reply.DiscriminatedText",
      ])
  }

  @Test func `a payload of a type named like a generated one is that type`() throws {
    let json = #"{"type":"circle","value":{"radius":1}}"#
    #expect(try Figure(GeneratedContent(json: json)).generatedContent.jsonString(.compact) == json)
    #expect(try schemaText(Figure.self).contains(#""radius":{"type":"integer"}"#))
    let held = #"{"id":{"text":"a"}}"#
    #expect(try Holder(GeneratedContent(json: held)).generatedContent.jsonString(.compact) == held)
    #expect(try Holder.PartiallyGenerated(GeneratedContent(json: held)).id?.text == "a")
  }
}

private struct Outer<Value> {
  @Generable struct Inner {
    var value: Int
  }

  @Generable struct Generic<Item: Generable> {
    var item: Item
  }
}

extension Outer {
  @Generable fileprivate struct Later {
    var value: Int
  }
}

@Generable
private struct `Raw name` {
  var value: Int
}

@Generable
private struct `default` {
  var value: Int
}

@Generable(name: "Other")
private struct Renamed {
  var value: Int
}

@Generable
private struct Captured {
  static let properties = 3

  #if Macros
  @Guide(description: "limit \(properties)", .maximum(properties)) var first: Int
  #endif
  @Guide(.minimum(properties)) var second: Int
}

@Generable(description: choices)
private enum CapturedChoice {
  case one
  #if Macros
  case two
  #endif
}

@Generable(description: types)
private enum CapturedUnion {
  case one(Int)
  #if Macros
  case two
  #endif
}

private let properties = true
private let choices = "two choices"
private let types = "two types"

@Generable(representNilExplicitlyInGeneratedContent: properties)
private struct CapturedContent {
  var name: String?
}

@Generable
private struct DiscriminatedCircle {
  var radius: Int
}

@Generable
private enum Figure {
  case circle(DiscriminatedCircle)
}

@Generable
private enum `switch` {
  case `switch`(Int)
}

@Generable
private struct GenerationIdentity {
  var text: String
}

@Generable
private struct Holder {
  var id: GenerationIdentity
}

@Generable
private enum Question {
  case text(String)
}

@Generable
private enum Reply {
  case text(String)
}

@Generable
private struct Reflexive {
  var `self`: Int
  var other: String
}

@Generable
private struct Exchange {
  var question: Question
  var reply: Reply
}
#endif
