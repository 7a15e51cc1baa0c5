import SchemaEncoding
import SchemaModel

/// The tokens that end the answers of a model, found by the names of its special tokens.
///
/// The page <doc:EndTokensOfFamilies> lists the families with the sources; a test compares it.
struct EndTokens {
  /// A family of models, by special tokens that only its vocabularies have together.
  struct Family {
    let name: String
    let marks, ends: [String]
  }

  static let families = [
    Family(
      name: "gpt-oss", marks: ["<|return|>", "<|call|>"],
      ends: ["<|return|>", "<|call|>", "<|endoftext|>"]),
    Family(
      name: "Gemma 4", marks: ["<turn|>", "<|turn>"],
      ends: ["<eos>", "<turn|>", "<|tool_response>"]),
    Family(
      name: "Gemma 2 and 3", marks: ["<end_of_turn>", "<start_of_turn>"],
      ends: ["<eos>", "<end_of_turn>"]),
    Family(
      name: "GLM 4", marks: ["[gMASK]", "<|user|>", "<|observation|>"],
      ends: ["<|endoftext|>", "<|user|>", "<|observation|>"]),
    Family(
      name: "Llama 4", marks: ["<|eot|>", "<|header_start|>"],
      ends: ["<|end_of_text|>", "<|eot|>", "<|eom|>"]),
    Family(
      name: "Llama 3", marks: ["<|eot_id|>", "<|start_header_id|>"],
      ends: ["<|end_of_text|>", "<|eot_id|>", "<|eom_id|>"]),
    Family(name: "EXAONE", marks: ["[|endofturn|]"], ends: ["[|endofturn|]"]),
    Family(name: "MiniMax", marks: ["[e~["], ends: ["[e~["]),
    Family(
      name: "MiniMax M1", marks: ["<end_of_sentence>", "<beginning_of_sentence>"],
      ends: ["<end_of_sentence>"]),
    Family(
      name: "Hunyuan A13B", marks: ["<|eos|>", "<|startoftext|>", "<|extra_0|>"],
      ends: ["<|eos|>"]),
    Family(
      name: "GigaChat 3", marks: ["<|message_sep|>", "<|role_sep|>"], ends: ["<|message_sep|>"]),
    Family(name: "Hunyuan 3", marks: ["<｜hy_eos:opensource｜>"], ends: ["<｜hy_eos:opensource｜>"]),
    Family(
      name: "DeepSeek", marks: ["<｜end▁of▁sentence｜>", "<｜User｜>"], ends: ["<｜end▁of▁sentence｜>"]),
    Family(
      name: "Kimi K2", marks: ["<|im_end|>", "[EOS]", "[EOT]"],
      ends: ["<|im_end|>", "[EOS]", "[EOT]"]),
    Family(
      name: "Solar Open", marks: ["<|calls|>", "<|flush|>"],
      ends: ["<|end|>", "<|calls|>", "<|flush|>"]),
    Family(name: "Seed-OSS", marks: ["<seed:eos>"], ends: ["<seed:eos>"]),
    Family(
      name: "Command R and A", marks: ["<|END_OF_TURN_TOKEN|>"], ends: ["<|END_OF_TURN_TOKEN|>"]),
    Family(
      name: "Granite", marks: ["<|end_of_text|>", "<|start_of_role|>"], ends: ["<|end_of_text|>"]),
    Family(name: "Apertus", marks: ["<|assistant_end|>"], ends: ["<|assistant_end|>", "</s>"]),
    Family(
      name: "Phi 3 and 4", marks: ["<|end|>", "<|assistant|>", "<|system|>"],
      ends: ["<|end|>", "<|endoftext|>"]),
    Family(
      name: "Qwen and others with ChatML", marks: ["<|im_start|>", "<|im_end|>"],
      ends: ["<|im_end|>", "<|endoftext|>"]),
    Family(name: "Mistral", marks: ["</s>", "[INST]"], ends: ["</s>"]),
  ]

  /// Names that usually end an answer, for vocabularies of no known family.
  private static let usual: Set = [
    "</s>", "<eos>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<|end|>",
    "<end_of_turn>", "<|eom_id|>", "<|return|>", "<|call|>", "<｜end▁of▁sentence｜>", "<|eot|>",
    "<|eom|>", "<turn|>", "<EOT>", "[EOT]", "[EOS]", "<end_of_utterance>", "<|role_end|>",
  ]

  /// The numbers of the tokens, in order.
  let numbers: [Int]
  /// What is in doubt; empty if the file states the tokens, or if the family is known.
  let diagnostics: [SchemaDiagnostic]

  /// Finds the tokens.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the vocabulary.
  ///   - stated: The numbers that the model's files state; `nil` if they do not.
  init(among tokens: [Vocabulary.Token], stated: [Int]?) {
    var specials: [String: Int] = [:]
    for (index, token) in tokens.enumerated() {
      if case .special(let name) = token, specials[name] == nil { specials[name] = index }
    }
    let stated = stated?.filter(tokens.indices.contains) ?? []
    let family = Self.families.first { $0.marks.allSatisfy { specials[$0] != nil } }
    if let family {
      numbers = Set(stated + family.ends.compactMap { specials[$0] }).sorted()
      diagnostics = []
      return
    }
    guard stated.isEmpty else {
      numbers = Set(stated).sorted()
      diagnostics = []
      return
    }
    numbers = specials.filter { Self.usual.contains($0.key) }.map(\.value).sorted()
    diagnostics = numbers.isEmpty ? [] : [Self.doubt(numbers, tokens)]
  }

  private static func doubt(
    _ numbers: [Int], _ tokens: [Vocabulary.Token]
  ) -> SchemaDiagnostic {
    let names = numbers.map { number in
      if case .special(let name) = tokens[number] { "\(number) ('\(name)')" } else { "\(number)" }
    }
    return SchemaDiagnostic(
      .warning, at: SchemaPath(),
      problem: "The files of the model do not state which tokens end an answer. By their usual "
        + "names, these do: \(names.joined(separator: ", ")).",
      remedy: "Put 'generation_config.json' beside the file, or pass all of them as 'endTokens'.",
      code: Vocabulary.endTokensCode)
  }
}
