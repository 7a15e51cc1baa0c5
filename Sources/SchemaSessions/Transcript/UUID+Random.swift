package import Foundation

extension UUID {
  /// A random identifier: version 4 of RFC 9562.
  ///
  /// A request makes several identifiers. On Linux, `UUID()` opens the system's source of random
  /// bytes for each of them. This takes a third of the time that a session adds to a request.
  package static func random() -> UUID {
    let (first, second) = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    func byte(_ number: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: number >> (8 * index))
    }
    return UUID(
      uuid: (
        byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3), byte(first, 4),
        byte(first, 5), byte(first, 6) & 0x0F | 0x40, byte(first, 7),
        byte(second, 0) & 0x3F | 0x80, byte(second, 1), byte(second, 2), byte(second, 3),
        byte(second, 4), byte(second, 5), byte(second, 6), byte(second, 7)
      ))
  }
}

extension String {
  /// Returns a random identifier as text, for entries and segments.
  static func randomID() -> String { UUID.random().uuidString }
}
