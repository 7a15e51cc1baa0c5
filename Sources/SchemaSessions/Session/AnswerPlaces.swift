import SchemaContent
import SchemaFitting
import SchemaModel
import SchemaValidation

/// Converts places in declared content to places in the model's text, which may have another form.
///
/// The model reads problems with the places in its own text; errors have the declared places.
struct AnswerPlaces: Sendable {
  private let mapping: AnswerMapping
  private let text: String

  init(_ mapping: AnswerMapping, in text: String) {
    self.mapping = mapping
    self.text = text
  }

  /// Returns the content of the model's text, which the mapping needs to convert places.
  ///
  /// If the mapping is the identity, returns content without a value.
  private func answer() -> GeneratedContent {
    mapping.isIdentity
      ? .nothing() : (try? GeneratedContent(json: text, options: .lenient)) ?? .nothing()
  }

  /// Describes violations for the model.
  func feedback(on report: ValidationReport) -> String {
    let answer = answer()
    return report.modelFeedback { mapping.answerPlace(of: $0, in: answer) }
  }

  /// Describes the problems of checks for the model.
  func feedback(on problems: [AnswerProblem]) -> String {
    let answer = answer()
    let lines = problems.map { problem in
      "- \(problem.line(at: mapping.answerPlace(of: problem.path, in: answer)))\n"
    }
    return "The answer does not pass \(problems.count == 1 ? "a check" : "all checks"):\n"
      + lines.joined() + "Answer again with the whole value."
  }

  /// Returns an error of the mapping with its place in the model's text.
  ///
  /// Returns other errors unchanged.
  func moved(_ error: any Error) -> any Error {
    let parsing = error as? GeneratedContent.ParsingError
    guard let error = (parsing?.underlyingError ?? error) as? AnswerMappingError else {
      return error
    }
    return error.moved(to: mapping.answerPlace(of: error.path, in: answer()))
  }
}
