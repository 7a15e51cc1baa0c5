import AutomergeCoding
import AutomergeDocument
import Foundation
import Testing

/// The calls by which a value can write itself into a container, and what each has to store.
enum Overload: CaseIterable, CustomTestStringConvertible {
  case null, bool, string, double, float
  case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  case date, data, url, scalar, counter, text

  /// What is stored; `nil` for a text, which is an object.
  var stored: ScalarValue? {
    switch self {
    case .null: .Null
    case .bool: .Boolean(true)
    case .string: .String("s")
    case .double, .float: .F64(1.5)
    case .int, .int8, .int16, .int32, .int64: .Int(-7)
    case .uint, .uint8, .uint16, .uint32, .uint64: .Uint(7)
    case .date: .Timestamp(Self.someDate)
    case .data: .Bytes(Data([1]))
    case .url: .String("https://example.com")
    case .scalar: .Unknown(typeCode: 11, data: Data([2]))
    case .counter: .Counter(3)
    case .text: nil
    }
  }

  static let someDate = Date(timeIntervalSince1970: 1.25)

  /// The value of those that go through `Encodable`.
  private var encodable: any Encodable {
    switch self {
    case .date: Self.someDate
    case .data: Data([1])
    case .url: URL(string: "https://example.com")
    case .counter: Counter(3)
    case .text: AutomergeText("t")
    default: ScalarValue.Unknown(typeCode: 11, data: Data([2]))
    }
  }

  func write<Key>(to container: inout KeyedEncodingContainer<Key>, _ key: Key) throws {
    switch self {
    case .null: try container.encodeNil(forKey: key)
    case .bool: try container.encode(true, forKey: key)
    case .string: try container.encode("s", forKey: key)
    case .double: try container.encode(1.5, forKey: key)
    case .float: try container.encode(Float(1.5), forKey: key)
    case .int: try container.encode(-7, forKey: key)
    case .int8: try container.encode(Int8(-7), forKey: key)
    case .int16: try container.encode(Int16(-7), forKey: key)
    case .int32: try container.encode(Int32(-7), forKey: key)
    case .int64: try container.encode(Int64(-7), forKey: key)
    case .uint: try container.encode(UInt(7), forKey: key)
    case .uint8: try container.encode(UInt8(7), forKey: key)
    case .uint16: try container.encode(UInt16(7), forKey: key)
    case .uint32: try container.encode(UInt32(7), forKey: key)
    case .uint64: try container.encode(UInt64(7), forKey: key)
    case .date, .data, .url, .scalar, .counter, .text:
      try container.encode(encodable, forKey: key)
    }
  }

  func write(to container: inout some UnkeyedEncodingContainer) throws {
    switch self {
    case .null: try container.encodeNil()
    case .bool: try container.encode(true)
    case .string: try container.encode("s")
    case .double: try container.encode(1.5)
    case .float: try container.encode(Float(1.5))
    case .int: try container.encode(-7)
    case .int8: try container.encode(Int8(-7))
    case .int16: try container.encode(Int16(-7))
    case .int32: try container.encode(Int32(-7))
    case .int64: try container.encode(Int64(-7))
    case .uint: try container.encode(UInt(7))
    case .uint8: try container.encode(UInt8(7))
    case .uint16: try container.encode(UInt16(7))
    case .uint32: try container.encode(UInt32(7))
    case .uint64: try container.encode(UInt64(7))
    case .date, .data, .url, .scalar, .counter, .text: try container.encode(encodable)
    }
  }

  func write(to container: inout some SingleValueEncodingContainer) throws {
    switch self {
    case .null: try container.encodeNil()
    case .bool: try container.encode(true)
    case .string: try container.encode("s")
    case .double: try container.encode(1.5)
    case .float: try container.encode(Float(1.5))
    case .int: try container.encode(-7)
    case .int8: try container.encode(Int8(-7))
    case .int16: try container.encode(Int16(-7))
    case .int32: try container.encode(Int32(-7))
    case .int64: try container.encode(Int64(-7))
    case .uint: try container.encode(UInt(7))
    case .uint8: try container.encode(UInt8(7))
    case .uint16: try container.encode(UInt16(7))
    case .uint32: try container.encode(UInt32(7))
    case .uint64: try container.encode(UInt64(7))
    case .date, .data, .url, .scalar, .counter, .text: try container.encode(encodable)
    }
  }

  var testDescription: String { "\(self)" }
}

/// The kinds of containers in which a value can write itself.
enum ContainerKind: CaseIterable, CustomTestStringConvertible {
  case keyed, unkeyed, single

  /// Where the value of a ``Written`` that is encoded at `place` is.
  var path: String {
    switch self {
    case .keyed: "place.x"
    case .unkeyed: "place.[0]"
    case .single: "place"
    }
  }

  var testDescription: String { "\(self)" }
}

/// Writes one value by one call into a container of one kind.
struct Written: Encodable {
  let overload: Overload
  let kind: ContainerKind

  func encode(to encoder: any Encoder) throws {
    switch kind {
    case .keyed:
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      try overload.write(to: &container, AnyCodingKey("x"))
    case .unkeyed:
      var container = encoder.unkeyedContainer()
      try overload.write(to: &container)
      #expect(container.count == 1)
    case .single:
      var container = encoder.singleValueContainer()
      try overload.write(to: &container)
    }
  }
}
