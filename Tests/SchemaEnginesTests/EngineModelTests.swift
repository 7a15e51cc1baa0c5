import ContentStorage
import Foundation
import SchemaConcurrency
import SchemaModel
import SessionTestSupport
import Testing

@testable import SchemaEngines

struct EngineModelTests {
  private func model(
    contextSize: Int = 8_192, sequenceCount: Int = 2,
    onDecode: @escaping @Sendable ([EngineInput]) throws(EngineError) -> Void = { _ in },
    _ reply: @escaping @Sendable (String) -> String
  ) async throws -> EngineModel {
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        contextSize: contextSize, sequenceCount: sequenceCount, onDecode: onDecode,
        script: ScriptedEngine.replies(reply))
    }
    return EngineModel(scheduler, template: ChatMLTemplate())
  }

  @Test func `text arrives in complete characters, and the next turn reads only new tokens`()
    async throws
  {
    let model = try await model { $0.contains("Again") ? "Ja, schön 🍲" : "Hello world, grüezi" }
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    var texts: [String] = []
    for try await part in session.streamResponse(to: "Hi") { texts.append(part.content) }
    #expect(texts.last == "Hello world, grüezi")
    #expect(texts.allSatisfy { !$0.unicodeScalars.contains("\u{FFFD}") })
    let scheduler = model.executorConfiguration.scheduler
    let before = await scheduler.decodedTokenCount
    let first = session.usage
    #expect(first.input.cachedTokenCount == 0)
    #expect(try await session.respond(to: "Again").content == "Ja, schön 🍲")
    let input = session.usage.input
    let secondPrompt = input.totalTokenCount - first.input.totalTokenCount
    let cached = input.cachedTokenCount
    // All of the first turn but its last token, which was chosen and not read.
    let shown = first.output.totalTokenCount - 1
    #expect(cached == first.input.totalTokenCount + shown)
    let read = await scheduler.decodedTokenCount - before
    let secondAnswer = session.usage.output.totalTokenCount - first.output.totalTokenCount
    #expect(read == secondPrompt - cached + secondAnswer - 1)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test func `the tokens of a conversation are counted as a request reads them`() async throws {
    let model = try await model { _ in "Yes." }
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    let instructions = session.transcript
    let prompt = Transcript.Entry.prompt(.init(segments: [.text(.init(content: "Hi"))]))
    let count = try await model.tokenCount(for: instructions + [prompt], schema: nil)
    let usage = try await session.respond(to: "Hi").usage
    #expect(usage.input.totalTokenCount == count)
    #expect(model.countsTokens)
    #expect(model.contextSize == 8_192)
    let alone = try await model.tokenCount(for: Transcript(entries: [prompt]), schema: nil)
    let own = try await model.tokenCount(for: instructions, schema: nil)
    #expect(own > 0)
    // The short prompt with which instructions are counted is about as long as this one.
    #expect(abs(count - alone - own) <= 2)
    let tools = LanguageModelSession(model: model, tools: [Find()], instructions: "Be brief.")
    #expect(try await model.tokenCount(for: tools.transcript, schema: nil) > own + 20)
    let dish = try await model.tokenCount(for: Transcript(), schema: Dish.generationSchema)
    #expect(dish > 20)
  }

  @Test func `an answer of a schema is valid whatever the model wants to say`() async throws {
    // The script answers with text, so that masks decide everything.
    let model = try await model { _ in "Sure! Here is the JSON" }
    let session = LanguageModelSession(model: model)
    let dish = try await session.respond(
      to: "A soup", generating: Dish.self,
      options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60)
    ).content
    #expect((5...120).contains(dish.minutes))
    #expect(session.transcript.count == 2)
  }

  @Test func `the prompt states the schema once, and the answer's own text comes back`()
    async throws
  {
    let prompts = Locked<[String]>([])
    let model = try await model { prompt in
      prompts.withLock { $0.append(prompt) }
      return #"{"name": "Dal", "minutes": 30}"#
    }
    let session = LanguageModelSession(model: model)
    for _ in 0..<2 {
      let dish = try await session.respond(to: "A dish", generating: Dish.self).content
      #expect(dish == Dish(name: "Dal", minutes: 30))
    }
    let last = try #require(prompts.withLock { $0.last })
    #expect(last.components(separatedBy: "minutes:integer // 5..120").count == 2)
    #expect(last.contains(#"assistant\#n{"name": "Dal", "minutes": 30}<|im_end|>"#))
    #expect(session.usage.input.cachedTokenCount > 100)
  }

  @Test func `tools are called by a schema, and their output leads to the answer`() async throws {
    let model = try await model { prompt in
      prompt.contains("Result of find: found soup")
        ? #"{"answer": "There is dal."}"# : #"{"tool": "find", "arguments": {"term": "soup"}}"#
    }
    let calls = Locked<[String]>([])
    let find = Find { term in
      calls.withLock { $0.append(term) }
      return "found \(term)"
    }
    let session = LanguageModelSession(model: model, tools: [find], instructions: "Help.")
    let answer = try await session.respond(to: "Soup?")
    #expect(answer.content == "There is dal.")
    #expect(calls.withLock { $0 } == ["soup"])
    // The second request began with all of the first one, the call included.
    #expect(session.usage.input.cachedTokenCount > session.usage.input.totalTokenCount / 3)
    let required = try await session.respond(
      to: "Again?", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(required.content == #"{"answer": "There is dal."}"#)
  }

  /// A template of the family of Hermes and Qwen.
  private static let hermes = """
    {% if tools %}<|im_start|>system
    <tools>{{ tools | tojson }}</tools> Use <tool_call>{"name": n, "arguments": a}</tool_call> and \
    <think></think>.<|im_end|>
    {% endif %}{% for m in messages %}<|im_start|>{{ m.role }}
    {% if m.role == 'tool' %}<tool_response>{{ m.content }}</tool_response>{% else %}\
    {{ m.content }}{% endif %}{% for c in m.tool_calls %}<tool_call>
    {"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
    </tool_call>{% endfor %}<|im_end|>
    {% endfor %}<|im_start|>assistant{{ '\\n' }}
    """

  @Test func `a model that has learned a format calls tools, several at once, and thinks`()
    async throws
  {
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        chatTemplate: Self.hermes,
        script: ScriptedEngine.replies { prompt in
          prompt.contains("<tool_response>found soup</tool_response>")
            ? "<think>\nGood.\n</think>\n\nThere is dal."
            : "<think>\nSoup, bread\n</think>\n\n"
              + "<tool_call>\n"
              + "{\"name\": \"find\", \"arguments\": {\"term\": \"soup\"}}\n</tool_call>\n"
              + "<tool_call>\n"
              + "{\"name\": \"find\", \"arguments\": {\"term\": \"bread\"}}\n</tool_call>"
        })
    }
    let model = EngineModel(scheduler, template: try JinjaTemplate(scheduler.facts))
    #expect(model.executorConfiguration.toolFormat == .native(.hermes))
    let session = LanguageModelSession(model: model, tools: [Find()])
    let answer = try await session.respond(to: "Soup?")
    #expect(answer.content == "There is dal.")
    let calls = session.transcript.compactMap { entry -> [String]? in
      if case .toolCalls(let calls) = entry { calls.map { $0.arguments.jsonString } } else { nil }
    }
    #expect(calls == [[#"{"term": "soup"}"#, #"{"term": "bread"}"#]])
    let thoughts = session.transcript.filter { if case .reasoning = $0 { true } else { false } }
    #expect(thoughts.count == 2)
    #expect(session.usage.output.reasoningTokenCount > 10)
    #expect(session.usage.input.cachedTokenCount > 100)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test func `an answer that is cut off says so, and a schema's is complete`() async throws {
    let model = try await model { _ in "Hello world, the soup is good" }
    let session = LanguageModelSession(model: model)
    session.policy.cutOffText = .throw
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(
        to: "Hi", options: GenerationOptions(maximumResponseTokens: 3))
    }
  }

  @Test func `a conversation that is too long is an error with the numbers`() async throws {
    let model = try await model(contextSize: 64) { _ in "Hello" }
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: String(repeating: "a", count: 100))
    }
    guard case .contextSizeExceeded(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.contextSize == 64)
    #expect(details.tokenCount > 100)
    #expect(session.transcript.isEmpty)
    #expect(try await session.respond(to: "Hi").content == "Hello")
  }

  @Test func `a prompt that is too long says how many tokens are for what`() async throws {
    let model = try await model(contextSize: 600) { _ in "Hello" }
    let session = LanguageModelSession(
      model: model, tools: [Find()], instructions: String(repeating: "i", count: 50))
    let prompt = String(repeating: "p", count: 700)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: prompt)
    }
    guard case .contextSizeExceeded(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let text = details.debugDescription
    let shares = try #require(
      text.firstMatch(
        of: #/\((\d+) for the instructions, (\d+) for the tools, (\d+) for the conversation\)\. /#),
      "\(text)")
    let counts = try [shares.1, shares.2, shares.3].map { try #require(Int($0)) }
    #expect(counts.reduce(0, +) == details.tokenCount)
    #expect((50..<90).contains(counts[0]) && counts[1] > 100 && (700..<760).contains(counts[2]))
    #expect(text.contains("Shorten the conversation"))
    let scheduler = model.executorConfiguration.scheduler
    #expect(await scheduler.decodedTokenCount == 0)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test func `the same seed gives the same answer`() async throws {
    var answers: Set<String> = []
    for seed in [1, 1, 2] as [UInt64] {
      let scheduler = try await EngineScheduler { try ScriptedEngine() }
      let session = LanguageModelSession(
        model: EngineModel(scheduler, template: ChatMLTemplate()))
      let options = GenerationOptions(
        samplingMode: .random(top: 50, seed: seed), temperature: 1, maximumResponseTokens: 20)
      answers.insert(try await session.respond(to: "Hi", options: options).content)
    }
    #expect(answers.count == 2)
  }

  @Test func `a number that is not finite is an error`() async throws {
    let model = try await model { _ in "Hello" }
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Hi", options: GenerationOptions(temperature: .nan))
    }
    guard case .unsupportedCapability? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `prewarming reads the instructions, and tokens can be counted`() async throws {
    let model = try await model { _ in "Hello" }
    let instructions = String(repeating: "Be brief and kind. ", count: 20)
    let session = LanguageModelSession(model: model, instructions: instructions)
    session.prewarm()
    let scheduler = model.executorConfiguration.scheduler
    while await scheduler.decodedTokenCount < instructions.utf8.count { await Task.yield() }
    while await scheduler.busySequenceCount > 0 { await Task.yield() }
    _ = try await session.respond(to: "Hi")
    #expect(session.usage.input.cachedTokenCount >= instructions.utf8.count)
    let count = try await model.executorConfiguration.tokenCount(of: session.transcript)
    #expect(count > session.usage.input.totalTokenCount)
  }

  @Test(.timeLimit(.minutes(5)))
  func `twenty calls to prewarm cost one, and a request ends the preparation`() async throws {
    let model = try await model(contextSize: 100_000, sequenceCount: 1) { _ in "Hello" }
    let scheduler = model.executorConfiguration.scheduler
    let instructions = String(repeating: "Be brief and kind. ", count: 50)
    let session = LanguageModelSession(model: model, instructions: instructions)
    for _ in 0..<20 { session.prewarm(promptPrefix: Prompt("Which soup")) }
    while await scheduler.decodedTokenCount < instructions.utf8.count { await Task.yield() }
    while await scheduler.busySequenceCount > 0 { await Task.yield() }
    #expect(await scheduler.decodedTokenCount < instructions.utf8.count + 200)
    // A text field that prewarms for each key leaves at most one preparation in front of a request.
    let long = LanguageModelSession(
      model: model, instructions: String(repeating: "Cook. ", count: 400))
    for number in 0..<20 { long.prewarm(promptPrefix: Prompt("Soup \(number)")) }
    let before = await scheduler.decodedTokenCount
    #expect(try await long.respond(to: "Hi").content == "Hello")
    #expect(await scheduler.decodedTokenCount - before < 3_600)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `sessions share one sequence with a stream that nobody reads`() async throws {
    let model = try await model(sequenceCount: 1) {
      $0.contains("Long") ? String(repeating: "word ", count: 400) : "Hello"
    }
    let ended = LanguageModelSession(model: model).streamResponse(to: "Hi")
    let paused = LanguageModelSession(model: model).streamResponse(to: "Long")
    for _ in 0..<2 {
      let other = LanguageModelSession(model: model)
      #expect(try await other.respond(to: "Hi").content == "Hello")
    }
    #expect(try await ended.collect().content == "Hello")
    #expect(try await paused.collect().content == String(repeating: "word ", count: 400))
    #expect(await model.executorConfiguration.scheduler.busySequenceCount == 0)
  }

  @Test func `a hundred sessions at once on four sequences get their own answers`() async throws {
    let model = try await model(sequenceCount: 4) { prompt in
      let number = prompt.split(separator: "#").last.map { $0.prefix { $0.isNumber } } ?? ""
      return "number \(number)"
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let session = LanguageModelSession(model: model, instructions: "Repeat.")
          for turn in 0..<2 {
            let answer = try await session.respond(to: "say #\(number * 10 + turn)").content
            #expect(answer == "number \(number * 10 + turn)")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await model.executorConfiguration.scheduler.busySequenceCount == 0)
  }

  @Test func `a session that is cancelled leaves no sequence behind`() async throws {
    let started = Locked(false)
    let model = try await model(onDecode: { _ in started.withLock { $0 = true } }) { _ in
      String(repeating: "a", count: 5_000)
    }
    let task = Task {
      let session = LanguageModelSession(model: model)
      return try await session.respond(to: "Hi").content
    }
    while !started.withLock({ $0 }) { await Task.yield() }
    task.cancel()
    _ = await task.result
    let scheduler = model.executorConfiguration.scheduler
    while await scheduler.busySequenceCount > 0 { await Task.yield() }
    #expect(await scheduler.decodedTokenCount < 5_000)
  }
}

extension EngineModelTests {
  @Test func `an attachment is an error, and is not dropped`() async throws {
    let model = try await model { _ in "Hello" }
    let session = LanguageModelSession(model: model)
    let url = try #require(URL(string: "https://example.com/soup.png"))
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond {
        "What is this?"
        Attachment(imageURL: url)
      }
    }
    guard case .unsupportedTranscriptContent(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.unsupportedContent.count == 1)
    #expect(try await session.respond(to: "Hi").content == "Hello")
  }
}
