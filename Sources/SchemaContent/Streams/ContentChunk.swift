#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A piece of a text in UTF-8, as it comes from a network or a model.
///
/// Strings, arrays of bytes, `Data` and single bytes are chunks. To read a stream of another type,
/// such as a networking library's buffers, make it one:
///
///     extension ByteBuffer: ContentChunk {
///       public func withUTF8Bytes<Result>(
///         _ body: (UnsafeRawBufferPointer) throws -> Result
///       ) rethrows -> Result {
///         try withUnsafeReadableBytes(body)
///       }
///     }
public protocol ContentChunk: Sendable {
  /// Calls a function with the bytes of the piece.
  ///
  /// A piece may begin and end anywhere, in the middle of a character too.
  ///
  /// - Parameter body: The function. It does not keep the bytes.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  func withUTF8Bytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result
}

extension String: ContentChunk {
  /// Calls a function with the text in UTF-8.
  ///
  /// - Parameter body: The function. It does not keep the bytes.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  public func withUTF8Bytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    var text = self
    return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
  }
}

extension Substring: ContentChunk {
  /// Calls a function with the text in UTF-8.
  ///
  /// - Parameter body: The function. It does not keep the bytes.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  public func withUTF8Bytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    var text = self
    return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
  }
}

extension UInt8: ContentChunk {
  /// Calls a function with the byte.
  ///
  /// - Parameter body: The function. It does not keep the bytes.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  public func withUTF8Bytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withUnsafeBytes(of: self, body)
  }
}

extension Array: ContentChunk where Element == UInt8 {
  /// Calls a function with the bytes.
  ///
  /// - Parameter body: The function. It does not keep the bytes.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  public func withUTF8Bytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withUnsafeBytes(body)
  }
}

extension ArraySlice: ContentChunk where Element == UInt8 {
  /// Calls a function with the bytes.
  ///
  /// - Parameter body: The function. It does not keep the bytes.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  public func withUTF8Bytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withUnsafeBytes(body)
  }
}

extension ContiguousArray: ContentChunk where Element == UInt8 {
  /// Calls a function with the bytes.
  ///
  /// - Parameter body: The function. It does not keep the bytes.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  public func withUTF8Bytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withUnsafeBytes(body)
  }
}

extension Data: ContentChunk {
  /// Calls a function with the bytes.
  ///
  /// - Parameter body: The function. It does not keep the bytes.
  /// - Returns: What the function returns.
  /// - Throws: What the function throws.
  public func withUTF8Bytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withUnsafeBytes(body)
  }
}
