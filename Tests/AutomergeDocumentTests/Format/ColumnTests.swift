import SchemaTestSupport
import Testing

@testable import AutomergeDocument

struct ColumnTests {
  @Test(
    arguments: [
      ([1, 1, 1], [3, 1]), ([1, 2, 3], [0x7D, 1, 2, 3]), ([1], [0x7F, 1]),
      ([1, 1, 2, 3, 3], [2, 1, 0x7F, 2, 2, 3]), ([nil, nil, 5], [0, 2, 0x7F, 5]),
      ([5, nil], [0x7F, 5, 0, 1]), ([nil, nil], []), ([], []),
      ([1, 2, 2, nil, 2], [0x7F, 1, 2, 2, 0, 1, 0x7F, 2]),
    ] as [([UInt64?], [UInt8])])
  func `runs and literals are written in their only form`(values: [UInt64?], bytes: [UInt8]) throws
  {
    var encoder = RunEncoder<UInt64>()
    for value in values { encoder.append(value) }
    #expect(encoder.finish() == bytes)
    var decoder = UnsignedDecoder(ByteReader(bytes))
    if !bytes.isEmpty { for value in values { #expect(try decoder.next() == value) } }
    #expect(decoder.isAtEnd)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `columns read back`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let numbers = (0..<200).map { _ -> Int64? in
      random.pick([nil, 0, 0, 7, .max, .min, Int64(random.below(300)) - 150])
    }
    let flags = (0..<200).map { _ in random.oneIn(4) }
    var deltas = DeltaEncoder()
    var booleans = BooleanEncoder()
    for number in numbers { deltas.append(number) }
    for flag in flags { booleans.append(flag) }
    var deltaDecoder = DeltaDecoder(ByteReader(deltas.finish()))
    for number in numbers { #expect(try deltaDecoder.next() == number) }
    var booleanDecoder = BooleanDecoder(ByteReader(booleans.finish()))
    for flag in flags { #expect(try booleanDecoder.next() == flag) }
    #expect(deltaDecoder.isAtEnd && booleanDecoder.isAtEnd)
  }

  @Test(arguments: [0, 1, 63, 64, 127, 128, -1, -64, -65, .max, .min] as [Int64])
  func `integers read back in their shortest form`(number: Int64) throws {
    var bytes: [UInt8] = []
    bytes.appendSLEB(number)
    bytes.appendULEB(UInt64(bitPattern: number))
    var reader = ByteReader(bytes)
    #expect(try reader.sleb() == number)
    #expect(try reader.uleb() == UInt64(bitPattern: number))
    #expect(reader.isAtEnd)
  }

  @Test(
    arguments: [
      [0x80, 0x00], [0xFF, 0x80, 0x00], [0x80],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
    ] as [[UInt8]])
  func `overlong and cut off integers are errors`(bytes: [UInt8]) {
    #expect(throws: AutomergeError.self) {
      var reader = ByteReader(bytes)
      _ = try reader.uleb()
    }
    #expect(throws: AutomergeError.self) {
      var reader = ByteReader(bytes)
      _ = try reader.sleb()
    }
  }

  @Test func `compressed bytes are bounded by the limit`() throws {
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    let compressed = try #require(Deflate.compress(bytes))
    #expect(compressed.count < 4096)
    #expect(try Deflate.inflate(compressed, 0..<compressed.count, limit: 1 << 20) == bytes)
    expectError(.limitExceeded) {
      try Deflate.inflate(compressed, 0..<compressed.count, limit: 1 << 19)
    }
  }

  @Test(
    arguments: [
      ([0xC3, 0xA9], true), ([0xC0, 0x80], false), ([0xED, 0xA0, 0x80], false),
      ([0xF4, 0x8F, 0xBF, 0xBF], true), ([0xF4, 0x90, 0x80, 0x80], false), ([0xE2, 0x82], false),
      ([0x80], false),
    ] as [([UInt8], Bool)])
  func `strings have to be UTF-8`(bytes: [UInt8], isValid: Bool) {
    #expect(UTF8Validation.isValid(bytes, 0..<bytes.count) == isValid)
  }
}
