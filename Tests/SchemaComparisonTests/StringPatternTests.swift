import SchemaComparison
import SchemaImport
import Testing

/// Patterns of strings and of names, compared by their automata.
struct StringPatternTests {
  private func comparison(_ old: String, _ new: String) throws -> SchemaCompatibility {
    SchemaCompatibility(
      from: try SchemaGraph(SchemaImporter().import(old).schema),
      to: try SchemaGraph(SchemaImporter().import(new).schema))
  }

  private static func string(_ pattern: String, _ rest: String = "") -> String {
    #"{"type": "string", "pattern": "\#(pattern)"\#(rest)}"#
  }

  private static func names(_ pattern: String, _ schema: String = #"{"type": "string"}"#) -> String
  {
    """
    {"type": "object", "patternProperties": {"\(pattern)": \(schema)}, \
    "additionalProperties": false}
    """
  }

  private static func named(_ names: String) -> String {
    #"{"type": "object", "propertyNames": \#(names), "additionalProperties": {"type": "null"}}"#
  }

  @Test(arguments: [
    (string("^a+$"), string("^a*$")),
    (string("^a+$"), string("a")),
    (string("^(?:ab|ac)$"), string("^a[bc]$")),
    (string("^[a-f0-9]{8}$"), string("^[a-z0-9]+$")),
    (string("^[a-z]{2,4}$"), #"{"type": "string", "minLength": 2, "maxLength": 4}"#),
    (string("^a*$", #", "minLength": 1"#), string("^a+$")),
    (string("^a*$", #", "maxLength": 3"#), string("^a{0,3}$")),
    (string("^(?:on|off)$"), #"{"enum": ["off", "on", "auto"]}"#),
    (string("^a+$", #", "format": "uri""#), string("^a*$", #", "format": "uri""#)),
    (names("^a+$"), names("^a*$")),
    (names("^a[0-9]$"), names("^[a-c].$", #"{"type": ["string", "null"]}"#)),
    (
      named(#"{"pattern": "^[a-z]+$", "maxLength": 8}"#),
      named(#"{"pattern": "^[a-z0-9]+$", "maxLength": 9}"#)
    ),
  ])
  func `a wider pattern keeps all strings`(old: String, new: String) throws {
    let comparison = try comparison(old, new)
    #expect(comparison.verdict == .compatible, "\(comparison.reasons)")
  }

  @Test(arguments: [
    (string("^a*$"), string("^a+$"), #"which "" does not"#),
    (string("^[a-z]+$"), string("^[a-y]+$"), #"which "z" does not"#),
    (string("^x{3,5}$"), string("^x{3,4}$"), #"which "xxxxx" does not"#),
    (string("^[a-z]{2,4}$"), #"{"type": "string", "maxLength": 3}"#, "at most 3"),
    (string("^[a-z]$"), #"{"enum": ["a", "z"]}"#, "one of 2 values"),
    (
      names("^a*$"), names("^a+$"),
      "Properties whose names match '^a*$' were allowed, and now only those whose names match"
        + " '^a+$'."
    ),
    (
      named(#"{"maxLength": 8}"#), named(#"{"pattern": "^[a-z]+$", "maxLength": 8}"#),
      "names have at most 8 characters were allowed, and now only those whose names match"
        + " '^[a-z]{1,8}$'."
    ),
    (names("^ab"), names("^a", #"{"type": "integer"}"#), "was a string"),
  ])
  func `a narrower pattern loses a string`(old: String, new: String, text: String) throws {
    let comparison = try comparison(old, new)
    #expect(comparison.verdict == .breaking, "\(comparison.reasons)")
    #expect(
      comparison.reasons.contains { $0.problem.contains(text) }, "\(comparison.reasons)")
  }

  @Test func `a pattern with a lookahead, or of another alphabet, is not decided`() throws {
    let lookahead = try comparison(
      Self.string("^(?!q)[qz]{7}$"), Self.string("^(?!q)[qz]{7,8}$"))
    #expect(lookahead.verdict == .unknown, "\(lookahead.reasons)")
    // The format may exclude the only string that gets lost.
    let format = try comparison(
      Self.string("^[a-z]+$", #", "format": "uri""#), Self.string("^[a-y]+$"))
    #expect(format.verdict == .unknown, "\(format.reasons)")
  }
}
