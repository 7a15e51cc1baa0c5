#if Llama
import CSchemaLlama
import SchemaConcurrency
import SchemaEngines

/// The library of llama.cpp.
enum LlamaLibrary {
  /// A lock for opening models.
  ///
  /// Only one model is opened at a time, so that the log belongs to this model.
  static let opening = Locked(())

  /// Returns the last warnings and errors of the library as one line, and removes them.
  static func takeLog() -> String {
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: 2_049) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      unsafe schemakit_llama_take_log(base, buffer.count)
      unsafe count = buffer.firstIndex(of: 0) ?? 0
    }
    let text = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).suffix(4)
    return lines.isEmpty ? "" : "Its last lines: \(lines.joined(separator: " | "))."
  }
}

/// A model in a GGUF file that llama.cpp has opened.
@safe final class LlamaFile {
  let pointer: OpaquePointer
  /// The name in the file's metadata, or the name of the file if there is none.
  let name: String
  let vocabulary: Vocabulary
  /// The tokens that end an answer, including tokens that a model should not choose.
  let endTokens: Set<Int>
  let markers: [String: EngineFacts.Marker]

  /// A number of layers that no model exceeds.
  private static let allLayers: Int32 = 999

  /// Opens a file.
  ///
  /// `gpuLayerCount` is `nil` for all layers.
  init(_ path: String, gpuLayerCount: Int?) throws(EngineError) {
    guard schemakit_llama_start() else {
      throw EngineError(
        .library,
        problem: "The library and the header of llama.cpp have different structures.",
        remedy: "Install the header and the library of one version, and build again.")
    }
    let (opened, log) = LlamaLibrary.opening.withLock { _ in
      _ = LlamaLibrary.takeLog()
      let layers = gpuLayerCount.map { Int32(clamping: $0) } ?? LlamaFile.allLayers
      let pointer = unsafe OpenedModel(schemakit_llama_open(path, layers, false))
      return (pointer, LlamaLibrary.takeLog())
    }
    guard let pointer = unsafe opened.pointer else {
      throw EngineError(
        .unreadable, problem: "llama.cpp cannot open \(path). \(log)",
        remedy: "Check that the file exists, is a model in GGUF, and is complete.")
    }
    guard unsafe !schemakit_llama_has_encoder(pointer) else {
      unsafe schemakit_llama_close(pointer)
      throw EngineError(
        .unreadable, problem: "The model \(path) has an encoder. It is not for conversations.",
        remedy: "Open a model without an encoder.")
    }
    let tokens = unsafe LlamaTokens(pointer)
    let vocabulary: Vocabulary
    do throws(VocabularyError) {
      vocabulary = try Vocabulary(tokens: tokens.tokens, endTokens: tokens.choosableEndTokens)
    } catch {
      unsafe schemakit_llama_close(pointer)
      throw EngineError(
        .unreadable, problem: "The vocabulary of \(path) cannot be used: \(error.problem)",
        remedy: error.remedy)
    }
    unsafe self.pointer = pointer
    self.vocabulary = vocabulary
    endTokens = tokens.endTokens
    markers = tokens.markers
    name =
      unsafe metadata("general.name", of: pointer)
      ?? path.split(separator: "/").last.map { String($0) } ?? path
  }

  deinit { unsafe schemakit_llama_close(pointer) }

  /// The number of tokens in the contexts of the model's training.
  var trainedContextSize: Int { max(Int(unsafe schemakit_llama_trained_context(pointer)), 1) }

  /// Returns the approximate size of the keys and values of tokens, in bytes.
  func cacheSize(forTokens count: Int) -> UInt64 {
    unsafe schemakit_llama_cache_size(pointer, UInt64(max(count, 0)))
  }

  /// The token at the beginning of a text; `nil` if the model needs none.
  var beginningToken: Int? {
    let token = unsafe schemakit_llama_special_token(pointer, Int32(SCHEMAKIT_LLAMA_BEGINNING))
    return token < 0 ? nil : Int(token)
  }

  /// The names of special tokens, as variables of templates.
  var templateVariables: [String: String] {
    var variables: [String: String] = [:]
    for (name, meaning) in [
      ("bos_token", SCHEMAKIT_LLAMA_BEGINNING_NAME), ("eos_token", SCHEMAKIT_LLAMA_END_OF_TEXT),
    ] {
      let token = unsafe schemakit_llama_special_token(pointer, Int32(meaning))
      let marker = markers.first { $0.value.token == Int(token) }
      variables[name] = marker?.key ?? ""
    }
    return variables
  }

  /// The chat template of the model; `nil` if it has none.
  var chatTemplate: String? {
    guard let text = unsafe schemakit_llama_template(pointer) else { return nil }
    return unsafe String(cString: text)
  }

