extension TokenizerFile {
  /// The kinds of tokens, as GGUF numbers them.
  private enum TokenKind: Int64 {
    case normal = 1
    case unknown = 2
    case control = 3
    case userDefined = 4
    case unused = 5
    case byte = 6
  }

  /// Reads the tokens of a model in GGUF.
  init(gguf bytes: [UInt8]) throws(VocabularyError) {
    self.init(fileSize: bytes.count)
    var reader = GGUFReader(bytes)
    let metadata = try reader.metadata(prefix: "tokenizer.ggml.")
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
    var kinds: [Int64] = []
    if case .integers(let numbers)? = metadata["tokenizer.ggml.token_type"] { kinds = numbers }
    for (index, text) in texts.enumerated() {
      guard let text else { throw Self.malformed("the token \(index) is not UTF-8") }
      let kind = index < kinds.count ? TokenKind(rawValue: kinds[index]) : .normal
      switch kind {
      case .control, .unknown: tokens.append(.special(text))
      case .unused: tokens.append(.unused)
      case .userDefined: tokens.append(.bytes(Array(text.utf8)))
      case .normal, .byte, nil: tokens.append(spelling.token(text))
      }
    }
    for name in ["eos_token_id", "eot_token_id", "eom_token_id"] {
      guard case .integer(let number)? = metadata["tokenizer.ggml.\(name)"],
        let index = Int(exactly: number), tokens.indices.contains(index), !endTokens.contains(index)
      else { continue }
      endTokens.append(index)
    }
  }
}
