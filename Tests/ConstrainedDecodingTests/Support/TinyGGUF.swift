/// A GGUF file with a tokenizer of four tokens.
struct TinyGGUF {
  var model = "llama"
  var version: UInt64 = 3
  /// The name of the model in UTF-8, or what stands for it.
  var name: [UInt8] = Array("tiny".utf8)
  /// The third token.
  var token: [UInt8] = Array("▁a".utf8)
  /// The types of the tokens.
  var kinds: [UInt64] = [2, 3, 1, 6]
  /// The number of GGUF for the type of the elements of `kinds`: 5 for Int32, 6 for Float32.
  var elementTypeOfKinds: UInt64 = 5

  var bytes: [UInt8] {
    func number(_ value: UInt64, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
    func string(bytes: [UInt8]) -> [UInt8] { number(UInt64(bytes.count), 8) + bytes }
    func string(_ text: String) -> [UInt8] { string(bytes: Array(text.utf8)) }
    var bytes = Array("GGUF".utf8) + number(version, 4) + number(0, 8) + number(5, 8)
    bytes += string("general.name") + number(8, 4) + string(bytes: name)
    bytes += string("tokenizer.ggml.model") + number(8, 4) + string(model)
    let tokens = ["<unk>", "</s>"].map { Array($0.utf8) } + [token, Array("<0x0A>".utf8)]
    bytes += string("tokenizer.ggml.tokens") + number(9, 4) + number(8, 4)
    bytes += number(UInt64(tokens.count), 8) + tokens.flatMap(string(bytes:))
    bytes += string("tokenizer.ggml.token_type") + number(9, 4)
    bytes += number(elementTypeOfKinds, 4)
    bytes += number(UInt64(kinds.count), 8) + kinds.flatMap { number($0, 4) }
    bytes += string("tokenizer.ggml.eos_token_id") + number(4, 4) + number(1, 4)
    return bytes
  }
}
