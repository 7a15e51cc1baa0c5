import ConstrainedDecoding
import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The engine, the template and the prepared forms of one model, which its sessions share.
final class EngineHost: Sendable {
  typealias Request = LanguageModelExecutorGenerationRequest
  typealias Channel = LanguageModelExecutorGenerationChannel

  let scheduler: EngineScheduler
  private let template: any ChatTemplate
  private let answers: AnswerStore
  private let schemas = EngineSchemas()
  private let forms: FormStore
  private let thinkingLimits: ThinkingLimits
  private let stops: [String]

  init(
    _ scheduler: EngineScheduler, template: any ChatTemplate, thinking: ThinkingLimits,
    stops: [String]
  ) {
    self.scheduler = scheduler
    self.template = template
    self.stops = stops
    thinkingLimits = thinking
    answers = AnswerStore(scheduler.facts)
    forms = FormStore(scheduler.facts.vocabulary)
  }

  /// The format in which the model has learned to call tools.
  var toolFormat: EngineToolFormat { template.toolFormat }

  func respond(to request: Request, into channel: Channel) async throws {
    let facts = scheduler.facts
    // The prompt repeats the model's own answers unchanged.
    let request = request.written(in: ReplyForms(), validator: nil)
    let sampler = try TokenSampler(request.generationOptions, defaults: facts.sampling)
    let (parts, form) = try replyForm(for: request)
    let prompt = try await tokens(of: parts)
    let id = try await begin(
      EngineRequest(
        prompt: prompt, form: form.engineForm, sampler: sampler,
        maximumTokens: request.generationOptions.maximumResponseTokens, stops: stops),
      for: request)
    if let forms = form.enforced(request) { await channel.send(.fitted(forms)) }
    do {
      let reply = EngineReply(request.id, form: form, facts: facts)
      try await generate(id, reply, into: channel)
    } catch {
      await scheduler.end(id)
      throw error
    }
    await scheduler.end(id)
  }

  /// Begins an answer.
  ///
  /// If the prompt does not fit the context, the error lists the tokens of each part.
  private func begin(
    _ engineRequest: EngineRequest, for request: Request
  ) async throws -> EngineScheduler.AnswerID {
    do {
      return try await scheduler.begin(engineRequest)
    } catch let error as EngineError where error.code == .contextFull {
      let count = engineRequest.prompt.count
      let shares = try? await shares(of: request, promptCount: count)
      try Task.checkCancellation()
      throw EngineError.contextFull(
        by: count, answer: error.answerTokenCount, of: shares, in: scheduler.facts)
    } catch let failure as TokenMatcher.Failure where failure.code == .budgetTooSmall {
      guard let needed = failure.neededTokenCount, let limit = engineRequest.maximumTokens else {
        throw failure
      }
      throw LanguageModelError.providerFailure(
        .init(
          code: .budgetTooSmall,
          debugDescription: "\(scheduler.facts.name): The shortest answer in the form of this "
            + "request needs \(needed) tokens, and the request allows \(limit)."))
    }
  }

