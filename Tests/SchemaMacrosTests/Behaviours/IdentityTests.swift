#if Macros
import SchemaContent
import SchemaEncoding
import SchemaMacros
import SchemaTestSupport
import Testing

/// Types of one name, types that occur often, and types that contain themselves.
struct IdentityTests {
  @Test func `behaviour 11: two types of one name are two definitions`() throws {
    #expect(
      try schemaText(Shop.self)
        == #"{"type":"object","title":"Shop","additionalProperties":false,"properties":{"#
        + ##""order":{"$ref":"#/$defs/Order.Item"},"payment":{"$ref":"#/$defs/Payment.Item"},"##
        + ##""again":{"$ref":"#/$defs/Order.Item"}},"required":["order","payment","again"],"##
        + #""$defs":{"Order.Item":{"type":"object","additionalProperties":false,"#
        + #""properties":{"number":{"type":"integer"}},"required":["number"]},"#
        + #""Payment.Item":{"type":"object","additionalProperties":false,"#
        + #""properties":{"sum":{"type":"number"}},"required":["sum"]}}}"#)
  }

  @Test func `behaviour 11: a generic type is a definition for each of its arguments`() throws {
    let graph = try SchemaGraph(Boxes.self)
    #expect(graph.definitions.map { $0.name } == ["Box<Int>", "Box<String>"])
    let json = #"{"one":{"value":1,"all":[2]},"other":{"value":"a","maybe":"b","all":[]}}"#
    let boxes = try Boxes(GeneratedContent(json: json))
    #expect(boxes.one.value == 1)
    #expect(boxes.other.maybe == "b")
    #expect(boxes.generatedContent.jsonString(.compact) == json)
    let partial: Box<Int>.PartiallyGenerated = boxes.one.asPartiallyGenerated()
    #expect(partial.all == [2])
  }

  @Test func `behaviour 12: recursion ends in a reference`() throws {
    #expect(
      try schemaText(Person.self)
        == #"{"type":"object","title":"Person","additionalProperties":false,"properties":{"#
        + ##""name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#"}}},"##
        + #""required":["name","children"]}"#)
    let family = try schemaText(Family.self)
    #expect(family.contains(##""head":{"$ref":"#/$defs/Person"}"##))
    #expect(family.contains(##""items":{"$ref":"#/$defs/Person"}"##))
    #expect(
      try schemaText([Person].self).hasPrefix(
        ##"{"type":"array","items":{"$ref":"#/$defs/Person"},"##))
  }

  @Test func `behaviour 12: so does mutual recursion, on a small stack too`() async throws {
    let text = try await onSmallStack { try schemaText(Even.self) }
    #expect(
      text
        == #"{"type":"object","title":"Even","additionalProperties":false,"properties":{"#
        + ##""odd":{"type":"array","items":{"$ref":"#/$defs/Odd"}}},"required":["odd"],"##
        + #""$defs":{"Odd":{"type":"object","additionalProperties":false,"properties":{"#
        + ##""even":{"type":"array","items":{"$ref":"#"}}},"required":["even"]}}}"##)
  }

  @Test func `behaviour 12: content as deep as the parser takes is read on a small stack`()
    async throws
  {
    let levels = GeneratedContentParser.Options.strict.maximumDepth / 2 - 1
    let json =
      String(repeating: #"{"value":1,"next":["#, count: levels)
      + String(repeating: "]}", count: levels)
    let depth = try await onSmallStack {
      let content = try GeneratedContent(json: json)
      let text = try Chain(content).generatedContent.jsonString(.compact)
      #expect(text == json)
      var depth = 0
      var partial: Chain.PartiallyGenerated? = try Chain.PartiallyGenerated(content)
      while let chain = partial {
        depth += 1
        partial = chain.next?.first
      }
      return depth
    }
    #expect(depth == levels)
  }

  @Test func `behaviour 12: a type may call itself Self`() throws {
    let json = #"{"value":1,"next":[{"value":2,"next":[]}]}"#
    let chain = try Chain(GeneratedContent(json: json))
    #expect(chain.next.first?.value == 2)
    #expect(chain.generatedContent.jsonString(.compact) == json)
    let partial = try Chain.PartiallyGenerated(
      GeneratedContent(json: #"{"value":1,"next":[{"value":2,"#))
    #expect(partial.next?.first?.value == 2)
    #expect(partial.next?.first?.next == nil)
  }
}

private enum Order {
  @Generable struct Item {
    var number: Int
  }
}

private enum Payment {
  @Generable struct Item {
    var sum: Double
  }
}

@Generable
private struct Shop {
  var order: Order.Item
  var payment: Payment.Item
  var again: Order.Item
}

@Generable
private struct Box<Value: Generable> {
  var value: Value
  var maybe: Value?
  var all: [Value]
}

@Generable
private struct Boxes {
  var one: Box<Int>
  var other: Box<String>
}

@Generable
private struct Person {
  var name: String
  var children: [Person]
}

@Generable
private struct Family {
  var head: Person
}

@Generable
private struct Even {
  var odd: [Odd]
}

@Generable
private struct Odd {
  var even: [Even]
}

@Generable
private struct Chain {
  var value: Int
  var next: [Self]
}
#endif
