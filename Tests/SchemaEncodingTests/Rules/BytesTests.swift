import SchemaEncoding
import SchemaTestSupport
import Testing

struct BytesTests {
  /// Many definitions, whose first occurrences are in neither alphabetical nor declared order.
  private let types: [any Generable.Type] = [
    Team.self, Shape.self, Order.Status.self, Payment.Status.self, Page<Size>.self, `a/b`.self,
  ]

  private let expected =
    #"{"type":"object","title":"Whole","additionalProperties":false,"properties":{"#
    + ##""p0":{"$ref":"#/$defs/Team"},"p1":{"$ref":"#/$defs/Shape"},"##
    + ##""p2":{"$ref":"#/$defs/Order.Status"},"p3":{"$ref":"#/$defs/Payment.Status"},"##
    + ##""p4":{"$ref":"#/$defs/Page%3CSize%3E"},"p5":{"$ref":"#/$defs/a~1b"}},"##
    + #""required":["p0","p1","p2","p3","p4","p5"],"$defs":{"#
    + #""Team":{"type":"object","additionalProperties":false,"properties":{"#
    + ##""lead":{"$ref":"#/$defs/Person","description":"Who decides"},"##
    + ##""deputy":{"$ref":"#/$defs/Person"},"##
    + ##""members":{"type":"array","items":{"$ref":"#/$defs/Person"}}},"##
    + #""required":["lead","deputy","members"]},"#
    + #""Shape":{"description":"What it looks like","#
    + ##""anyOf":[{"$ref":"#/$defs/Circle"},{"$ref":"#/$defs/Square"}]},"##
    + #""Order.Status":{"type":"object","additionalProperties":false,"#
    + #""properties":{"paid":{"type":"boolean"}},"required":["paid"]},"#
    + #""Payment.Status":{"type":"object","additionalProperties":false,"#
    + #""properties":{"cleared":{"type":"boolean"}},"required":["cleared"]},"#
    + #""Page<Size>":{"type":"object","additionalProperties":false,"properties":{"#
    + #""items":{"type":"array","items":{"type":"string","description":"How large","#
    + #""enum":["small","medium","large","xlarge"]}}},"required":["items"]},"#
    + #""a/b":{"type":"object","additionalProperties":false,"properties":{},"required":[]},"#
    + #""Person":{"type":"object","description":"Somebody","additionalProperties":false,"#
    + #""properties":{"name":{"type":"string","description":"How they are called"},"#
    + ##""children":{"type":"array","maxItems":3,"items":{"$ref":"#/$defs/Person"}},"##
    + ##""friend":{"$ref":"#/$defs/Person","description":"The best one"}},"##
    + #""required":["name","children"]},"#
    + #""Circle":{"type":"object","additionalProperties":false,"#
    + #""properties":{"radius":{"type":"number"}},"required":["radius"]},"#
    + #""Square":{"type":"object","additionalProperties":false,"#
    + #""properties":{"side":{"type":"number"}},"required":["side"]}}}"#

  @Test(.withOptimizer) func `a text of megabytes is written completely`() throws {
    // The buffer of the writer grows several times beyond a text of this length.
    let count = 2_000_000
    let plain = String(repeating: "0123456789", count: count / 10)
    let escaped = String(repeating: "\"\n", count: count / 2)
    let properties = (0..<3).map { index in
      Property(
        name: "p\(index)", description: index == 1 ? escaped : plain, type: String.self)
    }
    let schema = GenerationSchema(type: Whole.self, properties: properties)
    let document = try SchemaEncoder(dialect: TestDialect()).encode(schema)
    let written = String(repeating: #"\"\n"#, count: count / 2)
    let expected =
      #"{"type":"object","title":"Whole","additionalProperties":false,"properties":{"#
      + #""p0":{"type":"string","description":""# + plain
      + #""},"p1":{"type":"string","description":""# + written
      + #""},"p2":{"type":"string","description":""# + plain
      + #""}},"required":["p0","p1","p2"]}"#
    #expect(document.utf8 == Array(expected.utf8))
    #expect(document.utf8.count == expected.utf8.count)
  }

  @Test func `E13: the bytes are the same in every process`() throws {
    #expect(try text(whole(of: types)) == expected)
  }

  @Test func `E13: encoding again gives the same bytes`() throws {
    let encoder = SchemaEncoder(dialect: TestDialect())
    let first = try encoder.encode(whole(of: types))
    let second = try encoder.encode(whole(of: types))
    #expect(first.utf8 == second.utf8)
    let graph = try SchemaGraph(whole(of: types))
    #expect(try encoder.encode(graph).utf8 == first.utf8)
    #expect(try encoder.encode(graph).utf8 == first.utf8)
  }

  @Test func `E13: definitions come in the order in which they are first met`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(whole(of: types))
    let names = [
      "Team", "Shape", "Order.Status", "Payment.Status", "Page<Size>", "a/b", "Person", "Circle",
      "Square",
    ]
    #expect(document.root.definitions.map(\.name) == names)
  }

  @Test func `E13: keywords come in one order`() throws {
    let dialect = TestDialect {
      $0.keywords.propertyOrder = "x-order"
      $0.title = { $1 ?? $0.title }
    }
    let document = try SchemaEncoder(dialect: dialect).encode(Team.self)
    let root = document.root.keywords.members.map(\.name)
    #expect(
      root == [
        "type", "title", "additionalProperties", "properties", "required", "x-order", "$defs",
      ])
    let definition = try #require(document.root.definitions.first?.schema)
    #expect(
      definition.keywords.members.map(\.name) == [
        "type", "title", "description", "additionalProperties", "properties", "required", "x-order",
      ])
    #expect(
      document.root.properties[0].schema.keywords.members.map(\.name) == ["$ref", "description"])
  }

  @Test func `E13: constraints come in one order`() throws {
    #expect(
      try guided(
        String.self, .maximumLength(9), .pattern(/^b/), .minimumLength(1), .pattern(/^a/))
          == #"""
          {"type":"string","pattern":"^a","minLength":1,"maxLength":9,"allOf":[{"pattern":"^b"}]}
          """#
    )
    #expect(
      try guided([Int].self, .maximumCount(4), .minimumCount(1))
        == #"{"type":"array","minItems":1,"maxItems":4,"items":{"type":"integer"}}"#)
  }

  @Test func `a document is read without being copied`() throws {
    let document = try SchemaEncoder(dialect: TestDialect()).encode(Team.self)
    let count = document.utf8.count
    #expect(count == document.utf8.count)
    #expect(String(decoding: document.utf8, as: UTF8.self) == document.jsonString())
    #expect(document.description == document.jsonString())
  }
}
