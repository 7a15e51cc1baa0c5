import SchemaConcurrency
import SchemaModel
import SchemaValidation

/// A conversation with a model.
///
///     let session = LanguageModelSession(model: model, instructions: "You are a cook.")
///     let recipe = try await session.respond(to: "A soup, please.", generating: Recipe.self)
///     print(recipe.content.name)
///
/// The session sends the whole transcript with each request, runs the tools that the model calls,
/// checks answers against their schema, and asks again if they do not fit. A session runs one
/// request at a time: a second request throws ``Error/concurrentRequests``. After a program has
/// left a stream early, the next request waits for the end of the last one. A turn that fails
/// leaves the transcript unchanged.
///
/// `respond` waits for the answer, and `streamResponse` returns it as it arrives. Their forms for a
/// type or a schema take `includeSchemaInPrompt`: with `false`, the prompt does not have the
/// schema, such as after an example of an answer.
/// [Handling session errors](doc:HandlingSessionErrors) lists the errors of all forms.
///
/// Names and behaviour follow FoundationModels. A session can be used from any task.
public final class LanguageModelSession: Sendable {
  fileprivate struct State {
    var transcript: Transcript
    var failedTurns = FailedTurns()
    var settings = Turn.Settings()
    /// The counted size of the conversation.
    var contextSize = ContextSize()
    var errorHandling: TranscriptErrorHandlingPolicy?
    var usage = Usage.zero
    var isResponding = false
    /// `true` if the transcript was set while a request was running.
    var wasTranscriptSet = false
    /// The readers of the running request, if its answer is a stream.
    var readers: StreamReaders?
    /// The requests that wait for the end of the running one, whose readers have left.
    var waiting: [Reservation] = []
  }

  /// The beginning of a turn.
  enum Opening: Sendable {
    case prompt(Transcript.Prompt)
    /// A turn that waited for approval goes on.
    case resumption(Transcript.ResponseFormat?)
  }

  /// The right to run a turn, now or after the end of a request whose readers have left.
  ///
  /// The session is responding from the reservation on.
  struct Reservation: Sendable {
    fileprivate let opening: Opening
    /// The readers of the answer, if it is a stream.
    fileprivate let readers: StreamReaders?
    fileprivate let settings: Turn.Settings
    /// `nil` if the turn has to wait.
    fileprivate var start: Turn.Start?
    /// Ends when the turn can begin.
    fileprivate let wait = BoundedQueue<Void>(limit: 1)
  }

  private let state: Locked<State>
  private let setup: Result<SessionSetup, any Swift.Error>
  /// The validators and the readers of answers and of tools' arguments.
  let schemas = SessionSchemas()
  let observation = SessionObservation()

  /// The properties that the session's profile, instructions and tools share.
  public let properties = SessionPropertyValues()

  init(_ model: some LanguageModel, tools: [any Tool], transcript: Transcript) {
    setup = Result { [schemas] in .fixed(try ModelRunner(model), try Toolbox(tools, schemas)) }
    state = Locked(State(transcript: transcript))
    properties.attach(to: self)
  }

  init(_ profile: Handover<any DynamicProfile>, history: some Collection<Transcript.Entry>) {
    setup = .success(.profile(ProfileRunner(profile, properties, schemas)))
    state = Locked(State(transcript: Transcript(entries: Transcript(entries: history).history)))
    properties.attach(to: self)
  }

  /// The conversation, in complete turns.
  ///
  /// Setting it while ``isResponding`` is true makes the running request throw
  /// ``Error/transcriptMutationWhileResponding``.
  public var transcript: Transcript {
    get {
      observation.access(self, \.transcript)
      return state.withLock { $0.transcript }
    }
    set {
      observation.change(self, \.transcript) {
        _ = state.withLock { state in
          let old = state.transcript
          state.transcript = newValue
          state.wasTranscriptSet = state.isResponding
          state.contextSize.forget()
          return old
        }
      }
    }
  }

