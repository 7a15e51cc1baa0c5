// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CSchemaKit
import ConstrainedDecoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@_cdecl("schemakit_interface_version")
public func interfaceVersion() -> Int32 { SCHEMAKIT_INTERFACE_VERSION }

@_cdecl("schemakit_vocabulary_open")
public func openVocabulary(
  _ path: UnsafePointer<CChar>?, _ endTokens: UnsafePointer<Int32>?, _ endTokenCount: Int,
  _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    guard let path = unsafe path else { throw InvalidArgument.null("path") }
    guard let text = unsafe String(validatingCString: path) else {
      throw InvalidArgument.encoding("path")
    }
    let url = URL(fileURLWithPath: text)
    let ends = unsafe endTokens == nil ? nil : try tokens(endTokens, endTokenCount)
    return try VocabularyHandle(Vocabulary(contentsOf: url, endTokens: ends))
  }
}

@_cdecl("schemakit_vocabulary_create")
public func createVocabulary(
  _ bytes: UnsafePointer<UInt8>?, _ lengths: UnsafePointer<Int>?, _ count: Int,
  _ endTokens: UnsafePointer<Int32>?, _ endTokenCount: Int, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe createVocabulary(bytes, lengths, names: nil, count, endTokens, endTokenCount, error)
}

@_cdecl("schemakit_vocabulary_create_named")
public func createVocabulary(
  _ bytes: UnsafePointer<UInt8>?, _ lengths: UnsafePointer<Int>?,
  names: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ endTokens: UnsafePointer<Int32>?, _ endTokenCount: Int, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    guard let lengths = unsafe lengths else { throw InvalidArgument.null("lengths") }
    var list: [Vocabulary.Token] = []
    var offset = 0
    // The loop has its own limit, because it would read beyond the caller's memory if the count is
    // too large.
    for index in 0..<min(max(count, 0), Vocabulary.maximumCount + 1) {
      let length = unsafe lengths[index]
      // A negative length is SIZE_MAX, or a length that no token can have.
      guard length >= 0 else {
        guard let name = unsafe names?[index] else {
          list.append(.unused)
          continue
        }
        guard let text = unsafe String(validatingCString: name) else {
          throw InvalidArgument.encoding("names")
        }
        list.append(.special(text))
        continue
      }
      guard length > 0 else {
        list.append(.bytes([]))
        continue
      }
      guard let bytes = unsafe bytes else { throw InvalidArgument.null("bytes") }
      list.append(.bytes(unsafe Array(UnsafeBufferPointer(start: bytes + offset, count: length))))
      offset += length
    }
    let ends = try unsafe tokens(endTokens, endTokenCount)
    return try VocabularyHandle(Vocabulary(tokens: list, endTokens: ends))
  }
}

@_cdecl("schemakit_vocabulary_count")
public func vocabularyCount(_ vocabulary: OpaquePointer?) -> Int {
  unsafe Handle.object(vocabulary, VocabularyHandle.self)?.vocabulary.count ?? 0
}

@_cdecl("schemakit_vocabulary_mask_word_count")
public func maskWordCount(_ vocabulary: OpaquePointer?) -> Int {
  unsafe (vocabularyCount(vocabulary) + 31) / 32
}

@_cdecl("schemakit_vocabulary_token")
public func tokenBytes(
  _ vocabulary: OpaquePointer?, _ token: Int32, _ buffer: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int
) -> Int {
  let handle = unsafe Handle.object(vocabulary, VocabularyHandle.self)
  guard let bytes = handle?.vocabulary.bytes(of: Int(token)) else { return -1 }
  return unsafe copy(bytes, to: buffer, capacity)
}

@_cdecl("schemakit_vocabulary_free")
public func freeVocabulary(_ vocabulary: OpaquePointer?) { unsafe Handle.release(vocabulary) }
