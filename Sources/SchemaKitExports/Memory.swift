// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Returns a copy of a text with a zero byte at its end.
///
/// The caller frees the copy.
func text(_ string: String) -> UnsafeMutablePointer<CChar> {
  let bytes = Array(string.utf8)
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
  for (index, byte) in bytes.enumerated() {
    unsafe (text + index).initialize(to: CChar(bitPattern: byte))
  }
  unsafe (text + bytes.count).initialize(to: 0)
  return unsafe text
}

@_cdecl("schemakit_text_free")
public func freeText(_ text: UnsafeMutablePointer<CChar>?) {
  if let text = unsafe text { unsafe text.deallocate() }
}

/// Reads a caller's text.
///
/// - Throws: ``InvalidArgument`` if the pointer is NULL or the text is not UTF-8.
func string(_ start: UnsafePointer<CChar>?, _ length: Int, _ name: String) throws -> String {
  guard let start = unsafe start, length >= 0 else { throw InvalidArgument.null(name) }
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
  guard let string = unsafe String(validating: bytes, as: UTF8.self) else {
    throw InvalidArgument.encoding(name)
  }
  return string
}

/// Reads a caller's token numbers.
func tokens(_ start: UnsafePointer<Int32>?, _ count: Int) throws -> [Int] {
  guard count > 0 else { return [] }
  guard let start = unsafe start else { throw InvalidArgument.null("tokens") }
  return unsafe UnsafeBufferPointer(start: start, count: count).map { Int($0) }
}

/// Writes as many values as the buffer can take, and returns the total number of values.
func copy<Value>(
  _ values: [Value], to buffer: UnsafeMutablePointer<Value>?, _ capacity: Int
) -> Int {
  if let buffer = unsafe buffer {
    for index in 0..<min(values.count, max(capacity, 0)) { unsafe buffer[index] = values[index] }
  }
  return values.count
}
