import SchemaContent
package import SchemaEncoding
import SchemaModel
package import SchemaSessions

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How a provider wants requests, and what its responses mean.
///
/// A format does no input or output.
package protocol WireFormat: Sendable {
  /// The reader of one response.
  associatedtype Reader: WireReader

  /// The provider's name in errors.
  var provider: String { get }

  /// The address of the interface.
  var baseURL: String { get }

  /// The form of schemas.
  var dialect: any SchemaDialect { get }

  /// The header in which responses have the provider's identifier of the request, in lower case.
  var requestIDHeader: String { get }

  /// Whether the format writes attachments, or throws for those that the provider does not take.
  var takesAttachments: Bool { get }

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - key: The key of the provider, if it wants one.
  ///   - schemas: The schemas that earlier requests to this format had.
  /// - Returns: The request as it is sent, and the reader of its response.
  /// - Throws: `LanguageModelError` for options and content that the provider does not take;
  ///   `SchemaError` for a schema that it does not; `LanguageModelError` for an invalid address.
  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, Reader)

  /// What a rejected request can do without, so that the provider may take it.
  ///
  /// - Parameters:
  ///   - error: The error with which the provider rejected the request.
  ///   - request: What is asked.
  ///   - adjustments: What the rejected request did without already.
  /// - Returns: What else to do without; `nil` if that is of no use.
  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments?
}

extension WireFormat {
  package var takesAttachments: Bool { false }

  package func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments? { nil }
}

/// Turns the bytes of a response, in pieces of any size, into events.
package protocol WireReader {
  /// What the reader knows of its response.
  var context: ReplyContext { get set }

  /// Whether the last event of the response has been read.
  var isDone: Bool { get }

  /// Whether the answer is whole, so that a connection that fails now has lost nothing but what
  /// follows it, such as counts.
  var isWhole: Bool { get }

  /// Takes a piece of the response, and adds the events that it completes, also before it throws.
  ///
  /// - Throws: `ProviderRequestFailure` for an error in the stream; ``StreamLimit`` for one that is
  ///   too long.
  mutating func read(
    _ piece: Data, into events: inout [LanguageModelExecutorGenerationChannel.Event]
  ) throws

  /// Ends the response, and adds the events that are left, also before it throws.
  ///
  /// - Throws: `ProviderRequestFailure` if the response ended early; `LanguageModelError` for a
  ///   refusal or a filter.
  mutating func finish(
    into events: inout [LanguageModelExecutorGenerationChannel.Event]
  ) throws

  /// Whether the provider has paused the answer, which goes on with another request.
  var isPaused: Bool { get }

  /// The request with which the provider goes on with an answer that it has paused, after which the
  /// reader reads another response; `nil` for an answer that has ended.
  ///
  /// - Parameter request: The request before.
  /// - Returns: The request.
  /// - Throws: `ProviderRequestFailure` if the answer was paused too often.
  mutating func continuation(of request: TransportRequest) throws -> TransportRequest?
}

extension WireReader {
  package var isWhole: Bool { isDone }
  package var isPaused: Bool { false }
  package mutating func continuation(of request: TransportRequest) throws -> TransportRequest? {
    nil
  }
}

/// A response without success.
package struct FailedResponse {
  package var status: Int
  package var headers: [String: String]
  /// The beginning of the body, without the keys of the request.
  package var body: String
  /// The keys of the request.
  package var secretMask: SecretMask
}

extension WireFormat {
  /// What a response without success says.
  package func failure(_ response: FailedResponse) -> ProviderRequestFailure {
    var metadata: [String: any Sendable] = ["status": response.status, "body": response.body]
    if let id = response.headers[requestIDHeader] { metadata["requestID"] = id }
    metadata.merge(RateLimits(response.headers).remaining) { first, _ in first }
    return ProviderError(response).failure(
      provider: provider, response: response, metadata: metadata)
  }

  /// A request with a JSON body.
  ///
  /// The path follows the base, `accept` is the media type of the response, and `parts` has
  /// what the body has stand-ins for.
  ///
  /// - Throws: `LanguageModelError` if the base is not an address.
  func post(
    _ body: GeneratedContent, attaching parts: BodyParts = BodyParts(), to base: String,
    _ path: String, headers: [String: String], accept: String = "text/event-stream"
  ) throws -> TransportRequest {
    let url = try url(base, path)
    var headers = headers
    headers["content-type"] = "application/json"
    headers["accept"] = accept
    // A compressed stream arrives in pieces that hold events back.
    headers["accept-encoding"] = "identity"
    let (bytes, attached) = parts.body(body)
    var request = TransportRequest(url: url, headers: [:], body: bytes)
    request.attached = attached
    try request.add(headers, provider: provider)
    return request
  }

  /// The address of a path that follows a base.
  ///
  /// - Throws: `LanguageModelError` if the base is not an address.
  func url(_ base: String, _ path: String) throws -> URL {
    // Some gateways want parameters in the base, which stand after the path.
    let parts = base.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var address = String(parts[0])
    if !address.hasSuffix("/") { address += "/" }
    address += path
    if parts.count > 1 { address += (path.contains("?") ? "&" : "?") + parts[1] }
    guard let url = URL(string: address), url.host != nil,
      ["http", "https"].contains(url.scheme?.lowercased())
    else {
      // Without a user and a password, which stand before the host, and without a fragment.
      let shown =
        parts[0].prefix { $0 != "#" }
        .split(separator: "@", omittingEmptySubsequences: false).last ?? ""
      throw LanguageModelError.providerFailure(
        .init(
          code: "invalidBaseURL",
          debugDescription:
            "\(provider): the base URL \"\(shown)\" is not an address. Give it like "
            + "https://host/v1."))
    }
    return url
  }
}

extension TransportRequest {
  /// Adds fields to the header, in place of those with the same name.
  ///
  /// - Throws: `LanguageModelError` for a name or a value that a header cannot have.
  package mutating func add(_ fields: [String: String], provider: String) throws {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      let allowed = "!#$%&'*+-.^_`|~"
      let isName =
        !name.isEmpty
        && name.unicodeScalars.allSatisfy { scalar in
          scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
              || allowed.unicodeScalars.contains(scalar))
        }
      let unfit = value.firstScalarUnfitForHeader
      guard isName, unfit == nil else {
        let problem =
          unfit.map { scalar in
            "the value of the header \(name) has the character \(scalar.name), which a header cannot"
              + " contain. Remove it."
          }
          ?? "a header has a name with characters that a name cannot contain. Use letters, digits and -."
        throw LanguageModelError.providerFailure(
          .init(code: "invalidHeader", debugDescription: "\(provider): \(problem)"))
      }
      headers[name.lowercased()] = value
    }
  }
}