  private func replyForm(for request: Request) throws -> (parts: [PromptPart], form: ReplyForm) {
    let tools = request.enabledToolDefinitions
    let isRequired = request.generationOptions.toolCallingMode == .required
    let thinking = try thinkingLimits.allowance(at: request.contextOptions.reasoningLevel)
    if let format = toolFormat.native, !tools.isEmpty {
      let parts = try render(
        request.transcript, tools: tools, hasSchema: request.schema != nil, thinking)
      do {
        let plan = try forms.plan(
          format, tools: tools, isRequired: isRequired, answer: request.schema,
          thinking: thinking.mode(format, after: parts), schemas)
        return (parts, .plan(plan))
      } catch is PlanError {
        // The format cannot state one of the tools, so the calls have another form.
      }
    }
    let form = try ToolForm(tools, answer: request.schema, schemas)
    let parts = try render(request.transcript, form, hasSchema: request.schema != nil, thinking)
    let surroundings = thinking.surroundings(
      toolFormat.native, hasForm: form != nil || request.schema != nil, after: parts)
    if let form {
      let plan = try forms.plan(of: form, isRequired: isRequired, behind: surroundings)
      return (parts, .tools(form, plan))
    }
    if let (format, mode) = surroundings {
      let plan = try forms.plan(
        format, tools: [], isRequired: false, answer: request.schema, thinking: mode, schemas)
      return (parts, .plan(plan))
    }
    guard let schema = request.schema else { return (parts, .text) }
    return (parts, .schema(try forms.grammar(of: schema)))
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
      case .partialToken(_, let bytes):
        for event in reply.append(partialToken: bytes) { await channel.send(event) }
      case .events(let events):
        for event in reply.append(events) { await channel.send(event) }
      case .finished: isRunning = false
      case .cutOff:
        reply.cutOff()
        isRunning = false
      }
    }
    for event in reply.finish() { await channel.send(event) }
    answers.keep(reply.output, of: reply.entryIDs)
    if let usage = await scheduler.usage(of: id) { await channel.send(reply.usage(usage)) }
    if reply.isCutOff { await channel.send(.finished(.length)) }
  }

  /// Reads the instructions of a transcript into a sequence.
  func prepare(_ transcript: Transcript) async throws {
    // Two conversations with different first prompts have only the instructions in common.
    var prompts: [[Int]] = []
    for text in ["A", "B"] {
      let entry = Transcript.Prompt(segments: [.text(.init(content: text))])
      let parts = try prompt(
        of: transcript + [.prompt(entry)], tools: transcript.instructedTools, schema: nil)
      prompts.append(try await tokens(of: parts))
    }
    let shared = Array(prompts[0].prefix(prompts[0].commonPrefixCount(with: prompts[1])))
    if !shared.isEmpty { try await scheduler.prepare(shared) }
  }

  func tokenCount(
    of transcript: Transcript, tools: [Transcript.ToolDefinition], schema: GenerationSchema?
  ) async throws -> Int {
    let parts = try prompt(of: transcript, tools: tools, schema: schema)
    return try await tokens(of: parts).count
  }

  /// Returns the number of tokens of each part of a prompt, measured by prompts without the part.
  private func shares(of request: Request, promptCount: Int) async throws -> PromptShares {
    let level = request.contextOptions.reasoningLevel
    func count(_ entries: [Transcript.Entry], atMost limit: Int) async throws -> Int {
      let parts = try prompt(
        of: Transcript(entries: entries), tools: [], schema: request.schema, thinkingAt: level)
      return min(try await tokens(of: parts).count, limit)
    }
    var entries = Array(request.transcript)
    let withoutTools =
      request.enabledToolDefinitions.isEmpty
      ? promptCount : try await count(entries, atMost: promptCount)
    entries = entries.map(\.withoutSchema)
    let withoutSchemas = try await count(entries, atMost: withoutTools)
    entries.removeAll { if case .instructions = $0 { true } else { false } }
    let conversation = try await count(entries, atMost: withoutSchemas)
    return PromptShares(
      instructions: withoutSchemas - conversation, tools: promptCount - withoutTools,
      schemas: withoutTools - withoutSchemas, conversation: conversation)
  }

  /// Returns the tokens of a prompt, with the original tokens of the model's answers.
  private func tokens(of parts: [PromptPart]) async throws -> [Int] {
    let known = answers.outputs(in: parts)
    return try await scheduler.tokens(of: known.parts, answers: known.answers)
  }

  private func prompt(
    of transcript: Transcript, tools: [Transcript.ToolDefinition], schema: GenerationSchema?,
    thinkingAt level: ContextOptions.ReasoningLevel? = nil
  ) throws -> [PromptPart] {
    let thinking = try thinkingLimits.allowance(at: level)
    if toolFormat.native != nil, !tools.isEmpty {
      return try render(transcript, tools: tools, hasSchema: schema != nil, thinking)
    }
    let form = try ToolForm(tools, answer: schema, schemas)
    return try render(transcript, form, hasSchema: schema != nil, thinking)
  }

  /// Returns the prompt with tools that the template states.
  private func render(
    _ transcript: Transcript, tools: [Transcript.ToolDefinition], hasSchema: Bool,
    _ thinking: ThinkingAllowance
  ) throws -> [PromptPart] {
    let definitions = try tools.map { tool in
      GeneratedContent(properties: [
        "type": "function",
        "function": GeneratedContent(properties: [
          "name": tool.name, "description": tool.description,
          "parameters": try schemas.prepared(tool.parameters).document,
        ]),
      ])
    }
    let messages = try ChatMessage.messages(of: transcript, calls: .native, schemas)
    return try template.render(
      ChatConversation(
        messages: messages, tools: definitions,
        allowsThinking: thinking.isAllowed(hasForm: hasSchema), reasoningEffort: thinking.effort))
  }

  /// Returns the prompt with tools that the instructions describe, or without tools.
  private func render(
    _ transcript: Transcript, _ form: ToolForm?, hasSchema: Bool, _ thinking: ThinkingAllowance
  ) throws -> [PromptPart] {
    let calls: ChatMessage.CallForm =
      form == nil && toolFormat.native != nil ? .native : .inWords(form)
    let messages = try ChatMessage.messages(of: transcript, calls: calls, schemas)
    return try template.render(
      ChatConversation(
        messages: messages, allowsThinking: thinking.isAllowed(hasForm: hasSchema || form != nil),
        reasoningEffort: thinking.effort))
  }
}

extension Transcript.Entry {
  /// The entry without the schema of an answer.
  fileprivate var withoutSchema: Transcript.Entry {
    guard case .prompt(var prompt) = self else { return self }
    prompt.responseFormat = nil
    return .prompt(prompt)
  }
}

/// The form of a reply, which determines how its tokens are chosen and read.
enum ReplyForm {
  case text
  case schema(TokenGrammar)
  /// A reply in a form of SchemaKit that is either calls or an answer.
  case tools(ToolForm, TokenPlan)
  case plan(TokenPlan)

  /// The forms of a reply whose masks enforce the schemas of a request; `nil` without masks.
  func enforced(_ request: LanguageModelExecutorGenerationRequest) -> ReplyForms? {
    if case .text = self { return nil }
    var forms = ReplyForms()
    forms.enforcesAnswer = request.schema != nil
    forms.enforcedTools = Set(request.enabledToolDefinitions.map(\.name))
    return forms
  }

  var engineForm: EngineRequest.Form {
    switch self {
    case .text: .text
    case .schema(let grammar): .grammar(grammar)
    case .tools(_, let plan), .plan(let plan): .plan(plan)
    }
  }
}

extension TokenSampler {
  /// Creates the sampler of a request.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability` if a number of the request is not finite;
  ///   ``EngineError`` if a default of the model is not finite.
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
    guard defaults.isFinite else {
      throw EngineError(
        .failed, problem: "The model's default sampling has a number that is not finite.",
        remedy: "Open the model with other numbers.")
    }
    let temperature =
      try options.temperature.map { try checked($0, "temperature") }
      ?? defaults.temperature
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

/// Two hosts are equal if they are one object.
extension EngineHost: Hashable {
  static func == (first: EngineHost, second: EngineHost) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
