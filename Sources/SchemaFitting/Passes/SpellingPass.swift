import ContentStorage
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A string of some choices is read in any capitals, where the provider may change them (rule D9).
///
/// The document stays as it is, so there is nothing to report: the encoder warns of choices that
/// differ in capitals only.
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
    let form = SpellingForm(choices: constraints?.choices?.compactMap(\.string) ?? [])
    graph.replace(
      node,
      by: .made(
        graph.kind(of: node), description: graph[node].description, constraints: constraints
      ) { _ in .form(form) })
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

  private let spellings: Spellings

  init(choices: [String]) { spellings = Spellings(choices) }

  /// The declared spellings.
  var choices: [String] { spellings.texts }

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    if answer.isOpen(at: value.place) { return .more }
    // Most lists are short, and bytes are compared faster than a text is written in lower case.
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

/// Texts that are found whatever their capitals.
struct Spellings: Sendable, Hashable {
  let texts: [String]
  /// The texts by their text in lower case.
  private let lowercased: [ExactText: [String]]
  /// The largest number of bytes of a text.
  private let longest: Int

  /// - Complexity: Linear in the length of the texts.
  init(_ texts: [String]) {
    self.texts = texts
    lowercased = Dictionary(grouping: texts) { ExactText($0.lowercased()) }
    longest = texts.map(\.utf8.count).max() ?? 0
  }

  /// The texts from which another differs in capitals at most; all of them if there are several and
  /// none is the same.
  func texts(meantBy text: String) -> [String] {
    // A letter takes at most three times as many bytes in the other case.
    guard text.utf8.count <= 3 * longest else { return [] }
    return lowercased[ExactText(text.lowercased())] ?? []
  }

  static func == (first: Spellings, second: Spellings) -> Bool {
    first.texts.map(ExactText.init) == second.texts.map(ExactText.init)
  }

  func hash(into hasher: inout Hasher) { for text in texts { hasher.combine(ExactText(text)) } }
}
