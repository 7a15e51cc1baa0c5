import SchemaContent
import SchemaText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tokens of a tokenizer's file.
struct TokenizerFile {
  private(set) var tokens: [Vocabulary.Token] = []
  /// The tokens that end an answer, if the file states them.
  private(set) var statedEnds: [Int] = []
  /// The limit of the tokens' numbers; each number is less than the limit.
  private let limit: Int

  /// Creates an empty list of tokens for a file of a size.
  ///
  /// Some numbers may be unused, but the number of tokens cannot be much larger than the size of
  /// the file.
  private init(fileSize: Int) { limit = min(Vocabulary.maximumCount, (1 << 16) + fileSize) }

  /// The special tokens of tekken files that do not list them, as Mistral's package names them.
  private static let namesOfTekken = [
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]",
    "[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]",
    "[TOOL_CONTENT]",
  ]

  /// Sets the token with a number.
  ///
  /// Throws if the number already has another token, unless `replacesOther` is `true`.
  ///
  /// Smaller numbers without a token become unused.
  private mutating func set(
    _ token: Vocabulary.Token, at index: Int, replacesOther: Bool = false
  ) throws(VocabularyError) {
    try checkNumber(index)
    while tokens.count <= index { tokens.append(.unused) }
    guard replacesOther || tokens[index] == .unused else {
      throw Self.malformed("two tokens have the number \(index)")
    }
    tokens[index] = token
  }

  private func checkNumber(_ index: Int) throws(VocabularyError) {
    guard index >= 0, index < limit else {
      throw VocabularyError(
        .limitExceeded, token: index,
        problem: "The file has the token number \(index); for its size the limit is \(limit).",
        remedy: "Check that this is the file of a tokenizer.")
    }
  }

  static func malformed(_ what: String) -> VocabularyError {
    VocabularyError(
      .invalid, problem: "The tokenizer's file is malformed: \(what).",
      remedy: "Check that the file is complete.")
  }

  /// The error for a file that is not JSON, in which the remedies of the parser do not apply.
  private static func malformed(_ error: any Error) -> VocabularyError {
    let syntaxError = error as? GeneratedContentParser.SyntaxError
    let what = syntaxError.map { "at \($0.position), expected \($0.expected), found \($0.found)" }
    let fault = malformed(what ?? "\(error)")
    return VocabularyError(
      fault.code, problem: fault.problem, remedy: fault.remedy, syntaxError: syntaxError)
  }

  static func unsupported(_ what: String) -> VocabularyError {
    VocabularyError(
      .unsupported, problem: "The tokenizer is not supported: \(what).",
      remedy: "Pass the bytes of its tokens to Vocabulary(tokens:endTokens:).")
  }
}

// MARK: - JSON
extension TokenizerFile {
  /// Reads `tekken.json`, or Hugging Face's `tokenizer.json`.
  init(json bytes: [UInt8]) throws(VocabularyError) {
    let content: GeneratedContent
    do {
      var parser = GeneratedContentParser(options: .init(duplicateKeys: .keepLast))
      try parser.append(bytes)
      content = try parser.finish()
    } catch {
      throw Self.malformed(error)
    }
    let root = Fields(content)
    if root["config"]?["default_vocab_size"] != nil, let vocabulary = root["vocab"] {
      try self.init(tekken: root, vocabulary, fileSize: bytes.count)
    } else if let model = root["model"], model["vocab"] != nil {
      try self.init(huggingFace: root, model, fileSize: bytes.count)
    } else {
      throw Self.unsupported("it has neither the parts of tokenizer.json nor those of tekken.json")
    }
  }

  // MARK: tekken.json

  private init(
    tekken root: Fields, _ vocabulary: Fields, fileSize: Int
  ) throws(VocabularyError) {
    self.init(fileSize: fileSize)
    let config = root["config"]
    guard let size = config?["default_vocab_size"]?.integer,
      let specials = config?["default_num_special_tokens"]?.integer, specials >= 0, size > specials,
      size <= Vocabulary.maximumCount
    else { throw Self.malformed("the sizes of the vocabulary are missing or out of range") }
    try checkNumber(specials)
    let isListed = root["special_tokens"].map { !$0.isNull } ?? false
    let known = isListed ? [] : Self.namesOfTekken
    for index in 0..<specials {
      tokens.append(.special(index < known.count ? known[index] : "<SPECIAL_\(index)>"))
    }
    for special in try Self.optionalElements(of: root["special_tokens"], "special_tokens") {
      guard let rank = special["rank"]?.integer, let name = special["token_str"]?.string,
        rank >= 0, rank < specials
      else { throw Self.malformed("a special token has no rank or no name") }
      tokens[rank] = .special(name)
    }
    for entry in try Self.elements(of: vocabulary, "the vocabulary") {
      guard let rank = entry["rank"]?.integer, rank >= 0, let text = entry["token_bytes"]?.string,
        let data = Data(base64Encoded: text)
      else { throw Self.malformed("a token has no rank, or no bytes in Base64") }
      if rank < size - specials { try set(.bytes(Array(data)), at: rank + specials) }
    }
    statedEnds = tokens.indices.filter { tokens[$0] == .special("</s>") }
  }

