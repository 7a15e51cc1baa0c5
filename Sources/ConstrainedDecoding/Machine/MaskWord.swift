/// A word of a mask: 32 bits, as in most engines, or 64 bits.
protocol MaskWord: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, SendableMetatype {}

extension UInt32: MaskWord {}
extension UInt64: MaskWord {}

extension MaskWord {
  static func count(ofTokens tokens: Int) -> Int { (tokens + bitWidth - 1) / bitWidth }

  /// Returns the index of the word that contains a token's bit.
  ///
  /// A token is not negative, so unsigned numbers are divided by a shift.
  static func index(of token: Int) -> Int {
    Int(bitPattern: UInt(bitPattern: token) / UInt(bitWidth))
  }

  static func bit(of token: Int) -> Self { 1 &<< Self(truncatingIfNeeded: token) }

  /// Returns a word of a mask that is stored in words of 64 bits.
  static func word(at index: Int, of words: UnsafePointer<UInt64>) -> Self {
    let first = index * bitWidth
    return Self(truncatingIfNeeded: unsafe words[first / 64] >> UInt64(first % 64))
  }

  /// Copies a mask that is stored in words of 64 bits.
  static func copy(
    _ source: UnsafePointer<UInt64>, to words: UnsafeMutablePointer<Self>, count: Int
  ) {
    #if _endian(little)
    // On a little-endian machine, the bytes are the same for words of any size.
    unsafe UnsafeMutableRawPointer(words).copyMemory(
      from: source, byteCount: count * MemoryLayout<Self>.stride)
    #else
    for index in 0..<count { unsafe words[index] = word(at: index, of: source) }
    #endif
  }

  /// Adds a mask that is stored in words of 64 bits to a mask.
  static func formUnion(
    _ source: UnsafePointer<UInt64>, into words: UnsafeMutablePointer<Self>, count: Int
  ) {
    #if _endian(little)
    // The source is read as words of the size of the target, so that the compiler combines several
    // words at once. Otherwise this takes 5 µs for 131 072 tokens.
    let raw = unsafe UnsafeRawPointer(source)
    for index in 0..<count {
      unsafe words[index] |= raw.load(
        fromByteOffset: index &* MemoryLayout<Self>.stride, as: Self.self)
    }
    #else
    for index in 0..<count { unsafe words[index] |= word(at: index, of: source) }
    #endif
  }
}
