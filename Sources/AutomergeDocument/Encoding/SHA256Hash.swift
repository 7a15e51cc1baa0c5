import SystemDigest

/// The hash of chunks.
enum SHA256Hash {
  /// Returns the hash of some bytes followed by others.
  static func hash(_ parts: [UInt8]...) -> ChangeHash {
    ChangeHash(digest: SystemDigest.sha256(parts))
  }
}