  // MARK: tokenizer.json

  private init(
    huggingFace root: Fields, _ model: Fields, fileSize: Int
  ) throws(VocabularyError) {
    self.init(fileSize: fileSize)
    let kind = model["type"]?.string ?? "BPE"
    guard kind == "BPE" || kind == "Unigram" else { throw Self.unsupported("its model is \(kind)") }
    let spelling: TokenSpelling
    if Self.step("ByteLevel", in: root["decoder"]) != nil
      || Self.step("ByteLevel", in: root["pre_tokenizer"]) != nil
    {
      spelling = .byteLevel
    } else if Self.step("ByteFallback", in: root["decoder"]) != nil
      || model["byte_fallback"]?.boolean == true
      || Self.step("Metaspace", in: root["decoder"]) != nil
    {
      if let step = Self.step("Metaspace", in: root["decoder"]),
        let replacement = step["replacement"]?.string, replacement != "▁"
      {
        throw Self.unsupported("its Metaspace replaces spaces by '\(replacement)', not by '▁'")
      }
      spelling = .sentencePiece
    } else {
      throw Self.unsupported("its decoder is neither ByteLevel nor SentencePiece")
    }
    if kind == "Unigram" {
      for entry in try Self.elements(of: model["vocab"], "the vocabulary") {
        guard let text = entry.elements?.first?.string else {
          throw Self.malformed("a token is not text")
        }
        tokens.append(spelling.token(text))
      }
    } else {
      guard let vocabulary = model["vocab"]?.properties else {
        throw Self.malformed("the vocabulary is not an object")
      }
      for (text, number) in vocabulary {
        guard let index = number.integer else {
          throw Self.malformed("the number of the token '\(text)' is missing")
        }
        try set(spelling.token(text), at: index)
      }
    }
    for added in try Self.optionalElements(of: root["added_tokens"], "added_tokens") {
      guard let index = added["id"]?.integer, let text = added["content"]?.string else {
        throw Self.malformed("an added token has no number or no text")
      }
      let isSpecial = added["special"]?.boolean ?? false
      try set(isSpecial ? .special(text) : spelling.token(text), at: index, replacesOther: true)
    }
  }

  /// Returns the step of a type: the given step itself, or one of the steps in its list.
  private static func step(_ type: String, in step: Fields?) -> Fields? {
    guard let step else { return nil }
    if step["type"]?.string == type { return step }
    return ["decoders", "pretokenizers"].lazy.flatMap { step[$0]?.elements ?? [] }
      .first { $0["type"]?.string == type }
  }

  private static func elements(
    of list: Fields?, _ name: String
  ) throws(VocabularyError) -> [Fields] {
    guard let elements = list?.elements else { throw malformed("\(name) is not a list") }
    return elements
  }

  /// Returns the elements of a list; an empty array if the list is missing or `null`.
  private static func optionalElements(
    of list: Fields?, _ name: String
  ) throws(VocabularyError) -> [Fields] {
    guard let list, !list.isNull else { return [] }
    return try elements(of: list, name)
  }
}

// MARK: - GGUF
extension TokenizerFile {
  /// The first bytes of a GGUF file.
  static let markOfGGUF = Array("GGUF".utf8)

  /// Reads the tokens from the beginning of a GGUF file, which has the metadata.
  ///
  /// Only the metadata are read: they have some megabytes, but a model can have many gigabytes. If
  /// the first bytes end within the metadata, more bytes are read.
  init(headOf data: Data) throws(VocabularyError) {
    let limit = min(1 << 30, data.count)
    var length = min(1 << 24, limit)
    while true {
      let metadata: [String: GGUFReader.Value]
      do throws(GGUFError) {
        metadata = try Self.metadata(of: Array(data.prefix(length)))
      } catch {
        guard case .endsEarly = error, length < limit else { throw error.vocabularyError }
        length = min(length * 8, limit)
        continue
      }
      try self.init(metadata, fileSize: length)
      return
    }
  }

  /// Reads the tokens of a model in GGUF.
  init(gguf bytes: [UInt8]) throws(VocabularyError) {
    let metadata: [String: GGUFReader.Value]
    do throws(GGUFError) {
      metadata = try Self.metadata(of: bytes)
    } catch {
      throw error.vocabularyError
    }
    try self.init(metadata, fileSize: bytes.count)
  }

