public import Foundation
import SchemaText

/// The identity of one editor of a document: a byte string, normally 16 random bytes.
///
/// Two replicas that edit at the same time must have different actors. Callers can create
/// identities of at most 128 bytes; a document of another implementation may contain longer ones.
public struct ActorId: Hashable, Sendable {
  /// The bytes of the identity.
  public let bytes: [UInt8]

  private static let maximumCount = 128

  /// The memory of an identity and its entries in the tables of a document, in bytes.
  var memory: Int { bytes.count + 160 }

  /// Creates an identity from the bytes of a file or a message, of any length.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates an identity of given bytes; `nil` for more than 128 bytes.
  public init?(data: Data) {
    guard data.count <= Self.maximumCount else { return nil }
    bytes = Array(data)
  }

  /// Creates an identity from the bytes of a UUID.
  public init(uuid: UUID) {
    let parts = uuid.uuid
    bytes = [
      parts.0, parts.1, parts.2, parts.3, parts.4, parts.5, parts.6, parts.7,
      parts.8, parts.9, parts.10, parts.11, parts.12, parts.13, parts.14, parts.15,
    ]
  }

  /// Creates a random identity of 16 bytes.
  public init() { self.init(uuid: UUID()) }
}

extension ActorId: Comparable {
  /// Compares the bytes.
  ///
  /// This order decides between concurrent operations with equal counters.
  public static func < (first: ActorId, second: ActorId) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}

extension ActorId: CustomStringConvertible {
  /// The bytes as hexadecimal digits in upper case.
  public var description: String { hexadecimal.uppercased() }

  /// The bytes as hexadecimal digits in lower case, as the text forms of objects and cursors
  /// contain them.
  var hexadecimal: String { Hexadecimal.text(of: bytes) }

  /// Reads an identity from hexadecimal digits in upper or lower case; `nil` for any other text and
  /// for more than 128 bytes.
  public init?(_ text: String) {
    guard let bytes = Hexadecimal.bytes(of: text), bytes.count <= Self.maximumCount else {
      return nil
    }
    self.bytes = bytes
  }
}
