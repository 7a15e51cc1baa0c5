// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CSchemaKit
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

@_cdecl("schemakit_output_forced_tokens")
public func forcedTokens(
  _ matcher: OpaquePointer?, _ encode: schemakit_encode?, _ context: UnsafeMutableRawPointer?,
  _ buffer: UnsafeMutablePointer<Int32>?, _ capacity: Int
) -> Int {
  guard let matcher = unsafe read(matcher), let encode = unsafe encode else { return 0 }
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

@_cdecl("schemakit_matcher_take_events")
public func takeEvents(_ matcher: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  guard let handle = unsafe Handle.object(matcher, MatcherHandle.self) else { return nil }
  let events = handle.matcher.takeEvents().map(\.content)
  return unsafe text(GeneratedContent(kind: .array(events)).jsonString)
}

private func read(_ matcher: OpaquePointer?) -> TokenMatcher? {
  unsafe Handle.object(matcher, MatcherHandle.self)?.matcher
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
