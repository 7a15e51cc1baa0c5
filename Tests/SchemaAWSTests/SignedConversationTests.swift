import Foundation
import SchemaProviders
import SchemaSessionTesting
import Testing

@testable import SchemaAWS

/// Requests to a server that computes their signatures again.
struct SignedConversationTests {
  private static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

  private func session(
    _ server: SignatureServer, model: String = "anthropic.claude-sonnet-4-5-20250929-v1:0",
    baseURL: String? = nil, token: String? = nil, seconds: Double = 1_795_348_800
  ) -> LanguageModelSession {
    let signer = AWSSigner(
      region: "us-east-1", service: "bedrock", now: { Date(timeIntervalSince1970: seconds) }
    ) {
      AWSCredentials(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: Self.secret, sessionToken: token)
    }
    return LanguageModelSession(
      model: BedrockModel(
        model, region: "us-east-1", signer: signer, baseURL: baseURL,
        headers: ["X-Gateway": "  a   b ", "user-agent": "any"], transport: server,
        retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0)))
  }

  @Test("the server computes the digests of FIPS 180-4 and RFC 4231, and a known signature")
  func server() throws {
    func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(
      hexadecimal(SignatureServer.digest(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hexadecimal(
        SignatureServer.digest(
          Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      hexadecimal(
        SignatureServer.code(Array("Hi There".utf8), [UInt8](repeating: 0x0B, count: 20)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    let address =
      "https://bedrock-runtime.us-east-1.amazonaws.com/model/"
      + "anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse"
    let request = TransportRequest(
      url: try #require(URL(string: address)),
      headers: [
        "content-type": "application/json", "x-amz-date": "20261122T120000Z",
        "authorization": "AWS4-HMAC-SHA256 "
          + "Credential=AKIDEXAMPLE/20261122/us-east-1/bedrock/aws4_request, "
          + "SignedHeaders=content-type;host;x-amz-date, "
          + "Signature=5b955e065eba5f5b058db593ae08cde09ba46f426aa345674809f39a425ad0f9",
      ], body: Data(#"{"messages":[{"role":"user","content":[{"text":"Hi"}]}]}"#.utf8))
    #expect(SignatureServer(secret: Self.secret).problem(of: request) == nil)
  }

  @Test(
    "each request is accepted, whatever its address and its header contain",
    arguments: [
      ("anthropic.claude-sonnet-4-5-20250929-v1:0", nil, nil),
      ("anthropic.claude-sonnet-4-5-20250929-v1:0", nil, "SESSIONTOKENEXAMPLE"),
      ("arn:aws:bedrock:us-east-1:1:application-inference-profile/a b@é", nil, nil),
      ("m", "https://gateway.example:8443/a%20b/c?z=1&a=2", nil),
      ("m", "http://localhost:80/", nil),
    ] as [(String, String?, String?)])
  func taken(_ model: String, _ baseURL: String?, _ token: String?) async throws {
    let session = session(
      SignatureServer(secret: Self.secret), model: model, baseURL: baseURL, token: token)
    for prompt in ["Soup? ü", "And pie?"] {
      #expect(try await session.respond(to: prompt).content == "Dal")
    }
  }

  private func expectRejection(
    _ server: SignatureServer, seconds: Double = 1_795_348_800, because problem: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let session = session(server, token: "TOKEN", seconds: seconds)
    let error = await #expect(throws: LanguageModelError.self, sourceLocation: sourceLocation) {
      try await session.respond(to: "Soup?")
    }
    guard case .providerFailure(let failure)? = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(failure.statusCode == 403, sourceLocation: sourceLocation)
    #expect(failure.debugDescription.contains(problem), sourceLocation: sourceLocation)
    #expect(session.transcript.isEmpty, sourceLocation: sourceLocation)
  }

  @Test("another key, region, service, time or request is rejected")
  func rejected() async {
    await expectRejection(SignatureServer(secret: "other"), because: "another signature")
    await expectRejection(
      SignatureServer(secret: Self.secret, region: "eu-west-1"), because: "another scope")
    await expectRejection(
      SignatureServer(secret: Self.secret, service: "s3"), because: "another scope")
    await expectRejection(
      SignatureServer(secret: Self.secret), seconds: 1_795_349_800, because: "another time")
    let changes: [@Sendable (inout TransportRequest) -> Void] = [
      { $0.body.append(UInt8(ascii: " ")) },
      { $0.method = "PUT" },
      { $0.headers["x-gateway"] = "c" },
      { $0.headers["x-amz-security-token"] = "OTHER" },
      { $0.url.append(queryItems: [URLQueryItem(name: "a", value: "b")]) },
      { $0.url.append(path: "more") },
    ]
    for change in changes {
      await expectRejection(
        SignatureServer(secret: Self.secret, change: change), because: "another signature")
    }
    await expectRejection(
      SignatureServer(secret: Self.secret) { $0.headers["x-amz-other"] = "a" },
      because: "fields that are not signed")
    // What connections may change is not signed.
    let session = session(SignatureServer(secret: Self.secret) { $0.headers["user-agent"] = "b" })
    #expect(await (try? session.respond(to: "Soup?").content) == "Dal")
  }
}
