import Foundation
import SchemaCoding
import SchemaConformances
import Testing

/// What a decoder made of a text, for comparison.
enum Outcome<Value: Equatable>: Equatable {
  case value(Value)
  /// The case of `DecodingError`, with its coding path.
  case failure(String, [String])
}

/// Runs a decoder.
func outcome<Value: Equatable>(_ decode: () throws -> Value) -> Outcome<Value> {
  do {
    return .value(try decode())
  } catch let error as DecodingError {
    let (name, context) = parts(of: error)
    return .failure(name, context.codingPath.map(\.stringValue))
  } catch {
    return .failure("\(error)", [])
  }
}

/// Whether two outcomes are the same, apart from two habits of `JSONDecoder`.
func agree<Value>(_ found: Outcome<Value>, _ expected: Outcome<Value>) -> Bool {
  switch (found, expected) {
  case (.failure("dataCorrupted", _), .failure("dataCorrupted", [])):
    // It does not say where a number stands that does not fit.
    true
  case (.failure("valueNotFound", let path), .failure("typeMismatch", let other)):
    // It finds null to be of the wrong type where a truth value is due, and only there.
    path == other
  default: found == expected
  }
}

/// The name and the context of a decoding error.
func parts(of error: DecodingError) -> (String, DecodingError.Context) {
  switch error {
  case .typeMismatch(_, let context): ("typeMismatch", context)
  case .valueNotFound(_, let context): ("valueNotFound", context)
  case .keyNotFound(_, let context): ("keyNotFound", context)
  case .dataCorrupted(let context): ("dataCorrupted", context)
  @unknown default: ("unknown", DecodingError.Context(codingPath: [], debugDescription: ""))
  }
}

/// The decoding error that a function throws.
func decodingError(
  _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) throws -> (String, DecodingError.Context) {
  let error = try #require(throws: DecodingError.self, sourceLocation: sourceLocation) {
    try body()
  }
  return parts(of: error)
}

/// A type with most of what types have.
struct Sample: Codable, Equatable {
  struct Part: Codable, Equatable {
    var name: String
    var weight: Double?
    var tags: [String]
  }

  enum Status: String, Codable {
    case new, done
  }

  enum Event: Codable, Equatable {
    case opened
    case moved(x: Int, y: Int)
    case named(String)
  }

  var id: UUID
  var title: String
  var count: Int
  var big: UInt64
  var ratio: Float
  var isGood: Bool
  var price: Decimal
  var made: Date
  var link: URL?
  var bytes: Data
  var status: Status
  var parts: [Part]
  var byName: [String: Int]
  var byNumber: [Int: [String]]
  var events: [Event]
  var nested: [[Int?]]
  var nothing: String?

  static let full = Sample(
    id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID(),
    title: "A \"title\"\n\u{1F600}", count: -3, big: .max, ratio: 0.1, isGood: true,
    price: Decimal(string: "12345678901234567890.0123456789") ?? 0,
    made: Date(timeIntervalSince1970: 1_700_000_000),
    link: URL(string: "https://example.com/a?b=c"),
    bytes: Data([0, 1, 254, 255]), status: .done,
    parts: [
      Part(name: "first", weight: 0.25, tags: []),
      Part(name: "second", weight: nil, tags: ["a", "b"]),
    ],
    byName: ["one": 1, "two": 2, "twenty_one": 21], byNumber: [10: ["x"], 9: []],
    events: [.opened, .moved(x: 1, y: -1), .named("n")], nested: [[1, nil], []], nothing: nil)
}
