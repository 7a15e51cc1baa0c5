import SchemaSessions
import Testing

@Suite("The description of a provider's failure")
struct ErrorDescriptionTests {
  @Test(
    "says what failed and what to do",
    arguments: [
      (nil, nil, "Look at the description; `metadata` has what the provider said."),
      (nil, "overloaded", "Look at the description; `metadata` has what the provider said."),
      (nil, "connection", "Check the address and the connection."),
      (401, nil, "Check the key and what it may do."),
    ] as [(Int?, String?, String)])
  func providerFailure(status: Int?, code: String?, remedy: String) {
    let error = LanguageModelError.providerFailure(
      .init(statusCode: status, code: code, debugDescription: "h: no route"))
    #expect(error.errorDescription == "The request failed: h: no route")
    #expect(error.recoverySuggestion == remedy)
  }
}
