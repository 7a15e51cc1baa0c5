/// The formats of common families.
extension ToolCallFormat {
  /// The built-in formats.
  ///
  /// The calls of one format cannot be read as those of another.
  public static let builtIn: [ToolCallFormat] = [
    harmony, kimiK2, deepSeekV3, deepSeekV31, miniMax, miniMaxM1, glmCompact, glm, hunyuan3,
    hunyuanA13B, nemotron, apertus, qwenCoder, seedOSS, mimo, mistralIdentified, mistral,
    mistralArray, phi4, gigaChat3, hermes, exaone4, llama, xLAM,
  ]

  /// A line break that models of one format write or leave out between two calls.
  private static let lineBreak = Piece.alternatives([[.literal("\n")], []])

  private static let tags = Thinking(start: "<think>", end: "</think>", separator: "\n\n")

  /// The tags of models that write the text behind them with fewer line breaks, too.
  private static let looseTags = Thinking(
    start: "<think>", end: "</think>", separator: "\n\n", otherSeparators: ["\n", ""])

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
        separator: [lineBreak])),
    thinking: tags)

  /// EXAONE 4: the calls of ``hermes`` without line breaks within them.
  public static let exaone4 = ToolCallFormat(
    name: "exaone-4",
    layout: .sections(
      Sections(
        call: [.marker("<tool_call>")] + object("arguments") + [.marker("</tool_call>")],
        separator: [lineBreak])),
    thinking: tags)

  /// Returns calls between two markers, with the arguments between tags.
  ///
  /// `lineBreak` is the text before and after the value of an argument.
  private static func tagged(
    _ start: String, _ end: String, aroundValues lineBreak: String = ""
  ) -> Sections {
    Sections(
      call: [
        .marker(start), .literal("\n<function="), .name, .literal(">\n"),
        .parameters(
          Parameters(
            opening: [.literal("<parameter=")], naming: [.literal(">" + lineBreak)],
            closing: lineBreak + "</parameter>", separator: [.literal("\n")], allowsPython: true)),
        .literal("</function>\n"), .marker(end),
      ], separator: [Self.lineBreak])
  }

  /// Qwen3-Coder, Qwen 3.5 and Nemotron 3: arguments between tags.
  public static let qwenCoder = ToolCallFormat(
    name: "qwen-coder",
    layout: .sections(tagged("<tool_call>", "</tool_call>", aroundValues: "\n")),
    thinking: looseTags)

  /// MiMo V2: the calls of ``qwenCoder`` without line breaks around the values.
  public static let mimo = ToolCallFormat(
    name: "mimo", layout: .sections(tagged("<tool_call>", "</tool_call>")), thinking: tags)

  /// Seed-OSS: the calls of ``mimo`` between other markers.
  public static let seedOSS = ToolCallFormat(
    name: "seed-oss", layout: .sections(tagged("<seed:tool_call>", "</seed:tool_call>")),
    thinking: Thinking(
      start: "<seed:think>", end: "</seed:think>", separator: "\n", otherSeparators: [""]))

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
              closing: "</arg_value>", separator: [lineBreak])), lineBreak,
          .marker("</tool_call>"),
        ], separator: [.literal("\n")])),
    thinking: Thinking(opening: "\n", start: "<think>", end: "</think>", separator: "\n"))

  /// GLM 4.7 and 5, Spark 2.5 and Laguna S: the tags of ``glm`` without line breaks within a call.
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
              closing: "</arg_value>")), .marker("</tool_call>"),
        ], separator: [lineBreak])),
    thinking: Thinking(
      opening: "\n", start: "<think>", end: "</think>", otherSeparators: ["\n"]))

  /// Hunyuan 3: the tags of ``glm`` with a suffix, and tags around all calls.
  public static let hunyuan3 = ToolCallFormat(
    name: "hunyuan-3",
    layout: .sections(
      Sections(
        start: [.marker("<tool_calls:opensource>"), .literal("\n")],
        call: [
          .marker("<tool_call:opensource>"), .name, .marker("<tool_sep:opensource>"),
          .literal("\n"),
          .parameters(
            Parameters(
              opening: [.marker("<arg_key:opensource>")],
              naming: [
                .marker("</arg_key:opensource>"), .literal("\n"),
                .marker("<arg_value:opensource>"),
              ], closing: "</arg_value:opensource>", separator: [.literal("\n")])),
          .marker("</tool_call:opensource>"), .literal("\n"),
        ], end: [.marker("</tool_calls:opensource>")])),
    thinking: Thinking(start: "<think:opensource>", end: "</think:opensource>"))

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
              closing: "</parameter>", separator: [.literal("\n")])), .literal("</invoke>"),
        ], separator: [.literal("\n")],
        end: [.literal("\n"), .marker("</minimax:tool_call>")])),
    thinking: tags)

  /// MiniMax M1: one call on each line.
  public static let miniMaxM1 = ToolCallFormat(
    name: "minimax-m1",
    layout: .sections(
      Sections(
        start: [.marker("<tool_calls>"), .literal("\n")], call: object("arguments"),
        separator: [.literal("\n")], end: [.literal("\n"), .marker("</tool_calls>")])),
    thinking: tags)

  /// Llama 3.1 to 4: the call is the whole output, and text does not begin with a brace.
  ///
  /// In Llama 3, `<|python_tag|>` can precede the call, and `<|eom_id|>` can end it. In Llama 4,
  /// `<|python_start|>` and `<|python_end|>` can be around the call or in front of it, and
  /// `<|eom|>` can end it.
  public static let llama = ToolCallFormat(
    name: "llama",
    layout: .sections(
      Sections(
        call: [
          .optionalMarker("<|python_tag|>"), .optionalMarker("<|python_start|>"),
          .optionalMarker("<|python_end|>"),
        ] + object("parameters"),
        end: [.optionalMarker("<|python_end|>"), .end(["<|eom_id|>", "<|eom|>"])],
        allowsSeveral: false)))

  /// xLAM 2: the array of calls is the whole output, and text does not begin with a bracket.
  public static let xLAM = ToolCallFormat(
    name: "xlam",
    layout: .sections(
      Sections(
        start: [.literal("[")], call: object("arguments"), separator: [.literal(", ")],
        end: [.literal("]")])))

  /// GigaChat 3.1: one call after a token.
  public static let gigaChat3 = ToolCallFormat(
    name: "gigachat-3",
    layout: .sections(
      Sections(
        call: [.marker("<|function_call|>")] + object("arguments"), allowsSeveral: false)))

  /// Devstral and Ministral 3.
  public static let mistral = ToolCallFormat(
    name: "mistral",
    layout: .sections(
      Sections(call: [.marker("[TOOL_CALLS]"), .name, .marker("[ARGS]"), .arguments])),
    thinking: Thinking(start: "[THINK]", end: "[/THINK]"))

  /// Mistral Small 3.2: the name is followed by an identifier of nine letters and digits.
  public static let mistralIdentified = ToolCallFormat(
    name: "mistral-identified",
    layout: .sections(
      Sections(
        call: [
          .marker("[TOOL_CALLS]"), .name, .marker("[CALL_ID]"), nineLetters, .marker("[ARGS]"),
          .arguments,
        ])))

  /// Mistral 7B, Nemo and Small 2501: an array of calls.
  ///
  /// The tokenizers that add a blank to texts write it before the array. The identifier is absent
  /// in the second version of the format; in the others it follows the arguments or, as some
  /// templates write it, precedes the name.
  public static let mistralArray = ToolCallFormat(
    name: "mistral-array",
    layout: .sections(
      Sections(
        start: [.marker("[TOOL_CALLS]"), blank, .literal("[")],
        call: [
          .literal("{"),
          .alternatives([
            [.literal(#""id": ""#), nineLetters, .literal(#"", "#)] + namedArguments,
            namedArguments + [
              .alternatives([[], [.literal(#", "id": ""#), nineLetters, .literal("\"")]])
            ],
          ]), .literal("}"),
        ], separator: [.literal(", ")], end: [.literal("]"), blank])))

  private static let blank = Piece.alternatives([[], [.literal(" ")]])
  private static let nineLetters = Piece.identifier(pattern: "^[a-zA-Z0-9]{9}$")
  private static let namedArguments: [Piece] = [
    .literal(#""name": ""#), .name, .literal(#"", "arguments": "#), .arguments,
  ]

  /// DeepSeek V3 and R1: the arguments are in a block of code.
  public static let deepSeekV3 = ToolCallFormat(
    name: "deepseek-v3",
    layout: .sections(
      Sections(
        start: [.marker("<｜tool▁calls▁begin｜>")],
        call: [
          .marker("<｜tool▁call▁begin｜>"), .literal("function"), .marker("<｜tool▁sep｜>"), .name,
          .literal("\n```json\n"), .arguments, .literal("\n```"), .marker("<｜tool▁call▁end｜>"),
        ], separator: [lineBreak], end: [.marker("<｜tool▁calls▁end｜>")])),
    thinking: looseTags)

  /// DeepSeek V3.1 and V3.2-Exp.
  public static let deepSeekV31 = ToolCallFormat(
    name: "deepseek-v3.1",
    layout: .sections(
      Sections(
        start: [.marker("<｜tool▁calls▁begin｜>")],
        call: [
          .marker("<｜tool▁call▁begin｜>"), .name, .marker("<｜tool▁sep｜>"), .arguments,
          .marker("<｜tool▁call▁end｜>"),
        ], end: [.marker("<｜tool▁calls▁end｜>")])),
    thinking: Thinking(start: "<think>", end: "</think>"))

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
    thinking: Thinking(start: "<think>", end: "</think>"))

  /// Returns the identifier of a call in the messages for a template; `nil` if it can be any text.
  ///
  /// Models of the family Kimi K2 write the name and a number that counts the calls of the
  /// conversation. Some of its templates write the identifier as it is given.
  package func identifier(ofCall number: Int, tool: String) -> String? {
    self == .kimiK2 ? "functions.\(tool):\(number)" : nil
  }

  /// Phi-4-mini.
  public static let phi4 = ToolCallFormat(
    name: "phi-4",
    layout: .sections(
      Sections(
        start: [.marker("<|tool_call|>"), .literal("[")], call: object("arguments"),
        separator: [.literal(", ")], end: [.literal("]"), .marker("<|/tool_call|>")])))

  /// Hunyuan A13B and Apriel: an array of calls.
  ///
  /// Apriel writes an identifier after the arguments.
  public static let hunyuanA13B = ToolCallFormat(
    name: "hunyuan-a13b",
    layout: .sections(
      Sections(
        start: [.marker("<tool_calls>"), .literal("[")],
        call: [.literal("{")] + namedArguments + [
          .alternatives([
            [],
            [
              .literal(#", "id": ""#), .identifier(pattern: "^[a-zA-Z0-9_-]{1,64}$"),
              .literal("\""),
            ],
          ]), .literal("}"),
        ], separator: [.literal(", ")], end: [.literal("]"), .marker("</tool_calls>")])),
    thinking: Thinking(
      start: "<think>", end: "</think>", separator: "\n", otherSeparators: ["\n\n", ""]))

  /// Nemotron Nano 2: an array of calls.
  public static let nemotron = ToolCallFormat(
    name: "nemotron",
    layout: .sections(
      Sections(
        start: [.marker("<TOOLCALL>"), .literal("[")], call: object("arguments"),
        separator: [.literal(", ")], end: [.literal("]"), .marker("</TOOLCALL>")])),
    thinking: looseTags)

  /// Apertus: an array of objects, whose only property has the name of the tool.
  ///
  /// `<|tools_suffix|>` ends the output, and the results follow it in the same message.
  public static let apertus = ToolCallFormat(
    name: "apertus",
    layout: .sections(
      Sections(
        start: [.marker("<|tools_prefix|>"), .literal("[")],
        call: [.literal(#"{""#), .name, .literal(#"": "#), .arguments, .literal("}")],
        separator: [.literal(", ")], end: [.literal("]"), .end(["<|tools_suffix|>"])])),
    thinking: Thinking(start: "<|inner_prefix|>", end: "<|inner_suffix|>"))

  /// The open models of OpenAI.
  ///
  /// The prompt ends with `<|start|>assistant`.
  public static let harmony = ToolCallFormat(
    name: "harmony", layout: .harmony)
}
