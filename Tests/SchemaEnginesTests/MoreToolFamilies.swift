import SchemaEngines

/// The families of the other built-in formats, most of them with the published template alone.
extension ToolFamily {
  private static let glmMarkers = [
    "<|system|>", "<|assistant|>", "<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>",
    "<arg_value>", "</arg_value>",
  ]

  static let glm = ToolFamily(
    format: .glm, publishedName: "GLM-4.6.jinja", markers: glmMarkers,
    endMarkers: ["<|user|>", "<|observation|>"], messages: ["<|user|>", "<|observation|>"],
    turns: ["<|assistant|>"], thinking: ("\n<think>", "</think>\n"),
    calls: { terms in
      terms.map { term in
        "<tool_call>find\n<arg_key>term</arg_key>\n<arg_value>\(term)</arg_value>\n</tool_call>"
      }.joined(separator: "\n") + "<|observation|>"
    }, answer: { $0 + "<|user|>" },
    written: [
      "<tool_call>find\n<arg_key>term</arg_key>\n<arg_value>soup</arg_value>\n</tool_call>",
      "<|observation|>\n<tool_response>\nfound soup\n</tool_response>",
    ])

  static let glmCompact = ToolFamily(
    format: .glmCompact, publishedName: "GLM-4.7-Flash.jinja", markers: glmMarkers,
    endMarkers: ["<|user|>", "<|observation|>"], messages: ["<|user|>", "<|observation|>"],
    turns: ["<|assistant|><think>"], thinking: ("", "</think>"), withoutThinking: "</think>",
    calls: { terms in
      terms.map { term in
        "<tool_call>find<arg_key>term</arg_key><arg_value>\(term)</arg_value></tool_call>"
      }.joined() + "<|observation|>"
    }, answer: { $0 + "<|user|>" },
    written: [
      "<tool_call>find<arg_key>term</arg_key><arg_value>soup</arg_value></tool_call>",
      "<|observation|><tool_response>found soup</tool_response>",
    ])

  static let miniMax = ToolFamily(
    format: .miniMax, publishedName: "MiniMax-M2.jinja",
    markers: ["]~!b[", "]~b]", "<minimax:tool_call>", "</minimax:tool_call>"],
    endMarkers: ["[e~["], messages: ["]~b]user\n", "]~b]tool\n"],
    turns: ["]~b]ai\n<think>\n"], thinking: ("", "\n</think>\n\n"),
    withoutThinking: "</think>\n\n",
    calls: { terms in
      let calls = terms.map {
        "<invoke name=\"find\">\n<parameter name=\"term\">\($0)</parameter>\n</invoke>\n"
      }
      return "<minimax:tool_call>\n\(calls.joined())</minimax:tool_call>[e~["
    }, answer: { $0 + "[e~[" },
    written: [
      "<invoke name=\"find\">\n<parameter name=\"term\">soup</parameter>\n</invoke>",
      "]~b]tool\n<response>found soup</response>",
    ])

  static let mistral = ToolFamily(
    format: .mistral, publishedName: "mistralai-Ministral-3-14B-Reasoning-2512.jinja",
    markers: mistralMarkers + ["[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[THINK]", "[/THINK]"],
    endMarkers: ["</s>"], messages: ["[INST]", "[TOOL_RESULTS]"],
    turns: ["[/INST]", "[/TOOL_RESULTS]"],
    calls: { terms in
      terms.map { "[TOOL_CALLS]find[ARGS]\(object($0))" }.joined() + "</s>"
    }, answer: { $0 + "</s>" },
    written: [
      #"[TOOL_CALLS]find[ARGS]{"term": "soup"}"#, "[TOOL_RESULTS]found soup[/TOOL_RESULTS]",
    ])

