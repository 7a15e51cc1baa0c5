import SchemaKit
import Testing

/// A form that is put together at run time, from its schema to what is read of an answer.
struct RiddleTests {
  private static func validated() throws -> ValidatedGenerationSchema {
    let answerSchema = DynamicGenerationSchema(
      name: "Answer",
      properties: [
        .init(name: "text", schema: .string),
        .init(name: "isCorrect", schema: .boolean),
      ]
    )
    let riddleSchema = DynamicGenerationSchema(
      name: "Riddle",
      properties: [
        .init(name: "question", schema: .string),
        .init(name: "answers", schema: .array(of: answerSchema)),
      ]
    )
    return try ValidatedGenerationSchema(schemas: [riddleSchema, answerSchema])
  }

  private static let text = #"""
    {
      "question": "What is dark, hot, and gets you out of bed?",
      "answers": [
        {"text": "The sun", "isCorrect": false},
        {"text": "Coffee", "isCorrect": true}
      ]
    }
    """#

  @Test func `the schema says what was declared`() throws {
    #expect(
      try SchemaEncoder().encode(Self.validated()).jsonString()
        == #"{"type":"object","title":"Riddle","additionalProperties":false,"properties":{"#
        + ##""question":{"type":"string"},"answers":{"type":"array","items":{"$ref":"##
        + ##""#/$defs/Answer"}}},"required":["question","answers"],"$defs":{"Answer":{"##
        + #""type":"object","additionalProperties":false,"properties":{"text":{"type":"string"},"#
        + #""isCorrect":{"type":"boolean"}},"required":["text","isCorrect"]}}}"#)
  }

  @Test func `an answer is checked, and read without a type of its own`() throws {
    let validator = try ContentValidator(SchemaGraph(Self.validated().schema))
    let content = try GeneratedContent(json: Self.text)
    try validator.validate(content)

    let question = try #require(content["question"] as? String)
    #expect(question == "What is dark, hot, and gets you out of bed?")
    #expect(try content.value(String.self, forProperty: "question") == question)
    let answers = try content.value([GeneratedContent].self, forProperty: "answers")
    let correct = try answers.filter { try $0.value(Bool.self, forProperty: "isCorrect") }
    #expect(correct.compactMap { $0["text"] as? String } == ["Coffee"])
    #expect(content["answer"] == nil)
    #expect(content["question"] as? Int == nil)
  }

  @Test func `an answer that violates the schema is rejected with every place`() throws {
    let validator = try ContentValidator(SchemaGraph(Self.validated().schema))
    let content = try GeneratedContent(
      json: #"{"question": 1, "answers": [{"text": "Tea", "isCorrect": "no"}, {"text": "Sun"}]}"#)
    let error = #expect(throws: ContentValidationError.self) { try validator.validate(content) }
    #expect(
      error?.report.violations.map { $0.path.pointer }
        == ["/question", "/answers/0/isCorrect", "/answers/1/isCorrect"])
  }
}
