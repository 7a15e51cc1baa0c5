// The options of a call have precedence over all modifiers. If several modifiers set one option,
// the innermost modifier with a value applies. The innermost modifier is the nearest to the
// profile. Callbacks of all levels run, outermost first. An error of a callback ends the turn.
extension LanguageModelSession.DynamicProfile {
  /// Applies a modifier.
  public func modifier<Modifier: LanguageModelSession.DynamicProfileModifier>(
    _ modifier: Modifier
  ) -> some LanguageModelSession.DynamicProfile {
    LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
  }

  /// Sets the model that answers instead of the default model.
  public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
    setting(\.model, model)
  }

  /// Sets the model that answers instead of the default model.
  public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
    setting(\.model, model)
  }

  /// Sets the sampling temperature, from 0; `nil` keeps the value of an outer modifier.
  public func temperature(
    _ temperature: Double?
  ) -> some LanguageModelSession.DynamicProfile {
    setting(\.options.temperature, temperature)
  }

  /// Sets the choice of the next token; `nil` keeps the value of an outer modifier.
  public func samplingMode(
    _ samplingMode: GenerationOptions.SamplingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    setting(\.options.samplingMode, samplingMode)
  }

  /// Sets the largest number of tokens in an answer; `nil` keeps the value of an outer modifier.
  public func maximumResponseTokens(
    _ maximumResponseTokens: Int?
  ) -> some LanguageModelSession.DynamicProfile {
    setting(\.options.maximumResponseTokens, maximumResponseTokens)
  }

  /// Sets the amount of reasoning before the answer; `nil` keeps the value of an outer modifier.
  public func reasoningLevel(
    _ reasoningLevel: ContextOptions.ReasoningLevel?
  ) -> some LanguageModelSession.DynamicProfile {
    setting(\.reasoningLevel, reasoningLevel)
  }

  /// Sets the mode of tool calls; `nil` keeps the value of an outer modifier.
  public func toolCallingMode(
    _ toolCallingMode: GenerationOptions.ToolCallingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    setting(\.options.toolCallingMode, toolCallingMode)
  }

  /// Sets the effect of a failed turn on the transcript; `nil` keeps the outer modifier's.
  public func transcriptErrorHandlingPolicy(
    _ transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy?
  ) -> some LanguageModelSession.DynamicProfile {
    setting(\.errorHandling, transcriptErrorHandlingPolicy)
  }

  /// Changes the conversation that the model reads, but not the transcript.
  ///
  /// Before each request to the model, the function gets the entries after the instructions,
  /// including the current turn. Its result is sent after the instructions. If several levels have
  /// a function, each gets the result of the next outer one.
  public func historyTransform(
    _ transform: @escaping ([Transcript.Entry]) -> [Transcript.Entry]
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.transforms, transform)
  }

  /// Runs an action when the profile becomes active.
  ///
  /// The profile becomes active before its first request. It becomes active again before a request
  /// that follows a request without the profile.
  public func onActivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { profile, path in
      profile.lifecycle.append(ProfileLifecycle(path: path, event: .activation, action: action))
    }
  }

  /// Runs an action when the profile becomes inactive: before the first request without it.
  ///
  /// The action does not run when the session ends.
  public func onDeactivate(
    @_inheritActorContext perform action: sending @escaping @isolated(any) () async -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { profile, path in
      profile.lifecycle.append(ProfileLifecycle(path: path, event: .deactivation, action: action))
    }
  }

  /// Runs an action before each request to the model, when the prompt is part of the history.
  ///
  /// An error that the action throws ends the turn.
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Prompt) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.promptActions, ProfileAction(perform: action))
  }

  /// Runs an action before each request to the model, when the prompt is part of the history.
  public func onPrompt(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.promptActions, ProfileAction { _ in try await action() })
  }

  /// Runs an action after an answer, when it is part of the history.
  ///
  /// An error that the action throws ends the turn.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Response) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.responseActions, ProfileAction(perform: action))
  }

  /// Runs an action after an answer, when it is part of the history.
  public func onResponse(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.responseActions, ProfileAction { _ in try await action() })
  }

  /// Runs an action after a reply with reasoning.
  ///
  /// An error that the action throws ends the turn.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.Reasoning) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.reasoningActions, ProfileAction(perform: action))
  }

  /// Runs an action after a reply with reasoning.
  public func onReasoning(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.reasoningActions, ProfileAction { _ in try await action() })
  }

  /// Runs an action before each call of a tool.
  ///
  /// An error that the action throws ends the turn.
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.callActions, ProfileAction(perform: action))
  }

  /// Runs an action before each call of a tool.
  public func onToolCall(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.callActions, ProfileAction { _ in try await action() })
  }

  /// Runs an action for each call, after all calls of its round.
  ///
  /// An error that the action throws ends the turn.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping (Transcript.ToolCall, Transcript.ToolOutput)
      async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.outputActions, ProfileAction { try await action($0.0, $0.1) })
  }

  /// Runs an action for each call, after all calls of its round.
  public func onToolOutput(
    @_inheritActorContext perform action:
      nonisolated(nonsending) sending @escaping () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    adding(\.outputActions, ProfileAction { _ in try await action() })
  }

  /// Sets a property, unless the value is `nil`.
  private func setting<Value>(
    _ property: WritableKeyPath<ResolvedProfile, Value?>, _ value: Value?
  ) -> SetProfile<Self> {
    SetProfile(content: self) { profile, _ in
      profile[keyPath: property] = value ?? profile[keyPath: property]
    }
  }

  /// Adds an element to a list.
  private func adding<Element>(
    _ list: WritableKeyPath<ResolvedProfile, [Element]>, _ element: Element
  ) -> SetProfile<Self> {
    SetProfile(content: self) { profile, _ in profile[keyPath: list].append(element) }
  }
}
