// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import ConstrainedDecoding
import SchemaContent

@_cdecl("schemakit_matcher_validated_count")
public func validatedCount(
  _ matcher: OpaquePointer?, _ start: UnsafePointer<Int32>?, _ count: Int
) -> Int {
  guard let draft = try? unsafe tokens(start, count) else { return 0 }
  return unsafe read(matcher)?.validatedCount(of: draft) ?? 0
}

@_cdecl("schemakit_matcher_forced_text")
public func forcedText(_ matcher: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe read(matcher).map { unsafe text($0.forcedText) }
}

@_cdecl("schemakit_matcher_forced_tokens")
public func forcedTokens(
  _ matcher: OpaquePointer?, _ buffer: UnsafeMutablePointer<Int32>?, _ capacity: Int
) -> Int {
  let tokens = unsafe read(matcher)?.forcedTokens ?? []
  return unsafe copy(tokens.map { Int32(clamping: $0) }, to: buffer, capacity)
}

@_cdecl("schemakit_matcher_can_end")
public func canEnd(_ matcher: OpaquePointer?) -> Int32 {
  unsafe read(matcher)?.canEnd == true ? 1 : 0
}

@_cdecl("schemakit_matcher_is_complete")
public func isComplete(_ matcher: OpaquePointer?) -> Int32 {
  unsafe read(matcher)?.isComplete == true ? 1 : 0
}

@_cdecl("schemakit_matcher_is_finished")
public func isFinished(_ matcher: OpaquePointer?) -> Int32 {
  unsafe read(matcher)?.isFinished == true ? 1 : 0
}

@_cdecl("schemakit_matcher_token_count")
public func tokenCount(_ matcher: OpaquePointer?) -> Int { unsafe read(matcher)?.tokenCount ?? 0 }

@_cdecl("schemakit_matcher_text")
public func committedText(
  _ matcher: OpaquePointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int {
  unsafe copy(read(matcher)?.committedBytes ?? [], to: buffer, capacity)
}

@_cdecl("schemakit_matcher_content")
public func content(_ matcher: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  guard let handle = unsafe Handle.object(matcher, MatcherHandle.self) else { return nil }
  return unsafe text(handle.matcher.snapshot().jsonString)
}

private func read(_ matcher: OpaquePointer?) -> TokenMatcher? {
  unsafe Handle.object(matcher, MatcherHandle.self)?.matcher
}
