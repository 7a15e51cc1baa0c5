import ContentStorage
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Matches a string with choices without regard to case, if the provider may change case.
///
/// The document stays unchanged, so the pass reports no diagnostic. The encoder warns of choices
/// that differ only in case.
struct SpellingPass: NodePass {
  let forms: [any AnswerForm.Type] = [SpellingForm.self]

  func isNeeded(for rules: DialectRules) -> Bool {
    rules.constraints.mayChangeCapitals && rules[.choices] == .written
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
    let form = SpellingForm(choices: constraints?.choices?.compactMap(\.string) ?? [])
    graph.replace(
      node,
      by: .made(
        graph.kind(of: node), description: graph[node].description, constraints: constraints
      ) { _ in .form(form) })
  }
}

extension String {
  /// Indicates whether the text has letters with upper and lower case.
  fileprivate var isCased: Bool { lowercased() != uppercased() }
}

/// A string with choices, whose case may differ in answers.
///
/// The content has the declared spelling, if the string stands for exactly one choice.
struct SpellingForm: AnswerForm {
  static let name = "spelling"

  private let spellings: Spellings

  init(choices: [String]) { spellings = Spellings(choices) }

  /// The declared spellings.
  var choices: [String] { spellings.texts }

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    if answer.isOpen(at: value.place) { return .more }
    // Most lists are short, and a comparison of bytes is faster than the conversion to lower case.
    if choices.prefix(16).contains(where: { answer.isText(at: value.place, $0) }) {
      return .unchanged
    }
    let text = answer.text(at: value.place)
    let meant = spellings.texts(meantBy: text)
    if meant.count == 1, ExactText(meant[0]) != ExactText(text) {
      return .becomes(GeneratedContent(meant[0]))
    }
    return .unchanged
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? { nil }

  private enum CodingKeys: CodingKey { case choices }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(choices: try container.decode([String].self, forKey: .choices))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(choices, forKey: .choices)
  }
}

/// Texts for a search without regard to case.
struct Spellings: Sendable, Hashable {
  let texts: [String]
  /// The texts by their lowercase form.
  private let lowercased: [ExactText: [String]]
  /// The number of bytes of the longest text.
  private let longest: Int

  /// - Complexity: Linear in the length of the texts.
  init(_ texts: [String]) {
    self.texts = texts
    lowercased = Dictionary(grouping: texts) { ExactText($0.lowercased()) }
    longest = texts.map(\.utf8.count).max() ?? 0
  }

  /// Returns the texts that equal a given text without regard to case.
  func texts(meantBy text: String) -> [String] {
    // The same letter in another case has at most three times as many bytes.
    guard text.utf8.count <= 3 * longest else { return [] }
    return lowercased[ExactText(text.lowercased())] ?? []
  }

  static func == (first: Spellings, second: Spellings) -> Bool {
    first.texts.map(ExactText.init) == second.texts.map(ExactText.init)
  }

  func hash(into hasher: inout Hasher) { for text in texts { hasher.combine(ExactText(text)) } }
}
