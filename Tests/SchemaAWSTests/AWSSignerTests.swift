import Foundation
import SchemaProviders
import SchemaSessionTesting
import SystemDigest
import Testing

@testable import SchemaAWS

struct AWSSignerTests {
  /// 2026-11-22 12:00:00 UTC.
  private static let time = Date(timeIntervalSince1970: 1_795_348_800)

  private func signer(token: String? = nil, at time: Date = time) -> AWSSigner {
    AWSSigner(region: "us-east-1", service: "bedrock", now: { time }) {
      AWSCredentials(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
        sessionToken: token)
    }
  }

  private func request() throws -> TransportRequest {
    let address =
      "https://bedrock-runtime.us-east-1.amazonaws.com/model/"
      + "anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse"
    return TransportRequest(
      url: try #require(URL(string: address)),
      headers: ["content-type": "application/json", "user-agent": "any"],
      body: Data(#"{"messages":[{"role":"user","content":[{"text":"Hi"}]}]}"#.utf8))
  }

  @Test("is the one that botocore computes")
  func vector() async throws {
    let headers = try await signer().headers(for: request())
    #expect(
      headers == [
        "x-amz-date": "20261122T120000Z",
        "authorization": "AWS4-HMAC-SHA256 "
          + "Credential=AKIDEXAMPLE/20261122/us-east-1/bedrock/aws4_request, "
          + "SignedHeaders=content-type;host;x-amz-date, "
          + "Signature=5b955e065eba5f5b058db593ae08cde09ba46f426aa345674809f39a425ad0f9",
      ])
  }

  @Test("covers the token of temporary keys")
  func token() async throws {
    let headers = try await signer(token: "SESSIONTOKENEXAMPLE").headers(for: request())
    #expect(headers["x-amz-security-token"] == "SESSIONTOKENEXAMPLE")
    #expect(
      headers["authorization"]?.hasSuffix(
        "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, "
          + "Signature=728b2d57c80c8c0df0d03d053560b3da34d1c6aafdeb8a70ef1b5262ec4e08d8") == true)
  }

  @Test(
    "has the time in UTC",
    arguments: [
      (0, "19700101T000000Z"), (951_782_399, "20000228T235959Z"),
      (951_782_400, "20000229T000000Z"), (4_107_542_399, "21000228T235959Z"),
      (4_107_542_400, "21000301T000000Z"), (1_798_761_599, "20261231T235959Z"),
      (-5, "19700101T000000Z"), (1e300, "99991231T235959Z"), (.nan, "19700101T000000Z"),
    ] as [(Double, String)])
  func times(_ seconds: Double, _ text: String) async throws {
    let headers = try await signer(at: Date(timeIntervalSince1970: seconds)).headers(for: request())
    #expect(headers["x-amz-date"] == text)
  }

  @Test("is made with the system's SHA-256, by the vectors of RFC 4231")
  func digests() {
    func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(
      hexadecimal(SystemDigest.sha256([Array("ab".utf8), [], Array("c".utf8)]))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hexadecimal(
        SystemDigest.hmacSHA256(Array("Hi There".utf8), key: Array(repeating: 0x0B, count: 20)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    let long = "Test Using Larger Than Block-Size Key - Hash Key First"
    #expect(
      hexadecimal(
        SystemDigest.hmacSHA256(Array(long.utf8), key: Array(repeating: 0xAA, count: 131)))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test("hides the keys, in descriptions and in errors")
  func secrets() async throws {
    let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "SECRET")
    var dumped = ""
    dump(credentials, to: &dumped)
    #expect(!"\(credentials) \(String(reflecting: credentials)) \(dumped)".contains("SECRET"))
    let transport = ScriptedTransport([
      .init(status: 403, body: [#"{"message":"bad token SESSIONTOKENEXAMPLE"}"#])
    ])
    let session = LanguageModelSession(
      model: BedrockModel(
        "m", region: "us-east-1", signer: signer(token: "SESSIONTOKENEXAMPLE"),
        transport: transport))
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Hi")
    }
    #expect(error?.debugDescription.contains("SESSIONTOKENEXAMPLE") == false)
    #expect(transport.requests.first?.headers["authorization"]?.hasPrefix("AWS4-HMAC") == true)
  }

  /// A signature of a request to an address.
  private func signature(_ address: String) async throws -> String? {
    try await signer().headers(
      for: TransportRequest(url: try #require(URL(string: address)), headers: [:], body: Data()))[
        "authorization"]
  }

  @Test("is that of the field host, in which clients leave out the port of the scheme")
  func port() async throws {
    let plain = try await signature("https://example.com/a")
    #expect(try await signature("https://example.com:443/a") == plain)
    #expect(try await signature("https://example.com:8443/a") != plain)
    #expect(
      try await signature("http://example.com:80/a") == signature("http://example.com/a"))
  }

  @Test("has the brackets of an IPv6 address in the field host")
  func ipv6() async throws {
    var request = TransportRequest(
      url: try #require(URL(string: "http://[::1]:8080/a")),
      headers: ["content-type": "application/json"], body: Data())
    request.headers.merge(try await signer().headers(for: request)) { $1 }
    let server = SignatureServer(secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    #expect(server.problem(of: request) == nil)
  }

  @Test("has the path without empty segments and dots, as botocore computes it")
  func path() async throws {
    let folder = try await signature("https://example.com//a/./b/../c%3A/")
    #expect(
      folder?.hasSuffix("d71116fa42ece92392ff6af5dba067cf121c097ce5627d3c26cb91b75444ce19") == true)
    let root = try await signature("https://example.com/a/..")
    #expect(
      root?.hasSuffix("2009ac0b68da36baf66ba7cb18fbf9297dbf2106662c4c50de3e48bf8db648c8") == true)
  }

  @Test("has the query in the order of names, whatever their order in the address")
  func query() async throws {
    // The names `a` and `a-`: as texts, `a-=1` comes before `a=1`.
    let sorted = try await signature("https://example.com/?a=1&a=2&a-=1&b")
    #expect(try await signature("https://example.com/?b=&a-=1&a=2&a=1") == sorted)
    // As botocore computes it.
    #expect(
      sorted?.hasSuffix(
        "Signature=e59e23e4f5cbc878bec580b029a20e28fae014d4ecceff210a3cde0e989ed8c8") == true)
  }
}
