import AutomergeCoding
import AutomergeDocument
import Foundation
import SchemaTestSupport
import Testing

/// Superclasses that write into the map of a subclass by a container for one value.
struct SharedMapTests {
  private let document = Document()

  private struct Payload: Codable, Equatable {
    var a = 1
  }

  private class Base: Codable {
    let payload: Payload

    init() { payload = Payload() }

    required init(from decoder: any Decoder) throws {
      payload = try decoder.singleValueContainer().decode(Payload.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      #expect(container.codingPath.map(\.stringValue) == ["sub"])
      try container.encode(payload)
    }
  }

  private final class Sub: Base {
    private enum Key: CodingKey { case x }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      #expect(try container.decode(Int.self, forKey: .x) == 2)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(2, forKey: .x)
      try super.encode(to: container.superEncoder())
    }
  }

  /// A map that has a key, and shares itself with any other value.
  private struct Sharing: Encodable {
    let write: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      try container.encode(2, forKey: AnyCodingKey("x"))
      try write(container.superEncoder())
    }
  }

  @Test func `a superclass of one value shares the map, and nothing else changes`() throws {
    try document.put(obj: .ROOT, key: "title", value: .String("kept"))
    try AutomergeEncoder(doc: document).encode(Sub(), at: ".sub")
    #expect(try document.json() == #"{"sub":{"a":1,"x":2},"title":"kept"}"#)
    #expect(try document.decode(Sub.self, from: "sub").payload == Payload())
    let heads = document.heads()
    try AutomergeEncoder(doc: document).encode(Sub(), at: ".sub")
    #expect(document.heads() == heads)
  }

  @Test func `an optional value shares the map if it is there`() throws {
    try document.put(obj: .ROOT, key: "title", value: .String("kept"))
    try document.encode(Sharing { try Payload?.some(Payload()).encode(to: $0) }, at: "sub")
    #expect(try document.json() == #"{"sub":{"a":1,"x":2},"title":"kept"}"#)
    expectError("mismatchedSchema") {
      try document.encode(Sharing { try Payload?.none.encode(to: $0) }, at: "sub")
    }
    #expect(try document.json() == #"{"sub":{"a":1,"x":2},"title":"kept"}"#)
  }

  @Test(arguments: Overload.allCases, ["", "sub"])
  func `no plain value shares a map`(overload: Overload, path: String) throws {
    try document.put(obj: .ROOT, key: "title", value: .String("kept"))
    let json = try document.json()
    let written = Written(overload: overload, kind: .single)
    expectError("mismatchedSchema") {
      try document.encode(Sharing { try written.encode(to: $0) }, at: path)
    }
    #expect(try document.json() == json)
  }

  @Test func `an empty list shares no map`() throws {
    expectError("mismatchedSchema") {
      try document.encode(Sharing { try [Int]().encode(to: $0) }, at: "sub")
    }
    #expect(try document.json() == "{}")
  }

  @Test func `the error for a missing map comes before the error for the shared value`() throws {
    for overload in Overload.allCases {
      let written = Written(overload: overload, kind: .single)
      expectError("schemaMissing") {
        try document.encode(OnlyShared(value: written), at: "sub", strategy: .readonly)
      }
      #expect(document.pendingEdits == 0)
    }
  }

  /// A map that shares itself with another value, and has no key of its own.
  private struct OnlyShared: Encodable {
    let value: Written

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      try value.encode(to: container.superEncoder())
    }
  }

  /// A value that shares its map with itself.
  private struct Endless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      var shared = container.superEncoder().singleValueContainer()
      try shared.encode(self)
    }
  }

  @Test func `H1: values that share a map without end are an error`() async throws {
    try await onSmallStack {
      let document = Document()
      try document.put(obj: .ROOT, key: "title", value: .String("kept"))
      let error = #expect(throws: EncodingError.self) {
        try document.encode(Endless(), at: "endless")
      }
      guard case .invalidValue(_, let context)? = error else { return }
      #expect(context.debugDescription.contains("128 nested values"))
      #expect(try document.json() == #"{"title":"kept"}"#)
    }
  }
}
