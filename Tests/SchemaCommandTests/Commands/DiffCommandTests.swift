#if CommandLine
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct DiffCommandTests {
  private static let old = """
    {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
      "id": {"type": "integer"}, "tags": {"type": "array", "items": {"enum": ["a", "b"]}}}}
    """
  private static let new = """
    {"type": "object", "required": ["id", "name"], "additionalProperties": false, "properties": {
      "id": {"type": "number"}, "name": {"type": "string"},
      "tags": {"type": "array", "items": {"enum": ["a"]}, "maxItems": 5}}}
    """

  private func run(_ old: String, _ new: String, _ options: String...) throws -> CommandRun {
    let folder = try TemporaryFolder()
    let paths = [try folder.write(old, to: "old.json"), try folder.write(new, to: "new.json")]
    return CommandRun(["diff"] + paths + options)
  }

  @Test func `each reason has its place in the new schema, and a code`() throws {
    let run = try run(Self.old, Self.new)
    #expect(run.status == 1)
    #expect(run.messages.isEmpty)
    let places = run.output.matches(of: /new\.json(:\d+:\d+): error: at (\S+): .* (\[.*\])\n/)
      .map { "\($0.output.1) \($0.output.2) \($0.output.3)" }
    #expect(
      places == [
        ":2:37 /name [compare.added-property]", ":3:11 /tags [compare.element-count]",
        ":3:11 /tags [compare.values]",
      ], "\(run.output)")
    #expect(
      run.output.hasSuffix(
        "\n\nbreaking: some answer under the old schema is not valid under the new one.\n"))
  }

  @Test func `a compatible change is status 0`() throws {
    let run = try run(Self.old, Self.old)
    #expect(run.status == 0)
    #expect(
      run.output == "compatible: every answer under the old schema is valid under the new one.\n")
    #expect(try self.run(Self.old, Self.new, "--quiet").output.isEmpty)
  }

  @Test func `an optional property may be added to an open object, unless asked otherwise`() throws
  {
    let before = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
    let after =
      #"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}"#
    #expect(try run(before, after).status == 0)
    let closed = try run(before, after, "--closed")
    #expect(closed.status == 1)
    #expect(closed.output.contains("at /b: "), "\(closed.output)")
  }

  @Test func `the result as JSON has the same content`() throws {
    let report = try GeneratedContent(json: try run(Self.old, Self.new, "--format", "json").output)
    #expect(try report.value(String.self, forProperty: "verdict") == "breaking")
    let reasons = try report.value([GeneratedContent].self, forProperty: "findings")
    #expect(
      try reasons.map { try $0.value(String.self, forProperty: "pointer") }
        == ["/name", "/tags", "/tags"])
  }

  @Test(arguments: ["json", "sarif"])
  func `the losses of reading are findings for programs`(format: String) throws {
    let run = try run(
      Self.draft4(#"{"type": "array", "uniqueItems": true}"#), Self.draft4(#"{"type": "string"}"#),
      "--format", format)
    #expect(run.status == 1 && run.messages.isEmpty, "\(run.messages)")
    #expect(run.output.contains("import.not-stated.unique-items"), "\(run.output)")
  }

  @Test func `a keyword that is not compared is breaking with an example`() throws {
    let unique = #"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#
    let plain = #"{"type": "array", "items": {"type": "string"}}"#
    let run = try run(plain, unique)
    #expect(run.status == 1)
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
    #expect(run.output.contains(#"The old answer ["a", "a"] is rejected"#), "\(run.output)")
    #expect(!run.output.contains("Not decided"), "\(run.output)")
  }

  private static let plain = #"{"type": "array", "items": {"type": "string"}}"#

  /// A keyword for which no short value shows that it excludes old answers.
  private static let rare =
    #"{"type": "array", "items": {"type": "string"}, "not": {"const": ["q7"]}}"#

  private static let tags = #"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#

  private static func order(
    _ properties: String, required: String = #"["tags"]"#, rest: String = ""
  ) -> String {
    #"{"type": "object", "properties": {\#(properties)}, "required": \#(required)\#(rest)}"#
  }

  @Test func `equal documents are compatible, whatever reading them loses`() throws {
    let document = Self.order(
      #""tags": \#(Self.tags), "n": {"type": "string", "pattern": "^a+$"}"#,
      rest: #", "not": {"required": ["x"]}"#)
    let run = try run(document, document)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasPrefix("compatible: "), "\(run.output)")
  }

  @Test func `a file that is compared with itself has no keyword that is not compared`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.tags, to: "tags.json")
    let run = CommandRun("diff", file, file)
    #expect(run.status == 0)
    #expect(run.messages.isEmpty, "\(run.messages)")
  }

  @Test func `a keyword of the old schema has no effect on a compatible change`() throws {
    let run = try run(Self.tags, #"{"type": "array", "items": {"type": "string"}}"#)
    #expect(run.status == 0)
    #expect(run.messages.isEmpty, "\(run.messages)")
  }

  @Test func `a keyword that is not compared is reported at its place if it has an effect`() throws
  {
    let old = Self.order(#""tags": \#(Self.tags), "more": \#(Self.plain)"#)
    let new = Self.order(#""tags": \#(Self.tags), "more": \#(Self.rare)"#)
    let run = try run(old, new)
    #expect(run.messages.isEmpty, "\(run.messages)")
    #expect(
      run.output.hasSuffix(
        """
        warning: at /properties/more/not: 'not' is not compared, and may exclude old answers. \
        [compare.lossy-schema]
          Validate stored answers against the new schema.

        unknown: it is not known whether every old answer is valid under the new schema.

        """), "\(run.output)")
  }

  @Test func `a keyword that the new document repeats leaves a compatible change compatible`()
    throws
  {
    let old = Self.order(
      ##""tags": {"$ref": "#/$defs/Tags"}, "size": {"type": "integer"}"##,
      rest: #", "$defs": {"Tags": \#(Self.tags)}"#)
    let wider = Self.order(
      ##""tags": {"$ref": "#/$defs/Tags"}, "size": {"type": "number"}"##,
      rest: #", "$defs": {"Tags": \#(Self.tags)}"#)
    let widened = try run(old, wider)
    #expect(widened.status == 0, "\(widened.output)")
    // The definition applies to a property more, whose old values may repeat elements.
    let plain = #"{"type": "array", "items": {"type": "string"}}"#
    let before = Self.order(
      ##""tags": {"$ref": "#/$defs/Tags"}, "more": \##(plain)"##,
      rest: #", "$defs": {"Tags": \#(Self.tags)}"#)
    let after = Self.order(
      ##""tags": {"$ref": "#/$defs/Tags"}, "more": {"$ref": "#/$defs/Tags"}"##,
      rest: #", "$defs": {"Tags": \#(Self.tags)}"#)
    let narrower = try run(before, after)
    #expect(narrower.status == 1)
    #expect(narrower.output.contains("breaking: "), "\(narrower.output)")
  }

  @Test(arguments: [1, 8, 40])
  func `a repeated rule on names leaves a compatible change of a property compatible`(
    count: Int
  ) throws {
    func document(_ part: String) -> String {
      let properties = (0..<count).map { "\"q\($0)\": {\"type\": \"string\"\(part)}" }
      let alternatives = (0..<count).map { "{\"required\": [\"q\($0)\"]}" }
      return """
        {"type": "object", "properties": {\(properties.joined(separator: ", "))},
         "anyOf": [\(alternatives.joined(separator: ", "))]}
        """
    }
    let wider = try run(document(", \"maxLength\": 5"), document(""))
    #expect(wider.status == 0, "\(wider.output)")
    let narrower = try run(document(""), document(", \"maxLength\": 5"))
    #expect(narrower.output.contains("breaking: "), "\(narrower.output)")
  }

  @Test func `a keyword is not repeated in another draft, nor in an alternative that changed`()
    throws
  {
    func draft(_ uri: String) -> String {
      #"{"$schema": "\#(uri)", "type": "array", "items": {"type": "string"}, "uniqueItems": true}"#
    }
    let other = try run(
      draft("http://json-schema.org/draft-07/schema#"),
      draft("https://json-schema.org/draft/2020-12/schema"))
    #expect(other.output.contains("unknown: "), "\(other.output)")
    let union = try run(
      #"{"anyOf": [\#(Self.tags), {"type": "string"}]}"#,
      #"{"anyOf": [\#(Self.tags), {"type": "string"}, {"type": "null"}]}"#)
    #expect(union.output.contains("unknown: "), "\(union.output)")
  }

  @Test func `a proven break takes precedence over losses of reading elsewhere`() throws {
    let old = Self.order(
      #"""
      "tags": \#(Self.tags), "age": {"type": "integer", "minimum": 0}, \#
      "kind": {"enum": ["a", "b"]}
      """#
    )
    let new = Self.order(
      #""tags": \#(Self.tags), "age": {"type": "integer", "minimum": 5}, "kind": {"enum": ["a"]}"#)
    let run = try run(old, new)
    #expect(run.status == 1)
    #expect(run.output.contains(": error: at /age: "), "\(run.output)")
    #expect(run.output.contains(": error: at /kind: "), "\(run.output)")
    #expect(!run.output.contains("warning: "), "\(run.output)")
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
  }

  @Test func `an element that is lost is a proven break also in an array of unique elements`()
    throws
  {
    let run = try run(
      #"{"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": true}"#,
      #"{"type": "array", "items": {"enum": ["a"]}, "uniqueItems": true}"#)
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
    // One of two unique elements is "a", so no old value has two of the elements that are kept.
    let shorter = try self.run(
      #"{"type": "array", "items": {"enum": ["a"]}, "uniqueItems": true}"#,
      #"{"type": "array", "items": {"enum": ["a"]}, "uniqueItems": true, "maxItems": 1}"#)
    #expect(shorter.output.contains("\nunknown: "), "\(shorter.output)")
  }

  @Test(
    arguments: [
      // The empty array is lost, or an array of one element.
      ("", #", "minItems": 1"#, true), ("", #", "minItems": 2"#, true),
      (#", "minItems": 1"#, #", "minItems": 2"#, true), ("", #", "maxItems": 0"#, true),
      // Only arrays of several elements are lost, and there may be no unique ones.
      (#", "minItems": 2"#, #", "minItems": 3"#, false), ("", #", "maxItems": 1"#, false),
      (
        #", "allOf": [{"minItems": 2}]"#, #", "allOf": [{"minItems": 2}], "minItems": 3"#, false
      ),
    ])
  func `a count is a proven break in an array of unique elements if few elements show it`(
    old: String, new: String, isProven: Bool
  ) throws {
    let array = #"{"type": "array", "items": {"enum": ["a"]}, "uniqueItems": true"#
    let run = try run("\(array)\(old)}", "\(array)\(new)}")
    #expect(run.output.contains(isProven ? "\nbreaking: " : "\nunknown: "), "\(run.output)")
    let cause =
      "'uniqueItems' in the old schema is not compared, and may already exclude these values."
    #expect(run.output.contains(cause) != isProven, "\(run.output)")
  }

  @Test(arguments: [
    ##""$ref": "#/$defs/a", "$dynamicRef": "#/$defs/b""##,
    ##""$ref": "#/$defs/a", "$dynamicRef": "#b""##,
    ##""$dynamicRef": "#/$defs/b", "$ref": "#/$defs/a""##,
  ])
  func `a break is not proven where a second reference may exclude it`(references: String) throws {
    let closed = #""type": "object", "additionalProperties": false"#
    let run = try run(
      """
      {\(references), "$defs": {"a": {\(closed), "properties": {"x": {"enum": [4, 5]}}},
      "b": {"$dynamicAnchor": "b", "properties": {"x": {"not": {"const": 5}}}}}}
      """,
      #"{\#(closed), "properties": {"x": {"enum": [4]}}}"#)
    #expect(run.output.contains("\nunknown: "), "\(run.output)")
  }

  @Test func `a break is not proven where a keyword that is not stated may exclude it`() throws {
    let run = try run(
      Self.order(
        #""tags": {"enum": ["a", "b"]}"#,
        rest: #", "not": {"properties": {"tags": {"const": "b"}}}"#),
      Self.order(#""tags": {"enum": ["a"]}"#))
    #expect(run.output.contains("\nunknown: "), "\(run.output)")
  }

  @Test func `differences that are not decided follow those that are proven`() throws {
    let old = Self.order(
      #""tags": {"type": "string", "pattern": "^(?!b)a*$"}, "age": {"type": "integer"}"#)
    let new = Self.order(
      #""tags": {"type": "string", "pattern": "^(?!b)(a|aa)*$"}, "age": {"type": "string"}"#)
    let run = try run(old, new)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex(of: "Not decided:"), "\(run.output)")
    #expect(lines[..<heading].contains { $0.contains("error: at /age: ") })
    #expect(lines[heading...].contains { $0.contains("warning: at /tags: ") })
    let report = try GeneratedContent(json: try self.run(old, new, "--format", "json").output)
    #expect(try report.value(Int.self, forProperty: "proven") == 1)
    #expect(try report.value(Int.self, forProperty: "undecided") == 1)
  }

  @Test func `a new keyword that is not compared is listed apart from a proven break`() throws {
    let plain = #"{"type": "array", "items": {"type": "string"}}"#
    let old = Self.order(#""tags": \#(plain), "age": {"type": "integer"}"#)
    let new = Self.order(#""tags": \#(Self.tags), "age": {"type": "string"}"#)
    let run = try run(old, new)
    #expect(run.status == 1)
    #expect(run.messages.isEmpty, "\(run.messages)")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex(of: "Not decided:"), "\(run.output)")
    #expect(lines[..<heading].contains { $0.contains("error: at /age: ") })
    #expect(lines[heading...].count { $0.contains("'uniqueItems' is not compared") } == 1)
    let report = try GeneratedContent(json: try self.run(old, new, "--format", "json").output)
    #expect(try report.value(String.self, forProperty: "verdict") == "breaking")
    #expect(try report.value(Int.self, forProperty: "proven") == 1)
    #expect(try report.value(Int.self, forProperty: "undecided") == 1)
  }

  @Test(
    arguments: [
      (#", "items": false, "minItems": 2"#, #", "items": false"#, 0),
      (#", "items": false"#, #", "items": false, "minItems": 2"#, 1),
      (#", "items": false"#, "", 0), ("", #", "items": false"#, 1),
      ("", #", "items": {"type": "boolean"}"#, 1),
    ] as [(String, String, Int32)])
  func `arrays of open length are compared element by element`(
    old: String, new: String, status: Int32
  ) throws {
    func document(_ further: String) -> String {
      #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]\#(further)}"#
    }
    let run = try run(document(old), document(new))
    #expect(run.status == status, "\(run.output)")
    #expect(!run.output.contains("not compared"), "\(run.output)")
  }

  @Test func `an option accepts undecided differences, but no proven ones`() throws {
    #expect(try run(Self.plain, Self.rare).status == 1)
    #expect(try run(Self.plain, Self.rare, "--allow-unknown").status == 0)
    #expect(try run(Self.plain, Self.tags, "--allow-unknown").status == 1)
    #expect(try run(Self.plain, #"{"type": "string"}"#, "--allow-unknown").status == 1)
  }

  @Test(arguments: [
    (
      #"{"properties": {"a": {"type": "integer"}}}"#,
      #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#
    ),
    // The other way around, it is no proven break.
    (#"{"type": ["object", "string"]}"#, #"{"properties": {"a": {}}}"#),
    // The types are inferred in both, but they are not the same.
    (#"{"minLength": 1}"#, #"{"minLength": 1, "minimum": 5}"#),
    (#"{"minLength": 1, "minimum": 5}"#, #"{"minLength": 1}"#),
    // Whether the old pattern matches the name is not known.
    (
      #"""
      {"type": "object", "patternProperties": {"(?<!x)a": {"type": "string"}}, \#
      "additionalProperties": false}
      """#,
      #"""
      {"type": "object", "properties": {"a": {"type": "integer"}}, \#
      "patternProperties": {"(?<!x)a": {"type": "string"}}, "additionalProperties": false}
      """#
    ),
  ])
  func `a verdict on schemas is not one on documents that allow other values`(
    old: String, new: String
  ) throws {
    let run = try run(old, new)
    #expect(run.status == 1)
    #expect(run.output.contains("\nunknown: "), "\(run.output)")
  }

  @Test func `a keyword that had no effect beside a reference is new where it has one`() throws {
    func document(_ part: String) -> String {
      ##"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", \##
      "properties": {"a": {\##(part), "uniqueItems": true}}, \##
      "definitions": {"L": {"type": "array", "items": {"type": "integer"}}}}
      """##
    }
    let run = try run(
      document(##""$ref": "#/definitions/L""##),
      document(#""type": "array", "items": {"type": "integer"}"#))
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
    #expect(run.output.contains(#"The old answer {"a": [0, 0]} is rejected"#), "\(run.output)")
  }

  /// A document with a property, in a draft that has no `const`.
  private static func draft4(_ part: String) -> String {
    #"""
    {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", \#
    "properties": {"a": \#(part)}, "required": ["a"]}
    """#
  }

  @Test func `a keyword that the named draft does not have changes nothing`() throws {
    let constant = Self.draft4(#"{"const": "x"}"#)
    let string = Self.draft4(#"{"type": "string"}"#)
    #expect(try run(constant, string).output.contains("\nbreaking: "))
    #expect(try run(string, constant).status == 0)
    let text = Self.draft4(#"{"type": "array", "contains": {"type": "string"}}"#)
    let number = Self.draft4(#"{"type": "number"}"#)
    #expect(try run(text, Self.draft4(#"{"type": "array"}"#)).status == 0)
    #expect(try run(Self.draft4(#"{"type": "array"}"#), text).status == 0)
    let change = try run(text, number)
    #expect(change.output.contains("\nbreaking: "), "\(change.output)")
  }

  private static func object(_ a: String, _ b: String) -> String {
    #"{"type": "object", "properties": {"a": \#(a), "b": \#(b)}}"#
  }

  private static let nullable = #"{"type": "string", "nullable": true}"#
  private static let stringOrNull = #"{"type": ["string", "null"]}"#

  @Test(arguments: [
    (object(nullable, "{}"), object(#"{"type": "string"}"#, "{}")),
    (object(nullable, nullable), object(stringOrNull, #"{"type": "string"}"#)),
  ])
  func `I7: a document that loses 'nullable' allows less`(old: String, new: String) throws {
    let run = try run(old, new)
    #expect(run.status == 1)
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
  }

  @Test(arguments: [
    (object(stringOrNull, "{}"), object(nullable, "{}")),
    (object(nullable, stringOrNull), object(nullable, nullable)),
    (
      object(#"{"enum": ["a", null], "nullable": true}"#, "{}"),
      object(#"{"enum": ["a", "b"], "nullable": true}"#, "{}")
    ),
    (object(nullable, "{}"), object(nullable, "{}") + " "),
    (object(nullable, #"{"type": "integer"}"#), object(nullable, #"{"type": "number"}"#)),
    (
      object(#"{"type": "string", "nullable": true, "minLength": 2}"#, "{}"),
      object(#"{"type": "string", "nullable": true, "minLength": 1}"#, "{}")
    ),
    (object(nullable, nullable), object(nullable, stringOrNull)),
  ])
  func `I7: 'nullable' is compared like the type null`(
    old: String, new: String
  ) throws {
    let run = try run(old, new)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func `OpenAPI 3_0 has 'nullable'`() throws {
    func document(_ version: String, _ a: String) -> String {
      #"{"openapi": "\#(version)", "components": {"schemas": {"A": \#(Self.object(a, "{}"))}}}"#
    }
    func diff(_ version: String) throws -> CommandRun {
      try run(
        document(version, Self.nullable), document(version, #"{"type": "string"}"#), "--at",
        "/components/schemas/A")
    }
    #expect(try diff("3.0.3").output.contains("\nbreaking: "))
    #expect(try diff("3.1.0").status == 0)
  }

  @Test func `documents whose types are inferred alike are compatible as their schemas are`()
    throws
  {
    let run = try run(
      #"{"properties": {"a": {"type": "integer"}}}"#,
      #"{"properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}"#)
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func `references of a part lead to places in the part`() throws {
    func document(_ b: String) -> String {
      ##"""
      {"schema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/L"}, "b": \##(b)},
        "$defs": {"L": {"type": "array", "items": {"type": "integer"}, "uniqueItems": true}}}}
      """##
    }
    let plain = #"{"type": "array", "items": {"type": "integer"}}"#
    let run = try run(document(plain), document(##"{"$ref": "#/$defs/L"}"##), "--at", "/schema")
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
    let same = try self.run(document(plain), document(plain + " "), "--at", "/schema")
    #expect(same.status == 0, "\(same.output)")
  }

  @Test func `an unreadable schema and a breaking change have different exit statuses`() throws {
    #expect(CommandRun("diff", "-", "-").status == 2)
    #expect(CommandRun("diff", "recipe", "./missing.json").status == 2)
    #expect(try run(Self.old, "{").status == 2)
    let run = CommandRun("diff", "-", "recipe", input: #"{"type": "null"}"#)
    #expect(run.status == 1)
    #expect(run.output.contains("The value was null, and has to be an object now."))
  }

  private static let two = #""type": "object", "properties": {"a": {"type": "string"}, "b": {}}"#

  @Test(arguments: [
    (#""dependentRequired": {"a": ["b"]}"#, "'dependentRequired' at /dependentRequired"),
    (#""if": {"required": ["a"]}, "then": {"required": ["b"]}"#, "'required' at /then/required"),
    (#""not": {"required": ["a", "b"]}"#, "'not' at /not"),
  ])
  func `an added condition is breaking with an old answer that it rejects`(
    condition: String, keyword: String
  ) throws {
    let run = try run("{\(Self.two)}", "{\(Self.two), \(condition)}")
    #expect(run.status == 1)
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
    #expect(run.output.contains("[compare.example]"), "\(run.output)")
    #expect(run.output.contains(keyword), "\(run.output)")
    #expect(run.output.contains(#"The old answer {""#), "\(run.output)")
  }

  @Test(arguments: [
    (
      #""pattern": "^a""#, ["compare.removed-property", "compare.closed-object"],
      "now only those listed and those whose names match '^a'."
    ),
    (
      #""maxLength": 1"#, ["compare.closed-object"],
      "now only those listed and those whose names have at most 1 character."
    ),
    (
      #""pattern": "^[a-z]+$", "maxLength": 3"#, ["compare.closed-object"],
      "now only those listed and those whose names match '^[a-z]{1,3}$'."
    ),
    (
      #""enum": ["a", "b"]"#, ["compare.closed-object"], "now only those listed."
    ),
  ])
  func `a new rule for names is breaking for the names that it excludes`(
    names: String, rules: [String], words: String
  ) throws {
    let run = try run("{\(Self.two)}", "{\(Self.two), \"propertyNames\": {\(names)}}")
    #expect(run.status == 1)
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
    #expect(run.output.contains(words), "\(run.output)")
    #expect(
      run.output.matches(of: /\[(compare\.[a-z-]+)\]/).map { String($0.output.1) } == rules,
      "\(run.output)")
  }

  @Test(arguments: [
    (#"{"type": "string"}"#, #"{"type": "string", "maxLength": 70}"#),
    (
      #"{"type": "array", "items": {"type": "null"}}"#,
      #"{"type": "array", "items": {"type": "null"}, "maxItems": 9}"#
    ),
    (#"{"type": "integer"}"#, #"{"type": "integer", "maximum": 5000}"#),
    (#"{"type": "integer"}"#, #"{"type": "integer", "minimum": -5000}"#),
    (#"{"type": "number"}"#, #"{"type": "number", "exclusiveMaximum": 0.5}"#),
  ])
  func `a new limit beside a condition is shown by a value just outside of it`(
    old: String, new: String
  ) throws {
    let others = (0..<8).map { "b\($0)" }
    func document(_ value: String) -> String {
      let properties = others.map { ", \"\($0)\": {\"type\": \"string\"}" }.joined()
      let alternatives = others.map { ", {\"required\": [\"\($0)\"]}" }.joined()
      return """
        {"type": "object", "properties": {"a": \(value)\(properties)},
         "anyOf": [{"required": ["a"]}\(alternatives)]}
        """
    }
    let run = try run(document(old), document(new))
    #expect(run.output.contains("\nbreaking: "), "\(run.output)")
  }

  @Test func `a condition inside is shown by an answer that differs there`() throws {
    func document(_ rest: String) -> String {
      """
      {"type": "object", "required": ["m"], "properties": {"m": {"type": "array", "items":
      {\(Self.two)\(rest)}}, "n": {"type": "string"}}}
      """
    }
    let run = try run(document(""), document(#", "dependentRequired": {"a": ["b"]}"#))
    #expect(run.output.contains(#"The old answer {"m": [{"a": ""#), "\(run.output)")
    // The old document has the condition too.
    let kept = try self.run(
      document(#", "dependentRequired": {"a": ["b"]}"#),
      document(#", "dependentRequired": {"a": ["b"]}, "title": "M""#))
    #expect(kept.status == 0, "\(kept.output)")
  }

  @Test func `each keyword that is not compared is named, at its place`() throws {
    // No value that is tried shows what the pattern excludes.
    let plain = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
    let pattern = #"{"type": "object", "properties": {"a": {"type": "string", "pattern": "a++"}}}"#
    let run = try run(plain, pattern)
    #expect(run.status == 1)
    #expect(
      run.output.contains("at /properties/a/pattern: 'pattern' is not compared, and may exclude"),
      "\(run.output)")
    #expect(run.messages.contains("possessive"), "\(run.messages)")
  }
}
#endif
