// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The names that functions of a matcher have for the output of a plan. Programs that were linked
// before version 4 of the interface need them.

@_cdecl("schemakit_plan_cache_size")
public func planCacheSize(_ cache: OpaquePointer?) -> Int { unsafe cacheSize(cache) }

@_cdecl("schemakit_plan_cache_free")
public func freePlanCache(_ cache: OpaquePointer?) { unsafe freeCache(cache) }

@_cdecl("schemakit_output_copy")
public func copyOutput(_ output: OpaquePointer?, _ error: ErrorText?) -> OpaquePointer? {
  unsafe copyMatcher(output, error)
}

@_cdecl("schemakit_output_free")
public func freeOutput(_ output: OpaquePointer?) { unsafe freeMatcher(output) }

@_cdecl("schemakit_output_mask")
public func writeOutputMask(
  _ output: OpaquePointer?, _ words: UnsafeMutablePointer<UInt32>?, _ count: Int,
  _ error: ErrorText?
) -> Int32 { unsafe writeMask(output, words, count, error) }

@_cdecl("schemakit_outputs_fill")
public func fillOutputs(
  _ outputs: UnsafePointer<OpaquePointer?>?, _ count: Int,
  _ words: UnsafeMutablePointer<UInt32>?, _ stride: Int, _ error: ErrorText?
) -> Int32 { unsafe writeMasks(outputs, count, words, stride, 1, error) }

@_cdecl("schemakit_outputs_fill_threads")
public func fillOutputs(
  _ outputs: UnsafePointer<OpaquePointer?>?, _ count: Int,
  _ words: UnsafeMutablePointer<UInt32>?, _ stride: Int, threads: Int32, _ error: ErrorText?
) -> Int32 { unsafe writeMasks(outputs, count, words, stride, threads, error) }

@_cdecl("schemakit_output_draft_masks")
public func draftMasks(
  _ output: OpaquePointer?, _ start: UnsafePointer<Int32>?, _ count: Int,
  _ words: UnsafeMutablePointer<UInt32>?, _ stride: Int, _ valid: UnsafeMutablePointer<Int>?,
  _ error: ErrorText?
) -> Int32 { unsafe writeDraftMasks(output, start, count, words, stride, valid, error) }

@_cdecl("schemakit_output_commit")
public func commitOutput(_ output: OpaquePointer?, _ token: Int32, _ error: ErrorText?) -> Int32 {
  unsafe commit(output, token, error)
}

@_cdecl("schemakit_output_commit_tokens")
public func commitOutput(
  _ output: OpaquePointer?, tokens start: UnsafePointer<Int32>?, _ count: Int,
  _ error: ErrorText?
) -> Int32 { unsafe commit(output, tokens: start, count, error) }

@_cdecl("schemakit_output_commit_text")
public func commitOutput(
  _ output: OpaquePointer?, text: UnsafePointer<CChar>?, _ length: Int, _ error: ErrorText?
) -> Int32 { unsafe commit(output, text: text, length, error) }

@_cdecl("schemakit_output_rollback")
public func rollBackOutput(_ output: OpaquePointer?, _ count: Int, _ error: ErrorText?) -> Int32 {
  unsafe rollBack(output, count, error)
}

@_cdecl("schemakit_output_validated_count")
public func outputValidatedCount(
  _ output: OpaquePointer?, _ start: UnsafePointer<Int32>?, _ count: Int
) -> Int { unsafe validatedCount(output, start, count) }

@_cdecl("schemakit_output_set_token_budget")
public func setOutputBudget(
  _ output: OpaquePointer?, _ budget: Int64, _ error: ErrorText?
) -> Int32 { unsafe setTokenBudget(output, budget, error) }

@_cdecl("schemakit_output_forced_text")
public func outputForcedText(_ output: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe forcedText(output)
}

@_cdecl("schemakit_output_can_end")
public func outputCanEnd(_ output: OpaquePointer?) -> Int32 { unsafe canEnd(output) }

@_cdecl("schemakit_output_is_complete")
public func outputIsComplete(_ output: OpaquePointer?) -> Int32 { unsafe isComplete(output) }

@_cdecl("schemakit_output_is_finished")
public func outputIsFinished(_ output: OpaquePointer?) -> Int32 { unsafe isFinished(output) }

@_cdecl("schemakit_output_token_count")
public func outputTokenCount(_ output: OpaquePointer?) -> Int { unsafe tokenCount(output) }

@_cdecl("schemakit_output_text")
public func outputText(
  _ output: OpaquePointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int { unsafe committedText(output, buffer, capacity) }

@_cdecl("schemakit_output_take_events")
public func takeOutputEvents(_ output: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe takeEvents(output)
}
