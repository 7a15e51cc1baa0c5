/// Calls a function with the bytes of a text or another collection.
///
/// `Span` needs no copy of the bytes. Unlike `String.UTF8View.span`, this function works on older
/// systems.
///
/// - Complexity: O(1); O(n) for the rare collection that is not contiguous.
@inlinable
package func withSpan<Bytes: Collection, Result>(
  of bytes: Bytes, _ body: (Span<UInt8>) throws -> Result
) rethrows -> Result where Bytes.Element == UInt8 {
  let result = try bytes.withContiguousStorageIfAvailable { try unsafe body($0.span) }
  if let result { return result }
  return try body(Array(bytes).span)
}

/// Returns `true` if two texts have the same bytes.
func haveSameBytes(
  _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
) -> Bool {
  guard first.count == second.count, let start = first.baseAddress
  else { return first.count == second.count }
  return unsafe haveSameBytes(start, second)
}

/// Returns `true` if the bytes at an address are the same as other bytes.
func haveSameBytes(_ first: UnsafePointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let other = second.baseAddress else { return true }
  let count = second.count
  let one = unsafe UnsafeRawPointer(first)
  let two = unsafe UnsafeRawPointer(other)
  func differ<Word: FixedWidthInteger>(_ offset: Int, _ type: Word.Type) -> Bool {
    unsafe one.loadUnaligned(fromByteOffset: offset, as: type)
      != two.loadUnaligned(fromByteOffset: offset, as: type)
  }
  // The last word ends with the text, and overlaps words that are already compared.
  if count >= 8 {
    var offset = 0
    while offset &+ 8 < count {
      if differ(offset, UInt64.self) { return false }
      offset &+= 8
    }
    return !differ(count &- 8, UInt64.self)
  }
  if count >= 4 { return !differ(0, UInt32.self) && !differ(count &- 4, UInt32.self) }
  var offset = 0
  while offset < count {
    if unsafe first[offset] != other[offset] { return false }
    offset &+= 1
  }
  return true
}
