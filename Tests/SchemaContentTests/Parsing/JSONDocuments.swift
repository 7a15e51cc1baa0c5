import SchemaTestSupport

/// Makes JSON texts, and spoils them, from a seed.
struct JSONDocuments {
  private(set) var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// A document: an object as a rule.
  mutating func next(size: Int = 24) -> String {
    var budget = 1 + random.below(size)
    return value(depth: 0, budget: &budget)
  }

  /// Bytes that may be anything: noise, or a document with a few faults.
  mutating func spoiled() -> [UInt8] {
    guard !random.oneIn(4) else {
      let alphabet = Array("{}[]\",:\\ue1-0.+tfn \n/*`é😀".utf8) + [0xFF, 0xC0, 0xED, 0xA0, 0x80, 0]
      return (0..<random.below(40)).map { _ in
        random.oneIn(8) ? UInt8(random.below(256)) : random.pick(alphabet)
      }
    }
    var bytes = Array(next(size: 10).utf8)
    for _ in 0..<random.below(4) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[place] = UInt8(random.below(256))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(random.pick(Array("{}[]\",:\\0e-".utf8)), at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }

  private mutating func value(depth: Int, budget: inout Int) -> String {
    budget -= 1
    let isContainer = depth == 0 ? !random.oneIn(10) : depth < 8 && budget > 0 && random.oneIn(2)
    guard isContainer else { return scalar() }
    let count = random.below(6)
    let isObject = !random.oneIn(3)
    var parts: [String] = []
    for number in 0..<count where budget > 0 {
      let key = isObject ? "\(string(number))\(space()):\(space())" : ""
      parts.append(space() + key + value(depth: depth + 1, budget: &budget) + space())
    }
    let inner = parts.isEmpty ? space() : parts.joined(separator: ",")
    return isObject ? "{\(inner)}" : "[\(inner)]"
  }

  private mutating func scalar() -> String {
    switch random.below(8) {
    case 0:
      return random.pick([
        "0", "-0", "7", "-12", "123456789012345678", "9223372036854775807", "-9223372036854775808",
        "9007199254740993", "18446744073709551616", "123456789012345678901234567890",
      ])
    case 1:
      return random.pick([
        "0.5", "-1.5e+3", "1e300", "1E-7", "0.1", "3.14159265358979", "1e400", "0e0", "-0.0",
        "12.50", "2.2250738585072014e-308",
      ])
    case 2: return random.pick(["true", "false", "null"])
    default: return string(nil)
    }
  }

  /// A string; with a number, one that no other number gives.
  private mutating func string(_ number: Int?) -> String {
    let pieces = [
      "a", "steps", "A story of ", "x\\n", "\\u00e9", "\\ud83d\\ude00", "é", "日本", "😀", "\\\"",
      "\\\\", "\\/", "\\u0000", "{", "]", ",", "long enough for more than eight bytes at once",
    ]
    let text = (0..<random.below(4)).map { _ in random.pick(pieces) }.joined()
    return "\"\(text)\(number.map(String.init) ?? "")\""
  }

  private mutating func space() -> String {
    random.pick(["", "", "", "", " ", "\n", "\t ", "\r\n  "])
  }
}
