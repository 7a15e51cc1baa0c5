import CSchemaKit
import SchemaKitExports
import Testing

/// A vocabulary, a grammar and a matcher behind handles.
@safe
struct CModel {
  static let words = [
    "</s>", "{", "}", "\"", "a", ":", "true", "false", "{\"", "\":", "[", "]", ",",
  ]

  static let record =
    #"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"#
    + #""additionalProperties":false}"#

  let vocabulary: OpaquePointer?
  let grammar: OpaquePointer?
  var matcher: OpaquePointer?

  init(_ vocabulary: OpaquePointer?, _ grammar: OpaquePointer?) {
    unsafe self.vocabulary = vocabulary
    unsafe self.grammar = grammar
    unsafe matcher = schemakit_matcher_create(grammar, nil, nil)
  }

  init(schema: String) throws {
    let vocabulary = unsafe try Self.makeVocabulary()
    var error: UnsafeMutablePointer<CChar>?
    let grammar = unsafe schemakit_grammar_from_json_schema(
      vocabulary, schema, schema.utf8.count, nil, &error)
    if unsafe grammar == nil { Issue.record("\(unsafe Self.take(error) ?? "")") }
    unsafe self.init(vocabulary, grammar)
  }

  static func makeVocabulary() throws -> OpaquePointer {
    let bytes = Array(words.dropFirst().joined().utf8)
    let lengths = [-1] + words.dropFirst().map(\.utf8.count)
    return try unsafe #require(
      schemakit_vocabulary_create(bytes, lengths, lengths.count, [0], 1, nil))
  }

  func free() {
    unsafe schemakit_vocabulary_free(vocabulary)
    unsafe schemakit_grammar_free(grammar)
    unsafe schemakit_matcher_free(matcher)
  }

  static func tokens(_ texts: [String]) -> [Int32] {
    texts.map { Int32(words.firstIndex(of: $0) ?? -1) }
  }

  func commit(_ texts: [String]) -> Int32 {
    let tokens = Self.tokens(texts)
    return unsafe schemakit_matcher_commit_tokens(matcher, tokens, tokens.count, nil)
  }

  /// The tokens that the mask allows.
  func allowed() throws -> [String] {
    var word: UInt32 = 0
    try #require(unsafe schemakit_matcher_mask(matcher, &word, 1, nil) == SCHEMAKIT_OK)
    return Self.words.indices.filter { word >> UInt32($0) & 1 == 1 }.map { Self.words[$0] }
  }

  var text: String {
    var bytes = [UInt8](repeating: 0, count: unsafe schemakit_matcher_text(matcher, nil, 0))
    _ = unsafe schemakit_matcher_text(matcher, &bytes, bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text that the library made, which is then freed.
  static func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    defer { unsafe schemakit_text_free(text) }
    return unsafe text.map { unsafe String(cString: $0) }
  }
}
