public import SchemaProviders
import SchemaText
import SystemDigest

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The access keys of an account of Amazon Web Services.
///
/// Descriptions and mirrors do not show the keys.
public struct AWSCredentials: Sendable, CustomStringConvertible, CustomReflectable {
  let accessKeyID: String
  let secretAccessKey: String
  let sessionToken: String?

  /// Creates credentials.
  public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
  }

  /// The name of the type.
  public var description: String { "AWSCredentials" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A signer of requests to Amazon Web Services, by Signature Version 4.
///
///     let signer = AWSSigner(region: "eu-central-1") {
///       AWSCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: token)
///     }
///     let model = BedrockModel(
///       "anthropic.claude-sonnet-4-5-20250929-v1:0", region: "eu-central-1", signer: signer)
///
/// The signer uses SHA-256 of the system: CryptoKit, or libcrypto of OpenSSL, which must be
/// installed.
public struct AWSSigner: RequestSigner {
  /// The header fields that connections and proxies may change.
  ///
  /// They are not signed.
  private static let unsigned: Set = [
    "connection", "user-agent", "x-amzn-trace-id", "traceparent", "expect", "transfer-encoding",
    "authorization",
  ]

  private let region: String
  private let service: String
  private let credentials: @Sendable () async throws -> AWSCredentials
  private let now: @Sendable () -> Date

  /// Creates a signer.
  ///
  /// - Parameters:
  ///   - region: The region, such as `us-east-1`.
  ///   - service: The name of the service in signatures, such as `bedrock`.
  ///   - credentials: A function that returns the keys. It is called for each request, because
  ///     temporary keys expire. The session throws the function's error.
  public init(
    region: String, service: String = "bedrock",
    credentials: @escaping @Sendable () async throws -> AWSCredentials
  ) {
    self.init(region: region, service: service, now: { Date() }, credentials: credentials)
  }

  /// Creates a signer with a clock, for tests.
  init(
    region: String, service: String, now: @escaping @Sendable () -> Date,
    credentials: @escaping @Sendable () async throws -> AWSCredentials
  ) {
    self.region = region
    self.service = service
    self.now = now
    self.credentials = credentials
  }

  /// Returns the header fields with the signature of a request.
  ///
  /// - Returns: The fields `authorization` and `x-amz-date`, and `x-amz-security-token` for
  ///   temporary keys.
  /// - Throws: The error of the function that returns the keys.
  public nonisolated(nonsending) func headers(
    for request: TransportRequest
  ) async throws -> [String: String] {
    let credentials = try await credentials()
    let time = Self.time(now())
    let day = String(time.prefix(8))
    var added = ["x-amz-date": time]
    added["x-amz-security-token"] = credentials.sessionToken
    var signed = request.headers.filter { !Self.unsigned.contains($0.key) }
    signed.merge(added) { $1 }
    signed["host"] = Self.host(of: request.url)
    // The specification has three steps: a canonical form of the request, a text with the digest of
    // this form, and the signature of this text. The key of the signature is valid for one day,
    // region and service.
    let fields = signed.sorted { $0.key < $1.key }
    let list = fields.map(\.key).joined(separator: ";")
    let canonical = [
      request.method, Self.path(of: request.url), Self.query(of: request.url),
      fields.map { "\($0.key):\(Self.trimmed($0.value))\n" }.joined(), list,
      Hexadecimal.text(of: SystemDigest.sha256([Array(request.body)])),
    ].joined(separator: "\n")
    let scope = "\(day)/\(region)/\(service)/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", time, scope,
      Hexadecimal.text(of: SystemDigest.sha256([Array(canonical.utf8)])),
    ].joined(separator: "\n")
    var key = Array("AWS4\(credentials.secretAccessKey)".utf8)
    for part in [day, region, service, "aws4_request"] {
      key = SystemDigest.hmacSHA256(Array(part.utf8), key: key)
    }
    let signature = Hexadecimal.text(of: SystemDigest.hmacSHA256(Array(text.utf8), key: key))
    added["authorization"] =
      "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), "
      + "SignedHeaders=\(list), Signature=\(signature)"
    return added
  }

  /// Returns the time in the form of the signature, such as `20261122T120000Z`.
  private static func time(_ date: Date) -> String {
    let interval = date.timeIntervalSince1970
    // This comparison is `false` for NaN.
    let seconds = interval > 0 ? Int64(min(interval, 253_402_300_799)) : 0
    let text = Timestamp.write(millisecondsSince1970: seconds * 1_000)
    return text.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// Returns the header field `host`.
  ///
  /// It does not have the default port of the scheme.
  private static func host(of url: URL) -> String {
    var host = url.host ?? ""
    // An IPv6 address has brackets in the header field, but the host of a URL may not have them.
    if host.contains(":"), !host.hasPrefix("[") { host = "[\(host)]" }
    let standardPort = url.scheme?.lowercased() == "http" ? 80 : 443
    guard let port = url.port, port != standardPort else { return host }
    return "\(host):\(port)"
  }

  /// Returns the path without empty segments, `.` and `..`.
  ///
  /// The other segments are percent-encoded a second time.
  private static func path(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    var segments: [Substring] = []
    for segment in path.split(separator: "/") where segment != "." {
      if segment == ".." {
        _ = segments.popLast()
      } else {
        segments.append(segment)
      }
    }
    let end = path.hasSuffix("/") && !segments.isEmpty ? "/" : ""
    return ("/" + segments.joined(separator: "/") + end).percentEncodedPath
  }

  /// Returns the parameters of the query, sorted by name and then by value.
  ///
  /// The parameters keep their encoding in the URL. A name without a value gets an `=`.
  private static func query(of url: URL) -> String {
    let parts = (url.query(percentEncoded: true) ?? "").split(separator: "&").map { part in
      let name = part.prefix { $0 != "=" }
      return (name: String(name), value: String(part.dropFirst(name.count + 1)))
    }
    // The names are compared first: `a=1` comes before `a-=1`, although `-` comes before `=`.
    return parts.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
      .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// Returns the value of a field without spaces at its ends, and with single spaces inside.
  private static func trimmed(_ value: String) -> String {
    value.split(separator: " ").joined(separator: " ")
  }
}
