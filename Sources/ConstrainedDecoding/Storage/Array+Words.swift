extension Array where Element: BitwiseCopyable {
  /// Copies elements to memory that has room for them.
  func copy(from first: Int, count: Int, to target: UnsafeMutablePointer<Element>) {
    unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, first >= 0, count <= buffer.count - first else { return }
      unsafe target.update(from: base + first, count: count)
    }
  }

  /// The size in bytes.
  var byteCount: Int { count * MemoryLayout<Element>.stride }
}
