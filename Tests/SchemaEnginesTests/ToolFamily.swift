import SchemaEngines
import Testing

/// A family of models, with the texts that a model of it writes in a conversation about soup.
struct ToolFamily: Sendable, CustomTestStringConvertible {
  var format: ToolCallFormat
  /// A template that writes the conversation in the family's form; `nil` if only the published one
  /// is tested.
  var template: String?
  /// The name of a published template of the family.
  var publishedName: String?
  /// Special tokens beside those that all vocabularies of the tests have.
  var markers: [String]
  /// The tokens that end an answer; empty for `<|im_end|>`.
  var endMarkers: [String] = []
  /// The texts with which messages of users and of tools begin.
  var messages: [String]
  /// The texts with which prompts end.
  var turns: [String]
  /// The texts before and after the thoughts; `nil` if the family does not think.
  var thinking: (start: String, end: String)?
  /// The text in front of an answer without thoughts.
  var withoutThinking = ""
  /// The calls of the tool `find`, by the terms, with the token that ends them.
  var calls: @Sendable (_ terms: [String]) -> String
  /// An answer, with the token that ends it.
  var answer: @Sendable (_ text: String) -> String
  /// `true` if the family writes several calls at once.
  var allowsSeveralCalls = true
  /// The texts of the call and of its result in the next prompt.
  var written: [String]

  var testDescription: String { format.name }

  /// The output of a model that thinks, if its family does, and then writes a text.
  func thinking(_ thoughts: String, _ rest: String) -> String {
    thinking.map { $0.start + thoughts + $0.end + rest } ?? rest
  }

  /// The output of a model that writes a text without thoughts.
  func withoutThinking(_ rest: String) -> String { withoutThinking + rest }

  /// The model's engine.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - reply: The model's output, by the prompt.
  /// - Returns: The engine.
  /// - Throws: An error of the vocabulary.
  func engine(
    template: String, _ reply: @escaping @Sendable (_ prompt: String) -> String
  ) throws -> ScriptedEngine {
    try ScriptedEngine(
      contextSize: 32_000, sequenceCount: 2, chatTemplate: template, markers: markers,
      endMarkers: endMarkers,
      script: ScriptedEngine.replies(behind: turns, after: messages, reply))
  }
}

extension ToolFamily {
  /// One family for each built-in format.
  static let all = [
    hermes, qwenCoder, glm, glmCompact, miniMax, llama, mistral, mistralArray, mistralIdentified,
    deepSeek, deepSeekV3, kimi, phi, harmony, exaone, mimo, seed, hunyuan, hunyuanA13B, miniMaxM1,
    nemotron, apertus, xLAM, gigaChat,
  ]

