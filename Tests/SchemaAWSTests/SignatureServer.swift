import Foundation
import SchemaProviders

/// A server that computes the signature of each request from what arrives, by the steps that AWS
/// documents, and rejects a request whose signature is another one.
///
/// It shares no code with the signer: it parses the address as text, and has a SHA-256 of its own.
final class SignatureServer: ModelTransport {
  let secret: String
  let region: String
  let service: String
  /// The time of the server, as requests write it.
  let time: String
  /// What happens to a request on its way.
  let change: @Sendable (inout TransportRequest) -> Void

  init(
    secret: String, region: String = "us-east-1", service: String = "bedrock",
    time: String = "20261122T120000Z",
    change: @escaping @Sendable (inout TransportRequest) -> Void = { _ in }
  ) {
    self.secret = secret
    self.region = region
    self.service = service
    self.time = time
    self.change = change
  }

  nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    var request = request
    change(&request)
    if let problem = problem(of: request) {
      return response(
        403, ["x-amzn-errortype": "InvalidSignatureException"],
        Data(#"{"message":"\#(problem)"}"#.utf8))
    }
    let events = [
      ("messageStart", #"{"role":"assistant"}"#),
      ("contentBlockDelta", #"{"contentBlockIndex":0,"delta":{"text":"Dal"}}"#),
      ("contentBlockStop", #"{"contentBlockIndex":0}"#),
      ("messageStop", #"{"stopReason":"end_turn"}"#),
      ("metadata", #"{"usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2}}"#),
    ]
    return response(
      200, ["content-type": "application/vnd.amazon.eventstream"],
      events.reduce(into: Data()) { $0 += Self.message($1.0, $1.1) })
  }

  private func response(
    _ status: Int, _ headers: [String: String], _ body: Data
  ) -> TransportResponse {
    TransportResponse(
      status: status, headers: headers,
      body: AsyncThrowingStream { continuation in
        continuation.yield(body)
        continuation.finish()
      })
  }

  // MARK: The signature

  /// What is wrong with the signature of a request; `nil` if it is right.
  func problem(of request: TransportRequest) -> String? {
    guard
      let match = request.headers["authorization"]?.wholeMatch(
        of:
          #/
          AWS4-HMAC-SHA256\ Credential=([^\/]+)\/(\d{8}\/[^,]+),
          \ SignedHeaders=([^,]+),\ Signature=([0-9a-f]{64})
          /#)
    else { return "no signature" }
    let scope = String(match.2)
    let signed = match.3.split(separator: ";").map(String.init)
    guard request.headers["x-amz-date"] == time else { return "another time" }
    guard scope == "\(time.prefix(8))/\(region)/\(service)/aws4_request" else {
      return "another scope"
    }
    guard signed == signed.sorted() else { return "fields in another order" }
    let mustBeSigned = request.headers.keys.filter { $0.hasPrefix("x-amz-") }
    guard Set(signed).isSuperset(of: mustBeSigned + ["host", "content-type"]) else {
      return "fields that are not signed"
    }
    var lines = [request.method]
    let address = Self.parts(of: request.url.absoluteString)
    lines.append(Self.encodedAgain(address.path))
    lines.append(address.query.split(separator: "&").sorted().joined(separator: "&"))
    for name in signed {
      guard let value = name == "host" ? address.host : request.headers[name] else {
        return "a field that is missing"
      }
      let words = value.split(whereSeparator: { $0 == " " })
      lines.append("\(name):\(words.joined(separator: " "))")
    }
    lines += [
      "", signed.joined(separator: ";"), Self.hexadecimal(Self.digest(Array(request.body))),
    ]
    let canonical = Self.digest(Array(lines.joined(separator: "\n").utf8))
    let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Self.hexadecimal(canonical))"
    var key = Array("AWS4\(secret)".utf8)
    for part in scope.split(separator: "/") { key = Self.code(Array(part.utf8), key) }
    return Self.hexadecimal(Self.code(Array(text.utf8), key)) == match.4
      ? nil : "another signature"
  }

  /// The parts of an address as they travel: clients leave out the port of the scheme.
  private static func parts(of address: String) -> (host: String, path: String, query: String) {
    let rest = address.replacing(/^https?:\/\//, with: "")
    let path = rest.drop { $0 != "/" }
    let query = path.firstIndex(of: "?").map { path[path.index(after: $0)...] } ?? ""
    let port = address.hasPrefix("http:") ? /:80$/ : /:443$/
    return (
      String(rest.prefix { $0 != "/" }).replacing(port, with: ""),
      String(path.prefix { $0 != "?" }), String(query)
    )
  }

  /// A path whose percent signs are encoded again, as all services but S3 want it.
  private static func encodedAgain(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing(":", with: "%3A").replacing("@", with: "%40")
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }

  // MARK: SHA-256 (FIPS 180-4)

  private static let primes = (2..<312).filter { number in
    !(2..<number).contains { number.isMultiple(of: $0) }
  }

  /// The first 32 bits of a fraction.
  private static func fraction(_ number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 4_294_967_296)
  }

  private static let constants = primes.map { fraction(Foundation.cbrt(Double($0))) }
  private static let start = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

  static func digest(_ message: [UInt8]) -> [UInt8] {
    let zeros = (119 - message.count % 64) % 64
    let length = UInt64(message.count) * 8
    let padded =
      message + [0x80] + [UInt8](repeating: 0, count: zeros)
      + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word >> count | word << (32 - count)
    }
    var hash = start
    for block in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { index in
        padded[(block + 4 * index)..<(block + 4 * index + 4)].reduce(UInt32(0)) {
          $0 << 8 | UInt32($1)
        }
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let first = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
        let second = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
        words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
      }
      var state = hash
      for index in 0..<64 {
        let (a, e) = (state[0], state[4])
        let choice = e & state[5] ^ ~e & state[6]
        let majority = a & state[1] ^ a & state[2] ^ state[1] & state[2]
        let first =
          state[7] &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice
          &+ constants[index] &+ words[index]
        let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
        state = [first &+ second] + state[0..<3] + [state[3] &+ first] + state[4..<7]
      }
      hash = zip(hash, state).map { $0 &+ $1 }
    }
    return hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  /// The authentication code of a message (RFC 2104).
  static func code(_ message: [UInt8], _ key: [UInt8]) -> [UInt8] {
    let key = key.count > 64 ? digest(key) : key
    let block = key + [UInt8](repeating: 0, count: 64 - key.count)
    return digest(block.map { $0 ^ 0x5C } + digest(block.map { $0 ^ 0x36 } + message))
  }

  // MARK: The stream

  private static func message(_ type: String, _ payload: String) -> Data {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    func checksum(_ bytes: [UInt8]) -> Int {
      Int(
        ~bytes.reduce(UInt32.max) { value, byte in
          (0..<8).reduce(value ^ UInt32(byte)) { value, _ in
            value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0)
          }
        })
    }
    func field(_ name: String, _ value: String) -> [UInt8] {
      number(name.utf8.count, 1) + Array(name.utf8) + [7] + number(value.utf8.count, 2)
        + Array(value.utf8)
    }
    let header = field(":message-type", "event") + field(":event-type", type)
    var bytes = number(16 + header.count + payload.utf8.count, 4) + number(header.count, 4)
    bytes += number(checksum(bytes), 4) + header + Array(payload.utf8)
    return Data(bytes + number(checksum(bytes), 4))
  }
}
