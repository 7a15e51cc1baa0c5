import Foundation
import SchemaModel
import Testing

@testable import ConstrainedDecoding
@testable import SchemaEngines

/// The templates that `.ci/local` fetches; without them, the tests are left out.
private let casesFile = ProcessInfo.processInfo.environment["SCHEMAKIT_TEMPLATE_CASES"]

@Suite(.enabled(if: casesFile != nil)) struct PublishedTemplateTests {
  /// Templates that write calls in another way than the plan of their format.
  ///
  /// It writes no line break between two arguments, and states the form with one.
  private static let differing = ["inclusionai-ling-3.0-flash.jinja"]

  /// Templates that write no line break between two calls, unlike the plan of their format.
  private static let differingInSeveral = ["Reka-Edge.jinja", "StepFun3.5-Flash.jinja"]

  private static let schema = #"""
    {"type": "object", "properties": {"term": {"type": "string"}, "count": {"type": "integer"}},
     "required": ["term", "count"], "additionalProperties": false}
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

  /// The tools of the tests, as templates get them.
  private static func tools() throws -> [GeneratedContent] {
    [
      try GeneratedContent(
        json: #"""
          {"type": "function",
           "function": {"name": "find", "description": "Finds", "parameters": \#(schema)}}
          """#)
    ]
  }

  /// A conversation that ends with calls.
  private static func conversation(callCount: Int) throws -> ChatConversation {
    let arguments = try GeneratedContent(json: #"{"term": "soup", "count": 3}"#)
    let calls = (0..<callCount).map { index in
      ChatMessage.Call(id: "abcdefgh\(index)", name: "find", arguments: arguments)
    }
    return ChatConversation(
      messages: [
        ChatMessage(.user, "Soup?"), ChatMessage(.assistant, "", entryID: "1", calls: calls),
      ], tools: try tools())
  }

  /// The largest number of calls that a part of the tokens has by a plan.
  private static func callCount(of tokens: [Int], by plan: TokenPlan) -> Int {
    let start = PlanMatcher(plan)
    return tokens.indices.map { index in
      var matcher = start
      var count = 0
      for token in tokens[index...] {
        guard (try? matcher.commit(token)) != nil else { break }
        count += matcher.takeEvents().count { $0 == .callEnded }
      }
      return count
    }.max() ?? 0
  }

  /// The number of calls that the plan of a format finds in what the template writes.
  private static func callCount(
    writtenBy template: JinjaTemplate, _ source: String, in format: ToolCallFormat, of count: Int
  ) throws -> Int {
    let engine = try ScriptedEngine(markers: source.specialTokens)
    let parts = try template.render(try conversation(callCount: count))
    // The markup in front states the tools, with examples of calls.
    let start = try #require(parts.lastIndex { $0.text.contains("Soup?") })
    var tokenizer = PromptTokenizer(engine.facts)
    for part in parts[start...] { tokenizer.append(part, answers: [:]) }
    let tokens = try tokenizer.tokens { text throws(EngineError) in try engine.tokens(of: text) }
    let output = try format.output(
      tools: [try PlanTool(name: "find", jsonSchema: schema)], choice: .required)
    return callCount(of: tokens, by: try TokenPlan(output, vocabulary: engine.facts.vocabulary))
  }

  @Test func `a template of a known format writes calls as the plan of the format does`() throws {
    var known = 0
    var differing: [String] = []
    var differingInSeveral: [String] = []
    for (name, source) in try Self.templates() {
      let template = try JinjaTemplate(source, variables: ["bos_token": "<s>", "eos_token": ""])
      guard let format = template.toolFormat.native else { continue }
      known += 1
      if try Self.callCount(writtenBy: template, source, in: format, of: 1) != 1 {
        differing.append(name)
        continue
      }
      // Some families write one call a turn.
      guard case .sections(let sections) = format.layout, sections.allowsSeveral else { continue }
      if try Self.callCount(writtenBy: template, source, in: format, of: 2) != 2 {
        differingInSeveral.append(name)
      }
    }
    #expect(known > 30)
    #expect(differing.sorted() == Self.differing)
    #expect(differingInSeveral.sorted() == Self.differingInSeveral)
  }

  @Test func `a template of a known format states the tools`() throws {
    for (name, source) in try Self.templates() {
      let template = try JinjaTemplate(source, variables: ["bos_token": "<s>", "eos_token": ""])
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
    let own = ["<|im_start|>", "<|im_end|>", "<s>"]
    return Set(matches(of: /<\|[a-z_]+\|>|<｜[^｜]+｜>|\[\/?[A-Z_]+\]/).map { String($0.output) })
      .subtracting(own).sorted()
  }
}
