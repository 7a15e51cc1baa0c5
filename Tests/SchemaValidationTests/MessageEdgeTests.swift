import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// The messages at the edges of their numbers and lists: 0, 1, 2, none, and contradictions.
struct MessageEdgeTests {
  /// Expects the messages about values, each with a schema.
  private func expect(
    _ cases: [(schema: String, value: String, messages: [String])],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (schema, value, messages) in cases {
      let lines = try ContentValidator(document: schema).lines(value)
      #expect(lines == messages, "\(schema) \(value)", sourceLocation: sourceLocation)
    }
  }

  @Test func `counts of properties`() throws {
    try expect([
      (#"{"maxProperties": 0}"#, #"{"a": 1}"#, ["expected no property, found 1 property"]),
      (
        #"{"maxProperties": 1}"#, "{\"a\": 1, \"b\": 2}",
        [
          "expected at most 1 property, found 2 properties"
        ]
      ),
      (#"{"minProperties": 1}"#, "{}", ["expected at least 1 property, found 0 properties"]),
      (
        #"{"minProperties": 0, "maxProperties": 1}"#, "{\"a\": 1, \"b\": 2}",
        [
          "expected at most 1 property, found 2 properties"
        ]
      ),
      (
        #"{"minProperties": 2, "maxProperties": 2}"#, "{\"a\": 1}",
        [
          "expected exactly 2 properties, found 1 property"
        ]
      ),
      (
        #"{"minProperties": 1, "maxProperties": 2}"#, "{}",
        [
          "expected 1 to 2 properties, found 0 properties"
        ]
      ),
      (
        #"{"minProperties": 2, "maxProperties": 1}"#, "{\"a\": 1}",
        [
          "expected at least 2 properties, found 1 property"
        ]
      ),
      (
        #"{"minProperties": 2, "maxProperties": 1}"#, "{\"a\": 1, \"b\": 2}",
        [
          "expected at most 1 property, found 2 properties"
        ]
      ),
    ])
  }

  @Test func `counts of elements`() throws {
    try expect([
      (#"{"maxItems": 0}"#, "[1]", ["expected no element, found 1 element"]),
      (
        #"{"minItems": 0, "maxItems": 1}"#, "[1, 2]",
        [
          "expected at most 1 element, found 2 elements"
        ]
      ),
      (
        #"{"minItems": 1, "maxItems": 1}"#, "[]",
        [
          "expected exactly 1 element, found 0 elements"
        ]
      ),
      (
        #"{"minItems": 3, "maxItems": 2}"#, "[1, 2, 3]",
        [
          "expected at most 2 elements, found 3 elements"
        ]
      ),
      (
        #"{"minItems": 3, "maxItems": 2}"#, "[1]",
        [
          "expected at least 3 elements, found 1 element"
        ]
      ),
      (#"{"items": false}"#, "[1]", ["expected no element, found 1 element"]),
      (
        #"{"prefixItems": [true], "items": false, "minItems": 1}"#, "[1, 2]",
        [
          "expected exactly 1 element, found 2 elements"
        ]
      ),
      (
        #"{"properties": {"a": {"type": "array", "maxItems": 0}}, "required": ["a"]}"#, "{}",
        [
          "at /a: expected an empty array, found nothing"
        ]
      ),
      (
        #"{"items": {"type": "array", "minItems": 2, "maxItems": 1}}"#, "[1]",
        [
          "at /0: expected no such value, found the number 1"
        ]
      ),
      (
        #"{"items": {"type": "array", "minItems": 0, "maxItems": 2}}"#, "[1]",
        [
          "at /0: expected an array of at most 2 elements, found the number 1"
        ]
      ),
    ])
  }

  @Test func `elements that contains asks for`() throws {
    let string = #"{"contains": {"type": "string"}"#
    try expect([
      ("\(string)}", "[1]", ["expected at least 1 element such as a string, found 0 elements"]),
      (
        "\(string), \"minContains\": 0, \"maxContains\": 1}", "[\"a\", \"b\"]",
        [
          "expected at most 1 element such as a string, found 2 elements"
        ]
      ),
      (
        "\(string), \"maxContains\": 1}", "[\"a\", \"b\"]",
        [
          "expected exactly 1 element such as a string, found 2 elements"
        ]
      ),
      (
        "\(string), \"minContains\": 2, \"maxContains\": 1}", "[\"a\"]",
        [
          "expected at least 2 elements such as a string, found 1 element"
        ]
      ),
      (
        "\(string), \"maxContains\": 0}", "[\"a\"]",
        [
          "expected no element such as a string, found 1 element"
        ]
      ),
      (#"{"contains": true}"#, "[]", ["expected at least 1 element, found 0 elements"]),
      (#"{"contains": false}"#, "[1]", ["expected no such value, found 0 elements"]),
      (
        #"{"contains": {"required": ["a"]}}"#, "[{}]",
        [
          "expected at least 1 element that the schema under 'contains' accepts, found 0 elements"
        ]
      ),
    ])
  }

  @Test func `lengths of strings`() throws {
    try expect([
      (
        #"{"maxLength": 0}"#, #""a""#,
        [
          #"expected an empty string, found the string "a" of 1 character"#
        ]
      ),
      (
        #"{"minLength": 1, "maxLength": 1}"#, #""""#,
        [
          #"expected a string of exactly 1 character, found the string "" of 0 characters"#
        ]
      ),
      (
        #"{"minLength": 0, "maxLength": 1}"#, #""ab""#,
        [
          #"expected a string of at most 1 character, found the string "ab" of 2 characters"#
        ]
      ),
      (
        #"{"minLength": 3, "maxLength": 2}"#, #""a""#,
        [
          #"expected a string of at least 3 characters, found the string "a" of 1 character"#
        ]
      ),
      (
        #"{"minLength": 3, "maxLength": 0}"#, #""abc""#,
        [
          #"expected an empty string, found the string "abc" of 3 characters"#
        ]
      ),
      (
        #"{"items": {"type": "string", "minLength": 3, "maxLength": 2}}"#, "[1]",
        [
          "at /0: expected no such value, found the number 1"
        ]
      ),
    ])
  }

  @Test func `bounds of numbers`() throws {
    try expect([
      (
        #"{"type": "integer", "minimum": 4, "maximum": 4}"#, "5",
        [
          "expected the number 4, found the number 5"
        ]
      ),
      (
        #"{"minimum": 5, "maximum": 3}"#, "4",
        [
          "expected a number of at least 5, found the number 4"
        ]
      ),
      (
        #"{"type": "integer", "minimum": 5, "maximum": 3}"#, "6",
        [
          "expected a whole number of at most 3, found the number 6"
        ]
      ),
      (
        #"{"exclusiveMinimum": 3, "exclusiveMaximum": 3}"#, "3",
        [
          "expected a number above 3, found the number 3"
        ]
      ),
      (
        #"{"exclusiveMinimum": 3, "maximum": 3}"#, "4",
        [
          "expected a number of at most 3, found the number 4"
        ]
      ),
      (
        #"{"minimum": 1, "exclusiveMinimum": 3}"#, "0",
        [
          "expected a number above 3, found the number 0"
        ]
      ),
      (
        #"{"minimum": 0, "exclusiveMaximum": 1}"#, "1",
        [
          "expected a number of at least 0 and below 1, found the number 1"
        ]
      ),
      (
        #"{"items": {"type": "number", "minimum": 5, "maximum": 3}}"#, "[null]",
        [
          "at /0: expected no such value, found null"
        ]
      ),
    ])
  }

  @Test func `lists of choices, and what is excluded`() throws {
    try expect([
      (#"{"enum": []}"#, "{}", ["expected no such value, found an object"]),
      (#"{"enum": [1]}"#, "2", ["expected 1, found the number 2"]),
      (#"{"enum": [1, "a"]}"#, "[]", [#"expected one of 1, "a", found an array"#]),
      (#"{"not": true}"#, "1", ["expected no such value, found the number 1"]),
      (
        #"{"not": {"required": ["a"]}}"#, #"{"a": 1}"#,
        [
          "expected a value that the schema under 'not' rejects, found an object"
        ]
      ),
      (
        #"{"not": {"type": "object"}}"#, "{}",
        [
          "expected anything but an object, found an object"
        ]
      ),
    ])
    let names = (0...20).map { "\"n\($0)\": true" }.joined(separator: ", ")
    let lines = try ContentValidator(
      document: "{\"properties\": {\(names)}, \"additionalProperties\": false}"
    ).lines("{\"x\": 1}")
    #expect(lines.first?.contains(", or 1 more name, found the number 1") == true, "\(lines)")
  }

  @Test func `a required property has the schema that stands beside the requirement`() throws {
    let integer = #""properties": {"v": {"type": "integer"}}"#
    try expect([
      (
        #"{"if": {"required": ["k"]}, "then": {"required": ["v"]}, \#(integer)}"#, #"{"k": 1}"#,
        [
          "at /v: expected a whole number, found nothing"
        ]
      ),
      (
        #"{"allOf": [{"required": ["v"]}, {\#(integer)}]}"#, "{}",
        [
          "at /v: expected a whole number, found nothing"
        ]
      ),
      (
        ##"{"anyOf": [{"required": ["v"]}], "$ref": "#/$defs/a", "$defs": {"a": {\##(integer)}}}"##,
        "{}", ["at /v: expected a whole number, found nothing"]
      ),
      (#"{"required": ["v"]}"#, "{}", ["at /v: expected any value, found nothing"]),
      // The definition applies to two objects, only one of which has the schema.
      (
        ##"""
        {"properties": {"a": {"$ref": "#/$defs/r"}, "b": {"allOf": [{"$ref": "#/$defs/r"}], \##
        \##(integer)}}, "$defs": {"r": {"required": ["v"]}}}
        """##, #"{"a": {}}"#, ["at /a/v: expected any value, found nothing"]
      ),
    ])
  }
}
