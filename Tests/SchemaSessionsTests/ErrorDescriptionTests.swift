import Foundation
import SchemaModel
import SessionTestSupport
import Testing

@testable import SchemaSessions

/// What `print(error)` shows: the problem as a sentence, then the remedy, and no stored properties.
struct ErrorDescriptionTests {
  @Test(
    arguments: [
      (
        nil, nil, "The request failed",
        "Read the description; `metadata` has the provider's details."
      ),
      (
        nil, "overloaded", "The request failed",
        "Read the description; `metadata` has the provider's details."
      ),
      (nil, "connection", "The request failed", "Check the address and the connection."),
      (
        302, nil, "The request failed (HTTP 302)",
        "Give the final base URL, since redirects are not followed."
      ),
      (401, nil, "The request failed (HTTP 401)", "Check the key and its permissions."),
      (
        503, "overloaded", "The request failed (HTTP 503)",
        "Try again later, or use another model through `FallbackModel`."
      ),
    ] as [(Int?, String?, String, String)])
  func `the description of a provider's failure has the status of the response and the remedy`(
    status: Int?, code: String?, summary: String, remedy: String
  ) {
    let error = LanguageModelError.providerFailure(
      .init(
        statusCode: status, code: code, debugDescription: "h: no route.",
        metadata: ["requestID": "r1"]))
    #expect(error.errorDescription == "\(summary): h: no route.")
    #expect(error.recoverySuggestion == remedy)
    #expect("\(error)" == "\(summary): h: no route. \(remedy)")
  }

  @Test(
    arguments: [
      (
        .rateLimited(.init(debugDescription: "Slow.", metadata: ["status": 429])),
        "There were too many requests (HTTP 429): Slow."
      ),
      (
        .rateLimited(
          .init(resetDate: Date(timeIntervalSince1970: 0.25), debugDescription: "Slow.")),
        "There were too many requests, and no more are accepted until 1970-01-01T00:00:01Z: Slow."
      ),
      (
        .rateLimited(
          .init(
            resetDate: Date(timeIntervalSince1970: .infinity), debugDescription: "Slow.",
            metadata: ["status": 429])),
        "There were too many requests (HTTP 429): Slow."
      ),
      (
        .timeout(.init(debugDescription: "Late.", metadata: ["status": 408])),
        "The model did not answer in time (HTTP 408): Late."
      ),
      (
        .timeout(.init(debugDescription: "Late.")), "The model did not answer in time: Late."
      ),
    ] as [(LanguageModelError, String)])
  func `each description has the status of the response and the end of a limit`(
    error: LanguageModelError, problem: String
  ) {
    #expect(error.errorDescription == problem)
    #expect("\(error)".hasPrefix(problem + " "))
  }

  @Test func `the description of a session's error is its sentence and its remedy`() {
    #expect(
      "\(LanguageModelSession.Error.noTools)"
        == "The options require a tool call, and the session has no tools. "
        + "Create the session with tools, or leave `toolCallingMode` as it is.")
  }

  @Test func `the description of an invalid answer has the problem and not the answers`() {
    let attempt = AnswerAttempt(
      rawContent: "SECRET ANSWER", report: nil, problem: "At /age: 200 is above 120.", usage: .zero)
    let error = LanguageModelSession.InvalidAnswerError(attempts: [attempt])
    #expect(
      "\(error)"
        == "The model's answer does not fit the schema: At /age: 200 is above 120. "
        + "Raise `policy.reask.maximumTries`, or use a provider that enforces the schema.")
  }

  @Test func `the description of an answer that does not fit quotes the beginning of one value`()
    throws
  {
    let long = String(repeating: "y", count: 200)
    let answer = #"{"name":"SECRET ANSWER","minutes":"\#(long)"}"#
    let report = try ContentValidator(Dish.self).report(on: GeneratedContent(json: answer))
    let attempt = AnswerAttempt(
      rawContent: answer, report: report, problem: report.modelFeedback(), usage: .zero)
    let text = "\(LanguageModelSession.InvalidAnswerError(attempts: [attempt]))"
    #expect(text.hasPrefix("The model's answer does not fit the schema: at /minutes: expected "))
    #expect(text.contains("found the string \"\(long.prefix(100))…\""))
    #expect(!text.contains("SECRET ANSWER"))
  }

  @Test func `the description of a tool's error names the tool`() {
    struct Oven: Tool {
      let name = "heat"
      let description = "Heats the oven"
      func call(arguments: GeneratedContent) async throws -> String { "" }
    }
    struct Broken: Error, CustomStringConvertible { let description = "The oven is off." }
    let error = LanguageModelSession.ToolCallError(tool: Oven(), underlyingError: Broken())
    #expect("\(error)".hasPrefix("The tool \"heat\" failed: The oven is off. "))
    #expect(!"\(error)".contains("Oven("))
  }

  @Test func `the description of an answer that cannot be read leaves the text out`() {
    struct Cause: Error {}
    let error = GeneratedContent.ParsingError(
      rawContent: "SECRET ANSWER", underlyingError: Cause(), debugDescription: "It ends early.")
    #expect(
      "\(error)"
        == "The text could not be read: It ends early. "
        + "Ask again, or use a provider that enforces the schema.")
  }
}