  static let exaone = ToolFamily(
    format: .exaone4,
    template: #"""
      {% if tools %}[|system|]
      {{ tools | tojson }} Call by <tool_call>{"name": n, "arguments": a}</tool_call>[|endofturn|]
      {% endif %}
      {% for m in messages %}
      [|{{ m.role }}|]
      {% if m.role == 'tool' %}<tool_result>{"result": {{ m.content | tojson }}}</tool_result>
      {%- else %}
      {{ m.content }}
      {%- for c in m.tool_calls %}
      <tool_call>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
      {{- '</tool_call>' ~ ('' if loop.last else '\n') }}
      {%- endfor %}
      {%- endif %}
      [|endofturn|]
      {% endfor %}
      [|assistant|]{{ '\n' }}
      """#,
    markers: ["[|user|]", "[|assistant|]", "[|tool|]", "[|system|]"],
    endMarkers: ["[|endofturn|]"], messages: ["[|user|]", "[|tool|]"], turns: ["[|assistant|]\n"],
    calls: { terms in
      terms.map { "<tool_call>{\"name\": \"find\", \"arguments\": \(object($0))}</tool_call>" }
        .joined(separator: "\n") + "[|endofturn|]"
    }, answer: { $0 + "[|endofturn|]" },
    written: [
      #"<tool_call>{"name": "find", "arguments": {"term": "soup"}}</tool_call>[|endofturn|]"#,
      #"<tool_result>{"result": "found soup"}</tool_result>"#,
    ])

  static let mimo = ToolFamily(
    format: .mimo,
    template: #"""
      {% if tools %}<|im_start|>system
      {{ tools | tojson }} Call by <tool_call><function=n><parameter=p>…<|im_end|>
      {% endif %}
      {% for m in messages %}
      <|im_start|>{{ m.role }}
      {{ m.content }}
      {% for c in m.tool_calls %}
      <tool_call>
      <function={{ c.function.name }}>
      {% for name, value in c.function.arguments | items %}
      <parameter={{ name }}>{{ value }}</parameter>
      {% endfor %}
      </function>
      </tool_call>
      {%- endfor %}
      <|im_end|>
      {% endfor %}
      <|im_start|>assistant{{ '\n' }}
      """#,
    markers: ["<tool_call>", "</tool_call>"],
    messages: ["<|im_start|>user", "<|im_start|>tool"], turns: ["<|im_start|>assistant\n"],
    calls: { terms in
      terms.map { term in
        "<tool_call>\n<function=find>\n<parameter=term>\(term)</parameter>\n</function>\n"
          + "</tool_call>"
      }.joined(separator: "\n") + "<|im_end|>"
    }, answer: { $0 + "<|im_end|>" },
    written: [
      "<function=find>\n<parameter=term>soup</parameter>\n</function>\n</tool_call>", "found soup",
    ])

  static let hunyuan = ToolFamily(
    format: .hunyuan3, publishedName: "tencent-Hy3.jinja",
    markers: [
      "<｜hy_begin_of_sentence:opensource｜>", "<｜hy_User:opensource｜>",
      "<｜hy_Assistant:opensource｜>", "<think:opensource>", "</think:opensource>",
      "<tool_calls:opensource>", "</tool_calls:opensource>", "<tool_call:opensource>",
      "</tool_call:opensource>", "<tool_sep:opensource>", "<arg_key:opensource>",
      "</arg_key:opensource>", "<arg_value:opensource>", "</arg_value:opensource>",
      "<tool_responses:opensource>", "</tool_responses:opensource>", "<tool_response:opensource>",
      "</tool_response:opensource>",
    ], endMarkers: ["<｜hy_eos:opensource｜>"],
    messages: ["<｜hy_User:opensource｜>", "<tool_responses:opensource>"],
    turns: ["<｜hy_Assistant:opensource｜><think:opensource></think:opensource>"],
    calls: { terms in
      let calls = terms.map { term in
        "<tool_call:opensource>find<tool_sep:opensource>\n"
          + "<arg_key:opensource>term</arg_key:opensource>\n"
          + "<arg_value:opensource>\(term)</arg_value:opensource>\n</tool_call:opensource>\n"
      }
      return "<tool_calls:opensource>\n\(calls.joined())</tool_calls:opensource>"
        + "<｜hy_eos:opensource｜>"
    }, answer: { $0 + "<｜hy_eos:opensource｜>" },
    written: [
      "<arg_value:opensource>soup</arg_value:opensource>\n</tool_call:opensource>",
      "<tool_response:opensource>\nfound soup\n</tool_response:opensource>",
    ])

  /// DeepSeek V3.1, with the tools in the instructions, which the published template leaves out.
  static let deepSeek = ToolFamily(
    format: .deepSeekV31,
    template: #"""
      {{ bos_token }}{% if tools %}{{ tools | tojson }}{% endif %}
      {%- for m in messages %}
      {%- if m.role == 'user' %}<｜User｜>{{ m.content }}<｜Assistant｜></think>
      {%- elif m.role == 'tool' %}<｜tool▁output▁begin｜>{{ m.content }}<｜tool▁output▁end｜>
      {%- elif m.tool_calls %}<｜tool▁calls▁begin｜>
      {%- for c in m.tool_calls %}<｜tool▁call▁begin｜>{{ c.function.name }}<｜tool▁sep｜>
      {{- c.function.arguments | tojson }}<｜tool▁call▁end｜>
      {%- endfor %}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>
      {%- else %}{{ m.content }}<｜end▁of▁sentence｜>
      {%- endif %}
      {%- endfor %}
      """#,
    markers: [
      "<｜User｜>", "<｜Assistant｜>", "<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>",
      "<｜tool▁sep｜>", "<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>", "<｜tool▁output▁begin｜>",
      "<｜tool▁output▁end｜>",
    ], endMarkers: ["<｜end▁of▁sentence｜>"], messages: ["<｜User｜>", "<｜tool▁output▁begin｜>"],
    turns: ["<｜Assistant｜></think>", "<｜tool▁output▁end｜>"],
    calls: { terms in
      let calls = terms.map { "<｜tool▁call▁begin｜>find<｜tool▁sep｜>\(object($0))<｜tool▁call▁end｜>" }
      return "<｜tool▁calls▁begin｜>\(calls.joined())<｜tool▁calls▁end｜><｜end▁of▁sentence｜>"
    }, answer: { $0 + "<｜end▁of▁sentence｜>" },
    written: [
      #"<｜tool▁call▁begin｜>find<｜tool▁sep｜>{"term": "soup"}<｜tool▁call▁end｜>"#,
      "<｜tool▁output▁begin｜>found soup<｜tool▁output▁end｜>",
    ])

  static let kimi = ToolFamily(
    format: .kimiK2, publishedName: "Kimi-K2-Thinking.jinja",
    markers: [
      "<|im_user|>", "<|im_system|>", "<|im_assistant|>", "<|im_middle|>",
      "<|tool_calls_section_begin|>", "<|tool_call_begin|>", "<|tool_call_argument_begin|>",
      "<|tool_call_end|>", "<|tool_calls_section_end|>",
    ], messages: ["<|im_user|>user<|im_middle|>", "## Return of"],
    turns: ["<|im_assistant|>assistant<|im_middle|>"], thinking: ("<think>", "</think>"),
    calls: { terms in
      let calls = terms.enumerated().map { index, term in
        "<|tool_call_begin|>functions.find:\(index)<|tool_call_argument_begin|>\(object(term))"
          + "<|tool_call_end|>"
      }
      return "<|tool_calls_section_begin|>\(calls.joined())<|tool_calls_section_end|><|im_end|>"
    }, answer: { $0 + "<|im_end|>" },
    written: [
      #"functions.find:0<|tool_call_argument_begin|>{"term": "soup"}<|tool_call_end|>"#,
      "## Return of functions.find:0\nfound soup",
    ])

  static let phi = ToolFamily(
    format: .phi4,
    template: #"""
      {% for m in messages %}
      {%- if loop.first and tools %}<|system|><|tool|>{{ tools | tojson }}<|/tool|><|end|>\#
      {% endif %}
      {%- if m.tool_calls %}<|assistant|><|tool_call|>[
      {%- for c in m.tool_calls %}
      {{- '{"name": "' ~ c.function.name ~ '", "arguments": ' ~ (c.function.arguments | tojson) }}
      {{- '}' ~ ('' if loop.last else ', ') }}
      {%- endfor %}]<|/tool_call|><|end|>
      {%- else %}<|{{ m.role }}|>{{ m.content }}<|end|>
      {%- endif %}
      {%- endfor %}<|assistant|>
      """#,
    markers: [
      "<|system|>", "<|user|>", "<|assistant|>", "<|tool|>", "<|/tool|>", "<|tool_call|>",
      "<|/tool_call|>",
    ], endMarkers: ["<|end|>"], messages: ["<|user|>", "<|tool|>"], turns: ["<|assistant|>"],
    calls: { terms in
      let calls = terms.map { #"{"name": "find", "arguments": \#(object($0))}"# }
      return "<|tool_call|>[\(calls.joined(separator: ", "))]<|/tool_call|><|end|>"
    }, answer: { $0 + "<|end|>" },
    written: [
      #"<|tool_call|>[{"name": "find", "arguments": {"term": "soup"}}]<|/tool_call|>"#,
      "<|tool|>found soup<|end|>",
    ])

  /// DeepSeek V3, and R1 without thoughts, which its template leaves out.
  static let deepSeekV3 = ToolFamily(
    format: .deepSeekV3,
    template: #"""
      {{ bos_token }}{% if tools %}{{ tools | tojson }}{% endif %}
      {%- for m in messages %}
      {%- if m.role == 'user' %}<｜User｜>{{ m.content }}<｜Assistant｜>
      {%- elif m.role == 'tool' %}<｜tool▁output▁begin｜>{{ m.content }}<｜tool▁output▁end｜>
      {%- elif m.tool_calls %}<｜tool▁calls▁begin｜>
      {%- for c in m.tool_calls %}
      {{- '<｜tool▁call▁begin｜>function<｜tool▁sep｜>' ~ c.function.name ~ '\n```json\n' }}
      {{- (c.function.arguments | tojson) ~ '\n```<｜tool▁call▁end｜>' }}
      {{- '' if loop.last else '\n' }}
      {%- endfor %}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>
      {%- else %}{{ m.content }}<｜end▁of▁sentence｜>
      {%- endif %}
      {%- endfor %}
      """#,
    markers: deepSeek.markers, endMarkers: ["<｜end▁of▁sentence｜>"],
    messages: ["<｜User｜>", "<｜tool▁output▁begin｜>"],
    turns: ["<｜Assistant｜>", "<｜tool▁output▁end｜>"],
    calls: { terms in
      let calls = terms.map {
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>find\n```json\n\(object($0))\n```<｜tool▁call▁end｜>"
      }
      return "<｜tool▁calls▁begin｜>\(calls.joined(separator: "\n"))<｜tool▁calls▁end｜>"
        + "<｜end▁of▁sentence｜>"
    }, answer: { $0 + "<｜end▁of▁sentence｜>" },
    written: [
      "function<｜tool▁sep｜>find\n```json\n{\"term\": \"soup\"}\n```<｜tool▁call▁end｜>",
      "<｜tool▁output▁begin｜>found soup<｜tool▁output▁end｜>",
    ])

  static let seed = ToolFamily(
    format: .seedOSS, publishedName: "ByteDance-Seed-OSS.jinja",
    markers: [
      "<seed:bos>", "<seed:think>", "</seed:think>", "<seed:tool_call>", "</seed:tool_call>",
    ], endMarkers: ["<seed:eos>"], messages: ["<seed:bos>user\n", "<seed:bos>tool\n"],
    turns: ["<seed:bos>assistant\n"],
    calls: { terms in
      terms.map { term in
        "<seed:tool_call>\n<function=find>\n<parameter=term>\(term)</parameter>\n</function>\n"
          + "</seed:tool_call>"
      }.joined(separator: "\n") + "<seed:eos>"
    }, answer: { $0 + "<seed:eos>" },
    written: [
      "<function=find>\n<parameter=term>soup</parameter>\n</function>\n</seed:tool_call>",
      "<seed:bos>tool\nfound soup<seed:eos>",
    ])

  static let hunyuanA13B = ToolFamily(
    format: .hunyuanA13B,
    template: #"""
      <|startoftext|>{% if tools %}{{ tools | tojson }}<|extra_4|>{% endif %}
      {%- for m in messages %}
      {%- if m.role == 'tool' %}<tool_response>{{ m.content }}</tool_response><|extra_0|>
      {%- elif m.role == 'assistant' %}{{ m.content }}
      {%- for c in m.tool_calls %}
      {{- '<tool_calls>[' if loop.first else ', ' }}
      {{- '{"name": "' ~ c.function.name ~ '", "arguments": ' }}
      {{- (c.function.arguments | tojson) ~ '}' ~ (']</tool_calls>' if loop.last else '') }}
      {%- endfor %}<|eos|>
      {%- else %}{{ m.content }}<|extra_0|>
      {%- endif %}
      {%- endfor %}
      """#,
    markers: ["<|startoftext|>", "<|extra_0|>", "<|extra_4|>", "<tool_calls>", "</tool_calls>"],
    endMarkers: ["<|eos|>"],
    messages: ["<|startoftext|>", "<|extra_4|>", "<|eos|>", "<tool_response>"],
    turns: ["<|extra_0|>"],
    calls: { terms in
      let calls = terms.map { #"{"name": "find", "arguments": \#(object($0))}"# }
      return "<tool_calls>[\(calls.joined(separator: ", "))]</tool_calls><|eos|>"
    }, answer: { $0 + "<|eos|>" },
    written: [
      #"<tool_calls>[{"name": "find", "arguments": {"term": "soup"}}]</tool_calls><|eos|>"#,
      "<tool_response>found soup</tool_response><|extra_0|>",
    ])

  static let miniMaxM1 = ToolFamily(
    format: .miniMaxM1, publishedName: "MiniMax-M1.jinja",
    markers: ["<beginning_of_sentence>", "<tool_calls>", "</tool_calls>"],
    endMarkers: ["<end_of_sentence>"],
    messages: ["<beginning_of_sentence>user name=", "<beginning_of_sentence>tool name="],
    turns: ["<beginning_of_sentence>ai name=assistant\n"],
    calls: { terms in
      let calls = terms.map { "{\"name\": \"find\", \"arguments\": \(object($0))}\n" }
      return "<tool_calls>\n\(calls.joined())</tool_calls><end_of_sentence>"
    }, answer: { $0 + "<end_of_sentence>" },
    written: [
      "<tool_calls>\n{\"name\": \"find\", \"arguments\": {\"term\": \"soup\"}}\n</tool_calls>",
      "tool result: found soup\n",
    ])

  /// Nemotron Nano 2 without thoughts, which its template leaves out.
  static let nemotron = ToolFamily(
    format: .nemotron,
    template: #"""
      {% if tools %}<SPECIAL_10>System
      <AVAILABLE_TOOLS>{{ tools | tojson }}</AVAILABLE_TOOLS>
      {% endif %}
      {% for m in messages %}
      {% if m.role == 'tool' %}
      <SPECIAL_11>User
      <TOOL_RESPONSE>[{{ m.content }}]</TOOL_RESPONSE>
      {% elif m.role == 'assistant' %}
      <SPECIAL_11>Assistant
      {{ m.content }}
      {%- for c in m.tool_calls %}
      {{- '<TOOLCALL>[' if loop.first else ', ' }}
      {{- '{"name": "' ~ c.function.name ~ '", "arguments": ' }}
      {{- (c.function.arguments | tojson) ~ '}' ~ (']</TOOLCALL>' if loop.last else '') }}
      {%- endfor %}
      <SPECIAL_12>
      {% else %}
      <SPECIAL_11>{{ 'User' if m.role == 'user' else 'System' }}
      {{ m.content }}
      {% endif %}
      {% endfor %}
      <SPECIAL_11>Assistant{{ '\n' }}
      """#,
    markers: ["<SPECIAL_10>", "<SPECIAL_11>", "<TOOLCALL>", "</TOOLCALL>"],
    endMarkers: ["<SPECIAL_12>"], messages: ["<SPECIAL_11>User\n"],
    turns: ["<SPECIAL_11>Assistant\n"],
    calls: { terms in
      let calls = terms.map { #"{"name": "find", "arguments": \#(object($0))}"# }
      return "<TOOLCALL>[\(calls.joined(separator: ", "))]</TOOLCALL><SPECIAL_12>"
    }, answer: { $0 + "<SPECIAL_12>" },
    written: [
      #"<TOOLCALL>[{"name": "find", "arguments": {"term": "soup"}}]</TOOLCALL>"#,
      "<TOOL_RESPONSE>[found soup]</TOOL_RESPONSE>",
    ])

  static let apertus = ToolFamily(
    format: .apertus, publishedName: "Apertus-8B-Instruct.jinja",
    markers: [
      "<|system_start|>", "<|system_end|>", "<|developer_start|>", "<|developer_end|>",
      "<|user_start|>", "<|user_end|>", "<|assistant_start|>", "<|inner_prefix|>",
      "<|inner_suffix|>", "<|tools_prefix|>", "<|tools_suffix|>",
    ], endMarkers: ["<|assistant_end|>"], messages: ["<|user_start|>", "<|tools_suffix|>"],
    turns: ["<|assistant_start|>"],
    calls: { terms in
      let calls = terms.map { #"{"find": \#(object($0))}"# }
      return "<|tools_prefix|>[\(calls.joined(separator: ", "))]<|tools_suffix|>"
    }, answer: { $0 + "<|assistant_end|>" },
    written: [#"<|tools_prefix|>[{"find": {"term": "soup"}}]<|tools_suffix|>[found soup"#])

  static let xLAM = ToolFamily(
    format: .xLAM,
    template: #"""
      {% if tools %}<|im_start|>system
      {{ tools | tojson }} Call by [{"name": n, "arguments": a}]<|im_end|>
      {% endif %}
      {% for m in messages %}
      <|im_start|>{{ m.role }}
      {{ m.content }}
      {%- for c in m.tool_calls %}
      {{- '[' if loop.first else ', ' }}
      {{- '{"name": "' ~ c.function.name ~ '", "arguments": ' }}
      {{- (c.function.arguments | tojson) ~ '}' ~ (']' if loop.last else '') }}
      {%- endfor %}
      <|im_end|>
      {% endfor %}
      <|im_start|>assistant{{ '\n' }}
      """#,
    markers: [], messages: ["<|im_start|>user", "<|im_start|>tool"],
    turns: ["<|im_start|>assistant\n"],
    calls: { terms in
      let calls = terms.map { #"{"name": "find", "arguments": \#(object($0))}"# }
      return "[\(calls.joined(separator: ", "))]<|im_end|>"
    }, answer: { $0 + "<|im_end|>" },
    written: [
      #"[{"name": "find", "arguments": {"term": "soup"}}]<|im_end|>"#,
      "<|im_start|>tool\nfound soup<|im_end|>",
    ])

  static let gigaChat = ToolFamily(
    format: .gigaChat3, publishedName: "GigaChat3.1-10B-A1.8B.jinja",
    markers: ["<|role_sep|>", "<|function_call|>"], endMarkers: ["<|message_sep|>"],
    messages: ["user<|role_sep|>\n", "function result<|role_sep|>\n"],
    turns: ["assistant<|role_sep|>\n"],
    calls: { #"<|function_call|>{"name": "find", "arguments": \#(object($0[0]))}<|message_sep|>"# },
    answer: { $0 + "<|message_sep|>" }, allowsSeveralCalls: false,
    written: [
      #"<|function_call|>{"name": "find", "arguments": {"term": "soup"}}<|message_sep|>"#,
      "function result<|role_sep|>\nfound soup<|message_sep|>",
    ])
}
