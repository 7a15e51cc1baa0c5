import SchemaAWS
import SchemaProviders
import Testing

/// The example of the page of SchemaAWS.
@Suite struct AWSExamples {
  @Test func `a model is used with the keys of an account`() async throws {
    @Sendable func secret() async throws -> String { "SECRET" }
    try await example("aws signer") { _ in
      // example: aws signer
      let signer = AWSSigner(region: "eu-central-1") {
        AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: try await secret())
      }
      let model = BedrockModel(
        "anthropic.claude-sonnet-4-5-20250929-v1:0", region: "eu-central-1", signer: signer)
      // example: end
      #expect(model.identity.serverAddress == "bedrock-runtime.eu-central-1.amazonaws.com")
    }
  }
}
