import SchemaContent
import SchemaDialects
import SchemaImport
import SchemaTestSupport
import Testing

struct RemoteImportTests {
  private func importing(
    _ text: String, _ remotes: [String: String], at place: SchemaPath = []
  ) throws -> (text: String, imported: ImportedSchema) {
    let options = SchemaImporter.Options(
      remotes: try remotes.mapValues { try GeneratedContent(json: $0) })
    let imported = try SchemaImporter(options: options).import(text, at: place)
    return (
      try SchemaEncoder(dialect: TestDialect()).encode(imported.schema).jsonString(), imported
    )
  }

  @Test func `I5: references lead to the documents that the caller supplies`() throws {
    let text = """
      {"$id": "https://example.com/order.json", "type": "object", "additionalProperties": false,
       "properties": {"line": {"$ref": "line.json"}, "size": {"$ref": "line.json#/$defs/size"}}}
      """
    let line = """
      {"type": "object", "additionalProperties": false, "uniqueItems": true,
       "properties": {"size": {"$ref": "#/$defs/size"}}, "$defs": {"size": {"type": "integer"}}}
      """
    let result = try importing(text, ["https://example.com/line.json": line])
    #expect(
      result.text
        == ##"{"type":"object","additionalProperties":false,"properties":{"line":{"$ref":"##
        + ##""#/$defs/line"},"size":{"$ref":"#/$defs/size"}},"required":[],"$defs":{"line":{"##
        + ##""type":"object","additionalProperties":false,"properties":{"size":{"$ref":"##
        + ##""#/$defs/size"}},"required":[]},"size":{"type":"integer"}}}"##)
    let warning = try #require(result.imported.diagnostics.first)
    #expect(warning.remote == "https://example.com/line.json")
    #expect(warning.path.pointer == "/uniqueItems")
    #expect(warning.position == nil)
  }

  @Test func `I5: a document that is not supplied is an error that names it`() throws {
    let error = #expect(throws: SchemaImportError.self) {
      try importing(#"{"items": {"$ref": "other.json"}, "type": "array"}"#, [:])
    }
    #expect(error?.rule == .remoteReference)
    #expect(error?.path.pointer == "/items/$ref")
    #expect(error?.problem.contains("other.json") == true)
  }

  @Test func `I4: a supplied document states its own draft`() throws {
    func rules(_ own: String, _ other: String) throws -> [ImportRule] {
      try importing(
        #"{"$schema":"\#(own)","type":"array","items":{"$ref":"http://e.org/a"}}"#,
        ["http://e.org/a": #"{"$schema":"\#(other)","const":1}"#]
      ).imported.diagnostics.map(\.rule)
    }
    let (old, new) = (SchemaDraft.draft4.uri, SchemaDraft.draft2020.uri)
    #expect(try rules(old, new) == [])
    #expect(try rules(new, old) == [.unknownKeyword])
  }

  private static let api = """
    {"openapi": "3.0.3", "components": {"schemas": {
      "Node": {"type": "object", "additionalProperties": false,
       "properties": {"next": {"$ref": "#/components/schemas/Node"},
        "leaf": {"$ref": "#/components/schemas/Leaf"}}},
      "Leaf": {"type": "string", "not": {"const": ""}}}}}
    """

  @Test func `I1: a part of a document refers to the complete document, and keeps its places`()
    throws
  {
    let place: SchemaPath = ["components", "schemas", "Node"]
    let result = try importing(Self.api, [:], at: place)
    #expect(
      result.text
        == ##"{"type":"object","additionalProperties":false,"properties":{"next":{"$ref":"#"},"##
        + ##""leaf":{"$ref":"#/$defs/Leaf"}},"required":[],"$defs":{"Leaf":{"type":"s"##
        + ##"tring","description":"Is not \"\"."}}}"##)
    #expect(
      result.imported.diagnostics.map(\.path.pointer) == ["/components/schemas/Leaf/not"])
    #expect(result.imported.diagnostics.map(\.position?.line) == [5])
  }

