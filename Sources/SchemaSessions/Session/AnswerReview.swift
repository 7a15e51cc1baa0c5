import SchemaContent
import SchemaFitting
import SchemaModel
import SchemaReading
import SchemaValidation

/// The review of answers: each is read, validated by its schema, and checked by the session.
struct AnswerReview {
  /// The finding on one answer.
  struct Finding {
    /// The attempt, without its usage.
    var attempt: AnswerAttempt
    /// The content of the answer, which is valid if the attempt has no problem; `nil` if the answer
    /// could not be read.
    var content: GeneratedContent?
    /// The problem for the model, with places in the model's text; empty if there is none.
    var feedback = ""

    /// The content of a valid answer; `nil` if the answer has a problem.
    var validContent: GeneratedContent? { attempt.problem == nil ? content : nil }
  }

  /// The largest number of missing paths in an error.
  private static let listedPaths = 20

  /// The receiver of the answer's text, which reads and checks it.
  private let answer: StreamedAnswer
  /// The schema of the answer; `nil` for plain text.
  private let schema: GenerationSchema?
  /// The validator of the schema; `nil` if answers are not validated.
  private let validator: ContentValidator?
  /// The readers of the session's schemas.
  private let schemas: SessionSchemas
  private let settings: Turn.Settings

  init(
    of answer: StreamedAnswer, _ schema: GenerationSchema?, by validator: ContentValidator?,
    _ schemas: SessionSchemas, _ settings: Turn.Settings
  ) {
    self.answer = answer
    self.schema = schema
    self.validator = validator
    self.schemas = schemas
    self.settings = settings
  }

  private var hasSchema: Bool { schema != nil }

  /// Reviews an answer that has ended.
  ///
  /// `mayBeEmpty` is `true` if an answer in plain text may have no text.
  ///
  /// - Throws: `GeneratedContent.ParsingError` for an answer that was cut off; an error of a check
  ///   other than ``AnswerProblem``.
  func finding(on reply: ReplyAssembler, mayBeEmpty: Bool) async throws -> Finding {
    let text = reply.text
    var finding = Finding(
      attempt: AnswerAttempt(rawContent: text, report: nil, problem: nil, usage: .zero))
    do {
      try checkEnd(of: text, isCutOff: reply.finishReason == .length, mayBeEmpty: mayBeEmpty)
      if let schema {
        try read(text, along: schema, reply.forms, &finding)
      } else {
        finding.content = try plainContent(of: text, mayBeEmpty: mayBeEmpty)
      }
      if let content = finding.content {
        if let report = finding.attempt.report, !report.isValid {
          finding.attempt.problem = report.modelFeedback()
          finding.feedback = reply.places.feedback(on: report)
        } else {
          try answer.check(content)
        }
      }
    } catch let error as GeneratedContent.ParsingError where error.underlyingError is AnswerCutOff {
      throw error
    } catch {
      finding.attempt.problem = Self.problem(Self.cause(of: error))
      finding.feedback = Self.problem(Self.cause(of: reply.places.moved(error)))
    }
    if let content = finding.validContent {
      try await check(content, reply.places, &finding)
    }
    return finding
  }

  /// Runs the session's checks on content that fits its schema, and adds their problems.
  ///
  /// - Throws: An error of a check other than ``AnswerProblem``.
  private func check(
    _ content: GeneratedContent, _ places: AnswerPlaces, _ finding: inout Finding
  ) async throws {
    var reports: [ValidationReport] = []
    for check in settings.answerChecks {
      switch try await check.finding(content, answer.contentType) {
      case .problem(let problem): finding.attempt.problems.append(problem)
      case .report(let report): reports.append(report)
      case nil: break
      }
    }
    // An attempt has only one report; the feedback has all reports.
    if let report = reports.first { finding.attempt.report = report }
    let problems = finding.attempt.problems
    guard !reports.isEmpty || !problems.isEmpty else { return }
    func feedback(_ places: AnswerPlaces) -> String {
      (reports.map(places.feedback)
        + (problems.isEmpty ? [] : [places.feedback(on: problems)])).joined(separator: "\n")
    }
    // The error names the places of the declared form; the model reads the places of its own text.
    finding.attempt.problem = feedback(AnswerPlaces(.identity, in: ""))
    finding.feedback = feedback(places)
  }

  private static func problem(_ cause: String) -> String {
    "The answer could not be read: \(cause)\nAnswer again with the whole value."
  }

  /// The reason why an answer could not be read.
  private static func cause(of error: any Error) -> String {
    (error as? GeneratedContent.ParsingError)?.debugDescription ?? error.problemText
  }

