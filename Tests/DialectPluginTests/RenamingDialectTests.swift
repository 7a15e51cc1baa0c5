import SchemaEncoding
import Testing

struct RenamingDialectTests {
  private typealias Dynamic = DynamicGenerationSchema

  private let encoder = SchemaEncoder(dialect: RenamingDialect())

  private func encode(_ root: Dynamic, _ dependencies: Dynamic...) throws -> String {
    try encoder.encode(GenerationSchema(root: root, dependencies: dependencies)).jsonString()
  }

  private func object(_ name: String, _ properties: [(String, Dynamic)]) -> Dynamic {
    Dynamic(name: name, properties: properties.map { Dynamic.Property(name: $0.0, schema: $0.1) })
  }

  @Test func `keywords have the names of the dialect`() throws {
    let size = Dynamic(type: Int.self, guides: [.maximum(9)])
    let text = try encode(
      object("Root", [("size", size), ("parts", .array(of: Dynamic(referenceTo: "Part")))]),
      object("Part", [("unit", Dynamic(name: "Unit", anyOf: ["g", "ml"]))]))
    #expect(
      text == ##"{"kind":"object","title":"Root","additionalProperties":false,"fields":{"##
        + ##""size":{"kind":"integer","atMost":9},"##
        + ##""parts":{"kind":"array","element":{"see":"#/types/Part"}}},"##
        + ##""mandatory":["size","parts"],"types":{"Part":{"kind":"object","##
        + ##""additionalProperties":false,"fields":{"##
        + ##""unit":{"kind":"string","oneOfValues":["g","ml"]}},"mandatory":["unit"]}}}"##)
  }

  @Test func `D6: renamed keywords are measured against the limits`() throws {
    let nested = Dynamic.array(of: .array(of: .array(of: .string)))
    #expect(try excess(object("Root", [("deep", nested)])) == "depth")
    let choices = Dynamic(name: "C", anyOf: ["a", "b", "c", "d", "e"])
    #expect(try excess(object("Root", [("choice", choices)])) == "choices")
    let named = object("NameOfManyLetters", [("a", .string)])
    #expect(try excess(object("Root", [("named", named)])) == "name length")
    #expect(try excess(object("Root", [("flat", .array(of: .string))])) == nil)
  }

  private func excess(_ root: Dynamic) throws -> String? {
    do {
      _ = try encode(root)
      return nil
    } catch SchemaError.limitExceeded(let limit, _, _, let context) {
      #expect(!context.path.isEmpty)
      return limit
    }
  }
}
