#if Macros
import SchemaContent
import SchemaEncoding
import SchemaMacros
import Testing

/// Enums whose cases have values.
struct UnionTests {
  @Test func `behaviour 10: the schema is a choice among one object for each case`() throws {
    let object = #"{"type":"object","additionalProperties":false,"properties":{"type":"#
    let shape = ##"{"$ref":"#"}"##
    let expected = [
      #"{"title":"Shape","description":"A figure","anyOf":["#
        + ["Circle", "Rectangle", "Segment", "Label", "Unit", "Pair"]
        .map { ##"{"$ref":"#/$defs/Discriminated\##($0)"}"## }.joined(separator: ",")
        + #"],"$defs":{"#,
      #""DiscriminatedCircle":"# + object + #"{"type":"string","enum":["circle"]},"#
        + #""radius":{"type":"number"}},"required":["type","radius"]},"#,
      #""DiscriminatedRectangle":"# + object + #"{"type":"string","enum":["rectangle"]},"#
        + #""width":{"type":"number"},"height":{"type":"number"}},"#
        + #""required":["type","width","height"]},"#,
      #""DiscriminatedSegment":"# + object + #"{"type":"string","enum":["segment"]},"#
        + #""value":{"type":"integer"},"value1":{"type":"integer"}},"#
        + #""required":["type","value","value1"]},"#,
      #""DiscriminatedLabel":"# + object + #"{"type":"string","enum":["label"]},"#
        + #""text":{"type":"string"},"size":{"type":"integer"}},"required":["type","text"]},"#,
      #""DiscriminatedUnit":"# + object
        + #"{"type":"string","enum":["unit"]}},"required":["type"]},"#,
      #""DiscriminatedPair":"# + object + #"{"type":"string","enum":["pair"]},"#
        + #""first":"# + shape + #","second":"# + shape + "},"
        + #""required":["type","first","second"]}}}"#,
    ]
    #expect(try schemaText(Shape.self) == expected.joined())
  }

  @Test(arguments: [
    (Shape.circle(radius: 1.5), #"{"type":"circle","radius":1.5}"#),
    (.rectangle(width: 1, height: 2), #"{"type":"rectangle","width":1,"height":2}"#),
    (.segment(3, 4), #"{"type":"segment","value":3,"value1":4}"#),
    (.label("a", size: nil), #"{"type":"label","text":"a"}"#),
    (.label("a", size: 5), #"{"type":"label","text":"a","size":5}"#),
    (.unit, #"{"type":"unit"}"#),
    (
      .pair(first: .unit, second: .pair(first: .segment(1, 2), second: .unit)),
      #"{"type":"pair","first":{"type":"unit"},"second":{"type":"pair","#
        + #""first":{"type":"segment","value":1,"value1":2},"second":{"type":"unit"}}}"#
    ),
  ])
  func `behaviour 10: a value goes to an object with its case's name and back`(
    shape: Shape, json: String
  ) throws {
    #expect(shape.generatedContent.jsonString(.compact) == json)
    #expect(try Shape(GeneratedContent(json: json)) == shape)
  }

  @Test func `behaviour 10: an unknown or missing case is an error at its place`() throws {
    let unknown = #expect(throws: GeneratedContent.ConversionError.self) {
      try Shape(GeneratedContent(json: #"{"type":"cube"}"#))
    }
    #expect(
      unknown?.errorDescription
        == #"""
        The content cannot be read at /type: expected the name of a case of Shape, \#
        found the string "cube".
        """#
    )
    let nested = #expect(throws: GeneratedContent.ConversionError.self) {
      try Shape(
        GeneratedContent(json: #"{"type":"pair","first":{"type":"unit"},"second":{"a":1}}"#))
    }
    #expect(nested?.path.pointer == "/second/type")
    #expect(nested?.code == .missing)
    let missing = #expect(throws: GeneratedContent.ConversionError.self) {
      try Shape(GeneratedContent(json: #"{"type":"circle"}"#))
    }
    #expect(missing?.path.pointer == "/radius")
  }

  @Test(arguments: [
    (#"{"text":"hi"}"#, " at /type: expected the name of a case of Shape, found nothing"),
    (
      #"{"type":"cube"}"#,
      #" at /type: expected the name of a case of Shape, found the string "cube""#
    ),
    (#"{"type":3}"#, " at /type: expected String, found the number 3"),
    (#"{"type":null}"#, " at /type: expected String, found null"),
    ("3", ": expected Shape, found the number 3"), ("null", ": expected Shape, found null"),
  ])
  func `behaviour 10: errors name the enum, also those of its partial`(
    json: String, description: String
  ) throws {
    let content = try GeneratedContent(json: json)
    let error = #expect(throws: GeneratedContent.ConversionError.self) { try Shape(content) }
    #expect(error?.errorDescription == "The content cannot be read\(description).")
    let partial = #expect(throws: GeneratedContent.ConversionError.self) {
      try Shape.PartiallyGenerated(content)
    }
    #expect(partial?.errorDescription == "The content cannot be read\(description).")
  }

  @Test func `behaviour 10: the partial has the same cases, once their name is there`() throws {
    for text in ["", "{", #"{"type":"lab"#, #"{"type":"label"#] {
      #expect(throws: GeneratedContent.ConversionError.self) {
        try Shape.PartiallyGenerated(GeneratedContent(json: text))
      }
      // A property of this type is therefore absent so far.
      let holder = try Holder.PartiallyGenerated(
        GeneratedContent(json: #"{"shapes":["# + text))
      #expect(holder.shapes?.isEmpty != false)
    }
    let label = try Shape.PartiallyGenerated(
      GeneratedContent(json: #"{"type":"label","text":"hel"#))
    guard case .label(let text, size: let size) = label else {
      Issue.record("no label: \(label)")
      return
    }
    #expect(text == "hel")
    #expect(size == nil)
    let pair = try Shape.PartiallyGenerated(
      GeneratedContent(json: #"{"type":"pair","first":{"type":"segment","value":1,"#))
    guard case .pair(first: .segment(let one, let other)?, second: nil) = pair else {
      Issue.record("no pair: \(pair)")
      return
    }
    #expect(one == 1)
    #expect(other == nil)
    guard case .unit = Shape.unit.asPartiallyGenerated() else {
      Issue.record("no unit")
      return
    }
  }

  @Test func `behaviour 10: names that need backticks are plain in JSON`() throws {
    let values: [Keywords] = [
      .default(in: 1), .type(2), .class(`inout`: 3), .`a b`(`c d`: 4), .case(5),
    ]
    let texts = [
      #"{"type":"default","in":1}"#, #"{"type":"type","value":2}"#,
      #"{"type":"class","inout":3}"#, #"{"type":"a b","c d":4}"#, #"{"type":"case","value":5}"#,
    ]
    for (value, text) in zip(values, texts) {
      #expect(value.generatedContent.jsonString(.compact) == text)
      #expect(try Keywords(GeneratedContent(json: text)) == value)
    }
    let schema = try schemaText(Keywords.self)
    #expect(!schema.contains("`"))
    #expect(schema.contains(#""enum":["a b"]"#))
  }

  @Test func `behaviour 10: a generic union of generic values`() throws {
    let tree = Tree.branch([.leaf("a"), .branch([.leaf("b")])])
    let json =
      #"{"type":"branch","value":[{"type":"leaf","value":"a"},"#
      + #"{"type":"branch","value":[{"type":"leaf","value":"b"}]}]}"#
    #expect(tree.generatedContent.jsonString(.compact) == json)
    #expect(try Tree<String>(GeneratedContent(json: json)) == tree)
    #expect(try SchemaGraph(Tree<Int>.self).definitions.count == 2)
  }
}

@Generable
private struct Holder {
  var shapes: [Shape]
}

@Generable
private enum Keywords: Equatable {
  case `default`(`in`: Int)
  case type(Int)
  case `class`(`inout`: Int)
  case `a b`(`c d`: Int)
  case `case`(Int)
}

@Generable
private enum Tree<Value: Generable & Equatable>: Equatable {
  case leaf(Value)
  case branch([Tree])
}
#endif
