import SchemaProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request and its response, as one line of a recording.
struct RecordedExchange: Codable {
  struct Request: Codable {
    var url: String
    /// The fields of the header.
    ///
    /// API keys in them are masked.
    var headers: [String: String]
    var body: String

    init(_ request: TransportRequest) {
      url = request.maskedURL
      headers = request.maskedHeaders
      body = request.masking(String(decoding: request.body, as: UTF8.self))
    }

    /// Returns the recorded request, in which the API keys of the replayed request are masked.
    ///
    /// The replayed keys may differ from the recorded keys, and may occur as words in the recorded
    /// body.
    func masked(by mask: SecretMask) -> Request {
      var masked = self
      masked.body = mask(body)
      return masked
    }

    /// Returns `true` if a recorded request has the same address and a body with the same bytes.
    func hasSameBytes(as recorded: Request) -> Bool {
      url.utf8.elementsEqual(recorded.url.utf8) && body.utf8.elementsEqual(recorded.body.utf8)
    }
  }

  /// A piece of a body, as text, or as Base64 if the piece ends within a character.
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

  /// The kind of a failure, by its name in a recording.
  enum FailureCode: String, Codable {
    case connection, timeout, clientClosed, invalidResponse, overflow

    init(_ code: TransportError.Code) {
      self =
        switch code {
        case .connection: .connection
        case .timeout: .timeout
        case .clientClosed: .clientClosed
        case .invalidResponse: .invalidResponse
        case .overflow: .overflow
        }
    }

    var code: TransportError.Code {
      switch self {
      case .connection: .connection
      case .timeout: .timeout
      case .clientClosed: .clientClosed
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
  /// The error that ended the body or replaced the response, if there is one.
  var failure: String?

  /// The kind of the error, if a transport threw it.
  ///
  /// Recordings of earlier versions have no kind.
  var failureCode: FailureCode?

  /// The error for a replay.
  var transportError: TransportError? {
    failure.map { TransportError(failureCode?.code ?? .connection, $0) }
  }

  /// Records the error that ended the body or replaced the response.
  mutating func fail(_ error: any Error) {
    failure = String(describing: error)
    failureCode = (error as? TransportError).map { FailureCode($0.code) }
  }

  /// Masks the API keys of the request in the response.
  ///
  /// A body with a key becomes a single piece, because its pieces may end within the key.
  mutating func mask(_ request: TransportRequest) throws {
    let text = String(decoding: try body.flatMap { try $0.data() }, as: UTF8.self)
    let masked = request.masking(text)
    if masked != text { body = [Piece(Data(masked.utf8))] }
    headers = headers.mapValues(request.masking)
    failure = failure.map(request.masking)
  }
}
