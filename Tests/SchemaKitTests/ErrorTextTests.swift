import Foundation
import SchemaKit
import Testing

/// What an error prints begins with the problem, as a sentence, and ends with the remedy.
struct ErrorTextTests {
  private typealias Printed = any Error & LocalizedError & CustomStringConvertible

  private static func failure(of work: () throws -> Void) -> Printed? {
    do {
      try work()
      return nil
    } catch {
      return error as? Printed
    }
  }

  private func check(_ error: Printed?) throws {
    let error = try #require(error)
    let problem = try #require(error.errorDescription)
    let remedy = try #require(error.recoverySuggestion)
    #expect(error.description == "\(problem) \(remedy)", "\(type(of: error))")
    #expect(problem.first?.isUppercase == true && problem.last == ".", "\(problem)")
    #expect(remedy.first?.isUppercase == true && remedy.last == ".", "\(remedy)")
    #expect(error.description.utf8.count < 1_000)
  }

  @Test func `a text that is not a JSON Pointer has a description for people`() throws {
    let error: any Error = try #require(throws: SchemaPath.SyntaxError.self) {
      _ = try SchemaPath(pointer: "a")
    }
    #expect(error.localizedDescription == "\(error)")
    #expect("\(error)".hasPrefix("\"a\" is not a JSON Pointer: "))
  }

  @Test func `an error of Codable states its problem once`() throws {
    let schema = Data(##"{"$ref":"#/$defs/missing"}"##.utf8)
    let errors = [
      try #require(throws: DecodingError.self) {
        _ = try GeneratedContentDecoder().decode(Int.self, from: GeneratedContent("two"))
      },
      try #require(throws: DecodingError.self) {
        _ = try JSONDecoder().decode(GenerationSchema.self, from: schema)
      },
    ]
    for (error, problem) in zip(errors, [#"found the string "two""#, "missing"]) {
      #expect("\(error)".components(separatedBy: problem).count == 2, "\(error)")
    }
  }

  @Test func `content that is not of a type`() throws {
    try check(Self.failure { _ = try Int(GeneratedContent("x")) })
    try check(
      Self.failure {
        _ = try GeneratedContent(json: #"{"a":"x"}"#).value(Int.self, forProperty: "a")
      })
    try check(Self.failure { _ = try GeneratedContent(json: "{").value(Int.self) })
  }

  @Test(arguments: ["", "{", "{a", "[1,]", #"{"a":1,"a":2}"#, "hello", "1 2"])
  func `text that is not JSON`(json: String) throws {
    do {
      _ = try GeneratedContent(json: json).value([Int].self)
      Issue.record("The text was read: \(json)")
    } catch let error as GeneratedContent.ParsingError {
      try check(error)
      try check(error.underlyingError as? Printed)
    } catch {
      try check(error as? Printed)
    }
  }

  @Test func `a document that is not a schema, and content that is not valid`() throws {
    let broken = ##"{"$ref":"#/$defs/missing"}"##
    try check(Self.failure { _ = try ContentValidator(document: broken) })
    let validator = try ContentValidator(document: #"{"type":"string"}"#)
    try check(Self.failure { try validator.validate(GeneratedContent(1)) })
  }

  @Test func `an answer that cannot be mapped`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema.dictionary(of: .string), dependencies: [])
    let fitted = try SchemaEncoder(dialect: OpenAIDialect()).fit(schema)
    let answer = try GeneratedContent(
      json: #"{"value":[{"key":"a","value":"1"},{"key":"a","value":"2"}]}"#)
    try check(Self.failure { _ = try fitted.content(from: answer) })
  }

  @Test func `a schema that cannot be encoded`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema.dictionary(of: .string), dependencies: [])
    try check(Self.failure { _ = try SchemaEncoder(dialect: OpenAIDialect()).encode(schema) })
  }
}
