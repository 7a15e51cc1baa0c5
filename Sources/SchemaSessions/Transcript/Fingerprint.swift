/// A hash of a text that is the same in every process: 64-bit FNV-1a.
///
/// A fingerprint detects changes. It is not safe against attackers.
package struct Fingerprint: Sendable, Hashable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the fingerprint of an empty text.
  package init() {}

  /// Creates the fingerprint of a text.
  package init(of text: String) { add(text.utf8) }

  /// Adds a text.
  package mutating func add(_ text: String) { add(text.utf8) }

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// The fingerprint as hexadecimal digits.
  package var text: String { String(value, radix: 16) }

  /// Returns the first digits of the text, with leading zeros if the text is shorter.
  ///
  /// `length` is the number of digits, at most 16.
  package func shortText(_ length: Int) -> String {
    let digits = text.prefix(length)
    return String(repeating: "0", count: length - digits.count) + digits
  }
}
