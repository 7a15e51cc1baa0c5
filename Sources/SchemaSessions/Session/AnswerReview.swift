import SchemaContent
import SchemaFitting
import SchemaModel
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

  /// Text before a value, after which numbers in brackets are a citation.
  private static let precedingText = "."

  /// The receiver of the answer's text, which reads and checks it.
  private let answer: StreamedAnswer
  /// `true` if the answer has a schema; `false` for plain text.
  private let hasSchema: Bool
  /// The validator of the schema; `nil` if answers are not validated.
  private let validator: ContentValidator?
  private let settings: Turn.Settings

  init(
    of answer: StreamedAnswer, hasSchema: Bool, by validator: ContentValidator?,
    _ settings: Turn.Settings
  ) {
    self.answer = answer
    self.hasSchema = hasSchema
    self.validator = validator
    self.settings = settings
  }

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
      finding.content = try content(
        of: text, isCutOff: reply.finishReason == .length, mayBeEmpty: mayBeEmpty)
      finding.attempt.departures = answer.departures
      if hasSchema, answer.departures.contains(.surroundingText),
        let value = lastValue(in: text, reply.forms.answer, finding.content)
      {
        answer.read(value)
        finding.content = try answer.finish()
        finding.attempt.departures = answer.departures.union(.surroundingText)
      }
      if let content = finding.content {
        finding.attempt.report = validator?.report(on: content)
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

  /// Reads the content of an answer that has ended.
  ///
  /// - Throws: `GeneratedContent.ParsingError` if the text is not one complete JSON value.
  private func content(
    of text: String, isCutOff: Bool, mayBeEmpty: Bool
  ) throws -> GeneratedContent? {
    if isCutOff, hasSchema || !mayBeEmpty || settings.policy.cutOffText == .throw {
      var missingParts = ""
      if hasSchema {
        do { _ = try answer.finish() } catch { missingParts = missing(at: error) }
      }
      throw AnswerCutOff.error(text, missingParts)
    }
    do {
      if let content = try answer.finish() { return content }
    } catch {
      throw GeneratedContent.ParsingError(
        rawContent: text, underlyingError: error,
        debugDescription: error.problemText + missing(at: error))
    }
    guard hasSchema || !mayBeEmpty else { return GeneratedContent("") }
    let error = EmptyAnswer()
    throw GeneratedContent.ParsingError(
      rawContent: text, underlyingError: error, debugDescription: error.description)
  }

  /// The text up to the last object that fits the schema; `nil` if it is equal to the first value,
  /// or if none fits.
  ///
  /// A model without a parser of thoughts on the server may write a draft before its answer. The
  /// search ends at an object that is not JSON, since its parts are no answers.
  private func lastValue(
    in text: String, _ mapping: AnswerMapping, _ first: GeneratedContent?
  ) -> String? {
    guard let validator else { return nil }
    let bytes = Array(text.utf8)
    var parser = GeneratedContentParser(options: .lenient)
    var (start, isFirst) = (0, true)
    var last: Range<Int>?
    for (index, byte) in bytes.enumerated() {
      do {
        try parser.append(byte)
        guard parser.isComplete else { continue }
        if !isFirst, let content = try? mapping.content(from: parser.finish()),
          validator.report(on: content).isValid
        {
          last = content == first ? nil : start..<index + 1
        }
        parser = GeneratedContentParser(options: .lenient)
        try parser.append(Self.precedingText)
      } catch {
        break
      }
      (start, isFirst) = (index + 1, false)
    }
    return last.map { Self.precedingText + String(decoding: bytes[$0], as: UTF8.self) }
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
