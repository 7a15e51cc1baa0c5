import SchemaProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request and its response, as a line of a recording.
struct RecordedExchange: Codable {
  struct Request: Codable {
    var url: String
    /// The fields of the header, with keys replaced.
    var headers: [String: String]
    var body: String

    init(_ request: TransportRequest) {
      url = request.maskedURL
      headers = request.maskedHeaders
      body = request.masking(String(decoding: request.body, as: UTF8.self))
    }

    /// Returns the recorded request, masked by the keys of a request that is replayed.
    ///
    /// The keys of the replay may differ from the recorded keys, and may occur as words in the
    /// recorded body.
    func masked(by mask: SecretMask) -> Request {
      var masked = self
      masked.body = mask(body)
      return masked
    }

    /// Returns `true` if a recorded request has the same address and the same body, byte for byte.
    func hasSameBytes(as recorded: Request) -> Bool {
      url.utf8.elementsEqual(recorded.url.utf8) && body.utf8.elementsEqual(recorded.body.utf8)
    }
  }

  /// A piece of a body: text, or Base64 if a character is split.
  struct Piece: Codable {
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

  /// The name of a kind of failure in a recording.
  enum FailureCode: String, Codable {
    case connection, timeout, invalidResponse, overflow

    init(_ code: TransportError.Code) {
      self =
        switch code {
        case .connection: .connection
        case .timeout: .timeout
        case .invalidResponse: .invalidResponse
        case .overflow: .overflow
        }
    }

    var code: TransportError.Code {
      switch self {
      case .connection: .connection
      case .timeout: .timeout
      case .invalidResponse: .invalidResponse
      case .overflow: .overflow
      }
    }
  }

  var request: Request
  /// The status of the response; `nil` if there is none.
  var status: Int?
  var headers: [String: String] = [:]
  var body: [Piece] = []
  /// The error that ended the body, or that came in place of the response, if any.
  var failure: String?

  /// The kind of that error, if a transport threw it; recordings of earlier versions have none.
  var failureCode: FailureCode?

  /// The error that is replayed.
  var transportError: TransportError? {
    failure.map { TransportError(failureCode?.code ?? .connection, $0) }
  }

  /// Keeps the error that ended the body, or that came in place of the response.
  mutating func fail(_ error: any Error) {
    failure = String(describing: error)
    failureCode = (error as? TransportError).map { FailureCode($0.code) }
  }

  /// Masks the keys of the request in the response.
  ///
  /// A body with a key becomes a single piece, since its pieces may end within the key.
  mutating func mask(_ request: TransportRequest) throws {
    let text = String(decoding: try body.flatMap { try $0.data() }, as: UTF8.self)
    let masked = request.masking(text)
    if masked != text { body = [Piece(Data(masked.utf8))] }
    headers = headers.mapValues(request.masking)
    failure = failure.map(request.masking)
  }
}
