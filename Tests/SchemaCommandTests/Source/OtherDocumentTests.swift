#if CommandLine
import SchemaKit
import Testing

@testable import SchemaCommandLine

/// What the command says on documents that are no schemas.
struct OtherDocumentTests {
  private static let schema = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#

  private static func tool(_ members: String) -> String { #"{"name": "f", \#(members)}"# }

  @Test(
    arguments: [
      (
        #"{"type": "function", "function": \#(tool(#""parameters": \#(schema)"#))}"#,
        "/function/parameters"
      ),
      (
        #"{"type": "function", "name": "f", "parameters": \#(schema), "strict": true}"#,
        "/parameters"
      ),
      (tool(#""input_schema": \#(schema)"#), "/input_schema"),
      (tool(#""description": "F", "inputSchema": \#(schema)"#), "/inputSchema"),
      (
        #"{"toolSpec": \#(tool(#""inputSchema": {"json": \#(schema)}"#))}"#,
        "/toolSpec/inputSchema/json"
      ),
      (
        #"{"functionDeclarations": [\#(tool(#""parameters": \#(schema)"#))]}"#,
        "/functionDeclarations/0/parameters"
      ),
      (#"[\#(tool(#""input_schema": \#(schema)"#))]"#, "/0/input_schema"),
      (
        #"{"type": "json_schema", "json_schema": {"name": "n", "schema": \#(schema)}}"#,
        "/json_schema/schema"
      ),
      (
        #"{"model": "m", "tools": [\#(tool(#""input_schema": \#(schema)"#))]}"#,
        "/tools/0/input_schema"
      ),
      (
        #"{"result": {"tools": [\#(tool(#""inputSchema": \#(schema)"#))]}}"#,
        "/result/tools/0/inputSchema"
      ),
      (
        #"{"text": {"format": {"type": "json_schema", "schema": \#(schema)}}}"#,
        "/text/format/schema"
      ),
      (
        #"{"openapi": "3.1.0", "components": {"schemas": {"A": \#(schema)}}}"#,
        "/components/schemas/A"
      ),
      (#"{"swagger": "2.0", "definitions": {"A": \#(schema)}}"#, "/definitions/A"),
      ("[\(schema), true]", "/0"),
      (#"{"$defs": {"A": \#(schema)}}"#, "/$defs/A"),
      (#"{"meta": {"id": 1}, "schema": \#(schema)}"#, "/schema"),
    ])
  func `the schema inside is named, and can be selected`(document: String, place: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(document, to: "other.json")
    for command in [["fit", "--dialect", "json-schema"], ["validate"]] {
      let run = CommandRun(command + [file])
      #expect(run.messages.contains("--at \(place)"), "\(run.messages)")
      #expect(run.messages.contains("[schema.other-document]"), "\(run.messages)")
    }
    let selected = CommandRun("validate", file, "--at", place)
    #expect(selected.status == 0)
    #expect(!selected.messages.contains("other-document"), "\(selected.messages)")
  }

  @Test(arguments: [#"{"$defs": {"A": {"minimum": "1"}}}"#, #"{"$id": 1, "$defs": {"A": {}}}"#])
  func `faults say more than that a schema has only definitions`(document: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(document, to: "other.json")
    for command in [["fit", "--dialect", "json-schema"], ["validate"], ["check"]] {
      let run = CommandRun(command + [file])
      #expect(!"\(run.output)\(run.messages)".contains("error: at the root"), "\(run.messages)")
    }
    let run = CommandRun("validate", file)
    #expect(run.status == 2)
    #expect(run.messages.contains("error: at /"), "\(run.messages)")
    #expect(!run.messages.contains("other-document"), "\(run.messages)")
  }

  @Test(
    arguments: [
      (#"{"city": "Name of the city"}"#, "'city' is no keyword of JSON Schema"),
      (#"{"location": "City", "units": "metric"}"#, "Neither 'location' nor 'units' is a keyword"),
      (#"{"a": 1, "b": 2, "c": 3}"#, "None of the 3 names 'a', 'b' and so on is a keyword"),
      (#"{"city": {"type": "string"}}"#, "'city' is no keyword"),
      ("[1, 2]", "This is an array"), ("[]", "This is an empty array"), ("3", "This is a number"),
      ("null", "This is null"), (#""x""#, "This is a string, and"),
      (#""{\"type\": \"string\"}""#, "This is a string with JSON text inside"),
      (#"{"type": "record", "name": "R", "fields": []}"#, "Avro"),
      (#"{"optionalProperties": {"a": {"type": "string"}}}"#, "JSON Type Definition"),
      (#"{"data": {"__schema": {}}}"#, "GraphQL"),
    ])
  func `any other value is named`(document: String, words: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(document, to: "other.json")
    for command in [["fit", "--dialect", "json-schema"], ["validate"]] {
      let run = CommandRun(command + [file])
      #expect(run.messages.contains(words), "\(run.messages)")
    }
  }

  @Test(arguments: [
    "{}", "true", schema, #"{"title": "Anything"}"#, #"{"x-note": 1}"#,
    ##"{"$ref": "#/$defs/A", "$defs": {"A": {}}}"##,
    #"{"type": "object", "properties": {"name": {"type": "string"}, "parameters": {}}}"#,
    #"{"name": "n", "type": "object", "schema": {"type": "object"}}"#,
  ])
  func `a schema is not taken for something else`(document: String) throws {
    let content = try GeneratedContent(json: document)
    #expect(OtherDocument(content, at: SchemaPath())?.problem == nil)
  }

  @Test(arguments: [
    (#"{"type": "function", "function": {"name": "ping"}}"#, "/function/parameters"),
    (#"{"name": "ping", "description": "Pings."}"#, "/parameters"),
    (#"{"name": "ping", "input_schema": {}}"#, "/input_schema"),
    (#"{"tools": [{"name": "ping", "inputSchema": null}]}"#, "/tools/0/inputSchema"),
  ])
  func `a tool without parameters takes an empty closed object`(document: String, place: String)
    throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(document, to: "tool.json")
    let run = CommandRun("fit", file, "--at", place, "--dialect", "openai", "--compact")
    #expect(run.status == 0, "\(run.messages)")
    let schema = try GeneratedContent(json: run.output)
    #expect(try schema.value(String.self, forProperty: "type") == "object")
    #expect(try schema.value(Bool.self, forProperty: "additionalProperties") == false)
    #expect(schema.property(named: "properties")?.jsonString == "{}", "\(run.output)")
  }

  @Test(
    arguments: [
      (Array("".utf8), OtherText.empty), (Array(" \n".utf8), .empty),
      ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], .utf16), ([0, 0x7B, 0, 0x7D], .utf16),
      (Array("<!DOCTYPE html><html></html>".utf8), .html),
      (Array("<?xml version='1.0'?><xs:schema/>".utf8), .xml),
      (Array("{\"type\":\"object\"}\n{\"type\":\"string\"}\n".utf8), .jsonLines),
      (Array("{\n  // A comment\n  \"type\": \"object\"\n}".utf8), .comments),
      (Array("{\"type\": \"object\",}".utf8), .comments),
      (Array("{type: 'object'}".utf8), .comments),
      (Array("type: object\nproperties:\n  a:\n    type: string\n".utf8), .yaml),
      (Array("---\n- a\n".utf8), .yaml), (Array("# A comment\nopenapi: 3.0.0\n".utf8), .yaml),
      (Array("[tool]\nname = 1\n".utf8), .toml),
      (Array("[[a.b]] # A comment\n\nname = 1 # 2\n".utf8), .toml),
      (Array("name = \"x\"\n".utf8), .toml),
      (Array("export const schema = {\n".utf8), .code),
      (Array("from pydantic import X\n".utf8), .code),
      (Array("```json\n{}\n```\n".utf8), .markdown),
    ] as [([UInt8], OtherText)])
  func `a text that is not JSON is named with its conversion`(bytes: [UInt8], text: OtherText) {
    #expect(OtherText(bytes) == text, "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test func `a message on another text has the place, and each command gives it`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("type: object\nrequired: [a]\n", to: "order.json")
    for command in [["fit", "--dialect", "openai"], ["validate"], ["encode"]] {
      let run = CommandRun(command + [file])
      #expect(run.status == 2)
      #expect(run.messages.contains("looks like YAML"), "\(run.messages)")
      #expect(run.messages.contains("yq -o=json"), "\(run.messages)")
    }
  }

  @Test(arguments: ["{\"a\": tru}", "{\"a\": 1", "{\"a\" 1}", "nul"])
  func `a mistake in JSON is not taken for another form`(text: String) {
    #expect(OtherText(Array(text.utf8)) == nil)
  }
}
#endif
