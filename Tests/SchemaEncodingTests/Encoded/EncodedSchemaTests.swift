import Foundation
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

struct EncodedSchemaTests {
  private func encode(
    _ type: any Generable.Type, orderKeyword: String? = "x-order"
  ) throws -> EncodedSchema {
    try SchemaEncoder(dialect: TestDialect { $0.keywords.propertyOrder = orderKeyword }).encode(
      type)
  }

  @Test func `keywords have types`() throws {
    let document = try SchemaEncoder(dialect: TestDialect())
      .encode(Holder<[Int]>.schema([.count(1...3), .element(.minimum(-2))], description: "Some"))
    let root = document.root
    #expect(root.type == "object")
    #expect(root.title == "Holder")
    #expect(root.required == ["value"])
    #expect(root["additionalProperties"] == false)
    let value = try #require(root.properties.first?.schema)
    #expect(value.description == "Some")
    #expect(value["minItems"]?.number == SchemaNumber(1))
    #expect(value["maxItems"] == 3)
    #expect(value.items?["minimum"] == -2)
    #expect(value["maximum"] == nil)
    #expect(value.choices == nil && value.reference == nil && value.anyOf.isEmpty)
    #expect(value.properties.isEmpty && value.required.isEmpty && value.definitions.isEmpty)
  }

  @Test func `a property named as a keyword is a property`() throws {
    let names = [
      "properties", "items", "anyOf", "$ref", "$defs", "required", "x-order", "type", "",
    ]
    let schema = GenerationSchema(
      type: Whole.self, properties: names.map { Property(name: $0, type: Size.self) })
    let document = try SchemaEncoder(dialect: TestDialect { $0.keywords.propertyOrder = "x-order" })
      .encode(schema)
    #expect(document.root.properties.map(\.name) == names)
    #expect(document.root.properties.allSatisfy { $0.schema.choices?.count == 4 })
    #expect(document.root["x-order"]?.strings == names)
    let decoded = try JSONDecoder().decode(EncodedSchema.self, from: encodedAsJSON(document))
    #expect(decoded.utf8 == document.utf8)
  }

  @Test(
    arguments: [
      Team.self, Shape.self, Person.self, [[Percentage]].self, Page<Size>.self,
      Holder<GeneratedContent>.self, String.self, Holder<UInt8>.self, `100%25 "sure"`.self,
    ] as [any Generable.Type])
  func `encoding and decoding round-trips through JSON`(type: any Generable.Type) throws {
    let document = try encode(type)
    let data = try encodedAsJSON(document)
    let decoded = try JSONDecoder().decode(EncodedSchema.self, from: data)
    #expect(decoded == document)
    #expect(decoded.diagnostics.isEmpty)
    let parsed = try JSONValue(text: String(decoding: data, as: UTF8.self))
    #expect(try parsed == JSONValue(text: document.jsonString()))
  }

  @Test func `decoding restores the order of keywords, properties and required`() throws {
    let schema = GenerationSchema(
      type: Whole.self, description: "All",
      properties: ["zeta", "alpha", "reasoning", "answer"].map {
        Property(name: $0, type: Int.self, guides: [.range(1...9)])
      })
    let document = try SchemaEncoder(
      dialect: TestDialect { $0.keywords.propertyOrder = "propertyOrdering" }
    )
    .encode(schema)
    let decoded = try JSONDecoder().decode(EncodedSchema.self, from: encodedAsJSON(document))
    #expect(decoded.utf8 == document.utf8)
  }

  @Test func `E13: of two keywords that list all properties the same one gives the order`() throws {
    let text =
      #"{"type":"object","properties":{"a":{},"b":{},"c":{}},"z-order":["c","b","a"],"#
      + #""y-order":["b","c","a"],"x-order":["a","c","b"]}"#
    // The members of a dictionary come in another order in each process, and with each capacity.
    let document = try JSONDecoder().decode(EncodedSchema.self, from: Data(text.utf8))
    #expect(document.root.properties.map(\.name) == ["a", "c", "b"])
  }

