import ConstrainedDecoding
import Foundation
import SchemaModel
import Testing

@testable import SchemaEngines

/// The templates that `.ci/local` fetches; without them, the tests are left out.
private let casesFile = ProcessInfo.processInfo.environment["SCHEMAKIT_TEMPLATE_CASES"]

@Suite(.enabled(if: casesFile != nil)) struct PublishedTemplateTests {
  /// Templates that write calls in another way than the plan of their format.
  ///
  /// They write no line break behind the name and between the arguments.
  private static let differing = [
    "GLM-4.7-Flash.jinja", "Spark2.5.jinja", "poolside-Laguna-S-2.1.jinja",
  ]

  private static let schema = #"""
    {"type": "object", "properties": {"term": {"type": "string"}}, "required": ["term"],
     "additionalProperties": false}
    """#

  private static func templates() throws -> [String: String] {
    let text = try String(contentsOfFile: try #require(casesFile), encoding: .utf8)
    var templates: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let item = try GeneratedContent(json: String(line))
      let name = try #require(item.property(named: "name").flatMap { try? String($0) })
      templates[name] = item.property(named: "template").flatMap { try? String($0) }
    }
    return templates
  }

  /// Returns `true` if a part of the tokens is a call by a plan.
  private static func hasCall(_ tokens: [Int], by plan: TokenPlan) -> Bool {
    let start = PlanMatcher(plan)
    return tokens.indices.contains { index in
      var matcher = start
      for token in tokens[index...] {
        guard (try? matcher.commit(token)) != nil else { return false }
        if matcher.takeEvents().contains(.callEnded) { return true }
      }
      return false
    }
  }

  @Test func `a template of a known format writes calls as the plan of the format does`() throws {
    let arguments = try GeneratedContent(json: #"{"term": "soup"}"#)
    let tool = try GeneratedContent(
      json: #"""
        {"type": "function",
         "function": {"name": "find", "description": "Finds", "parameters": \#(Self.schema)}}
        """#)
    var known = 0
    var differing: [String] = []
    for (name, source) in try Self.templates() {
      let engine = try ScriptedEngine(markers: source.specialTokens)
      let template = try JinjaTemplate(source, variables: ["bos_token": "<s>", "eos_token": ""])
      guard let format = template.toolFormat.native else { continue }
      known += 1
      let parts = try template.render(
        ChatConversation(
          messages: [
            ChatMessage(.user, "Soup?"),
            ChatMessage(
              .assistant, "", entryID: "1",
              calls: [.init(id: "abcdefghi", name: "find", arguments: arguments)]),
          ], tools: [tool]))
      // The markup in front states the tools, with examples of calls.
      let start = try #require(parts.lastIndex { $0.text.contains("Soup?") })
      var tokenizer = PromptTokenizer(engine.facts)
      for part in parts[start...] { tokenizer.append(part, answers: [:]) }
      let tokens = try tokenizer.tokens { text throws(EngineError) in try engine.tokens(of: text) }
      let output = try format.output(
        tools: [PlanTool(name: "find", jsonSchema: Self.schema)], choice: .required)
      let plan = try TokenPlan(output, vocabulary: engine.facts.vocabulary)
      if !Self.hasCall(tokens, by: plan) { differing.append(name) }
    }
    #expect(known > 30)
    #expect(differing.sorted() == Self.differing)
  }
}

extension String {
  /// The special tokens that a template names.
  fileprivate var specialTokens: [String] {
    let own = ["<|im_start|>", "<|im_end|>", "<s>"]
    return Set(matches(of: /<\|[a-z_]+\|>|<｜[^｜]+｜>|\[\/?[A-Z_]+\]/).map { String($0.output) })
      .subtracting(own).sorted()
  }
}