  /// Reads the metadata that describe the tokenizer.
  private static func metadata(
    of bytes: [UInt8]
  ) throws(GGUFError) -> [String: GGUFReader.Value] {
    var reader = GGUFReader(bytes)
    return try reader.metadata(prefix: "tokenizer.ggml.")
  }

  /// The types of tokens, with their numbers in GGUF.
  private enum TokenKind: Int64 {
    case normal = 1
    case unknown = 2
    case control = 3
    case userDefined = 4
    case unused = 5
    case byte = 6
  }

  private init(
    _ metadata: [String: GGUFReader.Value], fileSize: Int
  ) throws(VocabularyError) {
    self.init(fileSize: fileSize)
    guard case .string(let model)? = metadata["tokenizer.ggml.model"] else {
      throw Self.unsupported("the file names no tokenizer")
    }
    let spelling: TokenSpelling
    switch model {
    case "gpt2": spelling = .byteLevel
    case "llama": spelling = .sentencePiece
    default: throw Self.unsupported("its model is '\(model)'")
    }
    guard case .strings(let texts)? = metadata["tokenizer.ggml.tokens"] else {
      throw Self.malformed("the list of tokens is missing")
    }
    let kinds: [TokenKind?]
    switch metadata["tokenizer.ggml.token_type"] {
    case nil: kinds = Array(repeating: .normal, count: texts.count)
    case .integers(let numbers)? where numbers.count >= texts.count:
      kinds = numbers.map { TokenKind(rawValue: $0) }
    case .integers?: throw Self.malformed("the types of some tokens are missing")
    default: throw Self.malformed("the types of tokens are not integers")
    }
    for (index, (text, kind)) in zip(texts, kinds).enumerated() {
      guard let text else { throw Self.malformed("the token \(index) is not UTF-8") }
      switch kind {
      case .control, .unknown: tokens.append(.special(text))
      case .userDefined: tokens.append(.bytes(Array(text.utf8)))
      case .normal, .byte: tokens.append(spelling.token(text))
      // As in llama.cpp, a token of an unknown type has no text.
      case .unused, nil: tokens.append(.unused)
      }
    }
    // As in llama.cpp, a number that is not in the list of tokens is ignored.
    for name in ["eos_token_id", "eot_token_id", "eom_token_id"] {
      guard case .integer(let number)? = metadata["tokenizer.ggml.\(name)"],
        let index = Int(exactly: number), tokens.indices.contains(index),
        !statedEnds.contains(index)
      else { continue }
      statedEnds.append(index)
    }
  }
}

// MARK: - Generation configuration
extension TokenizerFile {
  /// Returns the end tokens that a model's `generation_config.json` states.
  ///
  /// - Throws: ``VocabularyError`` if the text is not JSON, or states something else.
  static func endTokens(ofConfiguration bytes: [UInt8]) throws(VocabularyError) -> [Int] {
    let content: GeneratedContent
    do {
      var parser = GeneratedContentParser(options: .init(duplicateKeys: .keepLast))
      try parser.append(bytes)
      content = try parser.finish()
    } catch {
      throw malformed("its 'generation_config.json' is not JSON")
    }
    guard let stated = Fields(content)["eos_token_id"], !stated.isNull else { return [] }
    if let number = stated.integer { return [number] }
    let numbers = stated.elements?.map(\.integer) ?? [nil]
    guard !numbers.contains(nil) else {
      throw malformed("'eos_token_id' in its 'generation_config.json' is no list of numbers")
    }
    return numbers.compactMap { $0 }
  }
}

/// Reads content that may have an unexpected structure.
private struct Fields {
  private let content: GeneratedContent

  init(_ content: GeneratedContent) { self.content = content }

  subscript(name: String) -> Fields? {
    for (key, value) in content.properties where key == name { return Fields(value) }
    return nil
  }

  var isNull: Bool { if case .null = content.kind { true } else { false } }

  /// The elements of a list; `nil` for other values.
  var elements: [Fields]? { content.mayHaveElements ? content.elements.map(Fields.init) : nil }

  /// The properties of an object; `nil` for other values.
  var properties: [(name: String, value: Fields)]? {
    content.mayHaveProperties ? content.properties.map { ($0.name, Fields($0.content)) } : nil
  }

  var string: String? { if case .string(let string) = content.kind { string } else { nil } }

  var integer: Int? { content.exactNumber?.integer(Int.self) }

  var boolean: Bool? { if case .bool(let value) = content.kind { value } else { nil } }
}
