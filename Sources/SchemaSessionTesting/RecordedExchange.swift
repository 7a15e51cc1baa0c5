import SchemaProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request and its response, as a line of a recording.
struct RecordedExchange: Codable, Equatable {
  /// The fields of a header that hold a key.
  private static let secretFields: Set = ["authorization", "x-api-key", "x-goog-api-key"]

  struct Request: Codable, Equatable {
    var url: String
    /// The fields of the header, with keys replaced.
    var headers: [String: String]
    var body: String

    init(_ request: TransportRequest) {
      url = request.url.absoluteString
      headers = request.headers
      for name in headers.keys where RecordedExchange.secretFields.contains(name) {
        headers[name] = "•••"
      }
      body = String(decoding: request.body, as: UTF8.self)
    }
  }

  /// A piece of a body: text, or Base64 where a character is split.
  struct Piece: Codable, Equatable {
    var text: String?
    var base64: String?

    init(_ data: Data) {
      text = String(validating: data, as: UTF8.self)
      base64 = text == nil ? data.base64EncodedString() : nil
    }

    /// - Throws: `DecodingError` if the piece has neither text nor Base64.
    func data() throws -> Data {
      if let text { return Data(text.utf8) }
      guard let data = base64.flatMap({ Data(base64Encoded: $0) }) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [], debugDescription: "A piece of a body has neither text nor Base64."))
      }
      return data
    }
  }

  var request: Request
  var status: Int
  var headers: [String: String]
  var body: [Piece] = []
  /// What ended the body, unless it ended as it should.
  var failure: String?
}
