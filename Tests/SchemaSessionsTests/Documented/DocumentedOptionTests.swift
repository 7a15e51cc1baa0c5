import Foundation
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What Apple documents of options, errors, availability, numbers of tokens and feedback.
struct DocumentedOptionTests {
  // Known from: the initializer, whose arguments are all nil by default.
  @Test("Options that are not set are nil")
  func defaultOptions() {
    let options = GenerationOptions()
    #expect(options.samplingMode == nil)
    #expect(options.temperature == nil)
    #expect(options.maximumResponseTokens == nil)
    #expect(options.toolCallingMode == nil)
    #expect(options == GenerationOptions(temperature: nil))
    #expect(options != GenerationOptions(temperature: 0))
  }

  // Known from: the interface of 27, which renames `sampling` and keeps it.
  @Test("The sampling mode has two names")
  func samplingNames() {
    var options = GenerationOptions(sampling: .greedy, temperature: 1)
    #expect(options.samplingMode == .greedy)
    options.sampling = .random(top: 4)
    #expect(options.samplingMode == .random(top: 4))
    #expect(options == GenerationOptions(samplingMode: .random(top: 4), temperature: 1))
  }

  // Known from: the interface of 27: a sampling mode says of which kind it is.
  @Test("A sampling mode has its numbers and its seed")
  func samplingKinds() {
    #expect(GenerationOptions.SamplingMode.greedy.kind == .greedy)
    #expect(
      GenerationOptions.SamplingMode.random(top: 40, seed: 7).kind == .randomTopK(40, seed: 7))
    #expect(
      GenerationOptions.SamplingMode.random(probabilityThreshold: 0.9).kind
        == .randomProbabilityThreshold(0.9, seed: nil))
    #expect(
      GenerationOptions.SamplingMode.random(top: 1, seed: 1) != .random(top: 1, seed: 2))
  }

  // Known from: the interface of 27.
  @Test("Modes of calling tools are distinguished")
  func toolCallingModes() {
    let modes: [GenerationOptions.ToolCallingMode] = [.allowed, .required, .disallowed]
    #expect(modes.map(\.kind) == [.allowed, .required, .disallowed])
    #expect(Set(modes.map(\.kind)).count == 3)
    #expect(GenerationOptions.ToolCallingMode.allowed != .required)
  }

  // Known from: the interface of 27.
  @Test("Options of the context are nil, and levels of thinking are compared by their text")
  func contextOptions() {
    #expect(ContextOptions().includeSchemaInPrompt == nil)
    #expect(ContextOptions().reasoningLevel == nil)
    #expect(ContextOptions(reasoningLevel: .custom("a")) != .init(reasoningLevel: .custom("b")))
    #expect(ContextOptions(reasoningLevel: .deep) == .init(reasoningLevel: .deep))
  }

  // Known from: the page of GenerationOptions, which a call takes.
  @Test("Options of a call reach the model, and only for that call")
  func optionsOfCall() async throws {
    let model = ScriptedModel(["a", "b"])
    let session = LanguageModelSession(model: model)
    let options = GenerationOptions(
      samplingMode: .random(probabilityThreshold: 0.5, seed: 3), temperature: 0.7,
      maximumResponseTokens: 50)
    try await session.respond(to: "1", options: options)
    try await session.respond(to: "2")
    #expect(model.requests[0].generationOptions == options)
    #expect(model.requests[1].generationOptions == GenerationOptions())
  }

  // Known from: the parameter of 26, which 27 has among the options of the context.
  @Test("Whether a schema is in the prompt reaches the model")
  func includeSchema() async throws {
    let model = ScriptedModel(
      Array(repeating: .text([#"{"name": "Dal", "minutes": 40}"#]), count: 2))
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "1", generating: Dish.self, includeSchemaInPrompt: false)
    try await session.respond(to: "2", generating: Dish.self)
    #expect(model.requests[0].contextOptions.includeSchemaInPrompt == false)
    #expect(model.requests[1].contextOptions.includeSchemaInPrompt != false)
    #expect(model.requests[0].schema?.name == "Dish")
  }

  /// Every error of a model that the interface of 27 has.
  private static let modelErrors: [LanguageModelError] = [
    .contextSizeExceeded(.init(contextSize: 10, tokenCount: 12, debugDescription: "Too long.")),
    .rateLimited(.init(debugDescription: "Too often.")),
    .guardrailViolation(.init(debugDescription: "Unsafe.")),
    .refusal(.init(explanation: "No.", debugDescription: "Declined.")),
    .unsupportedCapability(.init(capability: .vision, debugDescription: "No images.")),
    .unsupportedTranscriptContent(.init(unsupportedContent: [], debugDescription: "No sound.")),
    .unsupportedGenerationGuide(.init(schemaName: "Dish", debugDescription: "No pattern.")),
    .unsupportedLanguageOrLocale(.init(languageCode: "am", debugDescription: "No Amharic.")),
    .timeout(.init(debugDescription: "Too late.")),
  ]

  // Known from: the conformances to LocalizedError and CustomDebugStringConvertible.
  @Test("Every error of a model describes itself", arguments: modelErrors)
  func modelError(error: LanguageModelError) {
    #expect(!error.localizedDescription.isEmpty)
    #expect(error.errorDescription?.isEmpty == false)
    #expect(!error.debugDescription.isEmpty)
  }

  // Known from: the payloads of the interface of 27, and their default arguments.
  @Test("The details of an error are those that it was made with")
  func details() {
    var checked = 0
    for error in Self.modelErrors {
      switch error {
      case .contextSizeExceeded(let details):
        #expect(details.contextSize == 10)
        #expect(details.tokenCount == 12)
        #expect(details.metadata.isEmpty)
      case .rateLimited(let details): #expect(details.resetDate == nil)
      case .unsupportedGenerationGuide(let details): #expect(details.schemaName == "Dish")
      case .unsupportedCapability(let details): #expect(details.capability == .vision)
      default: continue
      }
      checked += 1
    }
    #expect(checked == 4)
  }

  // Known from: the page of LanguageModelError: a model throws it, and the caller gets it.
  @Test("An error of a model is that of the call, and the transcript is as before")
  func thrownError() async throws {
    for error in Self.modelErrors {
      let session = LanguageModelSession(
        model: ScriptedModel([.failure(error), "Dal."]), instructions: "Cook.")
      let before = session.transcript
      let thrown = await #expect(throws: LanguageModelError.self) {
        try await session.respond(to: "Soup?")
      }
      #expect(thrown?.debugDescription == error.debugDescription)
      #expect(session.transcript == before)
      #expect(try await session.respond(to: "Soup?").content == "Dal.")
    }
  }

  // Known from: the interface of 26, whose errors code still catches and makes.
  @Test("The errors of 26 exist, with their contexts")
  func errorsOf26() {
    let context = LanguageModelSession.GenerationError.Context(debugDescription: "Too long.")
    #expect(context.debugDescription == "Too long.")
    let errors: [LanguageModelSession.GenerationError] = [
      .exceededContextWindowSize(context), .assetsUnavailable(context),
      .guardrailViolation(context), .unsupportedGuide(context),
      .unsupportedLanguageOrLocale(context), .decodingFailure(context), .rateLimited(context),
      .concurrentRequests(context), .refusal(.init(transcriptEntries: []), context),
    ]
    for error in errors { #expect(error.errorDescription?.isEmpty == false) }
  }

  // Known from: the interface of 27: errors of sessions are compared.
  @Test("Errors of a session are distinguished, and describe themselves")
  func sessionErrors() {
    let errors: Set<LanguageModelSession.Error> = [
      .concurrentRequests, .transcriptMutationWhileResponding,
    ]
    #expect(errors.count == 2)
    for error in errors { #expect(!error.localizedDescription.isEmpty) }
  }

  // Known from: the initializer of the error, and its conformance to LocalizedError.
  @Test("An error of a tool has the tool and its error")
  func toolCallError() {
    struct Empty: Error {}
    let error = LanguageModelSession.ToolCallError(tool: Find(), underlyingError: Empty())
    #expect(error.tool.name == "find")
    #expect(error.underlyingError is Empty)
    #expect(error.errorDescription?.isEmpty == false)
  }

  // Known from: the page of availability, which an app switches over.
  @Test("A model is available if its availability is `available`")
  func availability() {
    let model = SystemLanguageModel.default
    #expect(model.isAvailable == (model.availability == .available))
    #expect(
      SystemLanguageModel.Availability.unavailable(.modelNotReady)
        != .unavailable(.deviceNotEligible))
  }

  // Known from: the pages of `supportedLanguages` and `supportsLocale(_:)`.
  @Test("A model supports the locales of its languages")
  func locales() {
    let model = SystemLanguageModel.default
    #expect(!model.supportedLanguages.isEmpty)
    for language in model.supportedLanguages {
      #expect(model.supportsLocale(Locale(identifier: language.maximalIdentifier)))
    }
  }

  // Known from: the interface of 27: capabilities are told apart.
  @Test("Capabilities are those that a model lists")
  func capabilities() {
    let capabilities = LanguageModelCapabilities([.vision, .toolCalling])
    #expect(capabilities.contains(.vision))
    #expect(capabilities.contains(.toolCalling))
    #expect(!capabilities.contains(.reasoning))
    #expect(!capabilities.contains(.guidedGeneration))
  }

  // Known from: the pages of `contextSize` and `tokenCount(for:)` of 26.4.
  @Test("More text has more tokens, in each of the forms")
  func tokenCounts() async throws {
    let model = SystemLanguageModel.default
    #expect(model.contextSize > 0)
    let short = try await model.tokenCount(for: "Soup?")
    let long = try await model.tokenCount(for: String(repeating: "Soup, please. ", count: 40))
    #expect(short > 0)
    #expect(long > short)
    let plain = try await model.tokenCount(for: Instructions("You are a cook."))
    let detailed = try await model.tokenCount(
      for: Instructions {
        "You are a cook."
        "You know every soup of the world, and how long it takes."
      })
    #expect(plain > 0)
    #expect(detailed > plain)
    let one = try await model.tokenCount(for: [Find()])
    #expect(one > 0)
    #expect(try await model.tokenCount(for: Dish.generationSchema) > 0)
  }

  // Known from: the same pages: the entries of a transcript are counted, too.
  @Test("A conversation has more tokens than each of its parts")
  func transcriptTokenCount() async throws {
    let session = LanguageModelSession(model: ScriptedModel(["A dal of red lentils."]))
    try await session.respond(to: "Which soup is quick?")
    let model = SystemLanguageModel.default
    let whole = try await model.tokenCount(for: session.transcript)
    let first = try await model.tokenCount(for: session.transcript.prefix(1))
    let last = try await model.tokenCount(for: session.transcript.suffix(1))
    #expect(first > 0)
    #expect(last > 0)
    #expect(whole > max(first, last))
  }

  // Known from: the page of `logFeedbackAttachment`: JSON with the session's transcript, as data.
  @Test("Feedback has the conversation, and changes nothing of it")
  func feedback() async throws {
    let session = LanguageModelSession(model: ScriptedModel(["Lyon"]), instructions: "Be brief.")
    try await session.respond(to: "What is the capital of France?")
    let before = session.transcript
    let data = session.logFeedbackAttachment(
      sentiment: .negative, issues: [.init(category: .incorrect, explanation: "It is Paris.")],
      desiredResponseText: "Its capital is Paris")
    #expect(try JSONSerialization.jsonObject(with: data) is [String: Any])
    let text = String(decoding: data, as: UTF8.self)
    for part in ["capital of France", "Lyon", "It is Paris.", "Its capital is Paris"] {
      #expect(text.contains(part))
    }
    #expect(session.transcript == before)
    #expect(!session.isResponding)
  }

  // Known from: the same page: entries that were rolled back after an error are included; that
  // outputs of tools are among them is a guess.
  @Test("Feedback has the entries of a turn that failed, and the transcript has not")
  func feedbackAfterFailure() async throws {
    let blocked = LanguageModelError.guardrailViolation(.init(debugDescription: "Unsafe."))
    let session = LanguageModelSession(
      model: ScriptedModel(["Hello.", .find("soup"), .failure(blocked)]), tools: [Find()])
    try await session.respond(to: "Hi")
    let before = session.transcript
    await session.failure(of: "A knife for the soup?")
    #expect(session.transcript == before)
    let data = session.logFeedbackAttachment(
      sentiment: .negative, issues: [.init(category: .triggeredGuardrailUnexpectedly)])
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("Hello."))
    #expect(text.contains("A knife for the soup?"))
    #expect(text.contains("found soup"))
  }

  // Known from: the interface: three forms, of which each takes what would be better.
  @Test("Feedback has what would be better, as an entry, a text or a value")
  func desiredOutput() async throws {
    let session = LanguageModelSession(model: ScriptedModel(["Stew"]))
    try await session.respond(to: "Soup?")
    let entry = Transcript.Entry.response(
      Transcript.Response(segments: [.text(.init(content: "Minestrone"))]))
    let outputs = [
      session.logFeedbackAttachment(sentiment: nil, desiredOutput: entry),
      session.logFeedbackAttachment(sentiment: .neutral, desiredResponseText: "Minestrone"),
      session.logFeedbackAttachment(
        sentiment: .positive, issues: [],
        desiredResponseContent: Dish(name: "Minestrone", minutes: 30)),
    ]
    for output in outputs {
      #expect(String(decoding: output, as: UTF8.self).contains("Minestrone"))
    }
    #expect(LanguageModelFeedback.Sentiment.allCases.count == 3)
  }
}
