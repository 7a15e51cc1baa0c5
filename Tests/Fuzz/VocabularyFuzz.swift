import Foundation

@testable import ConstrainedDecoding

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the sources that read files.
//
// An input is a file with a tokenizer.

private let files = [
  #"""
  {"config": {"default_vocab_size": 6, "default_num_special_tokens": 3}, "vocab": [
    {"rank": 0, "token_bytes": "AA==", "token_str": null}, {"rank": 1, "token_bytes": "w6k="},
    {"rank": 2, "token_bytes": "YWI="}], "special_tokens": [{"rank": 1, "token_str": "<s>"}]}
  """#,
  #"""
  {"model": {"type": "BPE", "vocab": {"Ġa": 0, "Ċ": 1, "Ã©": 2, "<|endoftext|>": 3}},
   "decoder": {"type": "ByteLevel"},
   "added_tokens": [{"id": 3, "content": "<|endoftext|>", "special": true},
     {"id": 5, "content": "<tool>", "special": false}]}
  """#,
  #"""
  {"model": {"type": "BPE", "byte_fallback": true,
     "vocab": {"</s>": 0, "▁a": 1, "<0xE9>": 2, "é": 3}},
   "decoder": {"type": "Sequence", "decoders": [{"type": "ByteFallback"}]},
   "added_tokens": [{"id": 0, "content": "</s>", "special": true}]}
  """#,
  #"""
  {"model": {"type": "Unigram", "vocab": [["<unk>", 0], ["</s>", -1.5], ["▁a", -2], ["b", -3]]},
   "decoder": {"type": "Metaspace", "replacement": "▁"},
   "added_tokens": [{"id": 1, "content": "</s>", "special": true}]}
  """#,
]

/// Writes files to begin with.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  for (index, file) in files.enumerated() {
    FuzzInput.writeSeed("seed-\(index)", choice: 0, Array(file.utf8))
  }
  for model in ["llama", "gpt2"] {
    FuzzInput.writeSeed("seed-\(model)", choice: 0, TinyGGUF(model: model).bytes)
  }
  return 0
}

/// Reads a file, and stops the process if something that always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let input = FuzzInput(start, count)
  let bytes = Array(input.bytes.dropFirst())
  do {
    let vocabulary = try Vocabulary(fileBytes: bytes, endTokens: nil)
    input.check(!vocabulary.endTokens.isEmpty, "no token ends an answer")
    input.check(
      vocabulary.endTokens.allSatisfy((0..<vocabulary.count).contains), "an end token is unknown")
    readAgain(vocabulary, input)
  } catch {
    let codes: [VocabularyError.Code] = [.invalid, .unsupported, .limitExceeded]
    input.check(codes.contains(error.code), "another error: \(error)")
    input.check(!error.problem.isEmpty && !error.remedy.isEmpty, "an error says nothing")
  }
  return 0
}

/// Writes the bytes of tokens as a file, which has the same tokens.
private func readAgain(_ vocabulary: Vocabulary, _ input: FuzzInput) {
  let tokens = (0..<vocabulary.count).map { vocabulary.bytes(of: $0) }
  let entries = tokens.enumerated().map { index, bytes in
    #"{"rank": \#(index), "token_bytes": "\#(Data(bytes ?? []).base64EncodedString())"}"#
  }
  let file = """
    {"config": {"default_vocab_size": \(tokens.count + 1), "default_num_special_tokens": 1},
     "vocab": [\(entries.joined(separator: ","))]}
    """
  guard let again = try? Vocabulary(fileBytes: Array(file.utf8), endTokens: [0]) else {
    return input.check(false, "what was written is not read")
  }
  input.check(
    (0..<vocabulary.count).allSatisfy { again.bytes(of: $0 + 1) == tokens[$0] },
    "what was written is read otherwise")
}
