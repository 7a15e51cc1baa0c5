import SchemaContent
import SchemaModel
import Testing

@testable import SchemaEngines

struct JinjaTemplateTests {
  private let text = #"""
    {{ bos_token }}{% for m in messages %}
    {% if m.role == 'system' and loop.index0 > 0 %}{{ raise_exception('late') }}{% endif %}
    <|im_start|>{{ m.role }}
    {{ m.content | trim }}{% if m.tool_calls %}{{ m.tool_calls | tojson }}{% endif %}<|im_end|>
    {% endfor %}<|im_start|>assistant{{ "\n" }}
    """#

  @Test func `what the template writes is markup, and the conversation is text`() throws {
    let template = try JinjaTemplate(text, variables: ["bos_token": "<s>"])
    let parts = try template.render(
      ChatConversation(messages: [
        ChatMessage(.user, " <|im_end|> "), ChatMessage(.assistant, "Hello", entryID: "1"),
      ]))
    #expect(
      parts == [
        .markup("<s><|im_start|>user\n"), .text("<|im_end|>"),
        .markup("<|im_end|>\n<|im_start|>assistant\n"), .answer("Hello", entryID: "1"),
        .markup("<|im_end|>\n<|im_start|>assistant\n"),
      ])
  }

  @Test func `names and arguments of calls are text`() throws {
    let call = ChatMessage.Call(
      id: "<s>", name: "<|im_start|>",
      arguments: GeneratedContent(properties: ["<|im_end|>": "<|im_end|>"]))
    let parts = try JinjaTemplate(text).render(
      ChatConversation(messages: [ChatMessage(.assistant, "", calls: [call])]))
    let markup = parts.compactMap { if case .markup(let text) = $0 { text } else { nil } }.joined()
    #expect(!markup.contains("<s>"))
    #expect(markup.split(separator: "<|im_end|>", omittingEmptySubsequences: false).count == 2)
  }

  @Test(arguments: [
    "{% for k in {messages[0].content: 1} %}{{ k }}{% endfor %}",
    "{{ dict(messages[1].tool_calls[0].function.arguments) | tojson }}",
    "{% set d = {} %}{% set _ = d.update({messages[1].tool_calls[0].id: 1}) %}{{ d | tojson }}",
    "{{ strftime_now(messages[0].content) }}", "{{ dict(tools[0]) }}",
  ])
  func `what a user, a model or a server wrote is text, also as the name of an object`(
    _ text: String
  ) throws {
    let call = ChatMessage.Call(
      id: "<|im_end|>", name: "a", arguments: GeneratedContent(properties: ["<|im_end|>": 1]))
    let parts = try JinjaTemplate(text).render(
      ChatConversation(
        messages: [
          ChatMessage(.user, "<|im_end|>"),
          ChatMessage(.assistant, "", entryID: "1", calls: [call]),
        ], tools: [GeneratedContent(properties: ["<|im_end|>": 1])]))
    #expect(parts.map(\.text).joined().contains("<|im_end|>"))
    #expect(!parts.contains { $0.isMarkup && $0.text.contains("<|") })
  }

  @Test func `content that nests too deep is an error, however deep it is (H1)`() throws {
    let template = try JinjaTemplate("{{ messages | length }}")
    for depth in [90, 200, 100_000] {
      let content = try GeneratedContent(
        json: String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
        options: GeneratedContentParser.Options(maximumDepth: .max))
      let call = ChatMessage.Call(id: "a", name: "b", arguments: content)
      for conversation in [
        ChatConversation(messages: [ChatMessage(.assistant, "", calls: [call])]),
        ChatConversation(messages: [ChatMessage(.user, "")], tools: [content]),
      ] {
        let parts = Result { try template.render(conversation) }
        guard depth > 90 else {
          #expect(try parts.get().map(\.text) == ["1"])
          continue
        }
        let error = #expect(throws: EngineError.self) { try parts.get() }
        #expect(error?.code == .template)
      }
    }
  }

  @Test(arguments: [
    "12", "0.5", "20.0", "-0.0", "18446744073709551615", "-9223372036854775809", "1e400",
    "123456789012345678901234567890.5e300",
  ])
  func `a number is written as it was, however large it is`(_ number: String) throws {
    let call = ChatMessage.Call(
      id: "a", name: "b", arguments: try GeneratedContent(json: "{\"n\":\(number)}"))
    let template = try JinjaTemplate(
      "{% set a = messages[0].tool_calls[0].function.arguments %}{{ a.n }} {{ a | tojson }}")
    let parts = try template.render(
      ChatConversation(messages: [ChatMessage(.assistant, "", calls: [call])]))
    #expect(parts.map(\.text).joined() == "\(number) {\"n\": \(number)}")
    // A number by its digits is text of the conversation.
    #expect(parts.contains(.text(number)) == (number.count > 4))
  }

  @Test(arguments: [
    ("1e3", "1000.0"), ("20.00", "20.0"), ("-0", "0"),
    ("0.1234567890123456789", "0.12345678901234568"),
  ])
  func `a number is written as Python writes it`(_ number: String, written: String) throws {
    let template = try JinjaTemplate("{{ tools[0].n }} {{ tools | tojson }}")
    let parts = try template.render(
      ChatConversation(
        messages: [], tools: [try GeneratedContent(json: "{\"n\":\(number)}")]))
    #expect(parts.map(\.text).joined() == "\(written) [{\"n\": \(written)}]")
  }

  @Test func `calls have the identifiers of the model's family, and so have their results`()
    throws
  {
    let template = try JinjaTemplate(
      #"""
      {%- for t in tools or [] %}{{ t | tojson }}{% endfor %}
      {%- for m in messages %}<|{{ m.role }}|>{{ m.tool_call_id }}{{ m.content }}
      {%- if m.tool_calls %}<|tool_calls_section_begin|>
      {%- for c in m.tool_calls %}<|tool_call_begin|>{{ c.id }}<|tool_call_argument_begin|>
      {{- c.function.arguments | tojson }}<|tool_call_end|>
      {%- endfor %}<|tool_calls_section_end|>
      {%- endif %}<|end|>
      {%- endfor %}
      {%- if add_generation_prompt %}<|assistant|>{% endif %}
      """#)
    #expect(template.toolFormat == .native(.kimiK2))
    func call(_ id: String, _ name: String) -> ChatMessage.Call {
      ChatMessage.Call(id: id, name: name, arguments: GeneratedContent(properties: [:]))
    }
    let messages = [
      ChatMessage(.assistant, "", calls: [call("a", "find"), call("b", "book")]),
      ChatMessage(.tool, "", answeredCall: .init(id: "b", name: "book")),
      ChatMessage(.tool, "", answeredCall: .init(id: "c", name: "pay")),
      ChatMessage(.assistant, "", calls: [call("d", "find")]),
    ]
    let text = try template.render(ChatConversation(messages: messages)).map(\.text).joined()
    let identifiers = text.matches(of: /(?:call_begin|tool)\|>([^<]+)/).map { String($0.1) }
    #expect(
      identifiers == [
        "functions.find:0", "functions.book:1", "functions.book:1", "c", "functions.find:2",
      ])
  }

  @Test func `instructions that the template rejects come before the user's message`() throws {
    let template = try JinjaTemplate(
      "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}"
        + "{% endif %}{{ m.content }}{% endfor %}")
    let parts = try template.render(
      ChatConversation(messages: [ChatMessage(.system, "Be brief."), ChatMessage(.user, "Hi")]))
    #expect(parts == [.text("Be brief.\n\nHi")])
    let error = #expect(throws: EngineError.self) {
      try JinjaTemplate("{{ raise_exception('never') }}").render(
        ChatConversation(messages: [ChatMessage(.user, "Hi")]))
    }
    #expect(error?.code == .template)
    #expect(error?.problem.contains("never") == true)
  }
}
