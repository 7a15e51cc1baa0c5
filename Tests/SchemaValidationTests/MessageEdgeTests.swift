import Foundation
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// The messages at the edges of their numbers and lists: 0, 1, 2, none, and contradictions.
struct MessageEdgeTests {
  /// Lines of a schema, a value, and the message about it without "expected".
  private static let cases = #"""
    {"maxProperties": 0} | {"a": 1} | no property, found 1 property
    {"maxProperties": 1} | {"a": 1, "b": 2} | at most 1 property, found 2 properties
    {"minProperties": 1} | {} | at least 1 property, found 0 properties
    {"minProperties": 0, "maxProperties": 1} | {"a": 1, "b": 2} | at most 1 property, \#
    found 2 properties
    {"minProperties": 2, "maxProperties": 2} | {"a": 1} | exactly 2 properties, found 1 property
    {"minProperties": 1, "maxProperties": 2} | {} | 1 to 2 properties, found 0 properties
    {"minProperties": 2, "maxProperties": 1} | {"a": 1} | at least 2 properties, found 1 property
    {"minProperties": 3, "maxProperties": 1} | {"a": 1, "b": 2} | at least 3 properties, \#
    found 2 properties
    {"minProperties": 2, "maxProperties": 1} | {"a": 1, "b": 2} | at most 1 property, \#
    found 2 properties
    {"maxItems": 0} | [1] | no element, found 1 element
    {"minItems": 0, "maxItems": 1} | [1, 2] | at most 1 element, found 2 elements
    {"minItems": 1, "maxItems": 1} | [] | exactly 1 element, found 0 elements
    {"minItems": 3, "maxItems": 2} | [1, 2, 3] | at most 2 elements, found 3 elements
    {"minItems": 3, "maxItems": 2} | [1] | at least 3 elements, found 1 element
    {"items": false} | [1] | no element, found 1 element
    {"prefixItems": [true], "items": false, "minItems": 1} | [1, 2] | exactly 1 element, \#
    found 2 elements
    {"items": {"type": "array", "maxItems": 0}} | [1] | an empty array, found the number 1
    {"items": {"type": "array", "minItems": 2, "maxItems": 1}} | [1] | no such value, \#
    found the number 1
    {"items": {"type": "array", "minItems": 0, "maxItems": 2}} | [1] | \#
    an array of at most 2 elements, found the number 1
    {"contains": {"type": "null"}} | [1] | at least 1 element such as null, found 0 elements
    {"contains": {"type": "null"}, "minContains": 0, "maxContains": 1} | [null, null] | \#
    at most 1 element such as null, found 2 elements
    {"contains": {"type": "null"}, "maxContains": 1} | [null, null] | \#
    exactly 1 element such as null, found 2 elements
    {"contains": {"type": "null"}, "minContains": 2, "maxContains": 1} | [null] | \#
    at least 2 elements such as null, found 1 element
    {"contains": {"type": "null"}, "maxContains": 0} | [null] | no element such as null, \#
    found 1 element
    {"contains": true} | [] | at least 1 element, found 0 elements
    {"contains": false} | [1] | no such value, found 0 elements
    {"contains": {"required": ["a"]}} | [{}] | \#
    at least 1 element that the schema under 'contains' accepts, found 0 elements
    {"maxLength": 0} | "a" | an empty string, found the string "a" of 1 character
    {"minLength": 1, "maxLength": 1} | "" | a string of exactly 1 character, \#
    found the string "" of 0 characters
    {"minLength": 0, "maxLength": 1} | "ab" | a string of at most 1 character, \#
    found the string "ab" of 2 characters
    {"minLength": 3, "maxLength": 2} | "a" | a string of at least 3 characters, \#
    found the string "a" of 1 character
    {"minLength": 3, "maxLength": 0} | "abc" | an empty string, \#
    found the string "abc" of 3 characters
    {"items": {"type": "string", "minLength": 3, "maxLength": 2}} | [1] | no such value, \#
    found the number 1
    {"type": "integer", "minimum": 4, "maximum": 4} | 5 | the number 4, found the number 5
    {"minimum": 5, "maximum": 3} | 4 | a number of at least 5, found the number 4
    {"type": "integer", "minimum": 5, "maximum": 3} | 6 | a whole number of at most 3, \#
    found the number 6
    {"exclusiveMinimum": 3, "exclusiveMaximum": 3} | 3 | a number above 3, found the number 3
    {"exclusiveMinimum": 3, "maximum": 3} | 4 | a number of at most 3, found the number 4
    {"minimum": 1, "exclusiveMinimum": 3} | 0 | a number above 3, found the number 0
    {"minimum": 0, "exclusiveMaximum": 1} | 1 | a number of at least 0 and below 1, \#
    found the number 1
    {"items": {"type": "number", "minimum": 5, "maximum": 3}} | [null] | no such value, found null
    {"enum": []} | {} | no such value, found an object
    {"enum": [1]} | 2 | 1, found the number 2
    {"enum": [1, "a"]} | [] | one of 1, "a", found an array
    {"not": true} | 1 | no such value, found the number 1
    {"not": {"required": []}} | {} | no such value, found an object
    {"not": {"required": ["a"]}} | {"a": 1} | no a, found a
    {"not": {"required": ["a", "b"]}} | {"a": 1, "b": 2} | \#
    at most one of a and b, found a and b
    {"not": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}} | {"a": 1} | \#
    neither a nor b, found a
    {"not": {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}} | {"a": 1} | \#
    no a, and at most one of b and c, found a
    {"not": {"properties": {"k": {"const": "x"}}, "required": ["k"]}} | {"k": "x"} | \#
    anything but a value whose "k" is "x", found an object
    {"not": {"type": "object", "properties": {"k": {"const": 1}}}} | {} | \#
    anything but an object whose "k" is absent or 1, found an object
    {"not": {"type": "object", "minProperties": 2}} | {"a": 1, "b": 2} | \#
    anything but an object with at least 2 properties, found an object
    {"not": {"type": "array", "contains": {"const": 1}}} | [1] | \#
    anything but an array with at least 1 element such as 1, found an array
    {"not": {"pattern": "^refs/"}} | "refs/a" | \#
    anything but a string that matches ^refs/, found the string "refs/a"
    {"not": {"not": {"type": "string"}}} | 1 | a string, found the number 1
    {"not": {"not": {"required": ["a"]}}} | {} | a, found no a
    {"not": {"not": {"required": ["a", "b"]}}} | {"b": 1} | a and b, found b
    {"not": {"properties": {"a": false}}} | {} | a, found no a
    {"not": {"enum": ["a", "b"]}} | "a" | anything but one of "a", "b", found the string "a"
    {"not": {"type": "object", "propertyNames": {"maxLength": 3}}} | {} | \#
    anything but an object that the schema under 'not' accepts, found an object
    {"not": {"type": "object"}} | {} | anything but an object, found an object
    """#.split(separator: "\n").map(String.init)

  @Test(arguments: cases)
  func `a message states a possible range or the limit that is broken`(line: String) throws {
    let parts = line.components(separatedBy: " | ")
    let lines = try ContentValidator(document: parts[0]).lines(parts[1])
    #expect(lines.map { String($0.drop { $0 != "e" }.dropFirst(9)) } == [parts[2]], "\(lines)")
  }

  @Test func `a list that is cut ends with one more name`() throws {
    let names = (0...20).map { "\"n\($0)\": true" }.joined(separator: ", ")
    let lines = try ContentValidator(
      document: "{\"properties\": {\(names)}, \"additionalProperties\": false}"
    ).lines("{\"x\": 1}")
    #expect(lines.first?.contains(", or 1 more name, found the number 1") == true, "\(lines)")
  }

  private static let integer = #""properties": {"v": {"type": "integer"}}"#

  @Test(arguments: [
    (#"{"if": {"required": ["k"]}, "then": {"required": ["v"]}, \#(integer)}"#, "/v", true),
    (#"{"allOf": [{"required": ["v"]}, {\#(integer)}]}"#, "/v", true),
    (
      ##"{"anyOf": [{"required": ["v"]}], "$ref": "#/$defs/a", "$defs": {"a": {\##(integer)}}}"##,
      "/v", true
    ),
    (#"{"required": ["v"]}"#, "/v", false),
    // The definition applies to two objects, only one of which has the schema.
    (
      ##"""
      {"properties": {"k": {"$ref": "#/$defs/r"}, "b": {"allOf": [{"$ref": "#/$defs/r"}], \##
      \##(integer)}}, "$defs": {"r": {"required": ["v"]}}}
      """##, "/k/v", false
    ),
  ])
  func `a required property has the schema that stands beside the requirement`(
    schema: String, place: String, isKnown: Bool
  ) throws {
    let lines = try ContentValidator(document: schema).lines(#"{"k": {}}"#)
    let value = isKnown ? "a whole number" : "any value"
    #expect(lines == ["at \(place): expected \(value), found nothing"])
  }
}
