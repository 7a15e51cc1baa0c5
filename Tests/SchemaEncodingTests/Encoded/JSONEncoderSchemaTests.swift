import Foundation
import SchemaConformances
import SchemaTestSupport
import Testing

@testable import SchemaEncoding

/// Schemas in requests keep their text, however the encoder is configured.
struct JSONEncoderSchemaTests {
  private struct Tool: Encodable {
    var name: String
    var schema: EncodedSchema
  }

  private struct Request: Encodable {
    var model = "m"
    var tools: [Tool]
    var text = ""
  }

  /// A schema whose properties are in an order that no sorting gives.
  private func schema(_ names: [String] = ["zeta", "alpha", "midway"]) throws -> EncodedSchema {
    let schema = GenerationSchema(
      type: Whole.self, description: #"A "quoted" text with \ and é / 🍲"#,
      properties: names.map { Property(name: $0, type: Int.self, guides: [.range(1...9)]) })
    return try SchemaEncoder(dialect: TestDialect { $0.keywords.propertyOrder = "x-order" })
      .encode(schema)
  }

  private func text(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encodeKeepingSchemaOrder(value), as: UTF8.self)
  }

  @Test(
    arguments: [
      [], .sortedKeys, .prettyPrinted, [.prettyPrinted, .sortedKeys], .withoutEscapingSlashes,
    ] as [JSONEncoder.OutputFormatting])
  func `a schema keeps its bytes under each formatting`(
    formatting: JSONEncoder.OutputFormatting
  ) throws {
    let schema = try schema()
    let text = try text(Tool(name: "first", schema: schema), formatting)
    #expect(text.contains(schema.jsonString()))
    let parsed = try JSONValue(text: text)
    #expect(parsed["name"] == .string("first"))
    #expect(try parsed["schema"] == JSONValue(text: schema.jsonString()))
  }

  @Test func `a schema can be the complete body`() throws {
    let schema = try schema()
    #expect(try text(schema) == schema.jsonString())
    #expect(try text([schema, schema]) == "[\(schema.jsonString()),\(schema.jsonString())]")
  }

  @Test func `two schemas nested in an array keep an order each`() throws {
    let first = try schema(["b", "a", "c"])
    let second = try schema(["c", "b", "a"])
    let request = Request(
      tools: [Tool(name: "first", schema: first), Tool(name: "second", schema: second)])
    let expected =
      #"{"model":"m","text":"","tools":[{"name":"first","schema":\#(first.jsonString())},"#
      + #"{"name":"second","schema":\#(second.jsonString())}]}"#
    #expect(try text(request, .sortedKeys) == expected)
  }

  @Test func `a schema as a value of a dictionary keeps its order`() throws {
    let schema = try schema()
    #expect(try text(["schema": schema]) == #"{"schema":\#(schema.jsonString())}"#)
  }

  @Test(
    arguments: [
      "schema ", "schema 00000000-0000-0000-0000-000000000000 {}",
      #"schema 6F4C0C5E-0D9E-4B0C-8F0E-2B1C5D7A9E31 {"type":"string"}"#, #"{"type":"object"}"#,
    ])
  func `strings that look like the mark of a schema stay strings`(string: String) throws {
    let schema = try schema()
    var request = Request(tools: [Tool(name: string, schema: schema)])
    request.text = string
    let parsed = try JSONValue(text: text(request))
    #expect(parsed["text"] == .string(string))
    guard case .array(let tools)? = parsed["tools"], let tool = tools.first else {
      Issue.record("The tools are missing.")
      return
    }
    #expect(tool["name"] == .string(string))
    #expect(try tool["schema"] == JSONValue(text: schema.jsonString()))
  }

  @Test func `parts other than the schema have the form of the encoder`() throws {
    struct Plain: Encodable {
      var price = 1.5
      var url = "https://example.org/a"
      var notes = ["é", "\n", "\"", nil]
    }
    let plain = try JSONEncoder().encode(["only": Plain().notes])
    #expect(try text(["only": Plain().notes]) == String(decoding: plain, as: UTF8.self))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #expect(try encoder.encodeKeepingSchemaOrder(Plain()) == encoder.encode(Plain()))
  }

  @Test func `a schema deeper than Codable allows is kept`() throws {
    let schema = try SchemaEncoder(dialect: TestDialect()).encode(DeepTypes.arrays(depth: 2_000))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(["schema": schema]) }
    #expect(try text(["schema": schema]) == #"{"schema":\#(schema.jsonString())}"#)
  }

  @Test func `the encoder's own error is thrown, and later encodings are not affected`() throws {
    let schema = try schema()
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encodeKeepingSchemaOrder(["number": Double.nan])
    }
    let decoded = try JSONDecoder().decode(
      EncodedSchema.self, from: JSONEncoder().encode(schema))
    #expect(decoded.utf8 == schema.utf8)
  }

  /// Encodes a schema as a string, with a separate encoder.
  private struct Letter: Encodable {
    var schema: EncodedSchema
    var passesUserInfo = false

    enum CodingKeys: CodingKey { case text, schema }

    func encode(to encoder: any Encoder) throws {
      let inner = JSONEncoder()
      if passesUserInfo {
        for (key, value) in encoder.userInfo { inner.userInfo[key] = value as? SchemaMarks }
      }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(
        String(decoding: inner.encode(["inner": schema]), as: UTF8.self), forKey: .text)
      try container.encode(schema, forKey: .schema)
    }
  }

  @Test func `an encoder inside the value writes a schema as it always does`() throws {
    let schema = try schema()
    let parsed = try JSONValue(text: text(Letter(schema: schema)))
    guard case .string(let letter)? = parsed["text"] else {
      Issue.record("The text is missing.")
      return
    }
    #expect(try JSONValue(text: letter)["inner"] == JSONValue(text: schema.jsonString()))
    #expect(try parsed["schema"] == JSONValue(text: schema.jsonString()))
  }

  @Test func `an encoder inside the value that has the same user info is an error`() throws {
    let letter = Letter(schema: try schema(), passesUserInfo: true)
    let error = #expect(throws: EncodingError.self) { try text(letter) }
    guard case .invalidValue(_, let context)? = error else {
      Issue.record("Another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("userInfo"))
  }

  @Test func `the settings of the encoder are kept, and the encoder does not change`() throws {
    struct Timed: Encodable {
      var someDate = Date(timeIntervalSince1970: 1.5)
      var someData = Data([1, 2])
      var someNumber = Double.infinity
      var schema: EncodedSchema?
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(someDate, forKey: .someDate)
        try container.encode(someData, forKey: .someData)
        try container.encode(someNumber, forKey: .someNumber)
        try container.encode(encoder.userInfo.values.contains { $0 as? Int == 7 }, forKey: .schema)
      }
      enum CodingKeys: CodingKey { case someDate, someData, someNumber, schema }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.dataEncodingStrategy = .deferredToData
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let key = try #require(CodingUserInfoKey(rawValue: "seven"))
    encoder.userInfo = [key: 7]
    let text = String(decoding: try encoder.encodeKeepingSchemaOrder(Timed()), as: UTF8.self)
    #expect(text == #"{"schema":true,"some_data":[1,2],"some_date":1500,"some_number":"+"}"#)
    #expect(try Data(text.utf8) == encoder.encode(Timed()))
    #expect(Array(encoder.userInfo.keys) == [key])
  }
}
