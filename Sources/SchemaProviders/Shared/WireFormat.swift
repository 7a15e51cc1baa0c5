package import SchemaSessions

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// How a provider wants requests, and what its responses mean. A format does no input or output.
package protocol WireFormat: Sendable {
  /// The reader of one response.
  associatedtype Reader: WireReader

  /// What the provider's errors name the provider.
  var provider: String { get }

  /// Makes a request.
  ///
  /// - Throws: `LanguageModelError` for options and content that the provider does not take;
  ///   `SchemaError` for a schema that it does not.
  func request(
    for request: LanguageModelExecutorGenerationRequest, key: String?
  ) throws -> (TransportRequest, Reader)

  /// What a response without success says.
  ///
  /// - Parameter body: The beginning of the body, which may be anything.
  func failure(_ response: FailedResponse) -> ProviderRequestFailure
}

/// Turns the bytes of a response into events, whatever pieces they come in.
package protocol WireReader {
  /// Takes a piece of the response.
  ///
  /// - Throws: `ProviderRequestFailure` for an error in the stream, `LanguageModelError` for a refusal
  ///   or a filter.
  mutating func read(_ piece: Data) throws -> [LanguageModelExecutorGenerationChannel.Event]

  /// Ends the response.
  ///
  /// - Throws: `LanguageModelError` if the response ended early; a refusal.
  mutating func finish() throws -> [LanguageModelExecutorGenerationChannel.Event]
}

/// A response without success.
package struct FailedResponse {
  package var status: Int
  package var headers: [String: String]
  /// The beginning of the body, with the key removed from it.
  package var body: String

  /// What the response says of itself, for an error's metadata.
  package func metadata(requestIDHeader: String) -> [String: any Sendable] {
    var metadata: [String: any Sendable] = ["status": status, "body": body]
    if let id = headers[requestIDHeader] { metadata["requestID"] = id }
    return metadata
  }
}

extension WireFormat {
  /// The address of an interface.
  ///
  /// - Throws: ``TransportError`` if the base is no address.
  func endpoint(_ base: String, _ path: String) throws -> URL {
    let separator = base.hasSuffix("/") ? "" : "/"
    guard let url = URL(string: base + separator + path), url.host != nil else {
      throw TransportError(
        .connection, "The base URL \"\(base)\" is not one. Give it like https://host/v1.")
    }
    return url
  }
}
