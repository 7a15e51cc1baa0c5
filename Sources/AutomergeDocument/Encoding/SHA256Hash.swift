#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// The hash of chunks.
enum SHA256Hash {
  /// The hash of some bytes followed by others.
  static func hash(_ parts: [UInt8]...) -> ChangeHash {
    var function = SHA256()
    for part in parts { function.update(data: part) }
    return ChangeHash(digest: function.finalize())
  }
}
