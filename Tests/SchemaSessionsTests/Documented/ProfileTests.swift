import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What Apple documents of dynamic instructions, profiles and session properties.
struct ProfileTests {
  /// Runs a session with a profile for as many prompts as there are replies without calls.
  private func session(
    _ replies: [ScriptedModel.Reply],
    _ profile: @Sendable (ScriptedModel) -> some LanguageModelSession.DynamicProfile
  ) -> (LanguageModelSession, ScriptedModel) {
    let model = ScriptedModel(replies)
    return (LanguageModelSession(profile: profile(model)), model)
  }

  // Known from: "Composing dynamic sessions with instructions and profiles": the body lists
  // instructions, tools and nested dynamic instructions.
  @Test("Instructions and tools of nested bodies are concatenated in order")
  func nesting() async throws {
    let (session, model) = session(["Dal."]) { model in
      LanguageModelSession.Profile {
        Instructions("You are a cook.")
        Guests(count: 2)
      }
      .model(model)
    }
    try await session.respond(to: "Soup?")
    let instructions = model.requests[0].transcript.first?.instructions
    #expect(instructions?.segments.joinedText == "You are a cook.\nThere are 2 guests.")
    #expect(model.requests[0].enabledToolDefinitions.map(\.name) == ["find"])
  }

  // Known from: the same page: a body may have conditions, and a bare `if`.
  @Test("A branch that is not taken adds nothing")
  func condition() async throws {
    for isNoted in [false, true] {
      let (session, model) = session(["Dal."]) { model in
        LanguageModelSession.Profile { Notes(isNoted: isNoted) }.model(model)
      }
      try await session.respond(to: "Soup?")
      let text = model.requests[0].transcript.first?.instructions?.segments.joinedText
      #expect(text == (isNoted ? "Be brief.\nNote it." : "Be brief."))
    }
  }

  // Known from: the declaration of DynamicInstructionsForEach.
  @Test("A loop adds instructions for each element")
  func loop() async throws {
    let (session, model) = session(["Dal."]) { model in
      LanguageModelSession.Profile {
        DynamicInstructionsForEach(["a", "b"], id: \.self) { Instructions("Skill \($0).") }
      }
      .model(model)
    }
    try await session.respond(to: "Soup?")
    let text = model.requests[0].transcript.first?.instructions?.segments.joinedText
    #expect(text == "Skill a.\nSkill b.")
  }

  // Known from: the same page: "re-evaluates before each call to the model".
  @Test("A body is evaluated before each request, also between rounds of calls")
  func evaluation() async throws {
    let count = Counter()
    let model = ScriptedModel([.find("soup"), "Dal."])
    let session = LanguageModelSession(
      model: model, dynamicInstructions: Calls(count: count))
    try await session.respond(to: "Soup?")
    let texts = model.requests.map { $0.transcript.first?.instructions?.segments.joinedText }
    #expect(texts == ["Calls: 0", "Calls: 1"])
    #expect(session.transcript.first?.instructions?.segments.joinedText == "Calls: 1")
  }

