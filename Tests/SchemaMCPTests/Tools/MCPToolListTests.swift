import SchemaConcurrency
import SchemaDialects
import SchemaEncoding
import SchemaImport
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SchemaValidation
import SessionTestSupport
import Testing

@testable import SchemaMCP

struct MCPToolListTests {
  /// Tools as three kinds of servers list them: with a draft and closed objects, as zod writes
  /// them; with titles and null, as pydantic writes them; and by hand, without arguments.
  static let list = #"""
    {"tools":[
      {"name":"search_issues","title":"Search issues",
       "description":"Searches the issues of a repository",
       "inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
         "properties":{
           "query":{"type":"string","minLength":1,"description":"What to look for"},
           "state":{"type":"string","enum":["open","closed"],"default":"open"},
           "perPage":{"type":"integer","minimum":1,"maximum":100}},
         "required":["query"],"additionalProperties":false},
       "annotations":{"readOnlyHint":true,"openWorldHint":true},
       "icons":[{"src":"https://example.org/icon.png","mimeType":"image/png"}],
       "execution":{"taskSupport":"forbidden"},"_meta":{"example.org/cost":2}},
      {"name":"get_weather","description":"Gets the weather of a place",
       "inputSchema":{"title":"get_weatherArguments","type":"object",
         "$defs":{"Place":{"title":"Place","type":"object",
           "properties":{"city":{"title":"City","type":"string"},
             "country":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}},
           "required":["city"]}},
         "properties":{"place":{"$ref":"#/$defs/Place"}},"required":["place"]},
       "outputSchema":{"title":"Weather","type":"object",
         "properties":{"celsius":{"type":"number"},"sky":{"type":"string"}},
         "required":["celsius","sky"]},
       "annotations":{"title":"Weather"}},
      {"name":"list_folders","inputSchema":{"type":"object","properties":{}}}
    ],"nextCursor":"eyJwYWdlIjoyfQ==","_meta":{}}
    """#

  private func tool(_ name: String) throws -> ModelContextProtocol.ToolDescription {
    try #require(try ModelContextProtocol.ToolList(json: Self.list).tools.first { $0.name == name })
  }

  @Test("has its tools in order, and the name of the next page")
  func list() throws {
    let list = try ModelContextProtocol.ToolList(json: Self.list)
    #expect(list.tools.map(\.name) == ["search_issues", "get_weather", "list_folders"])
    #expect(list.tools.map(\.title) == ["Search issues", "Weather", nil])
    #expect(list.tools.map { $0.outputSchema != nil } == [false, true, false])
    #expect(list.tools[2].description.isEmpty)
    #expect(list.problems.isEmpty)
    #expect(list.nextCursor == "eyJwYWdlIjoyfQ==")
  }

  @Test("keeps the fields of a tool that nothing reads")
  func fields() throws {
    let tool = try tool("search_issues")
    #expect(
      tool.content.property(named: "annotations")?.jsonString
        == #"{"readOnlyHint": true, "openWorldHint": true}"#)
    for name in ["icons", "execution", "_meta"] {
      #expect(tool.content.property(named: name) != nil)
    }
    let again = try ModelContextProtocol.ToolList(
      json: ModelContextProtocol.ToolList(json: Self.list).jsonString)
    #expect(again.jsonString == (try ModelContextProtocol.ToolList(json: Self.list).jsonString))
  }

  @Test("imports the schemas of arguments, of any draft, without loss")
  func schemas() throws {
    let encoder = SchemaEncoder(dialect: JSONSchemaDialect())
    let text = try encoder.encode(tool("search_issues").inputSchema).jsonString()
    #expect(text.contains(#""query":{"type":"string","#))
    #expect(text.contains(#""minLength":1"#))
    #expect(text.contains(#""required":["query"]"#))
    for tool in try ModelContextProtocol.ToolList(json: Self.list).tools {
      #expect(tool.diagnostics.allSatisfy { $0.severity < .warning }, "\(tool.name)")
    }
    let weather = try encoder.encode(tool("get_weather").inputSchema).jsonString()
    #expect(weather.contains(#""$ref":"#))
  }

  @Test("its tools are stated to each provider", arguments: DialectRegistry.standard.names)
  func dialects(_ name: String) throws {
    // Apple's models take no null, which one of the tools allows.
    guard name != "apple" else { return }
    let dialect = try #require(DialectRegistry.standard.dialect(named: name))
    for tool in try ModelContextProtocol.ToolList(json: Self.list).tools {
      let text = try SchemaEncoder(dialect: dialect).encode(tool.inputSchema).jsonString()
      #expect(!text.isEmpty)
    }
  }

  @Test(
    "an object with properties is closed, unless other schemas add to them",
    arguments: [
      (#"{"type":"object","properties":{"a":{"type":"string"}}}"#, true),
      (#"{"type":"object"}"#, true),
      (#"{"type":"object","properties":{"a":{}},"additionalProperties":{"type":"string"}}"#, false),
      (#"{"type":"object","properties":{"a":{}},"patternProperties":{"^b":{}}}"#, false),
      (#"{"allOf":[{"type":"object","properties":{"a":{}}}],"properties":{"b":{}}}"#, false),
      (#"{"type":"object","properties":{"if":{"type":"string"},"dependencies":{}}}"#, true),
      (#"{"type":"object","properties":{"a":{"default":{"allOf":1}}}}"#, true),
      (#"{"type":"object","properties":{"a":{"if":{},"then":{}}}}"#, false),
    ])
  func closed(_ schema: String, _ isClosed: Bool) throws {
    let list = try ModelContextProtocol.ToolList(
      json: #"{"tools":[{"name":"a","inputSchema":\#(schema)}]}"#)
    let tool = try #require(list.tools.first)
    let root = try SchemaGraph(tool.inputSchema).root
    #expect((root.additionalProperties == nil && root.patternProperties.isEmpty) == isClosed)
    #expect(tool.content.property(named: "inputSchema")?.jsonString(.compact) == schema)
  }

  /// Keywords beside `"type":"object"`, with arguments that they allow.
  private static let shared: [(keywords: String, arguments: String)] = [
    (
      ##""properties":{"a":{}},"anyOf":[{"properties":{"b":{"const":1}},"required":["b"]},{}]"##,
      #"{"a":1,"b":1}"#
    ),
    (
      ##""properties":{"a":{}},"oneOf":[{"properties":{"b":{"const":1}},"required":["b"]}]"##,
      #"{"a":1,"b":1}"#
    ),
    (
      ##"""
      "properties":{"a":{}},"anyOf":[{"$ref":"#/$defs/b"}],"$defs":{"b":{"properties":{"b":{}}}}
      """##,
      #"{"a":1,"b":1}"#
    ),
    (
      ##""properties":{"a":{}},"$ref":"#/$defs/b","$defs":{"b":{"properties":{"b":{}}}}"##,
      #"{"a":1,"b":1}"#
    ),
    (
      ##""properties":{"a":{}},"not":{"properties":{"b":{"const":1}},"required":["b"]}"##,
      #"{"a":1,"b":2}"#
    ),
    (
      ##""anyOf":[{"properties":{"a":{}}}],"oneOf":[{"properties":{"b":{}}}]"##,
      #"{"a":1,"b":1}"#
    ),
    (
      ##""required":["a"],"anyOf":[{"properties":{"b":{}}},{"properties":{"c":{}}}]"##,
      #"{"a":1,"b":1}"#
    ),
    (##""properties":{"b":{}},"required":["a"]"##, #"{"a":1,"b":1}"#),
  ]

  @Test(
    "no argument is forbidden that another schema of the object declares or requires",
    arguments: shared)
  func declaredElsewhere(_ keywords: String, _ arguments: String) throws {
    let schema = #"{"type":"object",\#(keywords)}"#
    let list = try ModelContextProtocol.ToolList(
      json: #"{"tools":[{"name":"a","inputSchema":\#(schema)}]}"#)
    #expect(list.problems.isEmpty)
    let tool = try #require(list.tools.first)
    let content = try GeneratedContent(json: arguments)
    #expect(try ContentValidator(document: schema).isValid(content))
    #expect(try ContentValidator(tool.inputSchema).isValid(content))
  }

  @Test("alternatives that declare all that they share are closed")
  func closedAlternatives() throws {
    let list = try ModelContextProtocol.ToolList(
      json: #"""
        {"tools":[{"name":"a","inputSchema":{"type":"object","required":["kind"],"oneOf":[
          {"type":"object","properties":{"kind":{"const":"x"},"x":{}}},
          {"type":"object","properties":{"kind":{"const":"y"},"y":{}}}]}}]}
        """#)
    let validator = try ContentValidator(try #require(list.tools.first).inputSchema)
    #expect(validator.isValid(try GeneratedContent(json: #"{"kind":"x","x":1}"#)))
    #expect(!validator.isValid(try GeneratedContent(json: #"{"kind":"x","y":1}"#)))
  }

  @Test("objects inside of others are closed, and a map stays one")
  func nested() throws {
    let list = try ModelContextProtocol.ToolList(
      json: #"""
        {"tools":[{"name":"a","inputSchema":{"type":"object","properties":{
          "list":{"type":"array","items":{"type":"object","properties":{"x":{"type":"integer"}}}},
          "map":{"type":"object"},
          "points":{"type":"object","additionalProperties":
            {"type":"object","properties":{"y":{"type":"integer"}}}}}}}]}
        """#)
    let text = try SchemaEncoder().encode(try #require(list.tools.first).inputSchema).jsonString()
    #expect(
      text.contains(#""additionalProperties":false,"properties":{"x":{"type":"integer"}}"#))
    #expect(text.contains(#""map":{"type":"object","additionalProperties":true}"#))
    // The values of a map are objects as well.
    #expect(
      text.contains(#""additionalProperties":false,"properties":{"y":{"type":"integer"}}"#))
  }

  @Test("a tool that cannot be used is named, and the others are used")
  func problems() throws {
    let list = try ModelContextProtocol.ToolList(
      json: #"""
        {"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b"},
          {"inputSchema":{"type":"object"}},{"name":"c","inputSchema":{"$ref":"#/nowhere"}},17]}
        """#)
    #expect(list.tools.map(\.name) == ["a"])
    #expect(list.problems.map(\.tool) == ["b", "2", "c", "4"])
    #expect("\(list.problems[0].error)".contains("no 'inputSchema'"))
    #expect(list.problems[2].error is SchemaImportError)
  }

  @Test("a tool whose output schema cannot be used has none, and a diagnostic")
  func outputSchema() throws {
    let list = try ModelContextProtocol.ToolList(
      json: #"""
        {"tools":[{"name":"a","inputSchema":{"type":"object"},
          "outputSchema":{"type":"object","properties":{"b":{"$ref":"#/nowhere"}}}}]}
        """#)
    let tool = try #require(list.tools.first)
    #expect(list.problems.isEmpty)
    #expect(tool.outputSchema == nil)
    #expect(tool.content.property(named: "outputSchema") != nil)
    let errors = tool.diagnostics.filter { $0.severity == .error }
    let error = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(error.rule == .invalidReference)
    #expect(error.path.pointer == "/properties/b/$ref")
    #expect(
      error.problem.hasPrefix(
        "Results of the tool are not checked, and it has no output schema: "))
    #expect(tool.resultValidator == nil)
  }

  @Test("results are checked by an output schema that is a Boolean", arguments: [true, false])
  func booleanOutputSchema(_ schema: Bool) throws {
    let list = try ModelContextProtocol.ToolList(
      json: #"{"tools":[{"name":"a","inputSchema":{"type":"object"},"outputSchema":\#(schema)}]}"#)
    let tool = try #require(list.tools.first)
    let validator = try #require(tool.resultValidator)
    #expect(validator.isValid(GeneratedContent("Dal")) == schema)
    #expect((tool.outputSchema != nil) == schema)
    #expect(tool.diagnostics.contains { $0.severity == .error } == !schema)
  }

  @Test(
    "an output schema that is not an object has a diagnostic, and null is no output schema",
    arguments: [("7", true), ("[]", true), ("null", false)])
  func outputSchemaOfOtherShape(_ schema: String, _ hasDiagnostic: Bool) throws {
    let list = try ModelContextProtocol.ToolList(
      json: #"{"tools":[{"name":"a","inputSchema":{"type":"object"},"outputSchema":\#(schema)}]}"#)
    let tool = try #require(list.tools.first)
    #expect(tool.outputSchema == nil)
    #expect(tool.resultValidator == nil)
    #expect(tool.diagnostics.contains { $0.severity == .error } == hasDiagnostic)
  }

  @Test(
    "a text that is not a list is an error with a remedy",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#, "pass the value of its 'result'"),
      ("{}", "Pass the whole result"), ("[]", "Pass the whole result"),
      (#"{"tools":{}}"#, "Pass the whole result"), (#"{"tools":["#, "Pass the whole result"),
    ])
  func noList(_ json: String, _ remedy: String) {
    let error = #expect(throws: MCPError.self) {
      try ModelContextProtocol.ToolList(json: json)
    }
    #expect(error?.description.contains(remedy) == true)
  }

  @Test("a session calls a tool of a server, also under another name")
  func session() async throws {
    let calls = Locked<[ModelContextProtocol.ToolCall]>([])
    let tool = try tool("search_issues").tool(named: "github_search") { call in
      calls.withLock { $0.append(call) }
      return try ModelContextProtocol.ToolResult(
        json: #"{"content":[{"type":"text","text":"Issue 1: soup is cold"}],"isError":false}"#)
    }
    let model = ScriptedModel([
      .toolCalls([
        .init(id: "1", name: "github_search", arguments: #"{"query": "soup", "state": "open"}"#),
        .init(id: "2", name: "github_search", arguments: #"{"query": ""}"#),
      ]), "One issue.",
    ])
    let session = LanguageModelSession(model: model, tools: [tool])
    #expect(try await session.respond(to: "Issues?").content == "One issue.")
    #expect(
      calls.withLock { $0.map(\.jsonString) }
        == [#"{"name":"search_issues","arguments":{"query":"soup","state":"open"}}"#])
    #expect(session.transcript.outline[3] == "output 1: Issue 1: soup is cold")
    #expect(session.transcript.outline[4].hasPrefix("output 2: The tool was not called."))
    let definition = try #require(model.requests.first?.enabledToolDefinitions.first)
    #expect(definition.name == "github_search")
    #expect(definition.description == "Searches the issues of a repository")
  }

  @Test("what a server says of a failure is read by the model")
  func failure() async throws {
    let tool = try tool("list_folders").tool { _ in
      try ModelContextProtocol.ToolResult(
        json: #"{"content":[{"type":"text","text":"no access"}],"isError":true}"#)
    }
    let session = LanguageModelSession(
      model: ScriptedModel([
        .toolCalls([.init(id: "1", name: "list_folders", arguments: "{}")]), "Sorry.",
      ]), tools: [tool])
    #expect(try await session.respond(to: "Folders?").content == "Sorry.")
    #expect(session.transcript.outline[3] == "output 1: The tool failed: no access")
  }
}
