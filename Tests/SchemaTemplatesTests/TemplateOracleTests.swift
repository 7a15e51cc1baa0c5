import Foundation
import SchemaContent
import SchemaModel
import SchemaTemplates
import Testing

/// The file that `.ci/check-templates` writes; without it, the comparison is left out.
private let casesFile = ProcessInfo.processInfo.environment["SCHEMAKIT_TEMPLATE_CASES"]

@Suite(.enabled(if: casesFile != nil)) struct TemplateOracleTests {
  /// Templates of which some outputs differ, as the documentation of `Template` says: by `safe`,
  /// which does not make jinja2 escape what follows, and by a result of `map` that is written as
  /// JSON, which jinja2 cannot do.
  private static let differing: Set<String> = [
    "llama-cpp-deepseek-r1.jinja", "meetkai-functionary-medium-v3.1.jinja",
  ]

  @Test func `templates of models have the output that jinja2 gives them`() throws {
    let text = try String(contentsOfFile: try #require(casesFile), encoding: .utf8)
    let clock = TemplateClock(
      year: 2026, month: 3, day: 7, hour: 14, minute: 5, second: 9, weekday: 6)
    var templates: [String: Result<Template, TemplateError>] = [:]
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
      switch (result, expected) {
      case (.success(let text), let expected?) where text == expected: rendered += 1
      case (.failure, nil): rejected += 1
      case (.success, _) where Self.differing.contains(name): differing += 1
      case (.success(let text), _):
        wrong.append("\(name), case \(index):\n\(text)\n--- expected:\n\(expected ?? "an error")")
      case (.failure(let error), _): wrong.append("\(name), case \(index): \(error)")
      }
    }
    print(
      "\(templates.count) templates: \(rendered) outputs equal, \(rejected) rejected by both, "
        + "\(differing) known to differ")
    for text in wrong { Issue.record("\(text)") }
    #expect(rendered > 0)
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
      self = (try? Int(content)).map { .integer($0) } ?? .number((try? Double(content)) ?? 0)
    default: self = .none
    }
  }
}