  /// The transcript with the unkept entries of failed turns.
  var transcriptWithFailedTurns: Transcript {
    state.withLock { $0.failedTurns.entries(in: $0.transcript) }
  }

  /// `true` if a request is running.
  public var isResponding: Bool {
    observation.access(self, \.isResponding)
    return state.withLock { $0.isResponding }
  }

  /// The usage of all requests, including failed ones.
  public var usage: Usage {
    observation.access(self, \.usage)
    return state.withLock { $0.usage }
  }

  /// The reactions to wrong answers, failing tools and unsupported options.
  ///
  /// A running request keeps the policy that it began with.
  public var policy: SessionPolicy {
    get { state.withLock { $0.settings.policy } }
    set { state.exchange(\.settings.policy, with: newValue) }
  }

  /// The checks of text answers, and of answers that fit their schema.
  ///
  /// If a check finds a problem, the session tries again, as after a violation of the schema. The
  /// checks also run if ``SessionPolicy/validation-swift.property`` is off.
  public var answerChecks: [AnswerCheck] {
    get { state.withLock { $0.settings.answerChecks } }
    set { state.exchange(\.settings.answerChecks, with: newValue) }
  }

  /// The function that decides on each call of a tool before it runs; `nil` to run every call.
  public var toolApproval: ToolApproval? {
    get { state.withLock { $0.settings.toolApproval } }
    set { state.exchange(\.settings.toolApproval, with: newValue) }
  }

  /// The reaction to a conversation that exceeds the context of the model.
  public var contextPolicy: ContextPolicy {
    get { state.withLock { $0.settings.contextPolicy } }
    set { state.exchange(\.settings.contextPolicy, with: newValue) }
  }

