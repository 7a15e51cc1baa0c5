#if Macros
import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaMacros
import Testing

/// Guides reach the schema by value, however they are written.
struct GuideTests {
  @Test(arguments: [
    ("constant", #"{"type":"integer","minimum":7}"#),
    ("call", #"{"type":"integer","minimum":2,"maximum":4}"#),
    ("ternary", #"{"type":"integer","maximum":5}"#),
    ("member", #"{"type":"integer","maximum":7}"#),
    ("negative", #"{"type":"integer","minimum":-40,"maximum":-2}"#),
    ("separated", #"{"type":"integer","maximum":1000000}"#),
    ("hexadecimal", #"{"type":"integer","maximum":255}"#),
    ("mixed", #"{"type":"number","minimum":0.1,"maximum":1000}"#),
    ("list", #"{"type":"string","enum":["a","b"]}"#),
  ])
  func `behaviour 4: a guide is what its expression gives`(name: String, text: String) throws {
    #expect(try propertyText(name, of: Expressions.self) == text)
  }

  @Test(arguments: [
    ("scores", #"{"type":"array","items":{"type":"integer","minimum":1,"maximum":5}}"#),
    (
      "rows",
      #"{"type":"array","maxItems":3,"items":{"type":"array","minItems":2,"maxItems":2,"#
        + #""items":{"type":"integer","minimum":0}}}"#
    ),
    ("optional", #"{"type":"integer","minimum":1,"maximum":9}"#),
    ("optionalList", #"{"type":"array","minItems":4,"maxItems":4,"items":{"type":"string"}}"#),
    ("words", #"{"type":"array","items":{"type":"string","enum":["x","y"]}}"#),
    (
      "counts",
      #"{"type":"object","minProperties":1,"maxProperties":3,"#
        + #""additionalProperties":{"type":"integer"}}"#
    ),
    (
      "tables",
      #"{"type":"array","items":{"type":"object","minProperties":2,"#
        + #""additionalProperties":{"type":"boolean"}}}"#
    ),
    (
      "tags",
      #"{"type":"array","contains":{"enum":["a","b"]},"minContains":2,"maxContains":3,"#
        + #""items":{"type":"string"}}"#
    ),
    (
      "codes",
      #"{"type":"array","items":{"type":"array","contains":{"enum":[0]},"#
        + #""items":{"type":"integer"}}}"#
    ),
  ])
  func `behaviour 5: guides reach elements, and pass through optionals`(
    name: String, text: String
  ) throws {
    #expect(try propertyText(name, of: Nested.self) == text)
  }

  @Test func `behaviour 6: the guides of one property hold together, stacked or not`() throws {
    #expect(
      try propertyText("listed", of: Several.self)
        == #"{"type":"integer","minimum":2,"maximum":8}"#)
    #expect(
      try propertyText("stacked", of: Several.self)
        == #"{"type":"integer","description":"first second","minimum":2,"maximum":8}"#)
    #expect(
      try propertyText("mixed", of: Several.self)
        == #"{"type":"string","pattern":"^[a-z]+$","minLength":3,"maxLength":9}"#)
  }

  @Test func `behaviour 6: guides that exclude each other are an error`() throws {
    #expect {
      try SchemaGraph(Contradiction.self)
    } throws: { error in
      guard case SchemaError.contradictoryGuides = error else { return false }
      return true
    }
  }

  @Test(arguments: [
    ("literal", #"^\\d{3}$"#), ("value", "^[a-f]+$"), ("pattern", "^x+$"), ("extended", "a/b"),
    ("optional", "^y$"), ("named", "^(?<word>[a-z]+)$"),
  ])
  func `behaviour 7: each way to write a regular expression is a pattern`(
    name: String, pattern: String
  ) throws {
    #expect(
      try propertyText(name, of: Patterns.self) == #"{"type":"string","pattern":"\#(pattern)"}"#)
  }

  @Test func `behaviour 7: what a JSON Schema pattern cannot say is an error`() throws {
    #expect {
      try SchemaGraph(Untranslatable.self)
    } throws: { error in
      guard case SchemaError.invalidGuide = error else { return false }
      return true
    }
  }

  @Test(arguments: [
    ("quotes", #"Say \"yes\" or \\no\\"#),
    ("interpolated", "At most 7"),
    ("raw", #"Write \"\\(x)\""#),
    ("lines", #"First\n  second \"quoted\"\nthird"#),
    ("escapes", #"a\nb\tc"#),
    ("emoji", "👩‍🍳 cooks"),
    ("empty", ""),
  ])
  func `behaviour 8: a description is what its expression gives`(name: String, text: String) throws
  {
    #expect(
      try propertyText(name, of: Described.self)
        == #"{"type":"string","description":"\#(text)"}"#)
  }

  @Test func `behaviour 8: without a description the schema has none`() throws {
    #expect(try propertyText("none", of: Described.self) == #"{"type":"string"}"#)
    #expect(try !schemaText(Nested.self).contains("description"))
  }

  @Test func `a key stands in for the name of a property`() throws {
    let json = #"{"cooking_time":20,"say \"when\"":"now","kept":true}"#
    let renamed = try Renamed(GeneratedContent(json: json))
    #expect(renamed.cookingTime == 20)
    #expect(renamed.when == "now")
    #expect(renamed.generatedContent.jsonString(.compact) == json)
    #expect(try Renamed.PartiallyGenerated(GeneratedContent(json: json)).cookingTime == 20)
    #expect(
      try schemaText(Renamed.self)
        == #"{"type":"object","title":"Renamed","additionalProperties":false,"properties":{"#
        + #""cooking_time":{"type":"integer","description":"In minutes","minimum":1},"#
        + #""say \"when\"":{"type":"string"},"kept":{"type":"boolean"}},"#
        + #""required":["cooking_time","say \"when\"","kept"]}"#)
  }

  @Test func `comments are descriptions where the author asks for it`() throws {
    #expect(
      try schemaText(Commented.self)
        == #"{"type":"object","title":"Commented","description":"What it is.\n\nMore of \"it\".","#
        + #""additionalProperties":false,"properties":{"#
        + #""first":{"type":"integer","description":"In one or two lines."},"#
        + #""second":{"type":"integer","description":"A block.\n\nAnd its second paragraph."},"#
        + #""third":{"type":"integer","description":"given"},"#
        + #""fourth":{"type":"integer"}},"required":["first","second","third","fourth"]}"#)
    let schema = try schemaText(CommentedUnion.self)
    #expect(schema.contains(#""description":"The first case.""#))
    #expect(try !schemaText(Uncommented.self).contains("description"))
  }
}

private let seven = 7

private func range(_ center: Int) -> GenerationGuide<Int> { .range(center - 1...center + 1) }

@Generable
private struct Expressions {
  static let limit = 7

  @Guide(.minimum(seven)) var constant: Int
  @Guide(range(3)) var call: Int
  @Guide(seven > 3 ? .maximum(5) : .minimum(5)) var ternary: Int
  @Guide(.maximum(Self.limit)) var member: Int
  @Guide(.range(-40 ... -2)) var negative: Int
  @Guide(.maximum(1_000_000)) var separated: Int
  @Guide(.maximum(0xFF)) var hexadecimal: Int
  @Guide(.range(0.1...1000)) var mixed: Double
  @Guide(.anyOf(["a", "b"])) var list: String
}

@Generable
private struct Nested {
  @Guide(.element(.range(1...5))) var scores: [Int]
  @Guide(.maximumCount(3), .element(.count(2)), .element(.element(.minimum(0)))) var rows: [[Int]]
  @Guide(.range(1...9)) var optional: Int?
  @Guide(.count(4)) var optionalList: [String]?
  @Guide(.element(.anyOf(["x", "y"]))) var words: [String]
  @Guide(.minimumProperties(1), .maximumProperties(3)) var counts: [String: Int]
  @Guide(.element(.minimumProperties(2))) var tables: [[String: Bool]]
  @Guide(.contains("a", "b", atLeast: 2, atMost: 3)) var tags: [String]
  @Guide(.element(.contains(0))) var codes: [[Int]]
}

@Generable
private struct Several {
  @Guide(.minimum(2), .maximum(8)) var listed: Int
  @Guide(description: "first", .minimum(2))
  @Guide(description: "second")
  @Guide(.maximum(8))
  var stacked: Int
  @Guide(/^[a-z]+$/) @Guide(.minimumLength(3)) @Guide(Lengths.nine) var mixed: String
}

private enum Lengths {
  static let nine = GenerationGuide<String>.maximumLength(9)
}

@Generable
private struct Contradiction {
  @Guide(.minimum(10), .maximum(5)) var number: Int
}

@Generable
private struct Patterns {
  static var hex: Regex<Substring> { /^[a-f]+$/ }

  @Guide(/^\d{3}$/) var literal: String
  @Guide(Self.hex) var value: String
  @Guide(.pattern(/^x+$/)) var pattern: String
  @Guide(#/a/b/#) var extended: String
  @Guide(/^y$/) var optional: String?
  @Guide(/^(?<word>[a-z]+)$/) var named: String
}

@Generable
private struct Untranslatable {
  @Guide(/(?>a+)b/) var text: String
}

@Generable
private struct Described {
  @Guide(description: "Say \"yes\" or \\no\\") var quotes: String
  @Guide(description: "At most \(seven)") var interpolated: String
  @Guide(description: #"Write "\(x)""#) var raw: String
  @Guide(
    description: """
      First
        second "quoted"
      third
      """
  )
  var lines: String
  @Guide(description: "a\nb\tc") var escapes: String
  @Guide(description: "👩‍🍳 cooks") var emoji: String
  @Guide(description: "") var empty: String
  var none: String
}

@Generable
private struct Renamed {
  @Guide(key: "cooking_time", description: "In minutes", .minimum(1)) var cookingTime: Int
  @Guide(key: "say \"when\"") var when: String
  var kept: Bool
}

/// What it is.
///
/// More of "it".
@Generable(commentsAsDescriptions: true)
private struct Commented {
  /// In one
  /// or two lines.
  var first: Int

  /** A block.
   *
   *  And its second
   *  paragraph.
   */
  var second: Int

  /// Not this.
  @Guide(description: "given") var third: Int

  // Nor this.
  var fourth: Int
}

@Generable(commentsAsDescriptions: true)
private enum CommentedUnion {
  /// The first case.
  case first(Int)
  case second
}

/// Not for the model.
@Generable
private struct Uncommented {
  /// Neither is this.
  var first: Int
}
#endif
