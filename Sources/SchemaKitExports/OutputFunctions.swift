// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CSchemaKit
import ConstrainedDecoding
import SchemaContent

@_cdecl("schemakit_output_copy")
public func copyOutput(_ output: OpaquePointer?, _ error: ErrorText?) -> OpaquePointer? {
  unsafe passing(error) { OutputHandle(try unsafe handle(output).matcher) }
}

@_cdecl("schemakit_output_free")
public func freeOutput(_ output: OpaquePointer?) { unsafe Handle.release(output) }

@_cdecl("schemakit_output_mask")
public func writeOutputMask(
  _ output: OpaquePointer?, _ words: UnsafeMutablePointer<UInt32>?, _ count: Int,
  _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    let handle = try unsafe handle(output)
    guard let words = unsafe words else { throw InvalidArgument.null("words") }
    try unsafe handle.matcher.fill(UnsafeMutableBufferPointer(start: words, count: max(count, 0)))
  }
}

@_cdecl("schemakit_outputs_fill")
public func fillOutputs(
  _ outputs: UnsafePointer<OpaquePointer?>?, _ count: Int,
  _ words: UnsafeMutablePointer<UInt32>?, _ stride: Int, _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    guard count != 0 else { return }
    guard let outputs = unsafe outputs else { throw InvalidArgument.null("outputs") }
    guard let words = unsafe words else { throw InvalidArgument.null("words") }
    // This checks that the number of words in all rows is not too large for an `Int`.
    _ = try wordCount(ofRows: count, stride)
    let stride = max(stride, 0)
    for index in 0..<count {
      let row = unsafe UnsafeMutableBufferPointer(start: words + index * stride, count: stride)
      guard let output = unsafe outputs[index] else {
        // Without a plan, all tokens are allowed.
        unsafe row.update(repeating: .max)
        continue
      }
      try unsafe handle(output).matcher.fill(row)
    }
  }
}

@_cdecl("schemakit_outputs_fill_threads")
public func fillOutputs(
  _ outputs: UnsafePointer<OpaquePointer?>?, _ count: Int,
  _ words: UnsafeMutablePointer<UInt32>?, _ stride: Int, threads: Int32, _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    guard count != 0 else { return }
    guard let outputs = unsafe outputs else { throw InvalidArgument.null("outputs") }
    guard let words = unsafe words else { throw InvalidArgument.null("words") }
    let size = try wordCount(ofRows: count, stride)
    let matchers = try (0..<count).map { index in
      try unsafe outputs[index].map { try unsafe handle($0).matcher }
    }
    try unsafe PlanMatcher.fill(
      matchers, rows: UnsafeMutableBufferPointer(start: words, count: size), wordsPerRow: stride,
      threads: Int(threads))
  }
}

@_cdecl("schemakit_output_draft_masks")
public func draftMasks(
  _ output: OpaquePointer?, _ start: UnsafePointer<Int32>?, _ count: Int,
  _ words: UnsafeMutablePointer<UInt32>?, _ stride: Int, _ valid: UnsafeMutablePointer<Int>?,
  _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    let matcher = try unsafe handle(output).matcher
    guard let words = unsafe words else { throw InvalidArgument.null("words") }
    let draft = try unsafe tokens(start, count)
    let size = try wordCount(ofRows: draft.count + 1, stride)
    let allowed = try unsafe matcher.draftMasks(
      of: draft, rows: UnsafeMutableBufferPointer(start: words, count: size), wordsPerRow: stride)
    if let valid = unsafe valid { unsafe valid.pointee = allowed }
  }
}

@_cdecl("schemakit_output_commit")
public func commitOutput(_ output: OpaquePointer?, _ token: Int32, _ error: ErrorText?) -> Int32 {
  unsafe status(error) { try unsafe handle(output).matcher.commit(Int(token)) }
}

@_cdecl("schemakit_output_commit_tokens")
public func commitOutput(
  _ output: OpaquePointer?, tokens start: UnsafePointer<Int32>?, _ count: Int,
  _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    try unsafe handle(output).matcher.commit(contentsOf: tokens(start, count))
  }
}

@_cdecl("schemakit_output_commit_text")
public func commitOutput(
  _ output: OpaquePointer?, text: UnsafePointer<CChar>?, _ length: Int, _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    try unsafe handle(output).matcher.commit(text: string(text, length, "text"))
  }
}

@_cdecl("schemakit_output_rollback")
public func rollBackOutput(_ output: OpaquePointer?, _ count: Int, _ error: ErrorText?) -> Int32 {
  unsafe status(error) {
    // A number beyond the largest `Int` exceeds the length of any output.
    try unsafe handle(output).matcher.rollback(count < 0 ? .max : count)
  }
}

