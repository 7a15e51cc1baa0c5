import SchemaText

/// The ways in which a tokenizer's file spells the bytes of tokens.
enum TokenSpelling {
  /// Every byte is spelled as a character, as in GPT-2's tokenizer. Visible characters of Latin-1
  /// stand for themselves. The 68 other bytes are spelled as U+0100 and the characters after it.
  case byteLevel
  /// `▁` stands for a space, and `<0x0A>` for a byte.
  case sentencePiece

  /// The bytes of the characters that ``byteLevel`` uses.
  private static let byteLevelBytes: [Unicode.Scalar: UInt8] = {
    var bytes: [Unicode.Scalar: UInt8] = [:]
    var next: UInt32 = 0x100
    for byte in 0...255 as ClosedRange<UInt8> {
      switch byte {
      case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: bytes[Unicode.Scalar(byte)] = byte
      default:
        if let scalar = Unicode.Scalar(next) { bytes[scalar] = byte }
        next += 1
      }
    }
    return bytes
  }()

  func token(_ text: String) -> Vocabulary.Token {
    switch self {
    case .byteLevel:
      var bytes: [UInt8] = []
      for scalar in text.unicodeScalars {
        // A token with another spelling is an added token, which stands for its text.
        guard let byte = Self.byteLevelBytes[scalar] else { return .bytes(Array(text.utf8)) }
        bytes.append(byte)
      }
      return .bytes(bytes)
    case .sentencePiece:
      if text.utf8.count == 6, text.hasPrefix("<0x"), text.hasSuffix(">"),
        let bytes = Hexadecimal.bytes(of: String(text.dropFirst(3).dropLast()))
      {
        return .bytes(bytes)
      }
      return .bytes(Array(text.unicodeScalars.map { $0 == "▁" ? " " : String($0) }.joined().utf8))
    }
  }
}
