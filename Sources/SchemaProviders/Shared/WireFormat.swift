import Foundation
import SchemaEncoding
import SchemaModel
import SchemaSessions

/// The form of a provider's requests and responses.
///
/// A format does no input or output.
protocol WireFormat: Sendable {
  /// The reader of one response.
  associatedtype Reader: WireReader

  /// The provider's name in errors.
  var provider: String { get }

  /// The provider's name in telemetry, such as `gcp.gemini`.
  var providerID: String { get }

  /// The name of the model.
  var model: String { get }

  /// The address of the interface.
  var baseURL: String { get }

  var dialect: any SchemaDialect { get }

  /// The dialect of the schemas of tools' arguments.
  var toolDialect: any SchemaDialect { get }

  /// The field of a response's header with the provider's identifier of the request, in lower case.
  var requestIDHeader: String { get }

  /// Returns the header of each request.
  func headers(key: String?) -> [String: String]

  /// Makes a request.
  ///
  /// `key` is the key of the provider, if it needs one.
  ///
  /// - Returns: The request to send, and the reader of its response.
  /// - Throws: `LanguageModelError` for options and content that the provider does not accept, and
  ///   for an invalid address; `SchemaError` for a schema that it does not accept.
  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?, schemas: WrittenSchemas
  ) throws -> (TransportRequest, Reader)

  /// Returns the next feature to leave out of a rejected request, after which the provider may
  /// accept the request.
  ///
  /// - Returns: The adjustment; `nil` if none would help.
  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments?
}

extension WireFormat {
  var toolDialect: any SchemaDialect { dialect }

  var requestIDHeader: String { "x-request-id" }

  func headers(key: String?) -> [String: String] { KeyField.bearer.header(key) }

  func adjustment(
    after error: LanguageModelError, of request: LanguageModelExecutorGenerationRequest,
    _ adjustments: RequestAdjustments
  ) -> RequestAdjustments? { .leavingOutField(after: error, of: request) }
}

/// Converts the events of a response to the events of a model.
///
/// ``ReplyStream`` applies the rules that hold for all interfaces before and after a reader.
protocol WireReader {
  /// The framing of the events.
  static var framing: EventFraming { get }

  /// The types of the interface's events in their framing; `nil` for a framing without types.
  ///
  /// Events of other types are dropped, whatever their data.
  static var eventTypes: Set<String>? { get }

  /// `true` if the last event is the text `[DONE]`.
  static var hasDoneMark: Bool { get }

  /// `true` if some servers state the end in each event.
  static var mayRepeatEnd: Bool { get }

  /// `true` if a complete reply is read in place of a stream.
  static var readsReplies: Bool { get }

  /// The context of the response.
  var context: ReplyContext { get set }

  /// The end that the server has stated.
  var end: ReplyEnd { get set }

  /// The model's words if it declines.
  var refusal: String { get }

  /// Reads an event, and adds its events to ``context``.
  ///
  /// `type` is the type in the framing.
  ///
  /// - Throws: `ProviderRequestFailure` for an invalid event.
  mutating func read(_ event: GeneratedContent, _ type: String) throws

  /// Reads a complete reply, and adds its events to ``context``.
  ///
  /// - Throws: `ProviderRequestFailure` for an invalid reply.
  mutating func read(completeReply reply: GeneratedContent) throws

  /// Adds the remaining events of a reply with a stated end to ``context``.
  ///
  /// - Throws: `ProviderRequestFailure` for an invalid call.
  mutating func finish() throws

  /// Returns the request that continues a paused answer. The reader then reads the response to this
  /// request.
  ///
  /// - Throws: `ProviderRequestFailure` if the answer was paused too often.
  mutating func continuation(of request: TransportRequest) throws -> TransportRequest?
}

extension WireReader {
  static var framing: EventFraming { .serverSent }
  static var hasDoneMark: Bool { false }
  static var mayRepeatEnd: Bool { false }
  static var readsReplies: Bool { false }
  var refusal: String { "" }
  mutating func read(completeReply reply: GeneratedContent) throws {
    throw context.failures.failure(.invalidReply, "the reply is not a stream.")
  }
  mutating func finish() throws {}
  mutating func continuation(of request: TransportRequest) throws -> TransportRequest? { nil }
}

/// A response without success.
struct FailedResponse {
  var status: Int
  var headers: [String: String]
  /// The beginning of the body, without the keys of the request.
  var body: String
  /// The keys of the request.
  var secretMask: SecretMask
  /// `true` if no key of the request is known.
  var isOfRequestWithoutKey = false
}

extension WireFormat {
  /// Returns the failure for a response without success.
  func failure(_ response: FailedResponse) -> ProviderRequestFailure {
    var metadata: [String: any Sendable] = ["status": response.status, "body": response.body]
    if let id = response.headers[requestIDHeader] { metadata["requestID"] = id }
    metadata.merge(RateLimits(response.headers).remaining) { first, _ in first }
    return ProviderError(response).failure(
      provider: provider, response: response, metadata: metadata)
  }

  /// Creates the request with the body of a draft, and the context of its reply.
  ///
  /// `path` follows the address of the interface, and `accept` is the media type of the response.
  ///
  /// - Throws: `LanguageModelError` if the address of the interface is not an address.
  func post(
    _ content: GeneratedContent, of draft: RequestDraft, to path: String, key: String?,
    accept: String = "text/event-stream"
  ) throws -> (request: TransportRequest, context: ReplyContext) {
    let request = try post(
      draft.body(content), to: url(baseURL, path), key: key, accept: accept)
    return (request, draft.context(of: request))
  }

  /// Creates a request with a JSON body.
  ///
  /// `accept` is the media type of the response.
  func post(
    _ body: RequestBody, to url: URL, key: String?, accept: String
  ) throws -> TransportRequest {
    var headers = headers(key: key)
    headers["content-type"] = "application/json"
    headers["accept"] = accept
    // A compressed stream delays events, since it is compressed in blocks.
    headers["accept-encoding"] = "identity"
    var request = TransportRequest(url: url, headers: [:], body: Data())
    body.write(to: &request)
    try request.add(headers, provider: provider)
    return request
  }

  /// Returns the address of a path that follows a base.
  ///
  /// - Throws: `LanguageModelError` if the base is not an address.
  func url(_ base: String, _ path: String) throws -> URL {
    // Some gateways need parameters in the base. The path is inserted before them.
    let parts = base.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var address = String(parts[0])
    if !address.hasSuffix("/") { address += "/" }
    address += path
    if parts.count > 1 { address += (path.contains("?") ? "&" : "?") + parts[1] }
    // The base has a host of its own: the path would become the host of "http://".
    guard URL(string: String(parts[0]))?.host?.isEmpty == false, let url = URL(string: address),
      ["http", "https"].contains(url.scheme?.lowercased())
    else {
      // The error shows the base without its user, its password and its fragment.
      let shown =
        parts[0].prefix { $0 != "#" }
        .split(separator: "@", omittingEmptySubsequences: false).last ?? ""
      throw LanguageModelError.failure(
        of: provider, .invalidBaseURL, "the base URL \"\(shown)\" is not an address.",
        remedy: "Use a form like https://host/v1.")
    }
    return url
  }
}

/// The field of a header for a key.
enum KeyField: Sendable {
  /// `authorization`, after the word `Bearer`.
  case bearer
  /// A field with the key alone.
  case named(String)

  /// Returns the field with a key; empty without a key.
  func header(_ key: String?) -> [String: String] {
    guard let key else { return [:] }
    return switch self {
    case .bearer: ["authorization": "Bearer \(key)"]
    case .named(let name): [name: key]
    }
  }
}
