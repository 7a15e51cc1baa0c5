import SchemaTestSupport
import SchemaText
import Testing

struct UnfinishedScalarTests {
  /// The first and the last scalar of each length, and around the surrogates.
  private static let limits: [Unicode.Scalar] = [
    "\0", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}",
    "\u{10000}", "\u{10FFFF}",
  ]

  private func unfinishedLength(_ bytes: [UInt8]) -> Int { bytes.span.unfinishedScalarLength }

  @Test func `each part of a scalar at the end of a text is unfinished`() {
    var random = SplitMix64(seed: 3)
    var scalars = Self.limits
    while scalars.count < 2_000 {
      if let scalar = Unicode.Scalar(UInt32(random.below(0x110000))) { scalars.append(scalar) }
    }
    for scalar in scalars {
      let text = Array(String(random.pick(scalars)).utf8)
      let bytes = Array(String(scalar).utf8)
      for length in 0..<bytes.count {
        #expect(unfinishedLength(text + bytes.prefix(length)) == length)
        #expect(unfinishedLength(Array(bytes.prefix(length))) == length)
      }
      #expect(unfinishedLength(text + bytes) == 0)
    }
  }

  @Test func `text that is decoded without its unfinished scalar has no other replacements`() {
    // Bytes around the limits of Unicode's table of well-formed sequences.
    let choices: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFF,
    ]
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(8)).map { _ in random.pick(choices) }
      let end = random.below(bytes.count + 1)
      let complete = end - unfinishedLength(Array(bytes[..<end]))
      let parts = [bytes[..<complete], bytes[complete...]].map {
        String(decoding: $0, as: UTF8.self)
      }
      #expect(parts.joined() == String(decoding: bytes, as: UTF8.self), "\(bytes), \(end)")
    }
  }

  @Test(arguments: [0x80, 0xC0, 0xC1, 0xF5, 0xF8, 0xFF] as [UInt8])
  func `a byte that begins no scalar is not unfinished`(byte: UInt8) {
    #expect(unfinishedLength([byte]) == 0)
    #expect(unfinishedLength([byte, 0x80]) == 0)
    #expect(String(decoding: [byte], as: UTF8.self) == "\u{FFFD}")
  }
}
