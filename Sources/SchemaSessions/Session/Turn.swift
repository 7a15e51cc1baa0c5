import SchemaContent
import SchemaModel
import SchemaReading
import SchemaValidation

/// One request of a caller: inferences, rounds of tool calls, and tries until the answer is valid.
///
/// A turn works on a copy of the transcript. Its caller keeps the resulting entries.
struct Turn {
  /// An error, with the state of the turn so far.
  struct Failure: Error {
    let underlyingError: any Error
    let state: State
    /// All entries in the order of the conversation, including answers and calls that the
    /// transcript does not keep.
    let allEntries: [Transcript.Entry]
    /// `true` if the entries stay in the transcript with any policy, since the turn waits for an
    /// approval, or waited for one and may have run tools.
    let keepsEntries: Bool
  }

  /// The settings that users of a session can change.
  struct Settings: Sendable {
    var policy = SessionPolicy()
    var answerChecks: [AnswerCheck] = []
    var toolApproval: ToolApproval?
    var contextPolicy = ContextPolicy.fail
  }

  /// The conversation and the settings with which a turn begins.
  struct Start: Sendable {
    let prompt: Transcript.Prompt
    /// The conversation before the turn.
    let history: Transcript
    /// The entries of a turn that waited for approval; empty for a new turn.
    let pending: [Transcript.Entry]
    let contextSize: ContextSize
    let settings: Settings
  }

  let start: Start
  let setup: SessionSetup
  let schemas: SessionSchemas
  let properties: SessionPropertyValues
  let answer: StreamedAnswer

  private var prompt: Transcript.Prompt { start.prompt }
  private var settings: Settings { start.settings }
  private var policy: SessionPolicy { settings.policy }
  private var schema: GenerationSchema? { prompt.responseFormat?.schema }

  /// Runs the turn.
  ///
  /// - Returns: The state at the end, with the answer.
  /// - Throws: ``Failure``.
  func run() async throws -> State {
    var state = State(start)
    defer { properties.setTurnHistory(nil) }
    do {
      let scope = SessionScope(values: properties, access: .turn)
      try await SessionScope.$current.withValue(scope) { try await runRounds(&state) }
    } catch {
      let sent = state.conversation.requestEntries
      let last = (try? answer.reply.entries().entries) ?? []
      throw Failure(
        underlyingError: error, state: state, allEntries: sent + last.leavingOut(sent),
        keepsEntries: state.isWaiting || !start.pending.isEmpty)
    }
    return state
  }

  /// The state of a turn that runs or has ended.
  struct State: Sendable {
    var conversation: TurnConversation
    var attempts = TurnAttempts()
    var contextSize: ContextSize
    /// The profile's policy for failed turns.
    var errorHandling: TranscriptErrorHandlingPolicy?
    /// The answer.
    var content = GeneratedContent("")
    var finishReason = LanguageModelExecutorGenerationChannel.FinishReason.stop
    var toolRounds = 0
    /// The mends of calls' arguments, by the calls' identifiers.
    private(set) var callMends: [String: [Mend]] = [:]
    /// The observers of the last request's mends.
    var mendObservers = MendObservers()
    /// `true` if a part of the model's last reply has been shown.
    var isShown = false
    /// `true` if calls of this turn wait for approval.
    ///
    /// The type of the error is not enough, since a callback may throw the error of another
    /// session.
    var isWaiting = false

    init(_ start: Start) {
      conversation = TurnConversation(
        after: start.history, start.pending.isEmpty ? [.prompt(start.prompt)] : start.pending)
      contextSize = start.contextSize
      toolRounds = start.pending.count { $0.toolCalls != nil }
    }

    /// Adds the mends of calls, and reports them.
    mutating func addCallMends(_ mends: [String: [Mend]]) {
      callMends.merge(mends) { $0 + $1 }
      for (_, found) in mends.sorted(by: { $0.key < $1.key }) { mendObservers.report(found) }
    }
  }

