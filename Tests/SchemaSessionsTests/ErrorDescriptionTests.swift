import SchemaSessions
import Testing

@Suite("The description of a provider's failure")
struct ErrorDescriptionTests {
  @Test(
    "says what failed and what to do",
    arguments: [
      (nil, nil, "The request failed: h: no route", "Check the address and the connection."),
      (
        401, nil, "The provider answered with an error: h: no route",
        "Check the key and what it may do."
      ),
      (
        nil, "overloaded", "The provider answered with an error: h: no route",
        "Look at the description; `metadata` has what the provider said."
      ),
    ] as [(Int?, String?, String, String)])
  func providerFailure(status: Int?, code: String?, problem: String, remedy: String) {
    let error = LanguageModelError.providerFailure(
      .init(statusCode: status, code: code, debugDescription: "h: no route"))
    #expect(error.errorDescription == problem)
    #expect(error.recoverySuggestion == remedy)
  }
}
