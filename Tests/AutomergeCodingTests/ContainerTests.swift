import AutomergeCoding
import Foundation
import Testing

struct ContainerTests {
  private let document = Document()

  @Test(arguments: Overload.allCases, ContainerKind.allCases)
  func `each call stores its own type, in every container`(
    overload: Overload, kind: ContainerKind
  ) throws {
    let written = Written(overload: overload, kind: kind)
    try document.encode(written, at: "place")
    if let stored = overload.stored {
      #expect(try document.value(kind.path) == .Scalar(stored))
    } else {
      #expect(try document.decode(AutomergeText.self, from: kind.path).value == "t")
    }
    let heads = document.heads()
    if overload != .counter { try document.encode(written, at: "place") }
    #expect(document.pendingEdits == 0)
    #expect(document.heads() == heads)
  }

  @Test(arguments: Overload.allCases, ContainerKind.allCases)
  func `in readonly, each call throws the reason why there is no container`(
    overload: Overload, kind: ContainerKind
  ) throws {
    expectError("schemaMissing") {
      try document.encode(
        Written(overload: overload, kind: kind), at: "place", strategy: .readonly)
    }
    #expect(document.heads().isEmpty)
  }

  @Test(arguments: Overload.allCases, ContainerKind.allCases)
  func `each call keeps the type of a value in cautious mode`(
    overload: Overload, kind: ContainerKind
  ) throws {
    let other = overload == .bool ? Overload.int : .bool
    try document.encode(Written(overload: other, kind: kind), at: "place")
    let heads = document.heads()
    let cautious = AutomergeEncoder(doc: document, cautiousWrite: true)
    let error = #expect(throws: EncodingError.self) {
      try cautious.encode(Written(overload: overload, kind: kind), at: "place")
    }
    guard case .invalidValue(_, let context)? = error else { return }
    let path = (context.codingPath as? [AnyCodingKey])?.stringPath()
    #expect(try path.map(AnyCodingKey.parsePath) == AnyCodingKey.parsePath(kind.path))
    #expect(document.pendingEdits == 0)
    #expect(document.heads() == heads)
  }

  @Test(arguments: ContainerKind.allCases)
  func `without cautious mode a plain value takes another type`(kind: ContainerKind) throws {
    for overload in Overload.allCases where overload != .text {
      try document.encode(Written(overload: overload, kind: kind), at: "place")
      let value = try document.value(kind.path)
      #expect(try value == .Scalar(#require(overload.stored)))
    }
  }

  @Test(arguments: Overload.allCases)
  func `no plain value fits into the root`(overload: Overload) throws {
    let written = Written(overload: overload, kind: .single)
    guard overload != .text else { return try document.encode(written) }
    expectError("noPathForSingleValue") { try document.encode(written) }
  }

  @Test func `superclasses share a map, and are an element of a list`() throws {
    struct Sub: Encodable {
      let isList: Bool

      func encode(to encoder: any Encoder) throws {
        if isList {
          var list = encoder.unkeyedContainer()
          try list.encode(1)
          try ["base": 2].encode(to: list.superEncoder())
          var nested = list.nestedUnkeyedContainer()
          try nested.encode(3)
          #expect(nested.codingPath.map(\.stringValue) == ["list", "2"])
        } else {
          var map = encoder.container(keyedBy: AnyCodingKey.self)
          try map.encode(1, forKey: AnyCodingKey("sub"))
          let base = map.superEncoder(forKey: AnyCodingKey("ignored"))
          #expect(base.codingPath.isEmpty)
          try ["base": 2].encode(to: base)
        }
      }
    }
    try document.encode(Sub(isList: false))
    #expect(try document.json() == #"{"base":2,"sub":1}"#)
    try document.encode(Sub(isList: true), at: "list")
    #expect(try document.json() == #"{"base":2,"list":[1,{"base":2},[3]],"sub":1}"#)
  }

  @Test func `the encoder of a superclass in a list is used after others have followed`() throws {
    struct Sub: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        let (first, second) = (list.superEncoder(), list.superEncoder())
        try list.encode("last")
        _ = list.superEncoder()
        try ["base": 2].encode(to: second)
        try "first".encode(to: first)
      }
    }
    try document.encode(Sub(), at: "list")
    #expect(try document.json() == #"{"list":["first",{"base":2},"last",null]}"#)
    let heads = document.heads()
    try document.encode(Sub(), at: "list")
    #expect(document.heads() == heads)
    expectError("mismatchedSchema") {
      try document.encode([Sub()], at: "list", strategy: .readonly)
    }
    try document.encode([Int](), at: "empty")
    expectError("schemaMissing") { try document.encode(Sub(), at: "empty", strategy: .readonly) }
  }

  @Test func `an optional value is written if it is there`() throws {
    try AutomergeEncoder(doc: document).encode(Note?.none)
    #expect(document.heads().isEmpty)
    try AutomergeEncoder(doc: document).encode(Note?.some(Note(text: "a", stars: 1)))
    #expect(try document.decode(Note.self) == Note(text: "a", stars: 1))
  }

  @Test func `every type is decoded from a path`() throws {
    for (number, overload) in Overload.allCases.enumerated() {
      try document.encode(Written(overload: overload, kind: .single), at: "list.[\(number)]")
    }
    func at<Value: Decodable>(_ overload: Overload, _ type: Value.Type) throws -> Value {
      let index = try #require(Overload.allCases.firstIndex(of: overload))
      return try document.decode(type, from: "list.[\(index)]")
    }
    #expect(try at(.null, Int?.self) == nil)
    #expect(try at(.bool, Bool.self))
    #expect(try at(.string, String.self) == "s")
    #expect(try at(.double, Double.self) == 1.5)
    #expect(try at(.float, Float.self) == 1.5)
    #expect(try at(.int, Int.self) == -7)
    #expect(try at(.int8, Int8.self) == -7)
    #expect(try at(.int16, Int16.self) == -7)
    #expect(try at(.int32, Int32.self) == -7)
    #expect(try at(.int64, Int64.self) == -7)
    #expect(try at(.uint, UInt.self) == 7)
    #expect(try at(.uint8, UInt8.self) == 7)
    #expect(try at(.uint16, UInt16.self) == 7)
    #expect(try at(.uint32, UInt32.self) == 7)
    #expect(try at(.uint64, UInt64.self) == 7)
    #expect(try at(.date, Date.self) == Overload.someDate)
    #expect(try at(.data, Data.self) == Data([1]))
    #expect(try at(.url, URL.self) == URL(string: "https://example.com"))
    #expect(try at(.scalar, ScalarValue.self) == Overload.scalar.stored)
    #expect(try at(.counter, Counter.self).value == 3)
    #expect(try at(.text, AutomergeText.self).value == "t")
    #expect(try at(.text, String.self) == "t")
  }
}
