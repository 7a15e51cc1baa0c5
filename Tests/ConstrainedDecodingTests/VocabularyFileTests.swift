import Foundation
import SchemaEncoding
import Testing

@testable import ConstrainedDecoding

struct VocabularyFileTests {
  private func text(_ vocabulary: Vocabulary, _ token: Int) -> String? {
    vocabulary.bytes(of: token).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `tekken files have their special tokens first`() throws {
    let file = """
      {"config": {"default_vocab_size": 5, "default_num_special_tokens": 3}, "vocab": [
        {"rank": 0, "token_bytes": "AA==", "token_str": null},
        {"rank": 1, "token_bytes": "w6k=", "token_str": "é"},
        {"rank": 2, "token_bytes": "YQ==", "token_str": "a"}]}
      """
    let vocabulary = try Vocabulary(fileBytes: Array(file.utf8))
    #expect(vocabulary.count == 5)
    #expect(vocabulary.endTokens == [2])
    #expect(vocabulary.bytes(of: 3) == [0])
    #expect(text(vocabulary, 4) == "é")
  }

  @Test(
    arguments: [
      """
      {"config": {"default_vocab_size": 2, "default_num_special_tokens": 1},
       "vocab": [{"rank": 0, "token_bytes": "YQ=="}], "special_tokens": null}
      """,
      """
      {"model": {"type": "BPE", "vocab": {"</s>": 0, "a": 1}}, "decoder": {"type": "ByteLevel"},
       "added_tokens": null}
      """,
    ])
  func `a list of special tokens may be null`(file: String) throws {
    let vocabulary = try Vocabulary(fileBytes: Array(file.utf8), endTokens: [0])
    #expect(vocabulary.count == 2)
    #expect(text(vocabulary, 1) == "a")
  }

  @Test func `byte-level tokens are spelled by characters`() throws {
    let file = """
      {"model": {"type": "BPE", "vocab": {"Ġa": 0, "Ċ": 1, "Ã©": 2, "<|endoftext|>": 3}},
       "decoder": {"type": "ByteLevel"},
       "added_tokens": [{"id": 3, "content": "<|endoftext|>", "special": true},
         {"id": 5, "content": "<tool>", "special": false},
         {"id": 6, "content": "Ġx", "special": false},
         {"id": 7, "content": "é x", "special": false}]}
      """
    let vocabulary = try Vocabulary(fileBytes: Array(file.utf8))
    #expect(
      (0..<8).map { text(vocabulary, $0) }
        == [" a", "\n", "é", nil, nil, "<tool>", " x", "é x"])
    #expect(vocabulary.specialTokens == ["<|endoftext|>": 3])
  }

  @Test(
    arguments: [
      (["<|end|>"], [1]), (["<|end|>", "<|call|>"], [1, 2]),
      (["<|return|>", "<|end|>", "<|call|>"], [1, 3]),
    ])
  func `the end of a message is no end token where a call and an answer have others`(
    names: [String], ends: [Int]
  ) throws {
    let added = names.enumerated().map { index, name in
      #"{"id": \#(index + 1), "content": "\#(name)", "special": true}"#
    }
    let file = """
      {"model": {"type": "BPE", "vocab": {"a": 0}}, "decoder": {"type": "ByteLevel"},
       "added_tokens": [\(added.joined(separator: ", "))]}
      """
    #expect(try Vocabulary(fileBytes: Array(file.utf8)).endTokens == ends)
  }

  /// A file with some special tokens, after a token of text.
  private static func file(specials names: [String]) -> String {
    let added = names.enumerated().map { index, name in
      #"{"id": \#(index + 1), "content": "\#(name)", "special": true}"#
    }
    return """
      {"model": {"type": "BPE", "vocab": {"a": 0}}, "decoder": {"type": "ByteLevel"},
       "added_tokens": [\(added.joined(separator: ", "))]}
      """
  }

  @Test(
    arguments: [
      (["<pad>", "<eos>", "<|turn>", "<turn|>", "<|tool_response>", "<|tool_call>"], [2, 4, 5]),
      (
        ["<|endoftext|>", "[gMASK]", "<|system|>", "<|user|>", "<|assistant|>", "<|observation|>"],
        [1, 4, 6]
      ),
      (
        ["<|begin_of_text|>", "<|end_of_text|>", "<|header_start|>", "<|eom|>", "<|eot|>"],
        [2, 4, 5]
      ),
      (["<|start_header_id|>", "<|end_of_text|>", "<|eom_id|>", "<|eot_id|>"], [2, 3, 4]),
      (["<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|fim_pad|>"], [2, 3]),
      (["<|return|>", "<|end|>", "<|call|>", "<|message|>", "<|endoftext|>"], [1, 3, 5]),
      (["<|end|>", "<|user|>", "<|assistant|>", "<|system|>", "<|endoftext|>"], [1, 5]),
    ])
  func `K12: an answer is ended by all end tokens of the model's family`(
    names: [String], ends: [Int]
  ) throws {
    let vocabulary = try Vocabulary(fileBytes: Array(Self.file(specials: names).utf8))
    #expect(vocabulary.endTokens == ends)
    #expect(vocabulary.diagnostics.isEmpty)
  }

