import SchemaContent
import SchemaText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TokenizerFile {
  /// Reads `tekken.json`, or Hugging Face's `tokenizer.json`.
  init(json bytes: [UInt8]) throws(VocabularyError) {
    let content: GeneratedContent
    do {
      var parser = GeneratedContentParser(options: .init(duplicateKeys: .keepLast))
      try parser.append(bytes)
      content = try parser.finish()
    } catch {
      throw Self.malformed("\(error)")
    }
    let root = Fields(content)
    if root["config"]?["default_vocab_size"] != nil, let vocabulary = root["vocab"] {
      try self.init(tekken: root, vocabulary)
    } else if let model = root["model"], model["vocab"] != nil {
      try self.init(huggingFace: root, model)
    } else {
      throw Self.unsupported("it has neither the parts of tokenizer.json nor those of tekken.json")
    }
  }

  // MARK: tekken.json

  private init(tekken root: Fields, _ vocabulary: Fields) throws(VocabularyError) {
    let config = root["config"]
    guard let size = config?["default_vocab_size"]?.integer,
      let specials = config?["default_num_special_tokens"]?.integer, specials >= 0, size > specials,
      size <= Vocabulary.maximumCount
    else { throw Self.malformed("the sizes of the vocabulary are missing or out of range") }
    // Older files do not list these, which have been the same since.
    let known = ["<unk>", "<s>", "</s>"]
    for index in 0..<specials {
      tokens.append(.special(index < known.count ? known[index] : "<SPECIAL_\(index)>"))
    }
    for special in root["special_tokens"]?.elements ?? [] {
      guard let rank = special["rank"]?.integer, let name = special["token_str"]?.string,
        rank >= 0, rank < specials
      else { throw Self.malformed("a special token has no rank or no name") }
      tokens[rank] = .special(name)
    }
    for entry in vocabulary.elements {
      guard let rank = entry["rank"]?.integer, rank >= 0, let text = entry["token_bytes"]?.string,
        let data = Data(base64Encoded: text)
      else { throw Self.malformed("a token has no rank, or no bytes in Base64") }
      if rank < size - specials { try set(.bytes(Array(data)), at: rank + specials) }
    }
    endTokens = tokens.indices.filter { tokens[$0] == .special("</s>") }
  }

  // MARK: tokenizer.json

  private init(huggingFace root: Fields, _ model: Fields) throws(VocabularyError) {
    let kind = model["type"]?.string ?? "BPE"
    guard kind == "BPE" || kind == "Unigram" else { throw Self.unsupported("its model is \(kind)") }
    let spelling: TokenSpelling
    if Self.contains("ByteLevel", in: root["decoder"])
      || Self.contains("ByteLevel", in: root["pre_tokenizer"])
    {
      spelling = .byteLevel
    } else if Self.contains("ByteFallback", in: root["decoder"])
      || model["byte_fallback"]?.boolean == true || Self.contains("Metaspace", in: root["decoder"])
    {
      spelling = .sentencePiece
    } else {
      throw Self.unsupported("its decoder is neither ByteLevel nor SentencePiece")
    }
    if kind == "Unigram" {
      for (index, entry) in (model["vocab"]?.elements ?? []).enumerated() {
        guard let text = entry.elements.first?.string else {
          throw Self.malformed("a token is not text")
        }
        try set(spelling.token(text), at: index)
      }
    } else {
      for (text, number) in model["vocab"]?.properties ?? [] {
        guard let index = number.integer else {
          throw Self.malformed("the number of the token '\(text)' is missing")
        }
        try set(spelling.token(text), at: index)
      }
    }
    for added in root["added_tokens"]?.elements ?? [] {
      guard let index = added["id"]?.integer, let text = added["content"]?.string else {
        throw Self.malformed("an added token has no number or no text")
      }
      // An added token that is not special stands for its text as it is.
      let isSpecial = added["special"]?.boolean ?? false
      try set(isSpecial ? .special(text) : .bytes(Array(text.utf8)), at: index)
      if isSpecial, Self.endNames.contains(text) { endTokens.append(index) }
    }
  }

  /// Whether a step, or one of those that it lists, is of a type.
  private static func contains(_ type: String, in step: Fields?) -> Bool {
    guard let step else { return false }
    if step["type"]?.string == type { return true }
    for list in ["decoders", "pretokenizers"] {
      for part in step[list]?.elements ?? [] where part["type"]?.string == type { return true }
    }
    return false
  }
}

/// Reads content of which the shape is not certain.
struct Fields {
  private let content: GeneratedContent

  init(_ content: GeneratedContent) { self.content = content }

  subscript(name: String) -> Fields? {
    for (key, value) in content.properties where key == name { return Fields(value) }
    return nil
  }

  var elements: [Fields] { content.elements.map(Fields.init) }

  var properties: [(name: String, value: Fields)] {
    content.properties.map { ($0.name, Fields($0.content)) }
  }

  var string: String? { if case .string(let string) = content.kind { string } else { nil } }

  var integer: Int? { content.exactNumber?.integer(Int.self) }

  var boolean: Bool? { if case .bool(let value) = content.kind { value } else { nil } }
}
