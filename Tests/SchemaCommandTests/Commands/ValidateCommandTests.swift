#if CommandLine
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct ValidateCommandTests {
  private static let schema = """
    {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
      "id": {"type": "integer", "minimum": 1}, \
    "tags": {"type": "array", "items": {"type": "string"}}}}
    """

  @Test func `each violation has its place in the instance`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "schema.json")
    let instance = try folder.write("{\n  \"id\": 0,\n  \"tags\": [\"a\", 7]\n}\n", to: "a.json")
    let run = CommandRun("validate", schema, instance)
    #expect(run.status == 1)
    #expect(run.messages.isEmpty)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("\(instance):2:9: error: at /id: "), "\(run.output)")
    #expect(lines[0].hasSuffix("]"))
    #expect(lines[1].hasPrefix("\(instance):3:17: error: at /tags/1: "), "\(run.output)")
    #expect(run.output.hasSuffix("\n\n0 valid, 1 invalid\n"))
  }

  @Test(
    arguments: [
      (#"{"id": 1}"#, 0), (#"{"id": "1"}"#, 1), ("{}", 1), ("{", 1), ("nope", 1), ("", 1),
      ("\u{FEFF}{\"id\": 2}", 0), (#"{"id": 1} {"id": 1}"#, 1), (#"{"id": 1, "id": 2}"#, 1),
    ] as [(String, Int32)])
  func `the status is the verdict on standard input`(text: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "schema.json")
    let run = CommandRun("validate", schema, "-", input: text)
    #expect(run.status == status, "\(run.output)")
    #expect(run.output.contains("<stdin>") == (status == 1))
    let quiet = CommandRun("validate", schema, "-", "-q", input: text)
    #expect(quiet.status == status)
    #expect(quiet.output.isEmpty && quiet.messages.isEmpty)
  }

  @Test(arguments: ["text", "json", "sarif"])
  func `H2: of many violations at deep places as many are listed as there is room for`(
    format: String
  ) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      ##"{"properties": {"next": {"$ref": "#"}, "own": {"type": "string"}}}"##, to: "schema.json")
    let depth = 4_000
    let text =
      String(repeating: #"{"own": 1, "next": "#, count: depth) + "{}"
      + String(repeating: "}", count: depth)
    let file = try folder.write(text, to: "a.json")
    let run = CommandRun("validate", schema, file, "--format", format)
    #expect(run.status == 1)
    #expect(run.output.utf8.count < 4 << 20)
    let count = run.output.matches(of: #/value\.type/#).count
    #expect(count > 100)
    switch format {
    case "text": #expect(run.output.contains("And \(depth - count) more findings are not listed."))
    default: #expect(run.output.contains(#""omittedFindings":"#))
    }
  }

  @Test func `H2: findings on many lines are limited, and all lines are counted`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "schema.json")
    let lines = (0..<5_000).map { $0 % 5 == 0 ? #"{"id": 1}"# : #"{"id": "a"}"# }
    let file = try folder.write(lines.joined(separator: "\n"), to: "a.jsonl")
    let run = CommandRun("validate", schema, file)
    #expect(run.status == 1)
    #expect(run.output.matches(of: #/error: /#).count == 1_000)
    let rest = "\nAnd 3000 more findings are not listed.\n\n1000 valid, 4000 invalid\n"
    #expect(run.output.hasSuffix(rest))
  }

  @Test(arguments: [["a.jsonl"], ["a.NDJSON"], ["a.txt", "--lines"]])
  func `lines are values of their own`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "schema.json")
    let text = "{\"id\": 1}\n\n  {\"id\": false}\r\n{\"id\": 3}\n{"
    let file = try folder.write(text, to: arguments[0])
    let run = CommandRun(["validate", schema, file] + arguments.dropFirst())
    #expect(run.status == 1)
    #expect(run.output.contains("\(file):3:10: error: at /id: "), "\(run.output)")
    #expect(run.output.contains("\(file):5:2: error: at the root: "), "\(run.output)")
    #expect(run.output.hasSuffix("\n2 valid, 2 invalid\n"))
  }

  @Test(arguments: [
    (#"{"type": "string", "minLength": 1, "nullable": true}"#, [0, 0, 1]),
    (#"{"type": "string", "enum": ["a"], "nullable": true}"#, [0, 0, 1]),
    (#"{"allOf": [{"type": "string"}], "nullable": true}"#, [0, 0, 1]),
    (#"{"type": "string", "nullable": false}"#, [1, 0, 1]),
  ])
  func `nullable is read in a document of OpenAPI 3.0`(schema: String, statuses: [Int32]) throws {
    let folder = try TemporaryFolder()
    for (version, expected) in [("3.0.3", statuses), ("3.1.0", [1, 0, 1])] {
      let document = #"{"openapi": "\#(version)", "components": {"schemas": {"A": \#(schema)}}}"#
      let file = try folder.write(document, to: "api.json")
      let found = ["null", "\"a\"", "1"].map { text in
        CommandRun("validate", file, "-", "--at", "/components/schemas/A", input: text).status
      }
      #expect(found == expected)
    }
  }

  @Test(arguments: [
    (#"{"type": "string", "nullable": true}"#, ["null"], ["1"], "at /nullable: "),
    (
      #"{"type": "array", "items": [{"type": "string"}], "additionalItems": false}"#,
      [#"["a"]"#, "[]"], ["[1]", #"["a", "b"]"#], "at /items: "
    ),
    (
      #"{"type": "integer", "minimum": 3, "exclusiveMinimum": true}"#, ["4"], ["3"],
      "at /exclusiveMinimum: "
    ),
    (
      #"{"prefixItems": [{"minimum": 3, "exclusiveMinimum": true}], "items": false}"#, ["[4]"],
      ["[3]", "[4, 5]"], "at /prefixItems/0/exclusiveMinimum: "
    ),
  ])
  func `I7: older forms are read in a document that names no draft, with a note`(
    schema: String, valid: [String], invalid: [String], place: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(schema, to: "schema.json")
    for (texts, status) in [(valid, 0), (invalid, 1)] as [([String], Int32)] {
      for text in texts {
        let run = CommandRun("validate", file, "-", input: text)
        #expect(run.status == status, "\(text): \(run.messages)\(run.output)")
        let lines = (run.messages + run.output).split(separator: "\n")
        let notes = lines.filter { $0.contains("[import.other-draft]") }
        #expect(notes.count == 1 && notes[0].contains(place), "\(lines)")
      }
    }
  }

  @Test(arguments: [
    (#", "items": false"#, [#"["a"]"#, "[]"], [#"["a", 1, true]"#, #"[1, "a"]"#]),
    (#", "items": {"type": "boolean"}"#, [#"["a", 1, true]"#, #"["a"]"#], [#"["a", 1, 1]"#]),
  ])
  func `an array of open length keeps its order, with no warning`(
    keywords: String, valid: [String], invalid: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let schema =
      #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]\#(keywords)}"#
    let file = try folder.write(schema, to: "schema.json")
    for (texts, status) in [(valid, 0), (invalid, 1)] as [([String], Int32)] {
      for text in texts {
        let run = CommandRun("validate", file, "-", input: text)
        #expect(run.status == status, "\(text): \(run.messages)\(run.output)")
        #expect(!(run.messages + run.output).contains("warning"), "\(run.messages)\(run.output)")
      }
    }
  }

  @Test func `a nullable of OpenAPI 3.0 that is not a flag is noted`() throws {
    let folder = try TemporaryFolder()
    for (version, isNoted) in [("3.0.3", true), ("3.1.0", false)] {
      let schema = #"{"type": "string", "nullable": "yes"}"#
      let document = #"{"openapi": "\#(version)", "components": {"schemas": {"A": \#(schema)}}}"#
      let file = try folder.write(document, to: "api.json")
      let run = CommandRun("validate", file, "-", "--at", "/components/schemas/A", input: "null")
      #expect(run.status == 1)
      let note = "'nullable' has to be true or false, and is a string. This is ignored."
      let text = run.output + run.messages
      #expect(text.contains(note) == isNoted, "\(text)")
    }
  }

  @Test func `a missing value has the place of the object around it`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "schema.json")
    let run = CommandRun("validate", schema, "-", input: "\n  {\"tags\": []}")
    #expect(run.output.hasPrefix("<stdin>:2:3: error: at /id: "), "\(run.output)")
  }

  @Test func `the report on a text that was cut off has the missing parts`() {
    let run = CommandRun(
      "validate", "recipe", "-", input: #"{"name":"Soup","summary":"Warm","cookingTime":20,"ingre"#)
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        "The text ends before its value is complete. Missing: /servings, /difficulty, "
          + "/ingredients, "
          + "/steps. [json.incomplete]"), "\(run.output)")
  }

  @Test func `many values are validated, and each is in the JSON`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "schema.json")
    let good = try folder.write(#"{"id": 1}"#, to: "good.json")
    let bad = try folder.write("[]", to: "bad.json")
    let run = CommandRun("validate", schema, good, bad, "--format", "json")
    #expect(run.status == 1)
    let report = try GeneratedContent(json: run.output)
    let instances = try report.value([GeneratedContent].self, forProperty: "instances")
    #expect(
      try instances.map { try $0.value(Bool.self, forProperty: "valid") } == [true, false])
    let findings = try report.value([GeneratedContent].self, forProperty: "findings")
    #expect(try findings.map { try $0.value(String.self, forProperty: "source") } == [bad])
    #expect(try findings.map { try $0.value(Int.self, forProperty: "line") } == [1])
  }

  @Test func `a constraint that is not checked is a message, or a finding for programs`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"pattern": "(?<=a)b"}"#, to: "schema.json")
    let place = "\(schema):1:13: note: at /pattern: "
    let text = CommandRun("validate", schema, "-", input: #""cb""#)
    #expect(text.status == 0)
    #expect(text.messages.hasPrefix(place) && text.messages.contains("[schema.not-checked]"))
    for format in ["json", "sarif"] {
      for arguments in [["-"], []] {
        let run = CommandRun(
          ["validate", schema, "--format", format] + arguments,
          on: RecordingConsole(input: [Array(#""cb""#.utf8)]))
        #expect(run.status == 0 && run.messages.isEmpty, "\(run.messages)")
        #expect(
          run.output.contains(#""\#(format == "json" ? "code" : "ruleId")":"schema.not-checked""#))
        #expect(run.output.contains("/pattern"), "\(run.output)")
      }
      let quiet = CommandRun("validate", schema, "-", "--format", format, "-q", input: "1")
      #expect(quiet.output.isEmpty && quiet.messages.hasPrefix(place))
    }
  }

  @Test func `a check that is not possible for a value is a finding for programs, once`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"multipleOf": 0.25}"#, to: "schema.json")
    let values = try folder.write(
      "1e99999999999999999999\n2e99999999999999999999\n", to: "values.jsonl")
    let run = CommandRun("validate", schema, values, "--format", "json")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.matches(of: /"schema.not-checked"/).count == 1, "\(run.output)")
  }

  @Test func `without an instance the schema is validated`() throws {
    let run = CommandRun("validate", "-", input: Self.schema)
    #expect(run.status == 0)
    #expect(run.output == "<stdin>: a schema, valid\n")
    let wrong = CommandRun("validate", "-", input: #"{"type": 7}"#)
    #expect(wrong.status == 2)
    #expect(wrong.messages.hasPrefix("<stdin>:1:10: error: at /type: "), "\(wrong.messages)")
    #expect(wrong.output.isEmpty)
  }

  @Test func `a sample and a part of a file are schemas too`() {
    #expect(CommandRun("validate", "shape", "-", input: Sample.shape.answer).status == 0)
    #expect(CommandRun("validate", "tree", "-", input: Sample.shape.answer).status == 1)
  }

  @Test func `the document decides, whatever a translation would lose`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      #"{"not": {"type": "string"}, "if": {"minimum": 3}, "then": {"multipleOf": 2}}"#,
      to: "schema.json")
    for (text, status) in [("1", 0), ("4", 0), ("5", 1), (#""a""#, 1)] as [(String, Int32)] {
      #expect(CommandRun("validate", schema, "-", input: text).status == status, "\(text)")
    }
  }

  @Test func `a part of a file is a schema, whose references lead into the complete file`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      ##"{"tools": [{"a/b": {"$ref": "#/parts/id"}}], "parts": {"id": {"type": "integer"}}}"##,
      to: "tools.json")
    let arguments = ["validate", schema, "-", "--at"]
    for (pointer, text, status) in [
      ("/tools/0/a~1b", "7", 0), ("/tools/0/a~1b", "true", 1), ("/tools/1", "7", 2),
      ("tools", "7", 2), ("/parts", "7", 0),
    ] as [(String, String, Int32)] {
      let run = CommandRun(
        arguments + [pointer], on: RecordingConsole(input: [Array(text.utf8)]))
      #expect(run.status == status, "\(pointer): \(run.messages)\(run.output)")
    }
  }

  @Test func `a part of a document has its draft`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      """
      {"$schema": "http://json-schema.org/draft-07/schema#",
       "definitions": {"pair": {"items": [{"type": "string"}, {"type": "integer"}]}}}
      """, to: "pair.json")
    let arguments = ["validate", schema, "-", "--at", "/definitions/pair"]
    for (text, status) in [(#"["a", 1]"#, 0), (#"[1, "a"]"#, 1)] as [(String, Int32)] {
      let run = CommandRun(arguments, on: RecordingConsole(input: [Array(text.utf8)]))
      #expect(run.status == status, "\(text): \(run.messages)")
    }
  }

  @Test func `a part may name its own draft, and refers to itself before the document`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", \
      "$defs": {"n": {"type": "integer"}},
       "definitions": {"s": {"type": "integer"}},
       "tool": {
         "$schema": "http://json-schema.org/draft-07/schema#",
         "items": [{"$ref": "#/definitions/s"}, {"$ref": "#/$defs/n"}],
         "definitions": {"s": {"type": "string"}}}}
      """, to: "tool.json")
    for (text, status) in [
      (#"["a", 1]"#, 0), (#"[1, 1]"#, 1), (#"["a", "b"]"#, 1),
    ] as [(String, Int32)] {
      let run = CommandRun("validate", schema, "-", "--at", "/tool", input: text)
      #expect(run.status == status, "\(text): \(run.messages)\(run.output)")
    }
    let nothing = try folder.write(
      ##"{"part": {"items": {"$ref": "#/none"}, "format": "x"}}"##, to: "none.json")
    let run = CommandRun("validate", nothing, "-", "--at", "/part", input: "[1]")
    #expect(run.status == 2)
    #expect(run.messages.contains("at /part/items/$ref: "), "\(run.messages)")
  }

  @Test func `an embedded resource is checked by the meta-schema of its own draft`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {
        "e": {"$ref": "http://x.org/four"}, "p": {"$ref": "http://x.org/seven"}},
       "$defs": {
         "four": {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x.org/four",
           "definitions": {"q": {"type": "integer", "minimum": 3, "exclusiveMinimum": true}},
           "type": "object", "properties": {"v": {"$ref": "#/definitions/q"}}},
         "seven": {"$schema": "http://json-schema.org/draft-07/schema#", \
      "$id": "http://x.org/seven",
           "items": [{"type": "string"}]}}}
      """, to: "schema.json")
    for (text, status) in [
      (#"{"e": {"v": 4}}"#, 0), (#"{"e": {"v": 3}}"#, 1), (#"{"p": ["a"]}"#, 0),
      (#"{"p": [1]}"#, 1),
    ] as [(String, Int32)] {
      let run = CommandRun("validate", schema, "-", input: text)
      #expect(run.status == status, "\(text): \(run.messages)\(run.output)")
    }
  }

  @Test(arguments: [
    (
      #"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x.org/e", \#
      "minimum": "1"}
      """#,
      "/$defs/e/minimum"
    ),
    // Booleans are no schemas in draft 4, and flags no bounds in later drafts.
    (
      #"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x.org/e", "not": true}
      """#,
      "/$defs/e/not"
    ),
    (
      #"""
      {"$schema": "http://json-schema.org/draft-06/schema#", "$id": "http://x.org/e", \#
      "minimum": 1, "exclusiveMinimum": true}
      """#,
      "/$defs/e/exclusiveMinimum"
    ),
    (#"{"$id": "http://x.org/e", "items": [{"minimum": "1"}]}"#, "/$defs/e/items/0/minimum"),
    (
      ##"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x.org/e", "not": {
       "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "http://x.org/i", \##
      "not": 1}}
      """##, "/$defs/e/not/not"
    ),
  ])
  func `a keyword that is wrong in an embedded resource has its place`(
    resource: String, pointer: String
  ) {
    let run = CommandRun("validate", "-", input: #"{"title": "a", "$defs": {"e": \#(resource)}}"#)
    #expect(run.status == 2)
    #expect(run.messages.contains("error: at \(pointer): "), "\(run.messages)")
    #expect(run.messages.split(separator: "\n").count == 1, "\(run.messages)")
  }

  @Test func `an embedded resource of an unknown meta-schema is not checked, only those in it`() {
    let run = CommandRun(
      "validate", "-",
      input: """
        {"$defs": {"e": {
          "$schema": "https://example.com/mine", "$id": "http://x.org/e", "minimum": "1", "not": {
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "http://x.org/i",
            "not": 1}}}}
        """)
    #expect(run.status == 2)
    #expect(run.messages.contains("error: at /$defs/e/not/not: "), "\(run.messages)")
    #expect(!run.messages.contains("/$defs/e/minimum"), "\(run.messages)")
  }

  @Test func `I4: a keyword that is probably misspelled is a note, with the intended keyword`() {
    let run = CommandRun(
      "validate", "-",
      input: """
        {"requried": ["a"], "x-requried": 1, "mine": true,
         "properties": {"b": {"type": "string", "minLenght": 3}}}
        """)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.messages.contains("note: at /requried: "), "\(run.messages)")
    #expect(run.messages.contains("'required'"), "\(run.messages)")
    #expect(run.messages.contains("note: at /properties/b/minLenght: "), "\(run.messages)")
    #expect(run.messages.contains("'minLength'"), "\(run.messages)")
    #expect(!run.messages.contains("mine") && !run.messages.contains("x-"), "\(run.messages)")
  }

  @Test func `V6: a note names the alternative that the findings are about`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      """
      {"anyOf": [{"type": "object", "required": ["a", "b", "c"], "minProperties": 1},
        {"type": "object", "required": ["a", "d"], "minProperties": 1}]}
      """, to: "schema.json")
    let run = CommandRun("validate", schema, "-", input: #"{"a": 1}"#)
    #expect(run.status == 1)
    #expect(run.output.contains("error: at /d: "), "\(run.output)")
    #expect(
      run.output.contains(
        """
        <stdin>:1:1: note: at the root: Alternative 2 of 2 of 'anyOf' is meant, since it has the \
        fewest violations. [value.alternative]
        """), "\(run.output)")
    #expect(CommandRun("explain", "value.alternative").status == 0)
  }

  @Test func `formats are asserted if that is asked for`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"format": "date"}"#, to: "schema.json")
    #expect(CommandRun("validate", schema, "-", input: #""soon""#).status == 0)
    let run = CommandRun("validate", schema, "-", "--formats", input: #""soon""#)
    #expect(run.status == 1)
    #expect(run.output.contains("[value.format]"), "\(run.output)")
  }

  @Test func `the keyword of a schema that is wrong has its place`() {
    let run = CommandRun(
      "validate", "-", input: "{\"properties\": {\n  \"a\": {\"minimum\": \"1\"}}}")
    #expect(run.status == 2)
    #expect(
      run.messages.hasPrefix("<stdin>:2:20: error: at /properties/a/minimum: "), "\(run.messages)")
    #expect(run.messages.hasSuffix("[schema.invalid]\n"), "\(run.messages)")
    let reference = CommandRun("validate", "-", input: ##"{"$ref": "#/none"}"##)
    #expect(reference.status == 2)
    #expect(reference.messages.contains("[schema.not-evaluable]"), "\(reference.messages)")
  }

  @Test func `Bowtie's requests are answered line by line, however they are cut`() throws {
    let requests = """
      {"cmd": "start", "version": 1}
      {"cmd": "dialect", "dialect": "https://json-schema.org/draft/2020-12/schema"}
      {"cmd": "run", "seq": 1, "case": {"description": "c", "schema": {"type": "integer"}, \
      "tests": [{"description": "a", "instance": 7}, {"description": "b", "instance": "x"}]}}
      {"cmd": "stop"}
      {"cmd": "start", "version": 1}

      """
    for size in [1, 7, 10_000] {
      var rest = Array(requests.utf8)[...]
      var pieces: [[UInt8]] = []
      while !rest.isEmpty {
        pieces.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      let run = CommandRun(["validate", "--bowtie"], on: RecordingConsole(input: pieces))
      #expect(run.status == 0, "\(run.messages)")
      let responses = try run.output.split(separator: "\n").map {
        try GeneratedContent(json: String($0))
      }
      #expect(responses.count == 3)
      let results = try responses.last?.value([GeneratedContent].self, forProperty: "results")
      #expect(
        try results?.map { try $0.value(Bool.self, forProperty: "valid") } == [true, false])
    }
    #expect(CommandRun("validate", "a.json", "--bowtie").status == 2)
  }

  @Test func `a file that cannot be read gives status 2, even next to an invalid value`() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Self.schema, to: "schema.json")
    let bad = try folder.write("[]", to: "bad.json")
    let run = CommandRun("validate", schema, bad, folder.path("missing.json"))
    #expect(run.status == 2)
    #expect(run.messages.contains("missing.json' cannot be read"))
    #expect(run.output.contains("0 valid, 1 invalid"))
    #expect(CommandRun("validate", folder.path("missing.json"), bad).status == 2)
    #expect(CommandRun("validate").status == 2)
    #expect(CommandRun("validate", "-", "-").status == 2)
  }
}
#endif
