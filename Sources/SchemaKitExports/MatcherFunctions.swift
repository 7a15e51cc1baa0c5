// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CSchemaKit
import ConstrainedDecoding

@_cdecl("schemakit_matcher_create")
public func makeMatcher(
  _ grammar: OpaquePointer?, _ cache: OpaquePointer?, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    let grammar = try unsafe Handle.required(grammar, GrammarHandle.self, "grammar").grammar
    guard unsafe cache != nil else { return MatcherHandle(TokenMatcher(grammar)) }
    let cache = try unsafe Handle.required(cache, CacheHandle.self, "cache").cache
    return MatcherHandle(TokenMatcher(grammar, cache: cache))
  }
}

@_cdecl("schemakit_matcher_copy")
public func copyMatcher(_ matcher: OpaquePointer?, _ error: ErrorText?) -> OpaquePointer? {
  unsafe passing(error) { MatcherHandle(try unsafe handle(matcher).matcher) }
}

@_cdecl("schemakit_matcher_free")
public func freeMatcher(_ matcher: OpaquePointer?) { unsafe Handle.release(matcher) }

@_cdecl("schemakit_matcher_mask")
public func writeMask(
  _ matcher: OpaquePointer?, _ words: UnsafeMutablePointer<UInt32>?, _ count: Int,
  _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    let handle = try unsafe handle(matcher)
    guard let words = unsafe words else { throw InvalidArgument.null("words") }
    try unsafe handle.matcher.fillInPlace(
      UnsafeMutableBufferPointer(start: words, count: max(count, 0)))
  }
}

@_cdecl("schemakit_matcher_mask_batch")
public func writeMasks(
  _ matchers: UnsafePointer<OpaquePointer?>?, _ count: Int, _ words: UnsafeMutablePointer<UInt32>?,
  _ wordsPerRow: Int, _ threads: Int32, _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    guard count > 0 else { return }
    guard let matchers = unsafe matchers else { throw InvalidArgument.null("matchers") }
    guard let words = unsafe words else { throw InvalidArgument.null("words") }
    let list = try (0..<count).map { try unsafe handle(matchers[$0]).matcher }
    let (size, overflow) = count.multipliedReportingOverflow(by: max(wordsPerRow, 0))
    guard !overflow else {
      throw InvalidArgument(description: "'words_per_row' is \(wordsPerRow), which is too large.")
    }
    try unsafe TokenMatcher.fill(
      list, rows: UnsafeMutableBufferPointer(start: words, count: size), wordsPerRow: wordsPerRow,
      threads: Int(threads))
  }
}

@_cdecl("schemakit_matcher_commit")
public func commit(_ matcher: OpaquePointer?, _ token: Int32, _ error: ErrorText?) -> Int32 {
  unsafe status(error) { try unsafe handle(matcher).matcher.commit(Int(token)) }
}

@_cdecl("schemakit_matcher_commit_tokens")
public func commit(
  _ matcher: OpaquePointer?, tokens start: UnsafePointer<Int32>?, _ count: Int,
  _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    try unsafe handle(matcher).matcher.commit(contentsOf: tokens(start, count))
  }
}

@_cdecl("schemakit_matcher_commit_text")
public func commit(
  _ matcher: OpaquePointer?, text: UnsafePointer<CChar>?, _ length: Int, _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    try unsafe handle(matcher).matcher.commit(text: string(text, length, "text"))
  }
}

@_cdecl("schemakit_matcher_rollback")
public func rollBack(_ matcher: OpaquePointer?, _ count: Int, _ error: ErrorText?) -> Int32 {
  unsafe status(error) {
    // A number beyond the largest `Int` exceeds the length of any text.
    try unsafe handle(matcher).matcher.rollback(count < 0 ? .max : count)
  }
}

@_cdecl("schemakit_matcher_set_token_budget")
public func setTokenBudget(
  _ matcher: OpaquePointer?, _ budget: Int64, _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    try unsafe handle(matcher).matcher.setTokenBudget(budget < 0 ? nil : Int(clamping: budget))
  }
}

private func handle(_ matcher: OpaquePointer?) throws -> MatcherHandle {
  try unsafe Handle.required(matcher, MatcherHandle.self, "matcher")
}
