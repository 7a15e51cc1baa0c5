import SchemaAWS
import SchemaProviders
import Testing

/// The examples of the pages on Bedrock.
struct AWSExamples {
  @Test func `a model is used with a key of Bedrock`() async throws {
    try await example("bedrock key") { _ in
      // example: bedrock key
      let model = BedrockModel(
        "anthropic.claude-sonnet-4-5-20250929-v1:0", region: "eu-central-1",
        key: .environment("AWS_BEARER_TOKEN_BEDROCK"))
      // example: end
      #expect(model.identity.provider == "aws.bedrock")
    }
  }

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
