public import Foundation
import SchemaText

/// The SHA-256 hash of a change, which identifies it in every replica.
public struct ChangeHash: Hashable, Sendable {
  // The bytes are four words in big-endian order, so that two hashes are compared without an array.
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  /// Creates a hash from its 32 bytes; `nil` if there are more or fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self.init(digest: bytes)
  }

  /// Creates a hash from the first 32 bytes of a digest.
  init(digest: some Sequence<UInt8>) {
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in digest.prefix(32).enumerated() {
      words[index / 8] = words[index / 8] << 8 | UInt64(byte)
    }
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  /// The 32 bytes of the hash.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in [first, second, third, fourth] {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    return bytes
  }
}

extension ChangeHash: Comparable {
  /// Compares by the bytes.
  public static func < (one: ChangeHash, other: ChangeHash) -> Bool {
    (one.first, one.second, one.third, one.fourth)
      < (other.first, other.second, other.third, other.fourth)
  }
}

extension ChangeHash: CustomStringConvertible {
  /// The bytes as 64 hexadecimal digits.
  public var description: String { Hexadecimal.text(of: bytes) }

  /// Reads a hash from 64 hexadecimal digits; `nil` for any other text.
  public init?(_ text: String) {
    guard let bytes = Hexadecimal.bytes(of: text) else { return nil }
    self.init(bytes: bytes)
  }
}

extension ChangeHash: CustomDebugStringConvertible {
  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension Sequence where Element == ChangeHash {
  /// Returns the bytes of the hashes in a row, to store the heads of a document.
  ///
  /// `Data.heads()` reads them back. The order does not depend on the order of the sequence; it is
  /// the order of automerge-swift, so that equal heads have equal bytes.
  public func raw() -> Data {
    // Descending, by the numbers of the bytes as text.
    let hashes = map { (text: $0.bytes.description, bytes: $0.bytes) }.sorted { $0.text > $1.text }
    return Data(hashes.flatMap(\.bytes))
  }
}

extension Data {
  /// Returns the hashes whose bytes the data contains in a row; `nil` if the number of bytes is not
  /// a multiple of 32.
  public func heads() -> Set<ChangeHash>? {
    guard count.isMultiple(of: 32) else { return nil }
    var hashes: Set<ChangeHash> = []
    var rest = self[...]
    while !rest.isEmpty {
      hashes.insert(ChangeHash(digest: rest.prefix(32)))
      rest = rest.dropFirst(32)
    }
    return hashes
  }
}