@_cdecl("schemakit_output_validated_count")
public func outputValidatedCount(
  _ output: OpaquePointer?, _ start: UnsafePointer<Int32>?, _ count: Int
) -> Int {
  guard let draft = try? unsafe tokens(start, count) else { return 0 }
  return unsafe read(output)?.validatedCount(of: draft) ?? 0
}

@_cdecl("schemakit_output_set_token_budget")
public func setOutputBudget(
  _ output: OpaquePointer?, _ budget: Int64, _ error: ErrorText?
) -> Int32 {
  unsafe status(error) {
    try unsafe handle(output).matcher.setTokenBudget(budget < 0 ? nil : Int(clamping: budget))
  }
}

@_cdecl("schemakit_output_forced_text")
public func outputForcedText(_ output: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe read(output).map { unsafe text($0.forcedText) }
}

@_cdecl("schemakit_output_forced_tokens")
public func outputForcedTokens(
  _ output: OpaquePointer?, _ encode: schemakit_encode?, _ context: UnsafeMutableRawPointer?,
  _ buffer: UnsafeMutablePointer<Int32>?, _ capacity: Int
) -> Int {
  guard let matcher = unsafe read(output), let encode = unsafe encode else { return 0 }
  let tokens = matcher.forcedTokens { bytes in
    var tokens = [Int32](repeating: 0, count: bytes.count)
    let count = unsafe bytes.withUnsafeBufferPointer { text in
      unsafe encode(context, text.baseAddress, text.count, &tokens, bytes.count)
    }
    let written = max(Int(clamping: count), 0)
    // An encoder that returns more than one token for each byte has failed.
    return written <= tokens.count ? tokens[..<written].map { Int($0) } : []
  }
  return unsafe copy(tokens.map { Int32(clamping: $0) }, to: buffer, capacity)
}

@_cdecl("schemakit_output_can_end")
public func outputCanEnd(_ output: OpaquePointer?) -> Int32 {
  unsafe read(output)?.canEnd == true ? 1 : 0
}

@_cdecl("schemakit_output_is_complete")
public func outputIsComplete(_ output: OpaquePointer?) -> Int32 {
  unsafe read(output)?.isComplete == true ? 1 : 0
}

@_cdecl("schemakit_output_is_finished")
public func outputIsFinished(_ output: OpaquePointer?) -> Int32 {
  unsafe read(output)?.isFinished == true ? 1 : 0
}

@_cdecl("schemakit_output_token_count")
public func outputTokenCount(_ output: OpaquePointer?) -> Int {
  unsafe read(output)?.tokenCount ?? 0
}

@_cdecl("schemakit_output_text")
public func outputText(
  _ output: OpaquePointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int
) -> Int {
  unsafe copy(read(output)?.committedBytes ?? [], to: buffer, capacity)
}

@_cdecl("schemakit_output_take_events")
public func takeEvents(_ output: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  guard let handle = unsafe Handle.object(output, OutputHandle.self) else { return nil }
  let events = handle.matcher.takeEvents().map(\.content)
  return unsafe text(GeneratedContent(kind: .array(events)).jsonString)
}

/// Returns the number of words in a number of rows.
///
/// - Throws: `InvalidArgument` if the number is larger than the largest `Int`.
private func wordCount(ofRows count: Int, _ stride: Int) throws(InvalidArgument) -> Int {
  guard count >= 0 else {
    throw InvalidArgument(description: "'count' is \(UInt(bitPattern: count)), which is too large.")
  }
  let (size, overflow) = count.multipliedReportingOverflow(by: max(stride, 0))
  guard !overflow else {
    throw InvalidArgument(description: "'stride' is \(stride), which is too large.")
  }
  return size
}

private func read(_ output: OpaquePointer?) -> PlanMatcher? {
  unsafe Handle.object(output, OutputHandle.self)?.matcher
}

private func handle(_ output: OpaquePointer?) throws -> OutputHandle {
  try unsafe Handle.required(output, OutputHandle.self, "output")
}

extension PlanEvent {
  /// The event as an object `{"type": …}`, with the event's text, name or token.
  fileprivate var content: GeneratedContent {
    switch self {
    case .reasoning(let text): GeneratedContent(properties: ["type": "reasoning", "text": text])
    case .text(let text): GeneratedContent(properties: ["type": "text", "text": text])
    case .value(let text): GeneratedContent(properties: ["type": "value", "text": text])
    case .callBegan(let name):
      GeneratedContent(properties: ["type": "call_began", "name": name])
    case .callIdentifier(let text):
      GeneratedContent(properties: ["type": "call_identifier", "text": text])
    case .arguments(let text): GeneratedContent(properties: ["type": "arguments", "text": text])
    case .callEnded: GeneratedContent(properties: ["type": "call_ended"])
    case .ended(let token): GeneratedContent(properties: ["type": "ended", "token": token])
    case .restarted: GeneratedContent(properties: ["type": "restarted"])
    }
  }
}