  /// The sampling in the file; a parameter without a valid number has its default.
  var sampling: EngineFacts.Sampling {
    func finiteNumber(_ key: String) -> Double? {
      let text = unsafe metadata("general.sampling.\(key)", of: pointer)
      return text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
    func numberFromZero(_ key: String) -> Double? {
      finiteNumber(key).flatMap { $0 >= 0 ? $0 : nil }
    }
    var sampling = EngineFacts.Sampling()
    sampling.temperature = numberFromZero("temp") ?? sampling.temperature
    // In llama.cpp, 0 and negative numbers stand for all tokens.
    if let count = finiteNumber("top_k") {
      sampling.topK = count > 0 ? Int(exactly: count.rounded()) : nil
    }
    sampling.topP = numberFromZero("top_p") ?? sampling.topP
    sampling.minP = numberFromZero("min_p") ?? sampling.minP
    sampling.penalties.repetition = numberFromZero("penalty_repeat") ?? 1
    if let count = finiteNumber("penalty_last_n").flatMap({ Int(exactly: $0.rounded()) }) {
      // In llama.cpp, a negative number stands for the whole context.
      sampling.penalties.window = count < 0 ? .max : count
    }
    return sampling
  }

  /// Returns the tokens of a text; names of control tokens in the text are not control tokens.
  func tokens(of text: String) throws(EngineError) -> [Int] {
    guard let length = Int32(exactly: text.utf8.count) else {
      throw EngineError(
        .contextFull, problem: "A text has \(text.utf8.count) bytes.", remedy: "Shorten it.")
    }
    // A token has at least one byte, except the tokens that a tokenizer adds at the beginning.
    let capacity = Int(length) + 8
    var bytes = text
    let tokens = bytes.withUTF8 { utf8 in
      unsafe [Int32](unsafeUninitializedCapacity: capacity) { buffer, count in
        let needed = unsafe utf8.withMemoryRebound(to: CChar.self) { text in
          unsafe schemakit_llama_tokenize(
            pointer, text.baseAddress, length, buffer.baseAddress, Int32(clamping: capacity))
        }
        count = Int(needed) <= capacity ? max(Int(needed), 0) : 0
      }
    }
    guard !tokens.isEmpty || text.isEmpty else {
      throw EngineError(
        .failed, problem: "llama.cpp divides a text into more tokens than it has bytes.",
        remedy: "Check the model's file.")
    }
    return tokens.map { Int($0) }
  }
}

/// A wrapper that passes a pointer out of a closure.
@safe private struct OpenedModel: @unchecked Sendable {
  // The model is read-only, and only the caller of the closure gets the pointer.
  let pointer: OpaquePointer?

  init(_ pointer: OpaquePointer?) { unsafe self.pointer = pointer }
}

/// Returns the first 1023 bytes of a value in a model's metadata; `nil` if the value is missing or
/// empty.
private func metadata(_ key: String, of model: OpaquePointer) -> String? {
  let bytes = unsafe [CChar](unsafeUninitializedCapacity: 1_024) { buffer, count in
    let length = unsafe schemakit_llama_metadata(model, key, buffer.baseAddress, buffer.count)
    count = max(min(Int(length), buffer.count - 1), 0)
  }
  return bytes.isEmpty ? nil : String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The tokens of a model.
private struct LlamaTokens {
  private(set) var tokens: [Vocabulary.Token] = []
  private(set) var endTokens: Set<Int> = []
  /// The end tokens that a model may choose: end of text, end of turn, `<|eom_id|>`.
  private(set) var choosableEndTokens: [Int] = []
  private(set) var markers: [String: EngineFacts.Marker] = [:]

  init(_ model: OpaquePointer) {
    let template = unsafe schemakit_llama_template(model).map { unsafe String(cString: $0) } ?? ""
    let ends = [SCHEMAKIT_LLAMA_END_OF_TEXT, SCHEMAKIT_LLAMA_END_OF_TURN].map {
      unsafe schemakit_llama_special_token(model, Int32($0))
    }
    let count = unsafe max(schemakit_llama_token_count(model), 0)
    for token in 0..<count {
      let kind = unsafe schemakit_llama_token_kind(model, token)
      func has(_ flags: Int...) -> Bool { flags.contains { Int(kind) & $0 != 0 } }
      let isControl = has(Int(SCHEMAKIT_LLAMA_CONTROL), Int(SCHEMAKIT_LLAMA_UNKNOWN))
      let bytes = unsafe LlamaTokens.bytes(of: token, in: model, named: isControl)
      let name = String(decoding: bytes, as: UTF8.self)
      if has(Int(SCHEMAKIT_LLAMA_ENDS)) {
        endTokens.insert(Int(token))
        if ends.contains(token) || name == "<|eom_id|>" { choosableEndTokens.append(Int(token)) }
      }
      // Other added tokens stand for text, such as tokens of several blanks.
      let isWritten = has(Int(SCHEMAKIT_LLAMA_USER_DEFINED)) && template.contains(name)
      if isControl || isWritten, !bytes.isEmpty {
        markers[name] = EngineFacts.Marker(
          token: Int(token), isText: !isControl,
          absorbsLeadingSpace: has(Int(SCHEMAKIT_LLAMA_STRIPS_LEFT)),
          absorbsTrailingSpace: has(Int(SCHEMAKIT_LLAMA_STRIPS_RIGHT)))
      }
      if has(Int(SCHEMAKIT_LLAMA_UNUSED)) || bytes.isEmpty {
        tokens.append(.unused)
      } else {
        tokens.append(isControl ? .special(name) : .bytes(bytes))
      }
    }
  }

  /// Returns the text of a token, or its name if `named` is `true`; empty if the token has none.
  private static func bytes(
    of token: Int32, in model: OpaquePointer, named: Bool
  ) -> [UInt8] {
    var capacity: Int32 = 64
    while true {
      var needed: Int32 = 0
      let bytes = unsafe [CChar](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
        needed = unsafe schemakit_llama_token_bytes(
          model, token, named, buffer.baseAddress, capacity)
        count = needed <= capacity ? Int(max(needed, 0)) : 0
      }
      guard needed > capacity else { return bytes.map { UInt8(bitPattern: $0) } }
      capacity = needed
    }
  }
}
#endif
