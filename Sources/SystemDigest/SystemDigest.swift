#if canImport(CryptoKit)
import CryptoKit
#elseif canImport(CLibcrypto)
import CLibcrypto
#else
#error("SHA-256 needs CryptoKit or OpenSSL's libcrypto on this platform.")
#endif

/// SHA-256, as the system computes it: CryptoKit on Apple's systems, and OpenSSL's libcrypto
/// elsewhere.
///
/// A Swift package would compile a whole cryptographic library for this one function.
package enum SystemDigest {
  /// The size of the function's blocks, in bytes, to which HMAC extends keys.
  private static let blockSize = 64

  #if canImport(CryptoKit)
  /// Returns the SHA-256 of the parts, joined in order.
  package static func sha256(_ parts: [[UInt8]]) -> [UInt8] {
    var function = SHA256()
    for part in parts { function.update(data: part) }
    return Array(function.finalize())
  }
  #else
  /// The size of a digest, in bytes.
  private static let size = 32

  /// Returns the SHA-256 of the parts, joined in order.
  package static func sha256(_ parts: [[UInt8]]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: size)
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    var succeeds = unsafe context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    for part in parts where succeeds {
      succeeds = unsafe EVP_DigestUpdate(context, part, part.count) == 1
    }
    if succeeds { succeeds = unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 }
    // No input makes it fail: memory ran out, or libcrypto was built without SHA-256.
    precondition(succeeds, "OpenSSL's libcrypto does not compute SHA-256")
    return digest
  }
  #endif

  /// Returns the HMAC-SHA-256 of a message (RFC 2104).
  package static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > blockSize ? sha256([key]) : key
    block += [UInt8](repeating: 0, count: blockSize - block.count)
    let inner = sha256([block.map { $0 ^ 0x36 }, message])
    return sha256([block.map { $0 ^ 0x5C }, inner])
  }
}
