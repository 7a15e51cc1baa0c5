import Foundation
import SchemaContent
import SchemaModel
import SchemaTemplates
import Testing

/// The files that `.ci/check-templates` writes; without them, the comparisons are left out.
private let casesFile = ProcessInfo.processInfo.environment["SCHEMAKIT_TEMPLATE_CASES"]
private let fragmentsFile = ProcessInfo.processInfo.environment["SCHEMAKIT_TEMPLATE_FRAGMENTS"]

struct TemplateOracleTests {
  /// Why an output differs from that of jinja2, as the documentation of `Template` says.
  private enum Difference {
    /// `safe` makes jinja2 escape what is joined to its result.
    case escaped
    /// jinja2 cannot write a result of `map` as JSON.
    case generator
  }

  /// The cases that differ, by template and conversation: those with tools.
  private static let differing: [String: (difference: Difference, cases: ClosedRange<Int>)] = [
    "meetkai-functionary-medium-v3.1.jinja": (.escaped, 4...7),
    "llama-cpp-deepseek-r1.jinja": (.generator, 4...7),
  ]

  /// The text with the characters that jinja2 escapes.
  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  @Test(.enabled(if: fragmentsFile != nil))
  func `random fragments of templates have the output that jinja2 gives them`() throws {
    let text = try String(contentsOfFile: try #require(fragmentsFile), encoding: .utf8)
    var (rendered, rejected) = (0, 0)
    for line in text.split(separator: "\n") {
      let item = try GeneratedContent(json: String(line))
      let source = try #require(item.property(named: "template").flatMap { try? String($0) })
      let variables = try #require(item.property(named: "variables"))
      let members = variables.properties.map { ($0.name, TemplateValue($0.content)) }
      let result = Result { () throws(TemplateError) in
        try Template(source).render(Dictionary(members) { $1 }).map(\.text).joined()
      }
      let expected = item.property(named: "text").flatMap { try? String($0) }
      let error = item.property(named: "error").flatMap { try? String($0) }
      switch (result, expected) {
      case (.success(let text), let expected?) where text == expected: rendered += 1
      case (.failure, nil): rejected += 1
      case (.success(let text), _):
        Issue.record("\(source)\n--- is\n\(text)\n--- expected\n\(expected ?? error ?? "")")
      case (.failure(let fault), _):
        Issue.record("\(source)\n--- is\n\(fault)\n--- expected\n\(expected ?? "")")
      }
    }
    print("\(rendered) fragments have equal outputs, \(rejected) are rejected by both")
    #expect(rendered >= 5_000)
  }

  @Test(.enabled(if: casesFile != nil))
  func `templates of models have the output that jinja2 gives them`() throws {
    let text = try String(contentsOfFile: try #require(casesFile), encoding: .utf8)
    let clock = TemplateClock(
      year: 2026, month: 3, day: 7, hour: 14, minute: 5, second: 9, weekday: 6)
    var templates: [String: Result<Template, TemplateError>] = [:]
    var counts: [String: Int] = [:]
    var (rendered, rejected, differing) = (0, 0, 0)
    var wrong: [String] = []
    for (index, line) in text.split(separator: "\n").enumerated() {
      let item = try GeneratedContent(json: String(line))
      let name = try #require(item.property(named: "name").flatMap { try? String($0) })
      let source = try #require(item.property(named: "template").flatMap { try? String($0) })
      let template =
        templates[name]
        ?? Result { () throws(TemplateError) in try Template(source) }
      templates[name] = template
      let variables = try #require(item.property(named: "variables"))
      let members = variables.properties.map { ($0.name, TemplateValue($0.content)) }
      let result = Result { () throws(TemplateError) in
        try template.get().render(Dictionary(members) { $1 }, clock: clock).map(\.text).joined()
      }
      let expected = item.property(named: "text").flatMap { try? String($0) }
      let number = counts[name, default: 0]
      counts[name] = number + 1
      let exception = Self.differing[name].flatMap { $0.cases ~= number ? $0.difference : nil }
      switch (result, expected, exception) {
      case (.success(let text), let expected?, .escaped):
        #expect(text != expected && text == Self.unescaped(expected), "\(name), case \(number)")
        differing += 1
      case (.success(let text), nil, .generator):
        let error = item.property(named: "error").flatMap { try? String($0) }
        #expect(error == "TypeError: Object of type generator is not JSON serializable")
        #expect(text.contains("find_flights"), "\(name), case \(number)")
        differing += 1
      case (.success(let text), let expected?, nil) where text == expected: rendered += 1
      case (.failure, nil, nil): rejected += 1
      case (.success(let text), _, _):
        wrong.append("\(name), case \(index):\n\(text)\n--- expected:\n\(expected ?? "an error")")
      case (.failure(let error), _, _): wrong.append("\(name), case \(index): \(error)")
      }
    }
    print(
      "\(templates.count) templates: \(rendered) outputs equal, \(rejected) rejected by both, "
        + "\(differing) known to differ")
    for text in wrong { Issue.record("\(text)") }
    #expect(rendered > 0)
    let pinned = Self.differing.values.reduce(0) { $0 + $1.cases.count }
    #expect(differing == pinned)
  }
}

extension TemplateValue {
  /// The value of content.
  fileprivate init(_ content: GeneratedContent) {
    switch content.shape {
    case .object:
      self = .object(content.properties.map { Member($0.name, TemplateValue($0.content)) })
    case .array: self = .list(content.elements.map { TemplateValue($0) })
    case .string: self = .string((try? String(content)) ?? "")
    case .bool: self = .bool((try? Bool(content)) ?? false)
    case .number:
      let text = content.numberText ?? ""
      let isWhole = !text.contains { ".eE".contains($0) }
      self =
        isWhole
        ? Int(text).map { .integer($0) } ?? .numeral(text) : .number(Double(text) ?? .nan)
    default: self = .none
    }
  }
}
