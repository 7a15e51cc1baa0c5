import ContentStorage
import SchemaContent
import SchemaModel

extension SchemaScalar {
  fileprivate var jsonText: String {
    guard let string else { return description }
    var text: [UInt8] = []
    text.appendJSON(string)
    return String(decoding: text, as: UTF8.self)
  }

  fileprivate var content: GeneratedContent {
    switch self {
    case .string(let string): GeneratedContent(string)
    case .number(let number): GeneratedContent(number: number)
    case .boolean(let value): GeneratedContent(value)
    case .null: GeneratedContent(kind: .null)
    }
  }
}

/// A scalar that the answer contains as a string.
///
/// If the provider may change case, a string that differs in case from exactly one choice stands
/// for this choice.
struct ChoicesForm: AnswerForm {
  static let name = "choices"

  let choices: [AnswerMapping.Choice]
  /// The indices of the choices by their strings in answers.
  private let indices: [ExactText: Int]
  /// The indices of the choices by their declared values.
  private let declared: [SchemaScalar: Int]
  /// The strings, for a search without regard to case; `nil` if the search regards case.
  private let spellings: Spellings?

  /// - Complexity: Linear in the length of the choices.
  init(choices: [AnswerMapping.Choice], ignoresCase: Bool = false) {
    self.choices = choices
    indices = Dictionary(choices.enumerated().map { (ExactText($1.answer), $0) }) { first, _ in
      first
    }
    let scalars = choices.enumerated().compactMap { index, choice in
      choice.value.scalar.map { ($0, index) }
    }
    declared = Dictionary(scalars) { first, _ in first }
    spellings = ignoresCase ? Spellings(choices.map(\.answer)) : nil
  }

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    if answer.isOpen(at: value.place) { return .more }
    guard let index = index(of: answer.text(at: value.place)) else { return .unchanged }
    return .becomes(choices[index].value)
  }

  /// The index of the choice for a string of an answer.
  private func index(of text: String) -> Int? {
    if let index = indices[ExactText(text)] { return index }
    guard let meant = spellings?.texts(meantBy: text), meant.count == 1 else { return nil }
    return indices[ExactText(meant[0])]
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    value.scalar.flatMap { declared[$0] }.map { [.string(choices[$0].answer)] }
  }

  static func == (first: ChoicesForm, second: ChoicesForm) -> Bool {
    first.choices == second.choices && first.spellings == second.spellings
  }

  func hash(into hasher: inout Hasher) { hasher.combine(choices) }

  private enum CodingKeys: CodingKey { case choices, ignoresCase }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      choices: try container.decode([AnswerMapping.Choice].self, forKey: .choices),
      ignoresCase: try container.decode(Bool.self, forKey: .ignoresCase))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(choices, forKey: .choices)
    try container.encode(spellings != nil, forKey: .ignoresCase)
  }
}

extension AnswerMapping {
  /// A choice that an answer contains as a string.
  struct Choice: Sendable, Hashable, Codable {
    let answer: String

    /// The declared value, as JSON text.
    let json: String

    /// The declared value.
    let value: GeneratedContent

    init(answer: String, _ value: SchemaScalar) {
      self.answer = answer
      json = value.jsonText
      self.value = value.content
    }

    static func == (first: Choice, second: Choice) -> Bool {
      ExactText(first.answer) == ExactText(second.answer)
        && ExactText(first.json) == ExactText(second.json)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ExactText(answer)) }

    private enum CodingKeys: CodingKey { case answer, json }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      answer = try container.decode(String.self, forKey: .answer)
      json = try container.decode(String.self, forKey: .json)
      guard let value = try? GeneratedContent(json: json), value.isComplete, value.scalar != nil
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .json, in: container,
          debugDescription:
            "The value of the choice '\(answer.excerpt)' is not a scalar as JSON: \(json.excerpt)")
      }
      self.value = value
    }
  }
}