  /// Throws if an answer was cut off that has to be complete.
  private func checkEnd(of text: String, isCutOff: Bool, mayBeEmpty: Bool) throws {
    guard isCutOff, hasSchema || !mayBeEmpty || settings.policy.cutOffText == .throw else { return }
    var missingParts = ""
    if hasSchema {
      do { _ = try answer.finish() } catch { missingParts = missing(at: error) }
    }
    throw AnswerCutOff.error(text, missingParts)
  }

  /// Returns the content of an answer in plain text.
  ///
  /// - Throws: `GeneratedContent.ParsingError` for an empty answer that may not be empty.
  private func plainContent(of text: String, mayBeEmpty: Bool) throws -> GeneratedContent {
    if let content = try answer.finish() { return content }
    guard !mayBeEmpty else { return GeneratedContent("") }
    throw emptyAnswer(text)
  }

  private func emptyAnswer(_ text: String) -> GeneratedContent.ParsingError {
    let error = EmptyAnswer()
    return GeneratedContent.ParsingError(
      rawContent: text, underlyingError: error, debugDescription: error.description)
  }

  /// Reads an answer with a schema, and sets its content, report and mends.
  ///
  /// A text that is the JSON text of a valid value has been read while it arrived. Other texts are
  /// read along the schema, if the policy allows it.
  ///
  /// - Throws: `GeneratedContent.ParsingError` if the text has no value with one clear meaning.
  private func read(
    _ text: String, along schema: GenerationSchema, _ forms: ReplyForms, _ finding: inout Finding
  ) throws {
    let arrived = Result { try answer.finish() }
    // A text that is not JSON shows that nothing has enforced its schema.
    let isEnforced = forms.enforcesAnswer && isJSON(arrived)
    let policy = settings.policy.reading ?? (isEnforced ? .strict : .clear)
    if case .success(nil) = arrived { throw emptyAnswer(text) }
    if answer.isStrict, case .success(let content?) = arrived {
      finding.content = content
      finding.attempt.report = validator?.report(on: content)
      if finding.attempt.report?.isValid ?? true {
        if policy != .strict { finding.attempt.suspicions = Reading.suspicions(in: text) }
        do throws(ReadingError) {
          try answer.settleStrictly(content)
        } catch {
          finding.content = nil
          throw unread(text, error, arrived)
        }
        return
      }
    }
    do {
      let reading = try FormReader(schema, forms.answer, schemas).read(
        text, by: policy, id: answer.contentID)
      try answer.settle(reading.content)
      finding.content = reading.content
      finding.attempt.report = validator?.report(on: reading.content)
      finding.attempt.mends = reading.mends
      finding.attempt.suspicions = reading.suspicions
    } catch let error as ReadingError {
      // A report on a whole value tells the model more.
      if finding.content != nil, error.code == .unfit || policy == .strict { return }
      if validator == nil, case .success(let content?) = arrived {
        finding.content = content
        return
      }
      finding.content = nil
      guard let report = error.report, !report.isValid else {
        throw unread(text, error, arrived)
      }
      // The value that was found in the text does not fit.
      finding.attempt.report = report
      finding.attempt.problem = report.modelFeedback()
      finding.feedback = AnswerPlaces(forms.answer, in: text).feedback(on: report)
    }
  }

  /// `true` if the text of an answer is JSON, whether or not it has the form of the schema.
  private func isJSON(_ arrived: Result<GeneratedContent?, any Error>) -> Bool {
    switch arrived {
    case .success: answer.isStrict
    case .failure(let error): error is AnswerMappingError
    }
  }

  /// Returns the error for a text that was not read.
  private func unread(
    _ text: String, _ error: ReadingError, _ arrived: Result<GeneratedContent?, any Error>
  ) -> GeneratedContent.ParsingError {
    var underlying: any Error = error
    var description = error.finding
    if case .failure(let other) = arrived {
      if other is AnswerMappingError {
        (underlying, description) = (other, other.problemText)
      } else if error.code == .endedEarly {
        description += missing(at: other)
      }
    }
    return GeneratedContent.ParsingError(
      rawContent: text, underlyingError: underlying, debugDescription: description)
  }

  /// A sentence that lists the missing parts of an answer that was cut off; empty for another
  /// error.
  private func missing(at error: any Error) -> String {
    guard let error = error as? SnapshotStreamError, let validator else { return "" }
    let paths = validator.missingPaths(in: error.rawContent).map(\.description)
    guard !paths.isEmpty else { return "" }
    let more = paths.count > Self.listedPaths ? " and \(paths.count - Self.listedPaths) more" : ""
    return " Missing: \(paths.prefix(Self.listedPaths).joined(separator: ", "))\(more)."
  }
}

/// A model sent an empty answer.
private struct EmptyAnswer: Error, CustomStringConvertible {
  var description: String { "The answer is empty." }
}
