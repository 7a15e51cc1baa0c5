extension Array where Element: BitwiseCopyable {
  /// The size in bytes.
  var byteCount: Int { count * MemoryLayout<Element>.stride }
}
