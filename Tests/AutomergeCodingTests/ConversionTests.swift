import AutomergeCoding
import AutomergeDocument
import Foundation
import Testing

/// Coding keys, and the conversions between plain values and Swift's types.
struct ConversionTests {
  private enum Number: Int, CodingKey { case first = 3 }
  private enum Name: String, CodingKey { case list, text }

  @Test func `a path is written in any coding keys`() throws {
    let document = Document()
    let path: [any CodingKey] = [Name.list, AnyCodingKey(UInt64(0)), Name.text]
    try AutomergeEncoder(doc: document).encode("one", at: path)
    #expect(path.stringPath() == ".list.[0].text")
    #expect(try AutomergeDecoder(doc: document).decode(String.self, from: path) == "one")
    #expect(
      try AutomergeDecoder(doc: document).decode(String.self, from: [Name.list, path[1], path[2]])
        == "one")
    #expect(try document.lookupPath(path: [Name.list]) == document.lookupPath(path: "list"))
  }

  @Test func `a coding key with an integer is an index`() {
    #expect(AnyCodingKey(Number.first) == AnyCodingKey(UInt64(3)))
    #expect(AnyCodingKey(Name.list) == AnyCodingKey("list"))
    #expect(AnyCodingKey(AnyCodingKey("3")) == AnyCodingKey("3"))
    #expect(AnyCodingKey.ROOT == AnyCodingKey(""))
  }

  @Test func `the errors of paths are those of automerge-swift`() throws {
    do {
      _ = try AnyCodingKey.parsePath("[x]")
    } catch PathParseError.EmptyListIndex(let message) {
      #expect(message.contains("[x]"))
    }
    let document = Document()
    do {
      _ = try document.lookupPath(path: "a.b")
    } catch CodingKeyLookupError.SchemaMissing(let message) {
      #expect(message.contains(".a"))
    }
  }

  private func isConverted<Value: ScalarValueRepresentable & Equatable>(
    _ value: Value, _ scalar: ScalarValue, not other: ScalarValue
  ) throws {
    #expect(value.toScalarValue() == scalar)
    #expect(try Value.fromScalarValue(scalar).get() == value)
    let error = #expect(throws: Value.ConvertError.self) {
      try Value.fromScalarValue(other).get()
    }
    #expect(error?.errorDescription?.contains(other.description) == true)
  }

  @Test func `Swift's types are converted to plain values and back`() throws {
    try isConverted(true, .Boolean(true), not: .Int(1))
    try isConverted("s", .String("s"), not: .Null)
    try isConverted(1.5, .F64(1.5), not: .Int(1))
    try isConverted(Float(1.5), .F64(1.5), not: .Uint(1))
    try isConverted(Data([1]), .Bytes(Data([1])), not: .String("1"))
    let date = Date(timeIntervalSince1970: 1)
    try isConverted(date, .Timestamp(date), not: .Int(1))
    try isConverted(try #require(URL(string: "a:b")), .String("a:b"), not: .Int(1))
    try isConverted(-1, .Int(-1), not: .Uint(1))
    try isConverted(Int8(-1), .Int(-1), not: .Int(128))
    try isConverted(Int16(-1), .Int(-1), not: .Int(1 << 15))
    try isConverted(Int32(-1), .Int(-1), not: .Int(1 << 31))
    try isConverted(Int64(-1), .Int(-1), not: .Counter(1))
    try isConverted(UInt(1), .Uint(1), not: .Int(1))
    try isConverted(UInt8(1), .Uint(1), not: .Uint(256))
    try isConverted(UInt16(1), .Uint(1), not: .Uint(1 << 16))
    try isConverted(UInt32(1), .Uint(1), not: .Uint(1 << 32))
    try isConverted(UInt64.max, .Uint(.max), not: .F64(1))
    #expect(ScalarValue.Null.toScalarValue() == .Null)
    #expect(try ScalarValue.fromScalarValue(.Null).get() == .Null)
  }

  /// A type that is stored as bytes, and is an object in other formats.
  struct Color: Codable, Equatable, ScalarValueRepresentable {
    enum ConvertError: LocalizedError { case noColor }

    let red: UInt8

    static func fromScalarValue(_ val: ScalarValue) -> Result<Color, ConvertError> {
      guard case .Bytes(let data) = val, let red = data.first else { return .failure(.noColor) }
      return .success(Color(red: red))
    }

    func toScalarValue() -> ScalarValue { .Bytes(Data([red])) }
  }

  @Test func `a type of the caller is coded by its plain value`() throws {
    let document = Document()
    try document.encode(["colors": [Color(red: 7)]])
    #expect(try document.value("colors[0]") == .Scalar(.Bytes(Data([7]))))
    #expect(try document.decode([Color].self, from: "colors") == [Color(red: 7)])
    try document.put(obj: .ROOT, key: "color", value: .Int(1))
    #expect(throws: Color.ConvertError.noColor) {
      try document.decode(Color.self, from: "color")
    }
  }

  @Test func `the types of the standard library are coded with conversions of numbers`() throws {
    let document = Document()
    try document.put(obj: .ROOT, key: "n", value: .Int(3))
    #expect(try document.decode(Double.self, from: "n") == 3)
    #expect(try document.decode(UInt8.self, from: "n") == 3)
    #expect(try document.decode([String: Float].self) == ["n": 3])
    #expect(throws: EncodingError.self) { try document.encode(["n": Double.nan]) }
    #expect(throws: EncodingError.self) { try document.encode(Float.infinity, at: "n") }
  }
}
