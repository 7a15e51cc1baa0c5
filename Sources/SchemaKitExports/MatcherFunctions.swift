// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CSchemaKit
import ConstrainedDecoding

@_cdecl("schemakit_matcher_create")
public func makeMatcher(
  _ grammar: OpaquePointer?, _ cache: OpaquePointer?, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    let grammar = try unsafe Handle.required(grammar, GrammarHandle.self, "grammar").grammar
    guard unsafe cache != nil else { return MatcherHandle(TokenMatcher(grammar)) }
    return MatcherHandle(TokenMatcher(grammar, cache: try unsafe readCache(cache)))
  }
}

@_cdecl("schemakit_output_create")
public func makeOutput(
  _ plan: OpaquePointer?, _ cache: OpaquePointer?, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    let plan = try unsafe Handle.required(plan, PlanHandle.self, "plan").plan
    guard unsafe cache != nil else { return MatcherHandle(TokenMatcher(plan)) }
    return MatcherHandle(TokenMatcher(plan, cache: try unsafe readCache(cache)))
  }
}

private func readCache(_ cache: OpaquePointer?) throws -> MaskCache {
  try unsafe Handle.required(cache, CacheHandle.self, "cache").cache
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
    guard count != 0 else { return }
    guard let matchers = unsafe matchers else { throw InvalidArgument.null("matchers") }
    guard let words = unsafe words else { throw InvalidArgument.null("words") }
    let size = try wordCount(ofRows: count, wordsPerRow)
    let list = try (0..<count).map { index in
      try unsafe matchers[index].map { try unsafe handle($0).matcher }
    }
    try unsafe TokenMatcher.fill(
      list, rows: UnsafeMutableBufferPointer(start: words, count: size), wordsPerRow: wordsPerRow,
      threads: Int(threads))
  }
}

@_cdecl("schemakit_matcher_draft_masks")
public func writeDraftMasks(
  _ matcher: OpaquePointer?, _ start: UnsafePointer<Int32>?, _ count: Int,
  _ words: UnsafeMutablePointer<UInt32>?, _ wordsPerRow: Int, _ valid: UnsafeMutablePointer<Int>?,
  _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    let matcher = try unsafe handle(matcher).matcher
    guard let words = unsafe words else { throw InvalidArgument.null("words") }
    let draft = try unsafe tokens(start, count)
    let size = try wordCount(ofRows: draft.count + 1, wordsPerRow)
    let allowed = try unsafe matcher.draftMasks(
      of: draft, rows: UnsafeMutableBufferPointer(start: words, count: size),
      wordsPerRow: wordsPerRow)
    if let valid = unsafe valid { unsafe valid.pointee = allowed }
  }
}

@_cdecl("schemakit_matcher_mask_statistics")
public func maskStatistics(
  _ matcher: OpaquePointer?, _ statistics: UnsafeMutablePointer<schemakit_mask_statistics>?,
  _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    let last = try unsafe handle(matcher).matcher.maskStatistics
    guard let statistics = unsafe statistics else { throw InvalidArgument.null("statistics") }
    unsafe statistics.pointee = schemakit_mask_statistics(
      readings: Int64(last.readings), found_masks: Int64(last.foundMasks),
      new_masks: Int64(last.newMasks), prepared_sets: Int64(last.preparedSets),
      walked_bytes: Int64(last.walkedBytes))
  }
}

/// Returns the number of words in a number of rows.
///
/// - Throws: `InvalidArgument` if the number is larger than the largest `Int`.
private func wordCount(ofRows count: Int, _ wordsPerRow: Int) throws(InvalidArgument) -> Int {
  guard count >= 0 else {
    throw InvalidArgument(description: "'count' is \(UInt(bitPattern: count)), which is too large.")
  }
  let (size, overflow) = count.multipliedReportingOverflow(by: max(wordsPerRow, 0))
  guard !overflow else {
    throw InvalidArgument(
      description: "'words_per_row' or 'stride' is \(wordsPerRow), which is too large.")
  }
  return size
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
