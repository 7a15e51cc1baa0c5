/// The formats of common families.
extension ToolCallFormat {
  /// The built-in formats.
  ///
  /// Formats with more specific markers come first.
  public static let builtIn: [ToolCallFormat] = [
    harmony, kimiK2, deepSeekV31, miniMax, glmCompact, glm, qwenCoder, mistralIdentified, mistral,
    mistralArray, phi4, hermes, llama,
  ]

  private static let tags = Thinking(start: "<think>", end: "</think>", separator: "\n\n")

  /// Returns the pieces of a call as a JSON object.
  ///
  /// `key` is the name of the property with the arguments.
  private static func object(_ key: String) -> [Piece] {
    [.literal(#"{"name": ""#), .name, .literal(#"", "\#(key)": "#), .arguments, .literal("}")]
  }

  /// Hermes 2 and 3, Qwen 2.5 and 3, SmolLM3.
  public static let hermes = ToolCallFormat(
    name: "hermes",
    layout: .sections(
      Sections(
        call: [.marker("<tool_call>"), .literal("\n")] + object("arguments")
          + [.literal("\n"), .marker("</tool_call>")],
        separator: [.literal("\n")])),
    thinking: tags, templateMarkers: ["<tool_call>", "</tool_call>"],
    // Apriel 1.5 writes all calls in one array, and MiniMax M3 writes tags with a prefix.
    foreignMarkers: ["<tool_calls>", "]<]minimax[>["])

  /// Qwen3-Coder, Qwen 3.5 and Nemotron 3: arguments between tags.
  public static let qwenCoder = ToolCallFormat(
    name: "qwen-coder",
    layout: .sections(
      Sections(
        call: [
          .marker("<tool_call>"), .literal("\n<function="), .name, .literal(">\n"),
          .parameters(
            Parameters(
              opening: [.literal("<parameter=")], naming: [.literal(">\n")],
              closing: "\n</parameter>", separator: "\n")), .literal("</function>\n"),
          .marker("</tool_call>"),
        ], separator: [.literal("\n")])),
    thinking: tags, templateMarkers: ["<tool_call>", "<function=", "<parameter="])

  /// GLM 4.5 and 4.6, Ling 3 and Laguna XS: one argument on each line.
  public static let glm = ToolCallFormat(
    name: "glm",
    layout: .sections(
      Sections(
        call: [
          .marker("<tool_call>"), .name, .literal("\n"),
          .parameters(
            Parameters(
              opening: [.marker("<arg_key>")],
              naming: [.marker("</arg_key>"), .literal("\n"), .marker("<arg_value>")],
              closing: "</arg_value>", separator: "\n")), .marker("</tool_call>"),
        ], separator: [.literal("\n")])),
    thinking: Thinking(opening: "\n", start: "<think>", end: "</think>", separator: "\n"),
    templateMarkers: ["<tool_call>", "<arg_key>", "<arg_value>"])

  /// GLM 4.7, Spark 2.5 and Laguna S: the tags of ``glm`` without line breaks.
  public static let glmCompact = ToolCallFormat(
    name: "glm-compact",
    layout: .sections(
      Sections(
        call: [
          .marker("<tool_call>"), .name,
          .parameters(
            Parameters(
              opening: [.marker("<arg_key>")],
              naming: [.marker("</arg_key>"), .marker("<arg_value>")],
              closing: "</arg_value>", separator: "")), .marker("</tool_call>"),
        ])),
    thinking: Thinking(start: "<think>", end: "</think>"),
    templateMarkers: ["<tool_call>", "<arg_key>", "<arg_value>"],
    // The templates of ``glm`` have a line break here, as a character or as an escape sequence.
    foreignMarkers: ["</arg_key>\n", "</arg_key>\\n"])

  /// MiniMax M2.
  public static let miniMax = ToolCallFormat(
    name: "minimax",
    layout: .sections(
      Sections(
        start: [.marker("<minimax:tool_call>"), .literal("\n")],
        call: [
          .literal("<invoke name=\""), .name, .literal("\">\n"),
          .parameters(
            Parameters(
              opening: [.literal("<parameter name=\"")], naming: [.literal("\">")],
              closing: "</parameter>", separator: "\n")), .literal("</invoke>"),
        ], separator: [.literal("\n")],
        end: [.literal("\n"), .marker("</minimax:tool_call>")])),
    thinking: tags, templateMarkers: ["<minimax:tool_call>", "<invoke name="])

  /// Llama 3.1 to 3.3: the call is the whole output, and text does not begin with a brace.
  ///
  /// `<|python_tag|>` can precede the call, and `<|eom_id|>` can end it.
  public static let llama = ToolCallFormat(
    name: "llama",
    layout: .sections(
      Sections(
        call: [.optionalMarker("<|python_tag|>")] + object("parameters"),
        end: [.end(["<|eom_id|>"])], allowsSeveral: false)),
    templateMarkers: ["<|start_header_id|>", "\"parameters\""])

  /// Devstral and Ministral 3.
  public static let mistral = ToolCallFormat(
    name: "mistral",
    layout: .sections(
      Sections(call: [.marker("[TOOL_CALLS]"), .name, .marker("[ARGS]"), .arguments])),
    thinking: Thinking(start: "[THINK]", end: "[/THINK]"),
    templateMarkers: ["[TOOL_CALLS]", "[ARGS]"])

  /// Mistral Small 3.2: the name is followed by an identifier of nine letters and digits.
  public static let mistralIdentified = ToolCallFormat(
    name: "mistral-identified",
    layout: .sections(
      Sections(
        call: [
          .marker("[TOOL_CALLS]"), .name, .marker("[CALL_ID]"),
          .identifier(pattern: "^[a-zA-Z0-9]{9}$"), .marker("[ARGS]"), .arguments,
        ])),
    templateMarkers: ["[TOOL_CALLS]", "[CALL_ID]", "[ARGS]"])

  /// Mistral 7B 0.3, Nemo and Small 2501: an array of calls.
  public static let mistralArray = ToolCallFormat(
    name: "mistral-array",
    layout: .sections(
      Sections(
        start: [.marker("[TOOL_CALLS]"), .literal("[")],
        call: [
          .literal(#"{"name": ""#), .name, .literal(#"", "arguments": "#), .arguments,
          .literal(#", "id": ""#), .identifier(pattern: "^[a-zA-Z0-9]{9}$"), .literal(#""}"#),
        ], separator: [.literal(", ")], end: [.literal("]")])),
    templateMarkers: ["[TOOL_CALLS]", "[TOOL_RESULTS]"])

  /// DeepSeek V3.1.
  public static let deepSeekV31 = ToolCallFormat(
    name: "deepseek-v3.1",
    layout: .sections(
      Sections(
        start: [.marker("<｜tool▁calls▁begin｜>")],
        call: [
          .marker("<｜tool▁call▁begin｜>"), .name, .marker("<｜tool▁sep｜>"), .arguments,
          .marker("<｜tool▁call▁end｜>"),
        ], end: [.marker("<｜tool▁calls▁end｜>")])),
    thinking: Thinking(start: "<think>", end: "</think>"),
    templateMarkers: ["<｜tool▁calls▁begin｜>", "<｜tool▁sep｜>"],
    // DeepSeek R1 and V3 write the arguments in a code block of Markdown.
    foreignMarkers: ["```json"])

  /// Kimi K2.
  ///
  /// The name of each call is followed by a number, which is the identifier of the call.
  public static let kimiK2 = ToolCallFormat(
    name: "kimi-k2",
    layout: .sections(
      Sections(
        start: [.marker("<|tool_calls_section_begin|>")],
        call: [
          .marker("<|tool_call_begin|>"), .literal("functions."), .name, .literal(":"),
          .identifier(pattern: "^(0|[1-9][0-9]{0,2})$"), .marker("<|tool_call_argument_begin|>"),
          .arguments, .marker("<|tool_call_end|>"),
        ], end: [.marker("<|tool_calls_section_end|>")])),
    thinking: Thinking(start: "<think>", end: "</think>"),
    templateMarkers: ["<|tool_calls_section_begin|>", "<|tool_call_argument_begin|>"])

  /// Phi-4-mini.
  public static let phi4 = ToolCallFormat(
    name: "phi-4",
    layout: .sections(
      Sections(
        start: [.marker("<|tool_call|>"), .literal("[")], call: object("arguments"),
        separator: [.literal(", ")], end: [.literal("]"), .marker("<|/tool_call|>")])),
    templateMarkers: ["<|tool_call|>", "<|/tool_call|>"])

  /// The open models of OpenAI.
  ///
  /// The prompt ends with `<|start|>assistant`.
  public static let harmony = ToolCallFormat(
    name: "harmony", layout: .harmony, templateMarkers: ["<|channel|>", "<|message|>"])
}
