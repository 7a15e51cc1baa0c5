#if CommandLine
import SchemaKit
import SchemaProviders

/// One prompt, and its answer in a stream.
struct ChatRequest {
  var model: any LanguageModel

  /// The tools that the model may call.
  var tools: [any Tool] = []

  /// The prompt to answer.
  var prompt: String

  /// The role and the rules of the model.
  var instructions: String?

  /// The schema of the answer; `nil` for text.
  var schema: ChatSchema?

  var options = GenerationOptions()

  /// The default of the largest number of answers until one fits the schema.
  static let defaultTries = 2

  /// The largest number of answers until one fits the schema, from 1.
  var maximumTries = defaultTries

  /// The layout of JSON; `nil` to choose it by the display.
  var layout: JSONLayout?

  /// `true` if the number of tokens and their speed are reported.
  var reportsUsage = false

  /// Sends the prompt, and shows the answer as it arrives.
  ///
  /// - Parameter console: The console to show it on.
  /// - Throws: ``ExitStatus/failure`` if there is an answer, but not a valid one; else the
  ///   error that kept the model from answering.
  func run(on console: inout some Console) async throws {
    let session = LanguageModelSession(model: model, tools: tools, instructions: instructions)
    session.policy.reask.maximumTries = maximumTries
    session.policy.cutOffText = .throw
    if let schema { session.answerChecks = [.reporting { schema.report(on: $0) }] }
    let result: Result<Void, any Error>
    var speed = ChatSpeed()
    do {
      if let schema {
        result = .success(try await answer(by: schema, session, &speed, on: &console))
      } else {
        result = .success(try await answerWithText(session, &speed, on: &console))
      }
    } catch {
      result = .failure(error)
    }
    console.showProgress(nil)
    if reportsUsage { report(session.usage, speed, on: &console) }
    do {
      try result.get()
    } catch {
      if isAboutAnswer(error) {
        report(error, on: &console)
        throw ExitStatus.failure
      }
      guard
        error is LanguageModelError || error is LanguageModelSession.Error
          || error is LanguageModelSession.ToolCallError
      else { throw error }
      console.report(ErrorDescription(chat: error))
      throw ExitStatus.trouble
    }
  }

  // MARK: Text

  private func answerWithText(
    _ session: LanguageModelSession, _ speed: inout ChatSpeed, on console: inout some Console
  ) async throws {
    let stream = session.streamResponse(to: Prompt(prompt), options: options)
    var text = ChatText()
    do {
      for try await snapshot in stream {
        speed.noteToken()
        try console.write(part: text.newPart(of: snapshot))
      }
      if !text.isEmpty { try console.write(part: "\n") }
    } catch {
      // A message follows, which begins on its own line.
      if !text.isEmpty { try console.write(part: "\n") }
      throw error
    }
  }

  // MARK: Structure

  private func answer(
    by schema: ChatSchema, _ session: LanguageModelSession, _ speed: inout ChatSpeed,
    on console: inout some Console
  ) async throws {
    let stream = session.streamResponse(
      to: Prompt(prompt), schema: schema.reading.schema, options: options)
    var outline = LiveOutline(name: schema.name, graph: schema.reading.graph)
    try outline.begin(on: &console)
    let result: Result<GeneratedContent, any Error>
    var mends: [Mend] = []
    do {
      var nextDrawing = ContinuousClock.now
      for try await snapshot in stream {
        speed.noteToken()
        // A drawing takes time in proportion to the answer, so some snapshots are skipped.
        guard ContinuousClock.now >= nextDrawing else { continue }
        nextDrawing = .now + .milliseconds(30)
        let attempt = snapshot.attempt == 1 ? "" : ", answer \(snapshot.attempt)"
        guard !console.display.isTerminal else {
          try outline.show(snapshot.rawContent, detail: attempt, on: &console)
          continue
        }
        let size = snapshot.rawContent.jsonString(.compact).utf8.count
        console.showProgress("\(schema.name)\(attempt): \(size) bytes")
      }
      let response = try await stream.collect()
      mends = response.mends + (response.attempts.last?.suspicions ?? [])
      result = .success(schema.removingNulls(from: response.rawContent))
    } catch {
      result = .failure(error)
    }
    try outline.end(with: try? result.get(), on: &console)
    let content = try result.get()
    for mend in mends { console.report(Finding(mend, in: ChatSchema.answerName)) }
    if !console.display.isTerminal {
      try console.write(json: content.jsonString(.compact), layout)
    }
  }

  // MARK: Reports

  private func report(
    _ usage: LanguageModelSession.Usage, _ speed: ChatSpeed, on console: inout some Console
  ) {
    let input = usage.input
    let output = usage.output
    console.report(
      """
      \(input.totalTokenCount) tokens read (\(input.cachedTokenCount) of them cached), \
      \(output.totalTokenCount) written (\(output.reasoningTokenCount) of them reasoning)
      """)
    if let text = speed.text(ofTokens: output.totalTokenCount) { console.report("\(text)") }
  }

  /// Returns `true` if the error is about an invalid answer; with any other error there is no
  /// answer.
  private func isAboutAnswer(_ error: any Error) -> Bool {
    switch error {
    case is LanguageModelSession.InvalidAnswerError, is GeneratedContent.ParsingError,
      LanguageModelError.refusal, LanguageModelError.guardrailViolation:
      true
    default: false
    }
  }

  /// Reports an answer that cannot be used, with all violations of the last one.
  private func report(_ error: any Error, on console: inout some Console) {
    if let error = error as? LanguageModelSession.InvalidAnswerError {
      if let report = error.attempts.last?.report {
        console.reportEach(of: FindingList(report, in: ChatSchema.answerName))
      }
    }
    console.report(ErrorDescription(chat: error))
  }
}

/// The speed of the tokens in an answer.
struct ChatSpeed {
  private let start = ContinuousClock.now
  private var first: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  /// Records that another piece of the answer has arrived.
  mutating func noteToken() {
    let now = ContinuousClock.now
    first = first ?? now
    last = now
  }

  /// Returns the time until the first token, and the number of tokens per second after it.
  func text(ofTokens count: Int) -> String? {
    guard let first, let last else { return nil }
    let delay = "first token after \(Self.text((first - start) / .seconds(1), digits: 2)) s"
    let duration = (last - first) / .seconds(1)
    guard count > 1, duration > 0 else { return delay }
    return "\(delay), then \(Self.text(Double(count - 1) / duration, digits: 1)) tokens a second"
  }

  private static func text(_ number: Double, digits: Int) -> String {
    let factor = digits == 1 ? 10.0 : 100.0
    guard let scaled = Int(exactly: (number * factor).rounded()) else { return "many" }
    let rest = String(scaled % Int(factor))
    return "\(scaled / Int(factor))."
      + String(repeating: "0", count: digits - rest.count) + rest
  }
}
#endif