  /// The effect of a failed turn on the transcript; `nil` for
  /// ``TranscriptErrorHandlingPolicy/revertTranscript``.
  public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
    get { state.withLock { $0.errorHandling } }
    set { state.exchange(\.errorHandling, with: newValue) }
  }

  /// Lets the model prepare for a request that probably follows.
  ///
  /// While another call evaluates the session's profile, this call does nothing.
  public func prewarm(promptPrefix: Prompt? = nil) {
    var transcript = state.withLock { $0.transcript }
    let runner: ModelRunner
    switch try? setup.get() {
    case .fixed(let fixed, _): runner = fixed
    case .profile(let profile):
      guard let next = profile.preparePrewarming(&transcript) else { return }
      runner = next
    case nil: return
    }
    if let promptPrefix {
      transcript.append(.prompt(Transcript.Prompt(segments: .init(promptPrefix.components))))
    }
    runner.prewarm(transcript)
  }

  /// Runs a turn that has begun, and keeps its outcome.
  func run(_ start: Turn.Start, into answer: StreamedAnswer) async throws -> Turn.State {
    let turn: Turn.State
    do {
      turn = try await Turn(
        start: start, setup: try setup.get(), schemas: schemas, properties: properties,
        answer: answer
      ).run()
    } catch let failure as Turn.Failure {
      let turn = failure.state
      let isOwn = end(using: turn.attempts.usage) { state in
        state.failedTurns.add(failure.allEntries)
        let policy = turn.errorHandling ?? state.errorHandling
        if failure.keepsEntries || policy?.keepsEntries == true {
          state.transcript = turn.conversation.kept
        }
      }
      guard isOwn || failure.underlyingError is CancellationError else {
        throw Error.transcriptMutationWhileResponding
      }
      throw failure.underlyingError
    } catch {
      _ = end(using: .zero) { _ in }
      throw error
    }
    let isOwn = end(using: turn.attempts.usage) { state in
      state.transcript = turn.conversation.kept
      state.failedTurns = FailedTurns()
      state.contextSize = turn.contextSize
    }
    guard isOwn else { throw Error.transcriptMutationWhileResponding }
    return turn
  }

  /// Reserves the session for a turn.
  ///
  /// `readers` are the readers of the turn's answer, if it is a stream.
  ///
  /// - Throws: ``Error/concurrentRequests`` while another turn is running, unless the readers of
  ///   its answer have left; ``Error/callsArePending`` if a turn waits for approval;
  ///   ``Error/nothingToResume``.
  func reserve(_ opening: Opening, for readers: StreamReaders? = nil) throws -> Reservation {
    let (reservation, left) = try observation.change(self, \.isResponding) {
      try state.withLock { state -> (Reservation, [StreamReaders?]) in
        var reservation = Reservation(
          opening: opening, readers: readers, settings: state.settings)
        guard state.isResponding else {
          reservation.start = try state.start(of: reservation)
          state.isResponding = true
          state.readers = readers
          return (reservation, [])
        }
        let others = [state.readers] + state.waiting.map(\.readers)
        guard others.allSatisfy({ $0?.haveLeft == true }) else { throw Error.concurrentRequests }
        state.waiting.append(reservation)
        return (reservation, others)
      }
    }
    // A stream that still exists would otherwise wait for a reader.
    for readers in left { readers?.letAnswerEnd() }
    return reservation
  }

  /// Begins a turn, which the caller has to run.
  ///
  /// - Throws: After a wait, ``Error/callsArePending``, ``Error/nothingToResume`` or
  ///   `CancellationError`.
  nonisolated(nonsending) func begin(_ reservation: Reservation) async throws -> Turn.Start {
    if let start = reservation.start { return start }
    _ = try await reservation.wait.takeAll()
    let hasGivenUp = state.withLock { state in
      // The wait of a cancelled task ends early, and the session belongs to another request.
      let index = state.waiting.firstIndex { $0.wait === reservation.wait }
      if let index { state.waiting.remove(at: index) }
      return index != nil
    }
    if hasGivenUp { throw CancellationError() }
    do {
      return try state.withLock { try $0.start(of: reservation) }
    } catch {
      _ = end(using: .zero) { _ in }
      throw error
    }
  }

  /// Ends a turn.
  ///
  /// `keep` changes the state, unless the transcript was set in the meantime.
  ///
  /// - Returns: `true` if the transcript was not set since the turn began.
  private func end(using usage: Usage, _ keep: (inout State) -> Void) -> Bool {
    observation.change(self, \.transcript) {
      observation.change(self, \.usage) {
        observation.change(self, \.isResponding) {
          let (isOwn, next, _) = state.withLock { state in
            // Destroyed after the lock is free, since a transcript can have values of users.
            let old = (state.transcript, state.failedTurns)
            let isOwn = !state.wasTranscriptSet
            if isOwn { keep(&state) }
            state.usage.add(usage)
            state.wasTranscriptSet = false
            let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            state.readers = next?.readers
            state.isResponding = next != nil
            return (isOwn, next, old)
          }
          next?.wait.finish()
          return isOwn
        }
      }
    }
  }
}

extension LanguageModelSession.State {
  /// Returns what a turn begins with.
  fileprivate func start(of reservation: LanguageModelSession.Reservation) throws -> Turn.Start {
    func start(
      _ prompt: Transcript.Prompt, _ history: Transcript, _ pending: [Transcript.Entry]
    ) -> Turn.Start {
      Turn.Start(
        prompt: prompt, history: history, pending: pending, contextSize: contextSize,
        settings: reservation.settings)
    }
    switch reservation.opening {
    case .prompt(let prompt):
      guard transcript.pendingCalls == nil else {
        throw LanguageModelSession.Error.callsArePending
      }
      return start(prompt, transcript, [])
    case .resumption(let format):
      switch transcript.last {
      case .toolCalls, .toolOutput: break
      default: throw LanguageModelSession.Error.nothingToResume
      }
      let index = transcript.lastIndex { if case .prompt = $0 { true } else { false } }
      guard let index, case .prompt(var prompt) = transcript[index] else {
        throw LanguageModelSession.Error.nothingToResume
      }
      prompt.responseFormat = format
      return start(
        prompt, Transcript(entries: transcript[..<index]), Array(transcript[index...]))
    }
  }
}
