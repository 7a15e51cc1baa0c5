#if Macros
import SchemaContent
import SchemaMacros
import Testing

/// Reading of content that lacks a part.
struct ReadingTests {
  @Test func `behaviour 1: a missing required key throws, and is nil in the partial`() throws {
    let content = GeneratedContent(properties: [
      "name": "Mia", "kind": "cat", "toys": [Toy(name: "ball")],
    ])
    let error = #expect(throws: GeneratedContent.ConversionError.self) { try Pet(content) }
    #expect(error?.code == .missing)
    #expect(error?.path.pointer == "/age")
    #expect(error?.expected == "Int")

    let partial = try Pet.PartiallyGenerated(content)
    #expect(partial.name == "Mia")
    #expect(partial.age == nil)
    #expect(partial.kind == .cat)
    #expect(partial.toys?.first?.name == "ball")
  }

  @Test func `behaviour 2: null is nil for an optional and throws for the rest`() throws {
    let json = #"{"name":"Mia","age":1,"nickname":null,"kind":"cat","toys":[]}"#
    #expect(try Pet(GeneratedContent(json: json)).nickname == nil)

    let wrong = #"{"name":null,"age":1,"kind":"cat","toys":[]}"#
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try Pet(GeneratedContent(json: wrong))
    }
    #expect(error?.path.pointer == "/name")
    #expect(try Pet.PartiallyGenerated(GeneratedContent(json: wrong)).name == nil)
  }

  @Test func `behaviour 2: nil is left out, or null where the flag says so`() throws {
    #expect(Silent(hint: nil, count: 1).generatedContent.jsonString(.compact) == #"{"count":1}"#)
    #expect(
      Outspoken(hint: nil, count: 1).generatedContent.jsonString(.compact)
        == #"{"hint":null,"count":1}"#)
    #expect(
      OutspokenChoice.text(nil).generatedContent.jsonString(.compact)
        == #"{"type":"text","value":null}"#)
    #expect(
      try schemaText(Silent.self)
        == schemaText(Outspoken.self).replacing("\"Outspoken\"", with: "\"Silent\""))
    #expect(try Outspoken(Outspoken(hint: nil, count: 1).generatedContent).hint == nil)
  }

  @Test func `C6: content that was cut off is not a value, but a partial one`() throws {
    let whole = #"{"name":"Mia","age":1,"kind":"cat","toys":[{"name":"ball"}]}"#
    #expect(try Pet(GeneratedContent(json: whole)).toys.count == 1)
    for length in 0..<whole.utf8.count {
      let content = try GeneratedContent(json: String(whole.prefix(length)))
      let error = #expect(throws: GeneratedContent.ConversionError.self) { try Pet(content) }
      #expect(error?.code == .incomplete)
      _ = try Pet.PartiallyGenerated(content)
    }
  }

  @Test func `C6: neither is an enum, of either kind`() throws {
    let name = try GeneratedContent(json: #""ca"#)
    #expect(throws: GeneratedContent.ConversionError.self) { try PetKind(name) }
    let shape = try GeneratedContent(json: #"{"type":"circle","radius":1"#)
    #expect(throws: GeneratedContent.ConversionError.self) { try Shape(shape) }
    guard case .circle(let radius) = try Shape.PartiallyGenerated(shape) else {
      Issue.record("no circle")
      return
    }
    #expect(radius == nil)
  }

  @Test func `an error leads to the place`() throws {
    let json = #"{"name":"Mia","age":1,"kind":"cat","toys":[{"name":"ball"},{"name":2}]}"#
    let error = #expect(throws: GeneratedContent.ConversionError.self) {
      try Pet(GeneratedContent(json: json))
    }
    #expect(
      error?.errorDescription
        == "The content cannot be read at /toys/1/name: expected String, found the number 2.")
  }
}

@Generable
private struct Silent {
  var hint: String?
  var count: Int
}

@Generable(representNilExplicitlyInGeneratedContent: true)
private struct Outspoken {
  var hint: String?
  var count: Int
}

@Generable(representNilExplicitlyInGeneratedContent: true)
private enum OutspokenChoice {
  case text(String?)
}
#endif
