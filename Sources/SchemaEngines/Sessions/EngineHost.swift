import ConstrainedDecoding
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the sessions of one model share: its engine, its template, and what they have prepared.
final class EngineHost: Sendable {
  typealias Request = LanguageModelExecutorGenerationRequest
  typealias Channel = LanguageModelExecutorGenerationChannel

  let scheduler: EngineScheduler
  private let template: any ChatTemplate
  private let answers = AnswerStore()
  private let grammars = PreparedSchemas<TokenGrammar>()
  private let texts = SchemaTexts()

  init(_ scheduler: EngineScheduler, template: any ChatTemplate) {
    self.scheduler = scheduler
    self.template = template
  }

  /// Generates the answer to a request.
  func respond(to request: Request, into channel: Channel) async throws {
    let facts = scheduler.facts
    // What the model wrote is repeated as it wrote it.
    let request = request.written(in: ReplyForms(), validator: nil)
    let form = try ToolForm(request.enabledToolDefinitions, answer: request.schema, texts)
    let sampler = try TokenSampler(request.generationOptions, defaults: facts.sampling)
    let parts = try render(request.transcript, form, hasSchema: request.schema != nil)
    let prompt = try await scheduler.tokens(of: parts, answers: answers.answers(in: parts))
    let id = try await scheduler.begin(
      EngineRequest(
        prompt: prompt, grammar: try grammar(request, form), sampler: sampler,
        maximumTokens: request.generationOptions.maximumResponseTokens))
    do {
      let reply = EngineReply(request.id, form: form, facts: facts)
      try await generate(id, reply, into: channel)
    } catch {
      await scheduler.end(id)
      throw error
    }
    await scheduler.end(id)
  }

  private func generate(
    _ id: EngineScheduler.AnswerID, _ reply: EngineReply, into channel: Channel
  ) async throws {
    var reply = reply
    var isRunning = true
    while isRunning {
      switch try await scheduler.next(id) {
      case .token(let token):
        for event in reply.append(token) { await channel.send(event) }
      case .finished: isRunning = false
      case .cutOff:
        reply.isCutOff = true
        isRunning = false
      }
    }
    for event in reply.finish() { await channel.send(event) }
    answers.keep(reply.answer, of: reply.entryID)
    if let usage = await scheduler.usage(of: id) { await channel.send(reply.usage(usage)) }
    if reply.isCutOff { await channel.send(.finished(.length)) }
  }

  /// Reads the instructions of a transcript into a sequence.
  func prepare(_ transcript: Transcript) async throws {
    let definitions = transcript.flatMap { entry -> [Transcript.ToolDefinition] in
      if case .instructions(let instructions) = entry { return instructions.toolDefinitions }
      return []
    }
    let form = try ToolForm(definitions, answer: nil, texts)
    // What two conversations have in common that differ from the first prompt on.
    var prompts: [[Int]] = []
    for text in ["A", "B"] {
      let prompt = Transcript.Prompt(segments: [.text(.init(content: text))])
      let parts = try render(transcript + [.prompt(prompt)], form, hasSchema: false)
      prompts.append(try await scheduler.tokens(of: parts, answers: answers.answers(in: parts)))
    }
    let shared = Array(prompts[0].prefix(prompts[0].commonPrefixCount(with: prompts[1])))
    if !shared.isEmpty { try await scheduler.prepare(shared) }
  }

  func tokenCount(
    of transcript: Transcript, tools: [Transcript.ToolDefinition], schema: GenerationSchema?
  ) async throws -> Int {
    let form = try ToolForm(tools, answer: schema, texts)
    let parts = try render(transcript, form, hasSchema: schema != nil)
    return try await scheduler.tokens(of: parts, answers: answers.answers(in: parts)).count
  }

  private func render(
    _ transcript: Transcript, _ form: ToolForm?, hasSchema: Bool
  ) throws -> [PromptPart] {
    let messages = try ChatMessage.messages(of: transcript, form, texts)
    // An answer that a schema holds from its first token on has no room for thoughts.
    let isHeld = hasSchema || form != nil
    return try template.render(
      ChatConversation(messages: messages, allowsThinking: isHeld ? false : nil))
  }

  private func grammar(_ request: Request, _ form: ToolForm?) throws -> TokenGrammar? {
    let options = TokenGrammar.Options(whitespace: .spaced)
    let vocabulary = scheduler.facts.vocabulary
    if let form {
      return try form.grammar(
        isRequired: request.generationOptions.toolCallingMode == .required, vocabulary, options)
    }
    guard let schema = request.schema else { return nil }
    return try grammars.value(for: schema) {
      try TokenGrammar($0, vocabulary: vocabulary, options: options)
    }
  }
}

extension TokenSampler {
  /// Creates the sampler of a request.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability` for a number that is not finite.
  init(_ options: GenerationOptions, defaults: EngineFacts.Sampling) throws {
    func checked(_ value: Double, _ name: String) throws -> Double {
      guard value.isFinite else {
        throw LanguageModelError.unsupportedCapability(
          .init(
            capability: .option(name),
            debugDescription: "The option \(name) is \(value). Set a finite number, or leave the "
              + "option out."))
      }
      return value
    }
    let temperature = try checked(options.temperature ?? defaults.temperature, "temperature")
    switch options.samplingMode?.kind {
    case nil:
      self.init(
        temperature: temperature, topK: defaults.topK, topP: defaults.topP, minP: defaults.minP,
        penalties: defaults.penalties, seed: .random(in: .min ... .max))
    case .greedy:
      self.init(temperature: 0, penalties: defaults.penalties, seed: 0)
    case .randomTopK(let count, let seed):
      self.init(
        temperature: temperature, topK: count, penalties: defaults.penalties,
        seed: seed ?? .random(in: .min ... .max))
    case .randomProbabilityThreshold(let threshold, let seed):
      self.init(
        temperature: temperature, topP: try checked(threshold, "probability threshold"),
        penalties: defaults.penalties, seed: seed ?? .random(in: .min ... .max))
    }
  }
}
