import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

struct SamplingTests {
  /// Options with a number that JSON cannot state, and the option's name.
  private static let options: [(name: String, options: GenerationOptions)] =
    [Double.nan, .infinity, -.infinity].flatMap { number in
      [
        ("temperature", GenerationOptions(temperature: number)),
        (
          "probability threshold",
          GenerationOptions(samplingMode: .random(probabilityThreshold: number))
        ),
      ]
    }

  @Test(
    "H1: that is not a finite number is an error, whatever the policy, and nothing is sent",
    arguments: ProviderFixture.all, [.throw, .log] as [SessionPolicy.UnsupportedOption])
  func notFinite(
    _ provider: ProviderFixture, _ policy: SessionPolicy.UnsupportedOption
  ) async throws {
    for (name, options) in Self.options {
      let (session, transport) = provider.session(provider.text)
      session.policy.unsupportedOption = policy
      let error = await #expect(throws: LanguageModelError.self) {
        try await session.respond(to: "Soup?", options: options)
      }
      let details = try #require(error?.unsupportedCapability)
      #expect(details.debugDescription.hasPrefix("The option \(name) is "))
      #expect(transport.requests.isEmpty)
      #expect(session.transcript.outline == ["instructions"])
    }
  }
}
