import ContentStorage
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A string of some choices is read in any capitals, where the provider may change them (rule D9).
///
/// The document stays as it is.
struct SpellingPass: NodePass {
  let fitting = SchemaDiagnostic.Fitting.spelling
  let forms: [any AnswerForm.Type] = [SpellingForm.self]

  func isNeeded(for rules: DialectRules) -> Bool {
    rules.choices.mayChangeCapitals && rules[.choices] == .written
  }

  func changes(in graph: FittingGraph) -> [NodeID] {
    let constrained = graph.nodes {
      ($0.kind == .string || $0.kind == .any) && $0.constraints != nil
    }
    return constrained.filter { node in
      graph.inverse(of: node) == nil
        && graph.constraints(of: node)?.choices?.contains { $0.string?.isCased ?? false } ?? false
    }
  }

  func fit(_ node: NodeID, in graph: inout FittingGraph) {
    let constraints = graph.constraints(of: node)
    let choices = constraints?.choices?.compactMap(\.string) ?? []
    if Set(choices.map { $0.lowercased() }).count < choices.count {
      graph.warn(
        fitting, at: node,
        "Choices differ in capitals only, which the dialect '\(graph.dialect)' may change.")
    }
    graph.replace(
      node,
      by: .made(
        graph.kind(of: node), description: graph[node].description, constraints: constraints
      ) { _ in .form(SpellingForm(choices: choices)) })
  }
}

extension String {
  /// Indicates whether the text has letters with capitals.
  fileprivate var isCased: Bool { lowercased() != uppercased() }
}

/// A string of some choices, which the answer may have in other capitals.
///
/// The declared spelling goes into the content where exactly one choice is meant (rule D9).
struct SpellingForm: AnswerForm {
  static let name = "spelling"

  /// The declared spellings.
  let choices: [String]

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    if answer.isOpen(at: value.place) { return .more }
    if choices.contains(where: { answer.isText(at: value.place, $0) }) { return .unchanged }
    let meant = choices.spellings(of: answer.text(at: value.place))
    return meant.count == 1 ? .becomes(GeneratedContent(meant[0])) : .unchanged
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? { nil }
}

extension [String] {
  /// The strings from which a text differs in capitals at most.
  func spellings(of text: String) -> [String] {
    // A letter takes at most three times as many bytes in the other case.
    let longest = map(\.utf8.count).max() ?? 0
    guard text.utf8.count <= 3 * longest else { return [] }
    let lowercased = ExactText(text.lowercased())
    return filter { ExactText($0.lowercased()) == lowercased }
  }
}