  @Test func `K12: end tokens by their usual names are a diagnostic`() throws {
    let file = Array(Self.file(specials: ["<bos>", "<eos>", "<EOT>"]).utf8)
    let vocabulary = try Vocabulary(fileBytes: file)
    #expect(vocabulary.endTokens == [2, 3])
    let diagnostic = try #require(vocabulary.diagnostics.first)
    #expect(vocabulary.diagnostics.count == 1)
    #expect(diagnostic.code == "vocabulary.end-tokens")
    #expect(diagnostic.problem.hasSuffix("these do: 2 ('<eos>'), 3 ('<EOT>')."))
    #expect(diagnostic.remedy?.contains("'endTokens'") == true)
    #expect(try Vocabulary(fileBytes: file, endTokens: [1]).diagnostics.isEmpty)
    let none = Array(Self.file(specials: ["<bos>"]).utf8)
    #expect(throws: VocabularyError.self) { try Vocabulary(fileBytes: none) }
  }

  @Test(arguments: [
    (#"{"eos_token_id": 1}"#, [1, 2, 3]), (#"{"eos_token_id": [1, 4]}"#, [1, 2, 3, 4]),
    (#"{"eos_token_id": null}"#, [2, 3]), ("{}", [2, 3]),
    (#"{"eos_token_id": [1, 99]}"#, [1, 2, 3]),
  ])
  func `K12: the generation configuration beside a file states end tokens`(
    configuration: String, ends: [Int]
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("SchemaKit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("tokenizer.json")
    let names = ["<stop>", "<|im_end|>", "<|endoftext|>", "<|im_start|>"]
    try Data(Self.file(specials: names).utf8).write(to: file)
    let beside = folder.appendingPathComponent("generation_config.json")
    try Data(configuration.utf8).write(to: beside)
    #expect(try Vocabulary(contentsOf: file).endTokens == ends)
    #expect(try Vocabulary(contentsOf: file, endTokens: [4]).endTokens == [4])
    for wrong in ["{", #"{"eos_token_id": "x"}"#, #"{"eos_token_id": [1.5]}"#] {
      try Data(wrong.utf8).write(to: beside)
      let error = #expect(throws: VocabularyError.self) { try Vocabulary(contentsOf: file) }
      #expect(error?.code == .invalid)
      #expect(error?.problem.contains("generation_config.json") == true)
    }
  }

  @Test func `special tokens of a tekken file without names have those of Mistral's package`()
    throws
  {
    let file = """
      {"config": {"default_vocab_size": 24, "default_num_special_tokens": 22}, "vocab": [
        {"rank": 0, "token_bytes": "YQ=="}, {"rank": 1, "token_bytes": "Yg=="}]}
      """
    let specials = try Vocabulary(fileBytes: Array(file.utf8)).specialTokens
    #expect(specials["[INST]"] == 3)
    #expect(specials["[TOOL_CALLS]"] == 9)
    #expect(specials["[TOOL_CONTENT]"] == 19)
    #expect(specials["<SPECIAL_20>"] == 20)
    #expect(specials.count == 22)
  }

  @Test func `SentencePiece tokens have spaces and bytes of their own`() throws {
    let file = """
      {"model": {"type": "BPE", "byte_fallback": true,
         "vocab": {"</s>": 0, "▁a": 1, "<0xE9>": 2, "é": 3, "<0x+9>": 5}},
       "decoder": {"type": "Sequence", "decoders": [{"type": "ByteFallback"}]},
       "added_tokens": [{"id": 0, "content": "</s>", "special": true},
         {"id": 4, "content": "▁▁", "special": false}]}
      """
    let vocabulary = try Vocabulary(fileBytes: Array(file.utf8))
    #expect(vocabulary.endTokens == [0])
    #expect(text(vocabulary, 4) == "  ")
    #expect(text(vocabulary, 1) == " a")
    #expect(vocabulary.bytes(of: 2) == [0xE9])
    #expect(text(vocabulary, 3) == "é")
    #expect(text(vocabulary, 5) == "<0x+9>")
  }

  @Test func `GGUF files list their tokens in the metadata`() throws {
    let vocabulary = try Vocabulary(fileBytes: TinyGGUF().bytes)
    #expect((0..<4).map { text(vocabulary, $0) } == [nil, nil, " a", "\n"])
    #expect(vocabulary.endTokens == [1])
    #expect(vocabulary.specialTokens == ["<unk>": 0, "</s>": 1])
  }

  @Test(arguments: [0, 5, 7, 1 << 31])
  func `an unused token of a GGUF file and a token of an unknown type have no text`(
    kind: UInt64
  ) throws {
    let vocabulary = try Vocabulary(fileBytes: TinyGGUF(kinds: [2, 3, kind, 6]).bytes)
    #expect((0..<4).map { text(vocabulary, $0) } == [nil, nil, nil, "\n"])
    #expect(vocabulary.specialTokens == ["<unk>": 0, "</s>": 1])
  }

  @Test func `a GGUF file with fewer types than tokens is an error`() {
    let error = #expect(throws: VocabularyError.self) {
      try Vocabulary(fileBytes: TinyGGUF(kinds: [2, 3, 1]).bytes)
    }
    #expect(error?.code == .invalid)
    #expect(error?.problem.contains("the types of some tokens are missing") == true)
  }

  @Test func `a GGUF file whose token types are not integers is an error`() {
    let error = #expect(throws: VocabularyError.self) {
      try Vocabulary(fileBytes: TinyGGUF(elementTypeOfKinds: 6).bytes)
    }
    #expect(error?.code == .invalid)
    #expect(error?.problem.contains("the types of tokens are not integers") == true)
  }

  @Test(arguments: [4, 1 << 24])
  func `of a GGUF file as much is read as its metadata need`(length: Int) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("SchemaKit-\(UUID().uuidString).gguf")
    defer { try? FileManager.default.removeItem(at: url) }
    let name = [UInt8](repeating: UInt8(ascii: "n"), count: length)
    try Data(TinyGGUF(name: name).bytes + [UInt8](repeating: 0, count: 1 << 20)).write(to: url)
    let vocabulary = try Vocabulary(contentsOf: url)
    #expect((0..<4).map { text(vocabulary, $0) } == [nil, nil, " a", "\n"])
  }

  private static let missing = FileManager.default.temporaryDirectory
    .appendingPathComponent("SchemaKit-missing/tokenizer.json")

  @Test(arguments: [
    (missing, "There is no file at \(missing.path)."),
    (
      FileManager.default.temporaryDirectory,
      "\(FileManager.default.temporaryDirectory.path) is a folder."
    ), (URL(fileURLWithPath: "/dev/null/x"), "The file /dev/null/x cannot be read"),
  ])
  func `a file that cannot be read is an error with its path and what to do`(
    url: URL, problem: String
  ) throws {
    let error = #expect(throws: VocabularyError.self) { try Vocabulary(contentsOf: url) }
    #expect(error?.code == .unreadable)
    #expect(error?.problem.hasPrefix(problem) == true)
    #expect(error?.description.contains("CocoaError") == false)
    #expect(error?.remedy.isEmpty == false)
  }

  @Test func `an address that is not of a file is an error, and nothing is loaded`() throws {
    let url = try #require(URL(string: "https://127.0.0.1:9/tokenizer.json"))
    let error = #expect(throws: VocabularyError.self) { try Vocabulary(contentsOf: url) }
    #expect(error?.code == .unreadable)
    #expect(error?.problem == "The URL has the scheme https, instead of the scheme of a file.")
  }

  @Test func `a GGUF file that ends early is an error wherever it ends`() throws {
    let bytes = TinyGGUF().bytes
    for length in 4..<bytes.count {
      #expect(throws: VocabularyError.self) { try Vocabulary(fileBytes: Array(bytes[..<length])) }
    }
  }

  @Test func `a token of a GGUF file that is not UTF-8 is an error, and other texts are ignored`()
    throws
  {
    let error = #expect(throws: VocabularyError.self) {
      try Vocabulary(fileBytes: TinyGGUF(token: [0x61, 0xFF]).bytes)
    }
    #expect(error?.problem.contains("token 2 is not UTF-8") == true)
    #expect(try Vocabulary(fileBytes: TinyGGUF(name: [0xFF]).bytes).count == 4)
  }