  /// Runs rounds of inference and calls of tools until there is a valid answer.
  private func runRounds(_ state: inout State) async throws {
    answer.setEntries(state.conversation.entries)
    answer.setPolicy(policy)
    let validator = try policy.validation == .strict ? schema.map(schemas.validator(of:)) : nil
    let review = AnswerReview(of: answer, schema, by: validator, schemas, settings)
    if let calls = Transcript(entries: state.conversation.entries).pendingCalls {
      let faults = calls.filter(\.hasUndeclaredArguments).map { ($0.id, CallFault.stored) }
      let next = try await prepare(&state)
      let outputs = try await runCalls(calls, Dictionary(faults) { $1 }, [:], next, &state)
      // The calls stay in the transcript, so the tools that have ended must not run again.
      do { try await keep(outputs, next, &state) } catch { throw outputs.error ?? error }
      if let error = outputs.error { throw error }
    }
    while true {
      try Task.checkCancellation()
      answer.beginAnswer(attempt: state.attempts.current)
      let next = try await prepareRequest(&state)
      let reply = try await inferWithinContext(next, &state)
      let reading = try reply.entries(
        ReplyAssembler.ArgumentReading(toolbox: next.toolbox, policy: policy.reading))
      let entries = reading.entries
      state.addCallMends(reading.mends)
      if let calls = entries.lazy.compactMap(\.toolCalls).first {
        guard state.toolRounds < policy.maximumToolRounds else {
          throw LanguageModelSession.Error.tooManyToolRounds(policy.maximumToolRounds)
        }
        state.toolRounds += 1
        let before = state.conversation
        state.conversation.add(reply: entries)
        do {
          for reasoning in entries.lazy.compactMap(\.reasoning) {
            try await perform(next.profile?.reasoningActions, reasoning, &state)
          }
          // A provider may be unable to keep the model from calling.
          let faults =
            next.allowsCalls
            ? reading.faults : Dictionary(calls.map { ($0.id, CallFault.disallowed) }) { $1 }
          let outputs = try await runCalls(calls, faults, reading.places, next, &state)
          // A new round whose tool throws is dropped with its outputs.
          if let error = outputs.error { throw error }
          try await keep(outputs, next, &state)
        } catch  where state.isWaiting {
          throw error
        } catch {
          // Providers reject calls without outputs, so a round whose tool throws leaves no entry.
          state.conversation = before
          throw error
        }
        continue
      }
      guard try await finish(reply, entries, review, &state) else { continue }
      try await performResponseActions(of: next, entries.count, &state)
      return
    }
  }

  /// Determines the setup of the next request.
  private func prepare(_ state: inout State) async throws -> RequestSetup {
    var options = prompt.options
    // A call was required and has been made. Requiring another one would never end.
    if options.toolCallingMode == .required, state.toolRounds > 0 {
      options.toolCallingMode = .allowed
    }
    switch setup {
    case .fixed(let runner, let toolbox):
      return RequestSetup(
        runner: runner, toolbox: toolbox, options: options, contextOptions: prompt.contextOptions)
    case .profile(let profile):
      properties.setTurnHistory(state.conversation.kept.history)
      let (next, actions) = try profile.next(options, prompt.contextOptions)
      await withCallbackScope(&state) { for action in actions { await action() } }
      state.errorHandling = next.profile?.errorHandling
      state.conversation.setInstructions(next.instructions)
      return next
    }
  }

  /// Runs the profile's callbacks for the prompt, and determines the setup, which they may change.
  private func prepareRequest(_ state: inout State) async throws -> RequestSetup {
    var next = try await prepare(&state)
    if let actions = next.profile?.promptActions, !actions.isEmpty {
      try await perform(actions, prompt, &state)
      next = try await prepare(&state)
    }
    if next.options.toolCallingMode == .required, next.toolbox.isEmpty {
      throw LanguageModelSession.Error.noTools
    }
    return next
  }

  /// Runs the callbacks of the profile for an event.
  private func perform<Event>(
    _ actions: [ProfileAction<Event>]?, _ event: Event, _ state: inout State
  ) async throws {
    guard let actions, !actions.isEmpty else { return }
    try await withCallbackScope(&state) {
      for action in actions { try await action.perform(event) }
    }
  }

  /// Runs callbacks of the profile, and adopts the history if they have changed it.
  private func withCallbackScope(
    _ state: inout State, _ body: () async throws -> Void
  ) async rethrows {
    properties.setTurnHistory(state.conversation.kept.history)
    let scope = SessionScope(values: properties, access: .callback)
    try await SessionScope.$current.withValue(scope, operation: body)
    if let history = properties.takeChangedHistory() {
      state.conversation.replaceHistory(with: history)
    }
  }

  /// Runs the callbacks of an answer, which is the last entry of the turn.
  private func performResponseActions(
    of next: RequestSetup, _ count: Int, _ state: inout State
  ) async throws {
    guard let profile = next.profile else { return }
    let entries = state.conversation.entries.suffix(count)
    for reasoning in entries.lazy.compactMap(\.reasoning) {
      try await perform(profile.reasoningActions, reasoning, &state)
    }
    for response in entries.lazy.compactMap(\.response) {
      try await perform(profile.responseActions, response, &state)
    }
    answer.setEntries(state.conversation.entries)
  }

  /// Runs calls of the turn's last round, once they are approved.
  private func runCalls(
    _ calls: Transcript.ToolCalls, _ faults: [String: CallFault], _ places: [String: AnswerPlaces],
    _ next: RequestSetup, _ state: inout State
  ) async throws -> CallOutputs {
    let decisions = try await next.toolbox.decisions(
      on: calls, faults: faults, by: settings.toolApproval)
    let waiting = zip(calls, decisions).filter { $1 == .wait }.map(\.0)
    if !waiting.isEmpty {
      state.isWaiting = true
      throw LanguageModelSession.PendingApprovalError(calls: waiting)
    }
    for call in calls { try await perform(next.profile?.callActions, call, &state) }
    properties.setTurnHistory(state.conversation.kept.history)
    return await next.toolbox.run(
      calls, decisions: decisions, faults: faults, places: places, failure: policy.toolFailure)
  }