  @Test func `I1: a part that is a document of its own refers to itself first`() throws {
    let text = ##"""
      {"tests": [], "definitions": {"a": {"type": "null"}}, "schema": {"$anchor": "top",
       "type": "array", "items": {"anyOf": [{"$ref": "#/definitions/a"}, {"$ref": "#"}]},
       "definitions": {"a": {"type": "integer"}}}}
      """##
    #expect(
      try importing(text, [:], at: ["schema"]).text
        == ##"{"type":"array","items":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#"}]},"##
        + ##""$defs":{"a":{"type":"integer"}}}"##)
  }

  @Test func `I4: a part is read by the draft that it names, or else by that of the document`()
    throws
  {
    func text(_ outer: String, _ inner: String) -> String {
      ##"""
      {"$schema": "\##(outer)", "tool": {
        "$schema": "\##(inner)", "id": "http://h/tool.json", "type": "array",
        "items": {"$ref": "http://h/tool.json#/definitions/a"},
        "definitions": {"a": {"type": "integer"}}}}
      """##
    }
    let older = "http://json-schema.org/draft-04/schema#"
    let newer = "https://json-schema.org/draft/2020-12/schema"
    let result = try importing(text(newer, older), [:], at: ["tool"])
    #expect(result.imported.draft == .draft4)
    #expect(
      result.text
        == ##"{"type":"array","items":{"$ref":"#/$defs/a"},"$defs":{"a":{"type":"integer"}}}"##)
    // The newer draft has no `id`.
    let error = #expect(throws: SchemaImportError.self) {
      try importing(text(older, newer), [:], at: ["tool"])
    }
    #expect(error?.rule == .remoteReference)
    let unknown = try importing(
      text(newer, "http://h/own").replacing("http://h/tool.json#", with: "#"), [:], at: ["tool"])
    #expect(
      unknown.imported.diagnostics.filter { $0.rule == .unknownDraft }.map(\.path.pointer)
        == ["/tool/$schema"])
  }

  @Test func `I4: the document around a part is read by its own draft`() throws {
    let text = ##"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {
        "b": {"type": "integer"}, "a": {"$ref": "#/$defs/b", "minimum": 5},
        "c": {"$id": "http://h/c", "type": "string"}},
       "tool": {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object",
        "additionalProperties": false,
        "properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "http://h/c"}}}}
      """##
    let result = try importing(text, [:], at: ["tool"])
    #expect(result.imported.draft == .draft4)
    #expect(result.imported.diagnostics.isEmpty)
    #expect(result.text.contains(#""a":{"type":"integer","minimum":5}"#), "\(result.text)")
    #expect(result.text.contains(#""c":{"type":"string"}"#), "\(result.text)")
  }

  @Test func `I1: a part within a resource refers to the anchors of that`() throws {
    let text = ##"""
      {"$defs": {"inner": {"$id": "http://h/inner", "$defs": {
        "a": {"$anchor": "a", "type": "integer"},
        "list": {"type": "array", "items": {"$ref": "#a"}}}}}}
      """##
    #expect(
      try importing(text, [:], at: ["$defs", "inner", "$defs", "list"]).text
        == ##"{"type":"array","items":{"$ref":"#/$defs/a"},"$defs":{"a":{"type":"integer"}}}"##)
  }

  @Test(arguments: ["./defs.json", "../defs.json"])
  func `I5: the URI of a document may be relative`(uri: String) throws {
    let text = #"{"type": "array", "items": {"$ref": "\#(uri)"}}"#
    let result = try importing(
      text, [uri: #"{"type": "integer"}"#, "defs.json/x": #"{"type": "string"}"#])
    #expect(
      result.text
        == ##"""
        {"type":"array","items":{"$ref":"#/$defs/defs"},"$defs":{"defs":{"type":"integer"}}}
        """##
    )
  }

  @Test func `a part that does not exist is an error`() throws {
    let error = #expect(throws: SchemaImportError.self) {
      try importing(Self.api, [:], at: ["components", "schemas", "Twig"])
    }
    #expect(error?.rule == .invalidReference)
  }

  @Test func `I1: dynamic references are followed where they lead to one place only`() throws {
    let one = ##"{"type":"array","$dynamicAnchor":"n","items":{"$dynamicRef":"#n"}}"##
    #expect(try importing(one, [:]).text == ##"{"type":"array","items":{"$ref":"#"}}"##)
    let two = """
      {"type": "array", "$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"},
       "$defs": {"a": {"$dynamicAnchor": "n"}}}
      """
    let result = try importing(two, [:])
    #expect(result.text == #"{"type":"array","items":{}}"#)
    #expect(result.imported.diagnostics.map(\.rule) == [.dynamicReference])
  }

  @Test(arguments: [
    (#"{"$schema":"http://json-schema.org/draft-04/schema#"}"#, SchemaDraft.draft4),
    (#"{"$schema":"https://json-schema.org/draft/2019-09/schema"}"#, .draft2019),
    (#"{"$schema":"https://example.com/mine"}"#, .draft2020),
    (#"{"minimum":1,"exclusiveMinimum":true,"type":"number"}"#, .draft2020),
    (#"{"type":"string"}"#, .draft2020),
  ])
  func `I4: the draft is what the document says, else 2020-12`(
    _ text: String, _ draft: SchemaDraft
  ) throws {
    #expect(try SchemaImporter().import(text).draft == draft)
  }
}
