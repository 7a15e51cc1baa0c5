/// A chunk of text, how far it has been read, and where its text goes.
struct JSONChunk {
  /// How much room for text there is beyond the length of what is still to be read.
  ///
  /// What was read before can give a few bytes more, and text is written eight bytes at a time.
  static let slack = 32

  let base: UnsafePointer<UInt8>
  let count: Int
  var index = 0
  /// Where the builder's text ends, with room for what is still to be read.
  var text: UnsafeMutablePointer<UInt8>

  init?(_ bytes: UnsafeBufferPointer<UInt8>, text: UnsafeMutablePointer<UInt8>) {
    guard let base = bytes.baseAddress else { return nil }
    self.base = base
    count = bytes.count
    self.text = text
  }

  /// The bytes from an index to where reading stands.
  @inline(__always)
  func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + start, count: index - start)
  }

  /// Eight bytes, the first of them lowest.
  @inline(__always)
  static func word(_ base: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
    UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
  }
}
