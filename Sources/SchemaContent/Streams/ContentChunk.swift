import ContentStorage

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A piece of a text in UTF-8, as it comes from a network or a model.
///
/// Strings, arrays of bytes, `Data` and single bytes are chunks. To read a stream of another type,
/// such as a networking library's buffers, make it conform; a collection of bytes needs no method:
///
///     extension ByteBuffer: ContentChunk {
///       public func withUTF8Bytes<Result>(
///         _ body: (Span<UInt8>) throws -> Result
///       ) rethrows -> Result {
///         try body(readableBytesUInt8Span)
///       }
///     }
public protocol ContentChunk: Sendable {
  /// Calls a function with the bytes of the piece.
  ///
  /// A piece may begin and end anywhere, even in the middle of a character.
  ///
  /// - Parameter body: The function. It must not keep the bytes.
  /// - Returns: The result of the function.
  /// - Throws: The errors of the function.
  func withUTF8Bytes<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result
}

extension ContentChunk where Self: Collection, Element == UInt8 {
  /// Calls a function with the bytes of a collection.
  public func withUTF8Bytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try withSpan(of: self, body)
  }
}

extension ContentChunk where Self: StringProtocol {
  /// Calls a function with the text in UTF-8.
  public func withUTF8Bytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try withSpan(of: utf8, body)
  }
}

extension UInt8: ContentChunk {
  /// Calls a function with the byte.
  public func withUTF8Bytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try body(CollectionOfOne(self).span)
  }
}

extension String: ContentChunk {}
extension Substring: ContentChunk {}
extension String.UTF8View: ContentChunk {}
extension Array: ContentChunk where Element == UInt8 {}
extension ArraySlice: ContentChunk where Element == UInt8 {}
extension ContiguousArray: ContentChunk where Element == UInt8 {}
extension Data: ContentChunk {}
