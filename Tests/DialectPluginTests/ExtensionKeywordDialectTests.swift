import SchemaEncoding
import Testing

struct ExtensionKeywordDialectTests {
  private typealias Dynamic = DynamicGenerationSchema

  @Test func `a guide is written as the keyword of the dialect`() throws {
    let root = Dynamic(
      name: "Root",
      properties: [
        Dynamic.Property(
          name: "price", schema: Dynamic(type: Double.self, guides: [.multiple(of: 0.25)])),
        Dynamic.Property(
          name: "count", schema: Dynamic(type: Int.self, guides: [.multiple(of: 6), .minimum(0)])),
      ])
    let encoder = SchemaEncoder(dialect: ExtensionKeywordDialect())
    let document = try encoder.encode(GenerationSchema(root: root, dependencies: []))
    #expect(
      document.jsonString()
        == #"{"type":"object","title":"Root","additionalProperties":false,"properties":{"#
        + #""price":{"type":"number","x-step":{"size":0.25,"isWhole":false}},"#
        + #""count":{"type":"integer","minimum":0,"x-step":{"size":6,"isWhole":true}}},"#
        + #""required":["price","count"]}"#)
    #expect(document.diagnostics.isEmpty)
  }
}