  static func object(_ term: String) -> String { #"{"term": "\#(term)"}"# }

  /// The part of a template that finds the user's last message, behind which thoughts are written.
  private static let present = """
    {% set ns = namespace(last=0) %}
    {% for m in messages %}{% if m.role == 'user' %}{% set ns.last = loop.index0 %}{% endif %}
    {% endfor %}

    """

  /// The calls of a message `m`, as templates of the format `hermes` write them.
  static let callsOfHermes = #"""
    {% for c in m.tool_calls %}{{ '\n<tool_call>\n' }}{"name": "{{ c.function.name }}", \#
    "arguments": {{ c.function.arguments | tojson }}}{{ '\n</tool_call>' }}{% endfor %}
    """#

  static let hermes = ToolFamily(
    format: .hermes,
    template: present + #"""
      {% if tools %}<|im_start|>system
      {{ tools | tojson }} Call by <tool_call>{"name": n, "arguments": a}</tool_call><|im_end|>
      {% endif %}
      {% for m in messages %}
      <|im_start|>{{ 'user' if m.role == 'tool' else m.role }}
      {% if m.reasoning_content and loop.index0 > ns.last %}
      {{ '<think>\n' ~ m.reasoning_content ~ '\n</think>\n\n' }}
      {%- endif %}
      {% if m.role == 'tool' %}
      <tool_response>
      {{ m.content }}
      </tool_response>
      {%- else %}
      {{ m.content }}
      {%- endif %}
      {% for c in m.tool_calls %}
      <tool_call>
      {"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
      </tool_call>{{ '' if loop.last else '\n' }}
      {%- endfor %}
      <|im_end|>
      {% endfor %}
      <|im_start|>assistant{{ '\n' }}
      """#,
    publishedName: "Qwen-Qwen3-0.6B.jinja", markers: ["<tool_call>", "</tool_call>"],
    messages: ["<|im_start|>user"], turns: ["<|im_start|>assistant\n"],
    thinking: ("<think>\n", "\n</think>\n\n"),
    calls: { terms in
      terms.map {
        "<tool_call>\n{\"name\": \"find\", \"arguments\": \(object($0))}\n</tool_call>"
      }.joined(separator: "\n") + "<|im_end|>"
    }, answer: { $0 + "<|im_end|>" },
    written: [
      "<tool_call>\n{\"name\": \"find\", \"arguments\": {\"term\": \"soup\"}}\n</tool_call>",
      "<tool_response>\nfound soup\n</tool_response>",
    ])

  static let qwenCoder = ToolFamily(
    format: .qwenCoder,
    template: #"""
      {% if tools %}<|im_start|>system
      {{ tools | tojson }} Call by <tool_call><function=n><parameter=p>…<|im_end|>
      {% endif %}
      {% for m in messages %}
      <|im_start|>{{ 'user' if m.role == 'tool' else m.role }}
      {% if m.role == 'tool' %}
      <tool_response>
      {{ m.content }}
      </tool_response>
      {%- else %}
      {{ m.content }}
      {%- endif %}
      {% for c in m.tool_calls %}
      <tool_call>
      <function={{ c.function.name }}>
      {% for name, value in c.function.arguments | items %}
      <parameter={{ name }}>
      {{ value }}
      </parameter>
      {% endfor %}
      </function>
      </tool_call>
      {%- endfor %}
      <|im_end|>
      {% endfor %}
      <|im_start|>assistant{{ '\n' }}
      """#,
    publishedName: "Qwen3-Coder.jinja", markers: ["<tool_call>", "</tool_call>"],
    messages: ["<|im_start|>user"], turns: ["<|im_start|>assistant\n"],
    calls: { terms in
      terms.map { term in
        "<tool_call>\n<function=find>\n<parameter=term>\n\(term)\n</parameter>\n</function>\n"
          + "</tool_call>"
      }.joined(separator: "\n") + "<|im_end|>"
    }, answer: { $0 + "<|im_end|>" },
    written: [
      "<function=find>\n<parameter=term>\nsoup\n</parameter>\n</function>\n</tool_call>",
      "<tool_response>\nfound soup\n</tool_response>",
    ])

  static let llama = ToolFamily(
    format: .llama,
    template: #"""
      {{ bos_token }}
      {%- if tools %}<|start_header_id|>system<|end_header_id|>

      {{ tools | tojson }} Call by {"name": n, "parameters": p}<|eot_id|>
      {%- endif %}
      {%- for m in messages %}
      <|start_header_id|>{{ 'ipython' if m.role == 'tool' else m.role }}<|end_header_id|>

      {% for c in m.tool_calls %}
      {"name": "{{ c.function.name }}", "parameters": {{ c.function.arguments | tojson }}}
      {%- endfor %}
      {{- m.content }}<|eot_id|>
      {%- endfor %}
      <|start_header_id|>assistant<|end_header_id|>{{ '\n\n' }}
      """#,
    publishedName: "meta-llama-Llama-3.1-8B-Instruct.jinja",
    markers: ["<|start_header_id|>", "<|end_header_id|>"], endMarkers: ["<|eot_id|>"],
    messages: [
      "<|start_header_id|>user<|end_header_id|>", "<|start_header_id|>ipython<|end_header_id|>",
    ], turns: ["<|start_header_id|>assistant<|end_header_id|>\n\n"],
    calls: { #"{"name": "find", "parameters": \#(object($0[0]))}<|eot_id|>"# },
    answer: { $0 + "<|eot_id|>" }, allowsSeveralCalls: false,
    written: [
      #"{"name": "find", "parameters": {"term": "soup"}}<|eot_id|>"#,
      "<|start_header_id|>ipython<|end_header_id|>\n\n",
    ])

  static let mistralMarkers = [
    "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_CALLS]",
    "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[CALL_ID]", "[ARGS]", "[TOOL_CONTENT]",
  ]

  static let mistralArray = ToolFamily(
    format: .mistralArray,
    template: #"""
      {{ bos_token }}
      {%- if tools %}[AVAILABLE_TOOLS]{{ tools | tojson }}[/AVAILABLE_TOOLS]{% endif %}
      {%- for m in messages %}
      {%- if m.role == 'user' %}[INST]{{ m.content }}[/INST]
      {%- elif m.role == 'tool' %}
      [TOOL_RESULTS]{"content": {{ m.content }}, "call_id": "{{ m.tool_call_id }}"}[/TOOL_RESULTS]
      {%- elif m.tool_calls %}[TOOL_CALLS][
      {%- for c in m.tool_calls %}
      {%- if c.id | length != 9 %}{{ raise_exception('nine letters') }}{% endif %}
      {{- '{"name": "' ~ c.function.name ~ '", "arguments": ' ~ (c.function.arguments | tojson) }}
      {{- ', "id": "' ~ c.id ~ '"}' ~ ('' if loop.last else ', ') }}
      {%- endfor %}]</s>
      {%- else %}{{ m.content }}</s>
      {%- endif %}
      {%- endfor %}
      """#,
    publishedName: "mistralai-Mistral-Nemo-Instruct-2407.jinja", markers: mistralMarkers,
    endMarkers: ["</s>"], messages: ["[INST]", "[TOOL_RESULTS]"],
    turns: ["[/INST]", "[/TOOL_RESULTS]"],
    calls: { terms in
      let calls = terms.map { #"{"name": "find", "arguments": \#(object($0)), "id": "abcdefghi"}"# }
      return "[TOOL_CALLS][" + calls.joined(separator: ", ") + "]</s>"
    }, answer: { $0 + "</s>" },
    written: [#"[TOOL_CALLS][{"name": "find", "arguments": {"term": "soup"}, "id": ""#])

  static let mistralIdentified = ToolFamily(
    format: .mistralIdentified,
    template: #"""
      {{ bos_token }}
      {%- if tools %}[AVAILABLE_TOOLS]{{ tools | tojson }}[/AVAILABLE_TOOLS]{% endif %}
      {%- for m in messages %}
      {%- if m.role == 'user' %}[INST]{{ m.content }}[/INST]
      {%- elif m.role == 'tool' %}
      [TOOL_RESULTS]{{ m.tool_call_id }}[TOOL_CONTENT]{{ m.content }}[/TOOL_RESULTS]
      {%- elif m.tool_calls %}
      {%- for c in m.tool_calls %}
      [TOOL_CALLS]{{ c.function.name }}[CALL_ID]{{ c.id }}[ARGS]{{ c.function.arguments | tojson }}
      {%- endfor %}</s>
      {%- else %}{{ m.content }}</s>
      {%- endif %}
      {%- endfor %}
      """#,
    publishedName: "Mistral-Small-3.2-24B-Instruct-2506.jinja", markers: mistralMarkers,
    endMarkers: ["</s>"], messages: ["[INST]", "[TOOL_RESULTS]"],
    turns: ["[/INST]", "[/TOOL_RESULTS]"],
    calls: { terms in
      terms.map { "[TOOL_CALLS]find[CALL_ID]abcdefghi[ARGS]\(object($0))" }.joined() + "</s>"
    }, answer: { $0 + "</s>" },
    written: ["[TOOL_CALLS]find[CALL_ID]", #"[ARGS]{"term": "soup"}"#, "[TOOL_CONTENT]found soup"])

  static let harmony = ToolFamily(
    format: .harmony,
    template: present + #"""
      {% if tools %}<|start|>developer<|message|>{{ tools | tojson }}<|end|>{% endif %}
      {%- for m in messages %}
      {%- if m.thinking and loop.index0 > ns.last %}
      <|start|>assistant<|channel|>analysis<|message|>{{ m.thinking }}<|end|>
      {%- endif %}
      {%- if m.tool_calls %}
      {%- set c = m.tool_calls[0].function %}
      <|start|>assistant to=functions.{{ c.name }}<|channel|>commentary json<|message|>
      {{- c.arguments | tojson }}<|call|>
      {%- elif m.role == 'tool' %}
      <|start|>functions.{{ m.name }} to=assistant<|channel|>commentary<|message|>
      {{- m.content | tojson }}<|end|>
      {%- elif m.role == 'assistant' %}
      <|start|>assistant<|channel|>final<|message|>{{ m.content }}<|end|>
      {%- else %}
      <|start|>{{ m.role }}<|message|>{{ m.content }}<|end|>
      {%- endif %}
      {%- endfor %}
      <|start|>assistant{# message.thinking #}
      """#,
    publishedName: "openai-gpt-oss-120b.jinja",
    markers: ["<|start|>", "<|channel|>", "<|message|>", "<|end|>", "<|constrain|>"],
    endMarkers: ["<|return|>", "<|call|>"],
    messages: ["<|start|>user<|message|>", "to=assistant<|channel|>commentary<|message|>"],
    turns: ["<|end|><|start|>assistant"],
    thinking: ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant"),
    calls: {
      "<|channel|>commentary to=functions.find <|constrain|>json<|message|>\(object($0[0]))<|call|>"
    }, answer: { "<|channel|>final<|message|>\($0)<|return|>" }, allowsSeveralCalls: false,
    written: [
      #" to=functions.find<|channel|>commentary json<|message|>{"term": "soup"}<|call|>"#,
      #"<|start|>functions.find to=assistant<|channel|>commentary<|message|>"found soup"<|end|>"#,
    ])
}