  @Test(
    arguments: [
      ("the vocabulary is not an object", #"{"type": "BPE", "vocab": [["a", 1]]}"#),
      ("the vocabulary is not an object", #"{"type": "BPE", "vocab": null}"#),
      ("the vocabulary is not a list", #"{"type": "Unigram", "vocab": {"a": 1}}"#),
      ("two tokens have the number 1", #"{"type": "BPE", "vocab": {"</s>": 0, "a": 1, "b": 1}}"#),
    ])
  func `a vocabulary of another shape is an error that says so`(
    problem: String, model: String
  ) throws {
    let file = """
      {"model": \(model), "decoder": {"type": "ByteLevel"},
       "added_tokens": [{"id": 0, "content": "</s>", "special": true}]}
      """
    let error = #expect(throws: VocabularyError.self) {
      try Vocabulary(fileBytes: Array(file.utf8))
    }
    #expect(error?.problem.contains(problem) == true, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      (
        #""config": {"default_vocab_size": 4194304, "default_num_special_tokens": 4194303}"#,
        4194303
      ),
      (#""config": {"default_vocab_size": 70001, "default_num_special_tokens": 70000}"#, 70_000),
      (
        #"""
        "config": {"default_vocab_size": 4194304, "default_num_special_tokens": 1},
        "special_tokens": [], "vocab": [{"rank": 4194302, "token_bytes": "YQ=="}]
        """#, 4_194_303
      ),
      (#""model": {"vocab": {"a": 4194303}}, "decoder": {"type": "ByteLevel"}"#, 4_194_303),
      (#""model": {"vocab": {"a": 70000}}, "decoder": {"type": "ByteLevel"}"#, 70_000),
      (#""model": {"vocab": {"a": -1}}, "decoder": {"type": "ByteLevel"}"#, -1),
      (
        #"""
        "model": {"vocab": {"a": 0}}, "decoder": {"type": "ByteLevel"},
        "added_tokens": [{"id": 4194303, "content": "b"}]
        """#, 4_194_303
      ),
    ])
  func `H2: a small file has no tokens of large numbers, which would take much more memory`(
    parts: String, number: Int
  ) throws {
    let vocabulary = parts.contains("\"vocab\"") ? "" : ", \"vocab\": []"
    let error = #expect(throws: VocabularyError.self) {
      try Vocabulary(fileBytes: Array("{\(parts)\(vocabulary)}".utf8), endTokens: [0])
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.token == number)
    // A file may leave out numbers.
    let file = #"{"model": {"vocab": {"a": 65535}}, "decoder": {"type": "ByteLevel"}}"#
    #expect(try Vocabulary(fileBytes: Array(file.utf8), endTokens: [0]).count == 65_536)
  }

  @Test(
    arguments: [
      ("the vocabulary is not a list", #""vocab": {}"#),
      (
        "two tokens have the number 1",
        #""vocab": [{"rank": 0, "token_bytes": "AA=="}, {"rank": 0, "token_bytes": "YQ=="}]"#
      ),
      ("special_tokens is not a list", #""vocab": [], "special_tokens": {}"#),
    ])
  func `a tekken file of another shape is an error that says so`(problem: String, parts: String) {
    let file = """
      {"config": {"default_vocab_size": 3, "default_num_special_tokens": 1}, \(parts)}
      """
    let error = #expect(throws: VocabularyError.self) {
      try Vocabulary(fileBytes: Array(file.utf8), endTokens: [0])
    }
    #expect(error?.problem.contains(problem) == true, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      (#"{"type": "Metaspace", "replacement": "▁"}"#, true),
      (#"{"type": "Metaspace", "replacement": "_"}"#, false),
      (#"{"type": "Sequence", "decoders": [{"type": "Metaspace", "replacement": "_"}]}"#, false),
    ])
  func `Metaspace is read with its usual replacement only`(
    decoder: String, isRead: Bool
  ) throws {
    let file = """
      {"model": {"type": "Unigram", "vocab": [["</s>", 0], ["_a", -1]]}, "decoder": \(decoder),
       "added_tokens": [{"id": 0, "content": "</s>", "special": true}]}
      """
    let read = Result { try Vocabulary(fileBytes: Array(file.utf8)) }
    if isRead {
      #expect(try read.get().count == 2)
    } else {
      let error = #expect(throws: VocabularyError.self) { try read.get() }
      #expect(error?.code == .unsupported)
    }
  }

  @Test(arguments: [
    "", "{}", "[1]", "{\"model\": {}}",
    "{\"model\": {\"type\": \"WordPiece\", \"vocab\": {\"a\": 0}}}",
    "{\"config\": {\"default_vocab_size\": 1}, \"vocab\": []}", "GGUF",
    "{\"model\": {\"vocab\": {\"a\": 99999999999}}, \"decoder\": {\"type\": \"ByteLevel\"}}",
  ])
  func `a file that is not understood is an error`(file: String) {
    #expect(throws: VocabularyError.self) { try Vocabulary(fileBytes: Array(file.utf8)) }
  }

  @Test func `other models and versions are errors that say so`() {
    for file in [TinyGGUF(model: "bert").bytes, TinyGGUF(version: 1).bytes] {
      let error = #expect(throws: VocabularyError.self) { try Vocabulary(fileBytes: file) }
      #expect(error?.code == .unsupported)
    }
  }
}
