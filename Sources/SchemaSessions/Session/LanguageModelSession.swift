import SchemaModel
import SchemaValidation

/// A conversation with a model.
///
///     let session = LanguageModelSession(model: model, instructions: "You are a cook.")
///     let recipe = try await session.respond(to: "A soup, please.", generating: Recipe.self)
///     print(recipe.content.name)
///
/// The session sends the whole transcript with each request, runs the tools that the model calls,
/// checks answers against their schema, and asks again where they do not fit. One request at a
/// time: a second one throws ``Error/concurrentRequests``. A turn that fails leaves the transcript
/// as it was.
///
/// Names and behaviour follow FoundationModels. A session can be used from any task.
public final class LanguageModelSession: Sendable {
  private struct State {
    var transcript: Transcript
    var policy = SessionPolicy()
    var answerChecks: [AnswerCheck] = []
    var errorHandling: TranscriptErrorHandlingPolicy?
    var usage = Usage.zero
    var isResponding = false
    /// Whether the transcript was set while a request was running.
    var wasTranscriptSet = false
  }

  private let state: Locked<State>
  private let runner: Result<ModelRunner, any Swift.Error>
  private let toolbox: Result<Toolbox, any Swift.Error>
  /// The validators of answers, by their schemas.
  private let validators = PreparedSchemas<ContentValidator>()
  let observation = SessionObservation()

  init(_ model: some LanguageModel, tools: [any Tool], transcript: Transcript) {
    runner = Result { try ModelRunner(model) }
    toolbox = Result { try Toolbox(tools) }
    state = Locked(State(transcript: transcript))
  }

  /// What has been said: whole turns only.
  ///
  /// To set it while ``isResponding`` is true makes the running request throw
  /// ``Error/transcriptMutationWhileResponding``.
  public var transcript: Transcript {
    get {
      observation.access(self, \.transcript)
      return state.withLock { $0.transcript }
    }
    set {
      observation.change(self, \.transcript) {
        state.withLock { state in
          state.transcript = newValue
          state.wasTranscriptSet = state.isResponding
        }
      }
    }
  }

  /// Whether a request is running.
  public var isResponding: Bool {
    observation.access(self, \.isResponding)
    return state.withLock { $0.isResponding }
  }

  /// What all requests have used, also those that failed.
  public var usage: Usage {
    observation.access(self, \.usage)
    return state.withLock { $0.usage }
  }

  /// What the session does when an answer is wrong, a tool fails or a provider lacks an option.
  ///
  /// A running request keeps the policy with which it began.
  public var policy: SessionPolicy {
    get { state.withLock { $0.policy } }
    set { state.withLock { $0.policy = newValue } }
  }

  /// The checks of answers that fit their schema, or are text.
  ///
  /// What they find leads to another try in the same way as a violation of the schema. They also run
  /// if ``SessionPolicy/validation-swift.property`` is off.
  public var answerChecks: [AnswerCheck] {
    get { state.withLock { $0.answerChecks } }
    set { state.withLock { $0.answerChecks = newValue } }
  }

  /// How a failed turn changes the transcript; `nil` for the same as
  /// ``TranscriptErrorHandlingPolicy/revertTranscript``.
  public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
    get { state.withLock { $0.errorHandling } }
    set { state.withLock { $0.errorHandling = newValue } }
  }

  /// Lets the model prepare for a request that is likely to follow.
  ///
  /// - Parameter promptPrefix: How the request will begin.
  public func prewarm(promptPrefix: Prompt? = nil) {
    guard let runner = try? runner.get() else { return }
    var transcript = state.withLock { $0.transcript }
    if let promptPrefix {
      transcript.append(.prompt(Transcript.Prompt(segments: .init(promptPrefix.components))))
    }
    runner.prewarm(transcript)
  }

  /// The state with which a turn begins.
  struct TurnStart: Sendable {
    let history: Transcript
    let policy: SessionPolicy
    let answerChecks: [AnswerCheck]
  }

  /// Runs a turn that has begun, and keeps what comes out of it.
  func run(
    _ start: TurnStart, _ prompt: Transcript.Prompt, into answer: some AnswerSink
  ) async throws -> Turn.Outcome {
    let outcome: Turn.Outcome
    do {
      let turn = Turn(
        runner: try runner.get(), toolbox: try toolbox.get(), policy: start.policy,
        validators: validators, answerChecks: start.answerChecks, prompt: prompt, answer: answer)
      outcome = try await turn.run(after: start.history)
    } catch let failure as Turn.Failure {
      _ = end(keeping: failure.entries, isWhole: false, using: failure.usage)
      throw failure.underlyingError
    } catch {
      _ = end(keeping: [], isWhole: false, using: .zero)
      throw error
    }
    guard end(keeping: outcome.entries, isWhole: true, using: outcome.usage) else {
      throw Error.transcriptMutationWhileResponding
    }
    return outcome
  }

  /// Begins a turn, which has to be run.
  ///
  /// - Throws: ``Error/concurrentRequests`` while another one is running.
  func begin() throws -> TurnStart {
    try observation.change(self, \.isResponding) {
      try state.withLock { state in
        guard !state.isResponding else { throw Error.concurrentRequests }
        state.isResponding = true
        state.wasTranscriptSet = false
        return TurnStart(
          history: state.transcript, policy: state.policy, answerChecks: state.answerChecks)
      }
    }
  }

  /// Ends a turn.
  ///
  /// - Returns: Whether the transcript is still the one with which the turn began.
  private func end(
    keeping entries: [Transcript.Entry], isWhole: Bool, using usage: Usage
  ) -> Bool {
    observation.change(self, \.transcript) {
      observation.change(self, \.usage) {
        observation.change(self, \.isResponding) {
          state.withLock { state in
            let isOwn = !state.wasTranscriptSet
            if isOwn, isWhole || state.errorHandling?.keepsEntries == true {
              state.transcript.append(contentsOf: entries)
            }
            state.usage.add(usage)
            state.isResponding = false
            return isOwn
          }
        }
      }
    }
  }
}
