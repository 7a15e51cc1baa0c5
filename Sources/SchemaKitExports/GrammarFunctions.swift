// schemakit.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CSchemaKit
import ConstrainedDecoding
import SchemaEncoding
import SchemaPatterns

@_cdecl("schemakit_grammar_from_json_schema")
public func makeGrammar(
  _ vocabulary: OpaquePointer?, schema: UnsafePointer<CChar>?, _ length: Int,
  _ options: UnsafePointer<schemakit_grammar_options>?, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    let vocabulary = try unsafe readVocabulary(vocabulary)
    let text = try unsafe string(schema, length, "schema")
    var read = TokenGrammar.Options()
    if let options = unsafe options { read = try unsafe TokenGrammar.Options(options) }
    return GrammarHandle(
      try TokenGrammar(jsonSchema: text, vocabulary: vocabulary, options: read))
  }
}

@_cdecl("schemakit_grammar_from_pattern")
public func makeGrammar(
  _ vocabulary: OpaquePointer?, pattern: UnsafePointer<CChar>?, _ length: Int, _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    let vocabulary = try unsafe readVocabulary(vocabulary)
    let pattern = try SchemaPattern(ecma: unsafe string(pattern, length, "pattern"))
    return GrammarHandle(try TokenGrammar(pattern: pattern, vocabulary: vocabulary))
  }
}

@_cdecl("schemakit_grammar_from_choices")
public func makeGrammar(
  _ vocabulary: OpaquePointer?, choices: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ error: ErrorText?
) -> OpaquePointer? {
  unsafe passing(error) {
    let vocabulary = try unsafe readVocabulary(vocabulary)
    var texts: [String] = []
    for index in 0..<max(count, 0) {
      guard let choice = unsafe choices?[index] else { throw InvalidArgument.null("choices") }
      guard let text = unsafe String(validatingCString: choice) else {
        throw InvalidArgument.encoding("choices")
      }
      texts.append(text)
    }
    return GrammarHandle(try TokenGrammar(choices: texts, vocabulary: vocabulary))
  }
}

@_cdecl("schemakit_grammar_unenforced_count")
public func unenforcedCount(_ grammar: OpaquePointer?) -> Int {
  unsafe Handle.object(grammar, GrammarHandle.self)?.grammar.unenforced.count ?? 0
}

@_cdecl("schemakit_grammar_unenforced")
public func unenforced(_ grammar: OpaquePointer?, _ index: Int) -> UnsafeMutablePointer<CChar>? {
  guard let list = unsafe Handle.object(grammar, GrammarHandle.self)?.grammar.unenforced,
    list.indices.contains(index)
  else { return nil }
  return unsafe text(list[index].description)
}

@_cdecl("schemakit_grammar_free")
public func freeGrammar(_ grammar: OpaquePointer?) { unsafe Handle.release(grammar) }

@_cdecl("schemakit_cache_create")
public func makeCache(_ grammar: OpaquePointer?, _ error: ErrorText?) -> OpaquePointer? {
  unsafe passing(error) {
    CacheHandle(
      MaskCache(try unsafe Handle.required(grammar, GrammarHandle.self, "grammar").grammar))
  }
}

@_cdecl("schemakit_cache_size")
public func cacheSize(_ cache: OpaquePointer?) -> Int {
  unsafe Handle.object(cache, CacheHandle.self)?.cache.memoryFootprint ?? 0
}

@_cdecl("schemakit_cache_free")
public func freeCache(_ cache: OpaquePointer?) { unsafe Handle.release(cache) }

/// Returns the vocabulary of a caller's handle.
func readVocabulary(_ handle: OpaquePointer?) throws(InvalidArgument) -> Vocabulary {
  try unsafe Handle.required(handle, VocabularyHandle.self, "vocabulary").vocabulary
}

extension TokenGrammar.Options {
  /// Reads the options of a caller.
  ///
  /// A flag in `whitespace` marks the longer form.
  init(_ pointer: UnsafePointer<schemakit_grammar_options>) throws(InvalidArgument) {
    self.init()
    let options = unsafe pointer.pointee
    let hasMore = options.whitespace & Int32(SCHEMAKIT_OPTIONS_3) != 0
    let maximum = try Self.count(options.maximum_whitespace, "maximum_whitespace")
    // A negative number also has the bit of the flag, but is an error.
    switch hasMore && options.whitespace > 0
      ? options.whitespace ^ Int32(SCHEMAKIT_OPTIONS_3) : options.whitespace
    {
    case Int32(SCHEMAKIT_WHITESPACE_COMPACT): whitespace = .compact
    case Int32(SCHEMAKIT_WHITESPACE_SPACED): whitespace = .spaced
    case Int32(SCHEMAKIT_WHITESPACE_FLEXIBLE):
      whitespace = .flexible(maximum: maximum)
    default:
      throw InvalidArgument(
        description: "'whitespace' is \(options.whitespace); use one of SCHEMAKIT_WHITESPACE_..."
      )
    }
    openObjects = options.closes_open_objects != 0 ? .closed : .asDeclared
    let alternatives = try Self.count(options.maximum_alternatives, "maximum_alternatives")
    if alternatives > 0 { maximumAlternatives = alternatives }
    guard hasMore else { return }
    let more = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: schemakit_grammar_options_3.self)
    switch more.maximum_exponent {
    case Int32(SCHEMAKIT_ANY_EXPONENT): maximumExponent = nil
    case 0: break
    default: maximumExponent = try Self.count(more.maximum_exponent, "maximum_exponent")
    }
    switch more.property_order {
    case Int32(SCHEMAKIT_ORDER_DECLARED): propertyOrder = .declared
    case Int32(SCHEMAKIT_ORDER_ANY): propertyOrder = .any
    default:
      throw InvalidArgument(
        description:
          "'property_order' is \(more.property_order); use one of SCHEMAKIT_ORDER_...")
    }
  }

  private static func count(_ number: Int32, _ name: String) throws(InvalidArgument) -> Int {
    guard number >= 0 else {
      throw InvalidArgument(description: "'\(name)' is \(number); it must not be negative.")
    }
    return Int(number)
  }
}
