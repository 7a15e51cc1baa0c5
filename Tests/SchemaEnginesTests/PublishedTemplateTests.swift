import Foundation
import SchemaContent
import SchemaModel
import Testing

@testable import ConstrainedDecoding
@testable import SchemaEngines

/// The templates that `.ci/local` fetches; without them, the tests are left out.
private let casesFile = ProcessInfo.processInfo.environment["SCHEMAKIT_TEMPLATE_CASES"]

@Suite(.enabled(if: casesFile != nil)) struct PublishedTemplateTests {
  /// A tool, whose arguments are of each kind that templates write in their own way.
  private static let schema = #"""
    {"type": "object", "properties": {
      "term": {"type": "string"}, "count": {"type": "integer"}, "price": {"type": "number"},
      "hot": {"type": "boolean"}, "note": {"type": ["string", "null"]},
      "tags": {"type": "array", "items": {"type": "string"}},
      "place": {"type": "object", "properties": {"row": {"type": "integer"}},
                "required": ["row"], "additionalProperties": false},
      "key": {"type": ["integer", "string"]}}, "additionalProperties": false}
    """#

  /// Answers of a model: the text before the calls, and their arguments.
  private typealias Answer = (text: String, arguments: [String])
  private static let answers: [Answer] = [
    ("", [#"{"term": "soup"}"#]),
    ("", [#"{}"#]),
    ("Let me look.", [#"{"term": "soup", "count": 3}"#]),
    ("", [#"{"term": "soup"}"#, #"{"term": "tea", "count": 12}"#]),
    ("", [#"{"count": 1}"#, #"{"count": 2}"#, #"{"count": 3}"#]),
    ("", [#"{"term": "\"Köln\" 🍲 <b> & 'x'"}"#]),
    ("", [#"{"term": "two\nlines\tand \\ more"}"#]),
    ("", [#"{"term": "", "count": -5}"#]),
    ("", [#"{"price": 2.5, "hot": true}"#]),
    ("", [#"{"hot": false, "note": null}"#]),
    ("", [#"{"note": "null and void"}"#]),
    ("", [#"{"tags": ["a", "b c"], "place": {"row": 4}}"#]),
    ("", [#"{"key": 7}"#, #"{"key": "seven"}"#]),
    ("Both.", [#"{"term": "a", "note": "b"}"#, #"{"tags": []}"#]),
  ]

  private static func templates() throws -> [(name: String, source: String)] {
    let text = try String(contentsOfFile: try #require(casesFile), encoding: .utf8)
    var templates: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let item = try GeneratedContent(json: String(line))
      let name = try #require(item.property(named: "name").flatMap { try? String($0) })
      templates[name] = item.property(named: "template").flatMap { try? String($0) }
    }
    return templates.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The tools of the tests, as templates get them; some templates read no list of types.
  private static func tools() throws -> [GeneratedContent] {
    let schema = schema.replacing(/\["[a-z]+", "[a-z]+"\]/, with: "\"string\"")
    return [
      try GeneratedContent(
        json: #"""
          {"type": "function",
           "function": {"name": "find", "description": "Finds", "parameters": \#(schema)}}
          """#)
    ]
  }

  private static let variables = ["bos_token": "<s>", "eos_token": "</s>"]

  /// The answers that a template writes, with the texts that it may have written for them.
  private static func outputs(
    _ probe: TemplateProbe, _ format: ToolCallFormat
  ) throws -> [(answer: Answer, calls: [TemplateProbe.Call], outputs: [String])] {
    try answers.compactMap { answer in
      let calls = try answer.arguments.map {
        TemplateProbe.Call(name: "find", arguments: try GeneratedContent(json: $0))
      }
      // Some templates reject several calls, or text before calls.
      guard
        let outputs = try? probe.outputs(of: calls, content: answer.text, format: format)
      else { return nil }
      return (answer, calls, outputs)
    }
  }

  /// Indicates whether a plan reads the calls of an answer, up to the end of the model's turn.
  private static func reads(
    _ outputs: [String], as calls: [TemplateProbe.Call], _ probe: TemplateProbe, _ plan: TokenPlan
  ) -> Bool {
    outputs.contains { output in
      let reading = probe.reading(output, by: plan, count: calls.count)
      return reading.isComplete
        && reading.calls.map(\.arguments) == calls.map(\.arguments.jsonString)
    }
  }

  /// The plan of a format, in tokens of single bytes and the special tokens of a template.
  private static func plan(_ format: ToolCallFormat, _ source: String) throws -> TokenPlan {
    let thinks = format.thinking != nil || format.layout == .harmony
    return try TokenPlan(
      format.output(
        tools: [PlanTool(name: "find", jsonSchema: schema)],
        thinking: thinks ? .optional(limit: nil) : .none),
      vocabulary: TemplateProbe.vocabulary(
        specialTokens: source.specialTokens + ["<|call|>", "<|return|>", "<|eom_id|>"]))
  }

  /// The only answers that are not read: lists in Python's notation, JSON with escapes for
  /// characters that need none, and calls behind text, which the template leaves out.
  private static let differing = [
    "ByteDance-Seed-OSS.jinja: 13 of 14", "Reka-Edge.jinja: 13 of 14",
    "llama-cpp-deepseek-r1.jinja: 12 of 14",
  ]

  /// It prints the accepted answers by family.
  @Test func `a template of a known format writes calls as the plan of the format does`() throws {
    var families: [String: (templates: Int, accepted: Int, all: Int)] = [:]
    var differing: [String] = []
    for (name, source) in try Self.templates() {
      let template = try JinjaTemplate(source, variables: Self.variables)
      guard let format = template.toolFormat.native else {
        print("\(name): \(template.toolFormat)")
        continue
      }
      let probe = try TemplateProbe(source, variables: Self.variables, tools: Self.tools())
      let plan = try Self.plan(format, source)
      let outputs = try Self.outputs(probe, format).filter {
        // Some templates write several calls, or the first of several, in a format of one call.
        format.allowsSeveral || $0.calls.count == 1
      }
      let accepted = outputs.count { Self.reads($0.outputs, as: $0.calls, probe, plan) }
      print("\(name): \(format.name), \(accepted) of \(outputs.count)")
      if accepted < outputs.count { differing.append("\(name): \(accepted) of \(outputs.count)") }
      let family = families[format.name] ?? (0, 0, 0)
      families[format.name] = (
        family.templates + 1, family.accepted + accepted, family.all + outputs.count
      )
    }
    for (family, count) in families.sorted(by: { $0.key < $1.key }) {
      print("\(family): \(count.templates) templates, \(count.accepted) of \(count.all) answers")
    }
    #expect(families.values.reduce(0) { $0 + $1.templates } > 30)
    #expect(differing == Self.differing)
  }

  @Test func `a template of a known format states the tools`() throws {
    for (name, source) in try Self.templates() {
      let template = try JinjaTemplate(source, variables: Self.variables)
      guard template.toolFormat.native != nil else { continue }
      let parts = try template.render(
        ChatConversation(messages: [ChatMessage(.user, "Soup?")], tools: try Self.tools()))
      let prompt = parts.map(\.text).joined()
      #expect(prompt.contains("Finds") && prompt.contains("count"), "\(name)")
    }
  }
}

extension String {
  /// The special tokens that a template names.
  fileprivate var specialTokens: [String] {
    Set(matches(of: /<\|[a-z_]+\|>|<｜[^｜]+｜>|\[\/?[A-Z_]+\]/).map { String($0.output) }).sorted()
  }
}
