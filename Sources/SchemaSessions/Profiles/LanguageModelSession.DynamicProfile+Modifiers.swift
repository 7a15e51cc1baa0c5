// The options of a call have precedence over all modifiers. Of modifiers for the same option, the
// innermost one counts, which is the one next to the profile; `nil` leaves it to the next one.
// Callbacks of all levels run, those of the outermost modifier first.
extension LanguageModelSession.DynamicProfile {
  /// Applies a modifier.
  ///
  /// - Parameter modifier: The modifier.
  /// - Returns: The changed profile.
  public func modifier<Modifier: LanguageModelSession.DynamicProfileModifier>(
    _ modifier: Modifier
  ) -> some LanguageModelSession.DynamicProfile {
    LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
  }

  /// Sets the model; without it, it is the default one.
  ///
  /// - Parameter model: The model.
  /// - Returns: The changed profile.
  public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .model(model))
  }

  /// Sets the model; without it, it is the default one.
  ///
  /// - Parameter model: The model.
  /// - Returns: The changed profile.
  public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .model(model))
  }

  /// Sets how much chance plays a part.
  ///
  /// - Parameter temperature: The sampling temperature, from 0; `nil`
  ///   for what an outer modifier says.
  /// - Returns: The changed profile.
  public func temperature(
    _ temperature: Double?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .temperature(temperature))
  }

  /// Sets how the next token is chosen.
  ///
  /// - Parameter samplingMode: How the next token is chosen; `nil`
  ///   for what an outer modifier says.
  /// - Returns: The changed profile.
  public func samplingMode(
    _ samplingMode: GenerationOptions.SamplingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .samplingMode(samplingMode))
  }

  /// Sets the largest number of tokens in an answer.
  ///
  /// - Parameter maximumResponseTokens: The largest number of tokens in an answer; `nil`
  ///   for what an outer modifier says.
  /// - Returns: The changed profile.
  public func maximumResponseTokens(
    _ maximumResponseTokens: Int?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .maximumResponseTokens(maximumResponseTokens))
  }

  /// Sets how long the model thinks before it answers.
  ///
  /// - Parameter reasoningLevel: How long the model thinks before it answers; `nil`
  ///   for what an outer modifier says.
  /// - Returns: The changed profile.
  public func reasoningLevel(
    _ reasoningLevel: ContextOptions.ReasoningLevel?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .reasoningLevel(reasoningLevel))
  }

  /// Sets whether the model may, must or must not call tools.
  ///
  /// - Parameter toolCallingMode: Whether the model may, must or must not call tools; `nil`
  ///   for what an outer modifier says.
  /// - Returns: The changed profile.
  public func toolCallingMode(
    _ toolCallingMode: GenerationOptions.ToolCallingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .toolCallingMode(toolCallingMode))
  }

  /// Sets how a failed turn changes the transcript.
  ///
  /// - Parameter transcriptErrorHandlingPolicy: How a failed turn changes the transcript; `nil`
  ///   for what an outer modifier says.
  /// - Returns: The changed profile.
  public func transcriptErrorHandlingPolicy(
    _ transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(
      content: self, setting: .transcriptErrorHandlingPolicy(transcriptErrorHandlingPolicy))
  }

  /// Changes what the model sees of the conversation, and not the conversation itself.
  ///
  /// The function gets the entries after the instructions, up to those of the turn that is being
  /// answered, before each request to the model. What it returns is sent after the instructions.
  /// Where several levels have one, each gets what the next outer one returns.
  ///
  /// - Parameter transform: The function.
  /// - Returns: The changed profile.
  public func historyTransform(
    _ transform: @escaping ([Transcript.Entry]) -> [Transcript.Entry]
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .historyTransform(transform))
  }

  /// Runs an action when the profile becomes active: before the first request that it is part of,
  /// and before the first one after a request that it was no part of.
  ///
  /// - Parameter action: The action.
  /// - Returns: The changed profile.
  public func onActivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onActivate(action))
  }

  /// Runs an action when the profile is no longer active: before the first request without it.
  ///
  /// The session does not run it when it ends itself.
  ///
  /// - Parameter action: The action.
  /// - Returns: The changed profile.
  public func onDeactivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onDeactivate(action))
  }

  /// Runs an action before each request to the model, when the prompt is part of the history.
  ///
  /// - Parameter action: The action, which gets the prompt.
  ///   An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Prompt) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onPrompt(ProfileAction(perform: action)))
  }

  /// Runs an action before each request to the model, when the prompt is part of the history.
  ///
  /// - Parameter action: The action. An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onPrompt(ProfileAction { _ in try await action() }))
  }

  /// Runs an action after an answer, when it is part of the history.
  ///
  /// - Parameter action: The action, which gets the answer.
  ///   An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Response) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onResponse(ProfileAction(perform: action)))
  }

  /// Runs an action after an answer, when it is part of the history.
  ///
  /// - Parameter action: The action. An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onResponse(ProfileAction { _ in try await action() }))
  }

  /// Runs an action after a reply in which the model has thought.
  ///
  /// - Parameter action: The action, which gets what it thought.
  ///   An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Reasoning) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onReasoning(ProfileAction(perform: action)))
  }

  /// Runs an action after a reply in which the model has thought.
  ///
  /// - Parameter action: The action. An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onReasoning(ProfileAction { _ in try await action() }))
  }

  /// Runs an action before each call of a tool.
  ///
  /// - Parameter action: The action, which gets the call.
  ///   An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onToolCall(ProfileAction(perform: action)))
  }

  /// Runs an action before each call of a tool.
  ///
  /// - Parameter action: The action. An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onToolCall(ProfileAction { _ in try await action() }))
  }

  /// Runs an action after the calls of a round, for each of them.
  ///
  /// - Parameter action: The action, which gets the call and its output.
  ///   An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall, Transcript.ToolOutput)
      async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(
      content: self, setting: .onToolOutput(ProfileAction { try await action($0.0, $0.1) }))
  }

  /// Runs an action after the calls of a round, for each of them.
  ///
  /// - Parameter action: The action. An error that it throws ends the turn.
  /// - Returns: The changed profile.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, setting: .onToolOutput(ProfileAction { _ in try await action() }))
  }
}