  // Known from: `init(profile:history:)`: "entries without the initial instructions".
  @Test("A history given to a session follows the instructions of the profile")
  func history() async throws {
    let model = ScriptedModel(["Dal."])
    let before = Transcript.Response(
      segments: [.text(Transcript.TextSegment(content: "I know the pantry."))])
    let session = LanguageModelSession(
      profile: Fixed(model: model), history: [.response(before)])
    try await session.respond(to: "Soup?")
    #expect(
      session.transcript.outline == [
        "instructions", "response I know the pantry.", "prompt Soup?", "response Dal.",
      ])
  }

  // Known from: the page's example WritingProfile: a profile's own modifier has precedence over
  // that of a dynamic profile around it, which is a default.
  @Test("The innermost modifier counts, and an outer one is the default")
  func precedence() async throws {
    for isCreative in [true, false] {
      let (session, model) = session(["Dal."]) { model in
        Writing(isCreative: isCreative).temperature(0.5).model(model)
      }
      try await session.respond(to: "Soup?")
      #expect(model.requests[0].generationOptions.temperature == (isCreative ? 1 : 0.5))
    }
  }

  // Known from: the same page: "Call-site arguments … override all".
  @Test("Options of a call have precedence, each by itself")
  func callOptions() async throws {
    let (session, model) = session(["Dal."]) { model in
      Writing(isCreative: true).maximumResponseTokens(9).reasoningLevel(.deep)
        .samplingMode(.greedy).model(model)
    }
    try await session.respond(
      to: "Soup?", options: GenerationOptions(temperature: 0.2),
      contextOptions: ContextOptions(reasoningLevel: .light))
    let request = model.requests[0]
    #expect(
      request.generationOptions
        == GenerationOptions(samplingMode: .greedy, temperature: 0.2, maximumResponseTokens: 9))
    #expect(request.contextOptions.reasoningLevel == .light)
  }

  // Known from: the page of DynamicProfile: it "doesn't impact the global transcript state".
  @Test("A history transform changes what the model sees, and not the transcript")
  func transform() async throws {
    let (session, model) = session(["Dal.", "Yes."]) { model in
      LanguageModelSession.Profile { Instructions("Be brief.") }
        .model(model).historyTransform { Array($0.suffix(1)) }
    }
    try await session.respond(to: "Soup?")
    try await session.respond(to: "Good?")
    #expect(model.requests[1].transcript.outline == ["instructions", "prompt Good?"])
    #expect(
      session.transcript.outline == [
        "instructions", "prompt Soup?", "response Dal.", "prompt Good?", "response Yes.",
      ])
  }

  // Known from: the page of `historyTransform(_:)`, and that of SessionPropertyValues: the history
  // has no instructions.
  @Test("A history transform sees the entries of the turn, and no instructions")
  func transformInput() async throws {
    let seen = Log()
    let (session, _) = session([.find("soup"), "Dal."]) { model in
      LanguageModelSession.Profile {
        Instructions("Be brief.")
        Find()
      }
      .model(model)
      .historyTransform { entries in
        seen.add(Transcript(entries: entries).outline.joined(separator: ", "))
        return entries
      }
    }
    try await session.respond(to: "Soup?")
    #expect(
      seen.lines == [
        "prompt Soup?", "prompt Soup?, calls call-soup, output call-soup: found soup",
      ])
  }

  // Known from: "Composing dynamic sessions …", the table of life cycle modifiers.
  @Test("Callbacks run in the order of the turn")
  func callbacks() async throws {
    let log = Log()
    let (session, _) = session([.find("soup"), "Dal."]) { model in
      LanguageModelSession.Profile { Find() }
        .model(model)
        .onActivate { log.add("activate") }
        .onPrompt { log.add("prompt \($0.segments.joinedText)") }
        .onToolCall { log.add("call \($0.toolName)") }
        .onToolOutput { log.add("output of \($0.toolName): \($1.segments.joinedText)") }
        .onResponse { log.add("response \($0.segments.joinedText)") }
    }
    try await session.respond(to: "Soup?")
    #expect(
      log.lines == [
        "activate", "prompt Soup?", "call find", "output of find: found soup", "prompt Soup?",
        "response Dal.",
      ])
  }

  // Known from: the page of `onReasoning(perform:)`.
  @Test("The model's reasoning comes before its answer")
  func reasoning() async throws {
    let log = Log()
    let thought = ScriptedModel.Reply([
      .event(.reasoning(action: .appendText("Lentils.", tokenCount: 1))),
      .event(.response(action: .appendText("Dal.", tokenCount: 1))),
    ])
    let (session, _) = session([thought]) { model in
      LanguageModelSession.Profile { Instructions("Be brief.") }
        .model(model)
        .onResponse { log.add("response") }
        .onReasoning { log.add("reasoning \($0.segments.joinedText)") }
    }
    try await session.respond(to: "Soup?")
    #expect(log.lines == ["reasoning Lentils.", "response"])
  }

  // Known from: "life cycle callbacks accumulate across nested profiles … the framework calls
  // both"; that the outermost one runs first, from the notes of Apple's utilities.
  @Test("Callbacks of all levels run, the outermost first")
  func accumulation() async throws {
    let log = Log()
    let (session, _) = session(["Dal."]) { model in
      LanguageModelSession.Profile { Instructions("Be brief.") }
        .model(model).onPrompt { log.add("inner") }.onPrompt { log.add("outer") }
    }
    try await session.respond(to: "Soup?")
    #expect(log.lines == ["outer", "inner"])
  }

  // Known from: the pages of `onActivate(perform:)` and `onDeactivate(perform:)`.
  @Test("A profile that changes ends the old one and begins the new one, and not what is around")
  func activation() async throws {
    let log = Log()
    let (session, _) = session(["a", "b", "c", "d"]) { model in
      Switched(log: log).onActivate { log.add("outer on") }.model(model)
    }
    for mode in ["plan", "plan", "cook", "plan"] {
      session.properties[ModeKey.self] = mode
      try await session.respond(to: "Soup?")
    }
    #expect(
      log.lines == ["outer on", "plan on", "plan off", "cook on", "cook off", "plan on"])
  }

  // Known from: "Throwing an error inside a life cycle callback propagates to the caller".
  @Test("An error of a callback is that of the call, and the transcript is as before")
  func errors() async throws {
    let ran = Log()
    let (session, model) = session([.find("soup"), "Dal."]) { model in
      LanguageModelSession.Profile {
        Find { term in
          ran.add(term)
          return term
        }
      }
      .model(model)
      .onToolCall { throw Denied(tool: $0.toolName) }
    }
    await #expect(throws: Denied(tool: "find")) { try await session.respond(to: "Soup?") }
    #expect(ran.lines.isEmpty && model.requests.count == 1)
    #expect(session.transcript.isEmpty && !session.isResponding)
  }

  // Known from: the modifier `transcriptErrorHandlingPolicy(_:)`.
  @Test("A profile says whether a failed turn stays in the transcript")
  func errorHandling() async throws {
    let (session, _) = session(["Dal."]) { model in
      LanguageModelSession.Profile { Instructions("Be brief.") }
        .model(model).transcriptErrorHandlingPolicy(.preserveTranscript)
        .onResponse { throw Denied(tool: "") }
    }
    await #expect(throws: Denied.self) { try await session.respond(to: "Soup?") }
    #expect(session.transcript.outline == ["instructions", "prompt Soup?", "response Dal."])
  }

  // Known from: the page of GenerationOptions.ToolCallingMode, whose example this is.
  @Test("A counter in the session ends the mode in which calls are required")
  func requiredCalls() async throws {
    let model = ScriptedModel([.find("soup"), .find("stew"), "Dal."])
    let session = LanguageModelSession(profile: TwoCalls(model: model))
    try await session.respond(to: "Soup?")
    #expect(
      model.requests.map(\.generationOptions.toolCallingMode) == [.required, .required, .allowed])
    #expect(session.properties[CallCountKey.self] == 2)
  }

  // Known from: "Expanding generation with tool calling": a required call needs a tool.
  @Test("Calls that are required without tools are an error")
  func requiredWithoutTools() async throws {
    let (session, model) = session(["Dal."]) { model in
      LanguageModelSession.Profile { Instructions("Be brief.") }
        .model(model).toolCallingMode(.required)
    }
    await #expect(throws: LanguageModelSession.Error.noTools) {
      try await session.respond(to: "Soup?")
    }
    #expect(model.requests.isEmpty)
  }

  // Known from: the page's example DebugProfileModifier.
  @Test("A modifier of one's own changes options and adds callbacks")
  func ownModifier() async throws {
    let log = Log()
    let (session, model) = session(["Dal."]) { model in
      LanguageModelSession.Profile { Instructions("Be brief.") }
        .modifier(Careful(log: log)).model(model)
    }
    try await session.respond(to: "Soup?")
    #expect(model.requests[0].generationOptions.temperature == 0)
    #expect(log.lines == ["answered"])
  }

  // Known from: the page of SessionPropertyValues, whose example this is.
  @Test("A callback that sets the history changes the transcript for good")
  func compaction() async throws {
    let model = ScriptedModel(["a", "b", "c"])
    let session = LanguageModelSession(profile: Compacting(model: model))
    for prompt in ["1", "2", "3"] { try await session.respond(to: prompt) }
    #expect(
      session.transcript.outline == ["instructions", "prompt 3", "response c"])
    #expect(
      model.requests[2].transcript.outline == [
        "instructions", "prompt 2", "response b", "prompt 3",
      ])
  }

  // Known from: the tests of Apple's utilities: a window over the history cuts before the prompt.
  @Test("A callback of the prompt sees it in the history, and can cut what came before")
  func window() async throws {
    let model = ScriptedModel(["a", "b"])
    let session = LanguageModelSession(profile: Window(model: model))
    try await session.respond(to: "1")
    let answer = try await session.respond(to: "2")
    #expect(model.requests[1].transcript.outline == ["response a", "prompt 2"])
    #expect(answer.transcriptEntries.map(\.id) == session.transcript.suffix(2).map(\.id))
    #expect(session.transcript.outline == ["response a", "prompt 2", "response b"])
  }

  // Known from: the note that the history is read-only in dynamic instructions and tools.
  @Test("A tool reads the history, and cannot set it")
  func readOnlyHistory() async throws {
    let log = Log()
    let model = ScriptedModel([.toolCalls([.init(id: "1", name: "Forget", arguments: "{}")]), "a"])
    let session = LanguageModelSession(model: model, tools: [Forget(log: log)])
    try await session.respond(to: "1")
    #expect(log.lines == ["2 entries", "2 entries"])
    #expect(session.transcript.count == 5)
  }

  // Known from: "Any profile can write to the property and changes will be visible across the
  // session": and the example of a tool that opens skills.
  @Test("A tool's change of a property is seen by the next evaluation, and from outside")
  func toolProperty() async throws {
    let call = ScriptedModel.Reply.toolCalls([
      .init(id: "1", name: "OpenSkill", arguments: #"{"term":"bread"}"#)
    ])
    let model = ScriptedModel([call, "a"])
    let session = LanguageModelSession(model: model, dynamicInstructions: Skills())
    try await session.respond(to: "1")
    let texts = model.requests.map { $0.transcript.first?.instructions?.segments.joinedText }
    #expect(texts == ["Open: ", "Open: bread"])
    #expect(session.properties[ModeKey.self] == "bread")
    #expect(LanguageModelSession().properties[ModeKey.self] == "")
  }

  // Known from: a guess: no page says what a property is outside of a session.
  @Test("Outside of a session, a property has a value of its own")
  func propertyOutside() throws {
    let tool = OpenSkill()
    _ = tool.call(arguments: try Find.Arguments(GeneratedContent(properties: ["term": "bread"])))
    #expect(tool.open == "bread" && OpenSkill().open == "")
  }

  // Known from: a guess from the page of `historyTransform(_:)`: levels apply from the outside in.
  @Test("A transform of each level applies, the outermost first")
  func transforms() async throws {
    let (session, model) = session(["a", "b"]) { model in
      LanguageModelSession.Profile {}
        .model(model).historyTransform { Array($0.suffix(1)) }
        .historyTransform { Array($0.dropLast()) + [$0[0]] }
    }
    try await session.respond(to: "1")
    try await session.respond(to: "2")
    #expect(model.requests[1].transcript.outline == ["prompt 1"])
  }

  // Known from: a guess: instructions that have not changed are one entry.
  @Test("The same instructions are the same entry")
  func instructionEntry() async throws {
    let model = ScriptedModel(["a", "b"])
    let session = LanguageModelSession(profile: Fixed(model: model))
    try await session.respond(to: "1")
    let id = session.transcript.first?.id
    try await session.respond(to: "2")
    #expect(session.transcript.first?.id == id)
    #expect(session.transcript.count(where: { $0.instructions != nil }) == 1)
  }
}
