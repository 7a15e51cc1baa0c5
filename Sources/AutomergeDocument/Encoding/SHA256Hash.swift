#if canImport(CryptoKit)
import CryptoKit
#elseif canImport(CLibcrypto)
import CLibcrypto
#else
#error("AutomergeDocument needs CryptoKit or OpenSSL's libcrypto on this platform.")
#endif

/// The hash of chunks.
///
/// It is that of CryptoKit on Apple's systems, and of OpenSSL's libcrypto elsewhere. A Swift
/// package for it would compile a whole cryptographic library for this one function.
enum SHA256Hash {
  #if canImport(CryptoKit)
  /// The hash of some bytes followed by others.
  static func hash(_ parts: [UInt8]...) -> ChangeHash {
    var function = SHA256()
    for part in parts { function.update(data: part) }
    return ChangeHash(digest: function.finalize())
  }
  #else
  /// The hash of some bytes followed by others.
  static func hash(_ parts: [UInt8]...) -> ChangeHash {
    var digest = [UInt8](repeating: 0, count: 32)
    let context = unsafe EVP_MD_CTX_new()
    defer { unsafe EVP_MD_CTX_free(context) }
    var succeeds = unsafe context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    for part in parts where succeeds {
      succeeds = unsafe EVP_DigestUpdate(context, part, part.count) == 1
    }
    if succeeds { succeeds = unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 }
    // No input makes it fail: memory ran out, or libcrypto was built without SHA-256.
    precondition(succeeds, "OpenSSL's libcrypto does not compute SHA-256")
    return ChangeHash(digest: digest)
  }
  #endif
}