  @Test func `encoding and decoding round-trips through property lists`() throws {
    let schema = GenerationSchema(
      type: Whole.self, description: "All",
      properties: [
        Property(name: "one", type: Int.self, guides: [.range(0...1)]),
        Property(name: "tenth", type: Double.self, guides: [.minimum(0.1)]),
        Property(name: "people", type: [Person]?.self, guides: [.count(1)]),
      ])
    let document = try SchemaEncoder(dialect: TestDialect { $0.keywords.propertyOrder = "x-order" })
      .encode(schema)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let decoded = try PropertyListDecoder()
        .decode(EncodedSchema.self, from: encoder.encode(document))
      #expect(decoded == document)
      #expect(decoded.jsonString() == document.jsonString())
    }
  }

  @Test func `numbers survive encoding and decoding`() throws {
    let schema = GenerationSchema(
      type: Whole.self,
      properties: [
        Property(name: "a", type: Int.self, guides: [.range(Int.min...Int.max)]),
        Property(name: "b", type: UInt64.self, guides: [.maximum(.max)]),
        Property(name: "c", type: Double.self, guides: [.range(-2.5e-7...1e300)]),
        Property(name: "d", type: Float.self, guides: [.minimum(0.1)]),
      ])
    let document = try SchemaEncoder(dialect: TestDialect { $0.keywords.propertyOrder = "x-order" })
      .encode(schema)
    let decoded = try JSONDecoder().decode(EncodedSchema.self, from: encodedAsJSON(document))
    #expect(decoded.jsonString() == document.jsonString())
  }

  @Test func `a number that no integer and no double holds exactly is an error to encode`()
    throws
  {
    var dialect = TestDialect()
    dialect.adaptation = { keywords, _ in
      keywords["x-step"] = Decimal(string: "0.1234567890123456789012345")
        .flatMap { SchemaNumber($0) }.map { .number($0) }
    }
    let document = try SchemaEncoder(dialect: dialect).encode(String.self)
    let error = #expect(throws: EncodingError.self) { try encodedAsJSON(document) }
    guard case .invalidValue(_, let context)? = error else {
      Issue.record("\(document)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["x-step"])
    #expect(context.debugDescription.contains("holds the number"))
  }

  @Test(arguments: [
    "18446744073709551617", "-9223372036854775809", "0.1234567890123456789012345", "1e+300",
  ])
  func `a number keeps its digits when it is decoded`(number: String) throws {
    let text = #"{"maximum":\#(number)}"#
    let document = try JSONDecoder().decode(EncodedSchema.self, from: Data(text.utf8))
    let decoded = try #require(document.root["maximum"]?.number)
    #expect(decoded == SchemaNumber(text: number.utf8))
  }

  @Test func `names that are equal to an encoder are an error, and none is lost`() throws {
    let schema = GenerationSchema(
      type: Whole.self,
      properties: ["caf\u{e9}", "cafe\u{301}"].map { Property(name: $0, type: Int.self) })
    let document = try SchemaEncoder(dialect: TestDialect()).encode(schema)
    #expect(document.root.properties.count == 2)
    let error = #expect(throws: EncodingError.self) { try encodedAsJSON(document) }
    guard case .invalidValue(let name, let context)? = error else {
      Issue.record("\(document)")
      return
    }
    #expect(name as? String == "cafe\u{301}")
    #expect(context.codingPath.map(\.stringValue) == ["properties"])
  }

  @Test func `documents are equal whatever the order of members`() throws {
    let decoder = JSONDecoder()
    func document(_ text: String) throws -> EncodedSchema {
      try decoder.decode(EncodedSchema.self, from: Data(text.utf8))
    }
    let one = try document(#"{"type":"array","items":{"type":"integer","minimum":1}}"#)
    let other = try document(#"{"items":{"minimum":1,"type":"integer"},"type":"array"}"#)
    #expect(one == other)
    let different = try document(#"{"type":"array","items":{"type":"integer","minimum":2}}"#)
    #expect(one != different)
    #expect(try one != document(#"{"type":"array","items":{"type":"integer"}}"#))
    #expect(
      try document(#"{"enum":["a","b"]}"#) != document(#"{"enum":["b","a"]}"#),
      "The order of a list counts.")
  }

  @Test(arguments: ["[]", "1", "\"x\"", "null", "true"])
  func `a document that is not an object is an error`(text: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EncodedSchema.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.isEmpty && context.debugDescription.contains("object"))
  }

  @Test func `a pretty text is the same document with line breaks and indentation`() throws {
    let document = try encode(Holder<Size>.self)
    let expected = """
      {
        "type": "object",
        "title": "Holder",
        "additionalProperties": false,
        "properties": {
          "value": {
            "type": "string",
            "description": "How large",
            "enum": [
              "small",
              "medium",
              "large",
              "xlarge"
            ]
          }
        },
        "required": [
          "value"
        ],
        "x-order": [
          "value"
        ]
      }
      """
    #expect(document.jsonString(.pretty) == expected)
  }

  @Test func `pretty printing leaves strings and empty brackets alone`() throws {
    let schema = GenerationSchema(
      type: Whole.self, description: #"{"a": [1, 2]}, "quoted" \ "#, properties: [])
    let text = try SchemaEncoder(dialect: TestDialect()).encode(schema).jsonString(.pretty)
    #expect(text.contains(#""description": "{\"a\": [1, 2]}, \"quoted\" \\ ","#))
    #expect(text.contains("\"properties\": {},\n"))
    #expect(text.contains("\"required\": []\n"))
    #expect(try JSONValue(text: text)["title"] == .string("Whole"))
  }

  @Test func `a pretty text of a deep document grows with its depth only`() throws {
    let document = try encode(DeepTypes.arrays(depth: 2_000))
    #expect(document.jsonString(.pretty).utf8.count < document.utf8.count * 40)
  }

  @Test func `texts in two normal forms are different ones`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let documents = try [composed, decomposed].map {
      try JSONDecoder().decode(EncodedSchema.self, from: Data("{\"const\": \"\($0)\"}".utf8))
    }
    #expect(documents[0] != documents[1])
    #expect(SchemaValue.string(composed) != .string(decomposed))
    #expect([composed: 1] as SchemaValue != [decomposed: 1])
    #expect([[.string(composed)]] as SchemaValue == [[.string(composed)]])
    #expect(GuideValue.Constraint.choices([composed]) != .choices([decomposed]))
    #expect(
      GenerationSchema.Property(name: composed, type: Int.self)
        != GenerationSchema.Property(name: decomposed, type: Int.self))
    #expect(GeneratedContent(composed).kind != GeneratedContent(decomposed).kind)
  }
}