  /// Keeps the outputs of calls, and runs the profile's callbacks for them.
  private func keep(
    _ outputs: CallOutputs, _ next: RequestSetup, _ state: inout State
  ) async throws {
    state.conversation.addOutputs(outputs.ended.map(\.output))
    for ended in outputs.ended {
      try await perform(next.profile?.outputActions, ended, &state)
    }
    answer.setEntries(state.conversation.entries)
  }

  /// Sends the conversation, without its oldest turns if it is too long.
  ///
  /// If the request fails, the conversation keeps its turns. A reply that fails after a part of it
  /// was shown is not requested again.
  private func inferWithinContext(
    _ next: RequestSetup, _ state: inout State
  ) async throws -> ReplyAssembler {
    let history = state.conversation.history
    let fitter = ContextFitter(policy: settings.contextPolicy, schema: schema, next: next)
    do {
      var shown = try await fitter.shown(&state)
      while true {
        do {
          return try await infer(next, shown, &state)
        } catch let error as LanguageModelError {
          guard case .contextSizeExceeded = error, !state.isShown,
            let shorter = try await fitter.shorter(than: shown, &state)
          else { throw error }
          shown = shorter
          answer.beginAnswer(attempt: state.attempts.current)
        }
      }
    } catch {
      state.conversation.setHistory(history)
      throw error
    }
  }

  /// Sends the shown part of the conversation, and assembles the reply.
  ///
  /// The usage counts even if the request fails.
  private func infer(
    _ next: RequestSetup, _ shown: Transcript, _ state: inout State
  ) async throws -> ReplyAssembler {
    var request = LanguageModelExecutorGenerationRequest(
      id: .random(), transcript: shown.joiningUnansweredPrompts(),
      enabledTools: next.allowsCalls ? next.toolbox.definitions : [], schema: schema,
      generationOptions: next.options, contextOptions: next.contextOptions,
      metadata: prompt.metadata)
    request.unsupportedOption = policy.unsupportedOption
    state.mendObservers = request.mendObservers
    answer.beginReply(after: state.attempts.usage)
    defer { state.attempts.add(answer.reply.usage) }
    state.isShown = false
    try await next.runner.run(request) { event in
      state.isShown = state.isShown || (answer.hasReader && event.isContent)
      answer.receive(event)
      await answer.waitForReader()
    }
    answer.endReply()
    let reply = answer.reply
    if let usage = reply.tokenCount.last { state.contextSize.record(usage, of: shown) }
    return reply
  }

  /// Reviews the answer, and ends the turn or prepares another try.
  ///
  /// - Returns: `true` if the turn is over.
  private func finish(
    _ reply: ReplyAssembler, _ entries: [Transcript.Entry], _ review: AnswerReview,
    _ state: inout State
  ) async throws -> Bool {
    // A signed reasoning can be an item that only the provider reads, such as a search.
    let isEmpty = !entries.contains { entry in
      if case .reasoning(let reasoning) = entry { return reasoning.signature != nil }
      return entry.response != nil
    }
    // Without calls of tools before it, an empty reply would leave the prompt without an answer.
    let finding = try await review.finding(on: reply, mayBeEmpty: !isEmpty || state.toolRounds > 0)
    state.mendObservers.report(finding.attempt.mends)
    state.attempts.end(with: finding.attempt)
    if let content = finding.validContent {
      state.content = content
      state.finishReason = reply.finishReason
      state.conversation.add(reply: self.entries(entries, for: content))
      answer.setEntries(state.conversation.entries)
      return true
    }
    guard state.attempts.allowsAnother(by: policy.reask) else {
      throw LanguageModelSession.InvalidAnswerError(attempts: state.attempts.ended)
    }
    // Feedback on an empty reply would be a second prompt in a row, so the request is repeated.
    if isEmpty, state.toolRounds == 0 { return false }
    let feedback = Transcript.Prompt(
      segments: [.text(Transcript.TextSegment(content: finding.feedback))],
      responseFormat: prompt.responseFormat)
    state.conversation.correct(entries + [.prompt(feedback)])
    return false
  }

  /// Returns the entries of an answer for the transcript.
  ///
  /// If there is a schema, a structure replaces the text of the last response.
  private func entries(
    _ entries: [Transcript.Entry], for content: GeneratedContent
  ) -> [Transcript.Entry] {
    guard let schema else { return entries }
    guard let last = entries.lastIndex(where: { $0.response != nil }),
      var response = entries[last].response
    else { return entries }
    SentForm.keep(response.segments.compactMap(\.text), of: content, in: &response.metadata)
    let value = Transcript.StructuredSegment(
      id: Transcript.Response.segmentID(0, of: response.id), schemaName: schema.name,
      content: content)
    response.segments =
      [.structure(value)] + response.segments.filter { $0.text == nil }
    var entries = entries
    entries[last] = .response(response)
    return entries
  }
}
