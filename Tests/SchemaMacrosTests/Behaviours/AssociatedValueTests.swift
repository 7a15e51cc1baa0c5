#if Macros
import SchemaContent
import SchemaEncoding
import SchemaMacros
import Testing

/// Guides on the associated values of cases.
struct AssociatedValueTests {
  @Test func `descriptions and guides of values reach the schema`() throws {
    #expect(
      try caseText("DiscriminatedWait", of: Step.self)
        == #"{"type":"object","description":"Wait before the next step","#
        + #""additionalProperties":false,"properties":{"type":{"type":"string","enum":["wait"]},"#
        + #""minutes":{"type":"integer","description":"At most 60, often less","minimum":1,"#
        + #""maximum":60},"reason":{"type":"string","description":"Why","minLength":3}},"#
        + #""required":["type","minutes"]}"#)
    #expect(
      try caseText("DiscriminatedText", of: Step.self)
        == #"{"type":"object","additionalProperties":false,"properties":{"#
        + #""type":{"type":"string","enum":["text"]},"#
        + #""value":{"type":"string","pattern":"^[a-z]+$"},"#
        + #""times":{"type":"integer","maximum":3}},"required":["type","value","times"]}"#)
  }

  @Test func `one guide is for the values of that name in all cases of a declaration`() throws {
    for name in ["DiscriminatedUp", "DiscriminatedDown"] {
      #expect(
        try caseText(name, of: Step.self).contains(
          #""steps":{"type":"integer","description":"How many"}"#))
    }
  }

  @Test func `reading is as before`() throws {
    let json = #"{"type":"wait","minutes":5}"#
    let step = try Step(GeneratedContent(json: json))
    #expect(step == .wait(minutes: 5, reason: nil))
    #expect(step.generatedContent.jsonString(.compact) == json)
    guard
      case .text(let text, let times) = try Step.PartiallyGenerated(
        GeneratedContent(json: #"{"type":"text","value":"ab"#))
    else {
      Issue.record("no text")
      return
    }
    #expect(text == "ab")
    #expect(times == nil)
  }

  @Test func `Self in a guide is the enum, which may be generic`() throws {
    #expect(
      try caseText("DiscriminatedItem", of: Boxes<Int>.self)
        .contains(#""count":{"type":"integer","description":"Up to 7","maximum":7}"#))
  }

  private func caseText(_ name: String, of type: any Generable.Type) throws -> String {
    let schema = try GeneratedContent(json: schemaText(type))
    let definitions = try schema.value(GeneratedContent.self, forProperty: "$defs")
    return try definitions.value(GeneratedContent.self, forProperty: name).jsonString(.compact)
  }
}

@Generable
private enum Step: Equatable {
  static let limit = 60

  @Guide(description: "Wait before the next step")
  @Guide(for: "minutes", description: "At most \(Self.limit), often less", .minimum(1))
  @Guide(for: "minutes", .maximum(limit))
  @Guide(for: "reason", description: "Why", .minimumLength(3))
  case wait(minutes: Int, reason: String?)
  @Guide(for: "value", /^[a-z]+$/)
  @Guide(for: "times", .maximum(3))
  case text(String, _ times: Int)
  @Guide(for: "steps", description: "How many")
  case up(steps: Int), down(steps: Int)
}

@Generable
private enum Boxes<Value: Generable> {
  static var limit: Int { 7 }

  @Guide(for: "count", description: "Up to \(Self.limit)", .maximum(Self.limit))
  case item(Value, count: Int)
}
#endif
