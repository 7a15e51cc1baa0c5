import AutomergeDocument
import Foundation

@testable import AutomergeCoding

struct Sample: Codable, Equatable {
  var name: String
  var duration: Double
  var flag: Bool
  var count: Int
  var date: Date
  var data: Data
  var uuid: UUID
  var url: URL?
  var notes: [Note]

  static var example: Sample {
    Sample(
      name: "one", duration: 3.5, flag: true, count: 5,
      date: Date(timeIntervalSince1970: 1_700_000_000.123), data: Data([1, 2, 3]),
      uuid: UUID(uuidString: "0E1B0F3C-9F41-4A0E-9A4F-1B1D3C5E7F90") ?? UUID(),
      url: URL(string: "https://example.com/a?b=c"),
      notes: [Note(text: "first", stars: 1), Note(text: "second", stars: nil)])
  }
}

struct Note: Codable, Equatable {
  var text: String
  var stars: Int?
}

struct Collaborative: Codable, Equatable {
  var text: AutomergeText
  var texts: [AutomergeText]
  var counter: Counter
}

struct Box<Value: Codable>: Codable {
  var value: Value
}

extension Box: Equatable where Value: Equatable {}

enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case square(side: Double)
  case none
}

extension Document {

  func encode(_ value: some Encodable, strategy: SchemaStrategy = .createWhenNeeded) throws {
    try AutomergeEncoder(doc: self, strategy: strategy).encode(value)
  }

  func encode(
    _ value: some Encodable, at path: String, strategy: SchemaStrategy = .createWhenNeeded
  ) throws {
    try AutomergeEncoder(doc: self, strategy: strategy).encode(value, at: path)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try AutomergeDecoder(doc: self).decode(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
    try AutomergeDecoder(doc: self).decode(type, from: path)
  }

  func value(_ path: String) throws -> Value? {
    let keys = try AnyCodingKey.parsePath(path)
    guard let last = keys.last, let parent = try lookupPath(path: Array(keys.dropLast())) else {
      return nil
    }
    switch last.prop {
    case .Key(let key): return try get(obj: parent, key: key)
    case .Index(let index):
      return try index < length(obj: parent) ? get(obj: parent, index: index) : nil
    }
  }
}
