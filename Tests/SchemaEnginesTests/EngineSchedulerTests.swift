import ContentStorage
import SchemaConcurrency
import SchemaModel
import Testing

@testable import SchemaEngines

struct EngineSchedulerTests {
  private func request(
    _ prompt: [Int], maximumTokens: Int = 12, grammar: TokenGrammar? = nil, seed: UInt64 = 7
  ) -> EngineRequest {
    EngineRequest(
      prompt: prompt, form: grammar.map { .grammar($0) } ?? .text,
      sampler: TokenSampler(temperature: 1, seed: seed),
      maximumTokens: maximumTokens)
  }

  /// The tokens of an answer, and what it cost.
  private func answer(
    _ request: EngineRequest, by scheduler: EngineScheduler
  ) async throws -> (tokens: [Int], last: EngineStep, usage: EngineUsage?) {
    let id = try await scheduler.begin(request)
    var tokens: [Int] = []
    do {
      while true {
        let step = try await scheduler.next(id)
        if case .events = step { continue }
        if case .partialToken = step { continue }
        guard case .token(let token) = step else {
          let usage = await scheduler.usage(of: id)
          await scheduler.end(id)
          return (tokens, step, usage)
        }
        tokens.append(token)
      }
    } catch {
      await scheduler.end(id)
      throw error
    }
  }

  @Test(arguments: [true, false])
  func `the same conversation with and without reuse has the same tokens`(canRewind: Bool)
    async throws
  {
    let prompt = Array(40..<90)
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(sequenceCount: 2, batchSize: 16, canRewind: canRewind)
    }
    let first = try await answer(request(prompt), by: scheduler)
    #expect(first.usage?.cachedTokenCount == 0)
    let before = await scheduler.decodedTokenCount
    let next = prompt + first.tokens + [65, 66, 67]
    let second = try await answer(request(next), by: scheduler)
    let fresh = try await EngineScheduler { try ScriptedEngine(batchSize: 16) }
    let alone = try await answer(request(next), by: fresh)
    #expect(second.tokens == alone.tokens)
    // The last token of an answer is chosen, and not read before the next turn.
    #expect(second.usage?.cachedTokenCount == prompt.count + first.tokens.count - 1)
    let read = await scheduler.decodedTokenCount - before
    #expect(read == 4 + second.tokens.count - 1)
  }

  @Test func `an edited conversation is read from the edit on, or from a state before it`()
    async throws
  {
    let prompt = Array(40..<90)
    for canRewind in [true, false] {
      let scheduler = try await EngineScheduler { try ScriptedEngine(canRewind: canRewind) }
      let first = try await answer(request(prompt), by: scheduler)
      var edited = prompt + first.tokens + [65]
      edited[prompt.count + 3] = 200
      let second = try await answer(request(edited), by: scheduler)
      // Without a way back, the state at the end of the prompt is the newest before the edit.
      #expect(second.usage?.cachedTokenCount == prompt.count + (canRewind ? 3 : 0))
      let fresh = try await EngineScheduler { try ScriptedEngine() }
      #expect(try await answer(request(edited), by: fresh).tokens == second.tokens)
    }
  }

  @Test func `a hundred answers on four sequences are those that each has alone`() async throws {
    let seeds = 0..<100
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(sequenceCount: 4, batchSize: 32)
    }
    let together = try await withThrowingTaskGroup(of: (Int, [Int]).self) { group in
      for seed in seeds {
        group.addTask {
          let prompt = Array(20..<(40 + seed % 30)) + [seed]
          return (
            seed, try await answer(request(prompt, seed: UInt64(seed)), by: scheduler).tokens
          )
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for seed in seeds {
      let prompt = Array(20..<(40 + seed % 30)) + [seed]
      let alone = try await EngineScheduler { try ScriptedEngine() }
      let tokens = try await answer(request(prompt, seed: UInt64(seed)), by: alone).tokens
      #expect(together[seed] == tokens, "seed \(seed)")
    }
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test func `answers share batches, and a long prompt does not stop the others`() async throws {
    let batches = Locked<[[EngineInput]]>([])
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        sequenceCount: 2, batchSize: 8,
        onDecode: { inputs in batches.withLock { $0.append(inputs) } })
    }
    async let short = answer(request([1, 2], maximumTokens: 40), by: scheduler)
    async let long = answer(request(Array(0..<200), maximumTokens: 2), by: scheduler)
    _ = try await (short, long)
    let mixed = batches.withLock { $0 }.filter { Set($0.map(\.sequence)).count == 2 }
    #expect(mixed.contains { $0.count == 8 })
  }

  @Test func `a prompt without room for an answer is an error before anything is read`()
    async throws
  {
    let scheduler = try await EngineScheduler { try ScriptedEngine(contextSize: 64) }
    let error = await #expect(throws: EngineError.self) {
      try await scheduler.begin(request(Array(repeating: 1, count: 64)))
    }
    #expect(error?.code == .contextFull)
    #expect(error?.problem.contains("64 tokens") == true)
    #expect(await scheduler.decodedTokenCount == 0)
    for (prompt, problem) in [
      ([1, 100_000], "Token 100000 is not in the vocabulary"),
      ([-1], "Token -1 is not in the vocabulary"), ([], "The prompt has no tokens."),
    ] {
      let unknown = await #expect(throws: EngineError.self) {
        try await scheduler.begin(request(prompt))
      }
      #expect(unknown?.code == .failed)
      #expect(unknown?.problem.hasPrefix(problem) == true)
      #expect(await scheduler.busySequenceCount == 0)
    }
    let fits = try await answer(request(Array(repeating: 1, count: 62)), by: scheduler)
    #expect(fits.last == .cutOff)
    #expect(fits.tokens.count == 2)
  }

  @Test(.timeLimit(.minutes(10)))
  func `an engine that stops reading although nothing is cancelled fails its answers`()
    async throws
  {
    let isBroken = Locked(true)
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        onDecode: { _ throws(EngineError) in
          guard isBroken.withLock({ $0 }) else { return }
          throw EngineError(.cancelled, problem: "Reading was stopped.", remedy: "Try again.")
        })
    }
    let error = await #expect(throws: EngineError.self) {
      try await answer(request([1, 2]), by: scheduler)
    }
    #expect(error?.code == .cancelled)
    #expect(await scheduler.decodedTokenCount == 0)
    #expect(await scheduler.busySequenceCount == 0)
    isBroken.withLock { $0 = false }
    let fresh = try await EngineScheduler { try ScriptedEngine() }
    let next = try await answer(request([1, 2]), by: scheduler)
    #expect(next.tokens == (try await answer(request([1, 2]), by: fresh)).tokens)
  }

  @Test func `where memory is short, conversations that have ended give way, then the youngest`()
    async throws
  {
    let scheduler = try await EngineScheduler { try ScriptedEngine(sequenceCount: 3, memory: 100) }
    _ = try await answer(request(Array(0..<60)), by: scheduler)
    let second = try await answer(request(Array(100..<160)), by: scheduler)
    #expect(second.tokens.count == 12)
    let error = await #expect(throws: EngineError.self) {
      try await answer(request(Array(0..<120)), by: scheduler)
    }
    #expect(error?.code == .contextFull)
    #expect(await scheduler.busySequenceCount == 0)
    let after = try await answer(request(Array(50..<80)), by: scheduler)
    #expect(after.tokens.count == 12)
  }

  @Test func `a request that is cancelled while its prompt is read ends, and others go on`()
    async throws
  {
    let started = Locked(false)
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        contextSize: 100_000, sequenceCount: 2, batchSize: 8,
        onDecode: { inputs in started.withLock { $0 = true } })
    }
    let task = Task {
      try await answer(request((0..<90_000).map { $0 % 256 }, maximumTokens: 1), by: scheduler)
    }
    while !started.withLock({ $0 }) { await Task.yield() }
    async let other = answer(request([1, 2, 3]), by: scheduler)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await other.tokens.count == 12)
    #expect(await scheduler.busySequenceCount == 0)
    #expect(await scheduler.decodedTokenCount < 80_000)
    let fresh = try await EngineScheduler { try ScriptedEngine() }
    let again = try await answer(request([1, 2, 3, 4]), by: scheduler)
    #expect(try await answer(request([1, 2, 3, 4]), by: fresh).tokens == again.tokens)
  }

  @Test func `a request that waits for a sequence can be cancelled`() async throws {
    let scheduler = try await EngineScheduler { try ScriptedEngine(sequenceCount: 1) }
    // It holds the only sequence, since nobody takes its steps.
    let holder = try await scheduler.begin(request([1, 2], maximumTokens: 1_000))
    _ = try await scheduler.next(holder)
    let task = Task { try await answer(request([3, 4]), by: scheduler) }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await scheduler.busySequenceCount == 1)
    await scheduler.end(holder)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `an answer that has ended gives its sequence back, although nobody reads it`() async throws {
    let scheduler = try await EngineScheduler { try ScriptedEngine(sequenceCount: 1) }
    let unread = try await scheduler.begin(request([1, 2], maximumTokens: 8))
    _ = try await scheduler.next(unread)
    let other = try await answer(request([3, 4]), by: scheduler)
    let fresh = try await EngineScheduler { try ScriptedEngine() }
    #expect(other.tokens == (try await answer(request([3, 4]), by: fresh)).tokens)
    #expect(await scheduler.busySequenceCount == 0)
    var count = 1
    while case .token = try await scheduler.next(unread) { count += 1 }
    #expect(count == 8)
    await scheduler.end(unread)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [true, false])
  func `an answer whose reader has stopped gives its sequence to others, and goes on later`(
    canRewind: Bool
  ) async throws {
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(sequenceCount: 1, batchSize: 8, canRewind: canRewind)
    }
    let fresh = try await EngineScheduler { try ScriptedEngine() }
    let paused = request(Array(40..<60), maximumTokens: 100)
    let id = try await scheduler.begin(paused)
    guard case .token(let first) = try await scheduler.next(id) else { return }
    for number in 0..<3 {
      let other = try await answer(request([3, 4, number]), by: scheduler)
      #expect(other.tokens == (try await answer(request([3, 4, number]), by: fresh)).tokens)
    }
    var tokens = [first]
    while case .token(let token) = try await scheduler.next(id) { tokens.append(token) }
    #expect(tokens == (try await answer(paused, by: fresh)).tokens)
    let usage = await scheduler.usage(of: id)
    #expect(usage?.cachedTokenCount == 0)
    await scheduler.end(id)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test func `preparing the same prompt many times costs as much as once`() async throws {
    let scheduler = try await EngineScheduler { try ScriptedEngine(sequenceCount: 1, batchSize: 8) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try await scheduler.prepare(Array(0..<100)) } }
      try await group.waitForAll()
    }
    #expect(await scheduler.decodedTokenCount == 100)
    try await scheduler.prepare(Array(0..<60))
    #expect(await scheduler.decodedTokenCount == 100)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test func `an answer is generated a few tokens ahead of its reader, and no more`() async throws {
    let scheduler = try await EngineScheduler { try ScriptedEngine() }
    let id = try await scheduler.begin(request([1], maximumTokens: 1_000))
    _ = try await scheduler.next(id)
    for _ in 0..<200 { await Task.yield() }
    let usage = await scheduler.usage(of: id)
    #expect((1...17).contains(usage?.answerTokenCount ?? 0))
    await scheduler.end(id)
  }

  @Test func `a failure of the engine ends the answers of the batch, and not the scheduler`()
    async throws
  {
    let fails = Locked(true)
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(onDecode: { _ throws(EngineError) in
        guard fails.withLock({ $0 }) else { return }
        throw EngineError(.failed, problem: "The device is lost.", remedy: "Restart.")
      })
    }
    let error = await #expect(throws: EngineError.self) {
      try await answer(request([1, 2]), by: scheduler)
    }
    #expect(error?.problem == "The device is lost.")
    fails.withLock { $0 = false }
    #expect(try await answer(request([1, 2]), by: scheduler).tokens.count == 12)
  }

  @Test(arguments: [true, false])
  func `tokens that have to follow are read with the one before them`(isPlan: Bool) async throws {
    let batches = Locked<[[EngineInput]]>([])
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(onDecode: { inputs in batches.withLock { $0.append(inputs) } })
    }
    let vocabulary = scheduler.facts.vocabulary
    let grammar = try TokenGrammar(
      jsonSchema: #"""
        {"type": "object", "properties": {"ingredients": {"enum": ["salt", "rice"]},
         "minutes": {"type": "boolean"}}, "required": ["ingredients", "minutes"],
         "additionalProperties": false}
        """#, vocabulary: vocabulary, options: .init(whitespace: .spaced))
    var request = request([5, 6], maximumTokens: 200, grammar: grammar)
    if isPlan {
      request.form = .plan(try TokenPlan(.value(.grammar(grammar)), vocabulary: vocabulary))
    }
    let answer = try await answer(request, by: scheduler)
    #expect(answer.last == .finished)
    let text = String(
      decoding: answer.tokens.flatMap { vocabulary.bytes(of: $0) ?? [] }, as: UTF8.self)
    let content = try GeneratedContent(json: text)
    #expect(content.properties.map(\.name) == ["ingredients", "minutes"], "\(text)")
    let usage = try #require(answer.usage)
    // The model chooses one of the choices, a truth, and a plan's end; all else has to follow.
    let chosen = usage.answerTokenCount - usage.forcedTokenCount
    #expect(usage.forcedTokenCount > 25 && chosen <= 6, "\(usage)")
    #expect(batches.withLock { $0.count } == chosen)
    // The tokens are those of the engine's tokenizer, here the words that it knows.
    #expect(answer.tokens.first == ScriptedEngine.firstWord + 5, "\(answer.tokens)")
    let first = batches.withLock { $0.first?.map(\.token) ?? [] }
    #expect(first.starts(with: [5, 6, ScriptedEngine.firstWord + 5]))
    #expect(batches.withLock { $0.allSatisfy { $0.last?.needsLogits == true } })
  }

  @Test func `an answer that has no choice at all needs no model`() async throws {
    let scheduler = try await EngineScheduler { try ScriptedEngine() }
    let grammar = try TokenGrammar(choices: ["Hello world"], vocabulary: scheduler.facts.vocabulary)
    let answer = try await answer(
      request([5], maximumTokens: 40, grammar: grammar), by: scheduler)
    #expect(answer.last == .finished)
    #expect(answer.usage?.forcedTokenCount == answer.tokens.count)
    #expect(await scheduler.decodedTokenCount == 0)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test func `tokens that have to follow a prompt are no answer if it cannot be read`() async throws
  {
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(onDecode: { _ throws(EngineError) in
        throw EngineError(.failed, problem: "The device is lost.", remedy: "Restart.")
      })
    }
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"]}"#,
      vocabulary: scheduler.facts.vocabulary)
    let id = try await scheduler.begin(request([5], maximumTokens: 40, grammar: grammar))
    #expect(await scheduler.usage(of: id)?.forcedTokenCount ?? 0 > 0)
    let error = await #expect(throws: EngineError.self) { try await scheduler.next(id) }
    #expect(error?.problem == "The device is lost.")
    await scheduler.end(id)
  }

  @Test func `H3: to ask for a step after the last one is an error, and waits for nothing`()
    async throws
  {
    let scheduler = try await EngineScheduler { try ScriptedEngine() }
    let id = try await scheduler.begin(request([5], maximumTokens: 2))
    while case .token = try await scheduler.next(id) {}
    let error = await #expect(throws: EngineError.self) { try await scheduler.next(id) }
    #expect(error?.problem == "The answer has ended, or another task waits for it.")
    #expect(await scheduler.usage(of: id)?.answerTokenCount == 2)
    await scheduler.end(id)
  }

  @Test func `a limit counts tokens that have to follow, and many of them wait for no reader`()
    async throws
  {
    let scheduler = try await EngineScheduler { try ScriptedEngine() }
    let name = String(repeating: "abcdefgh", count: 10)
    let grammar = try TokenGrammar(
      jsonSchema: #"""
        {"type": "object", "properties": {"\#(name)": {"type": "string"}},
         "required": ["\#(name)"], "additionalProperties": false}
        """#, vocabulary: scheduler.facts.vocabulary)
    for limit in [90, 100, 140] {
      let answer = try await answer(
        request([5], maximumTokens: limit, grammar: grammar, seed: UInt64(limit)), by: scheduler)
      #expect(answer.last == .finished)
      #expect((83...limit).contains(answer.tokens.count))
      #expect((answer.usage?.forcedTokenCount ?? 0) >= 80)
    }
  }

  @Test func `an answer by a grammar is complete within its limit (K4)`() async throws {
    let scheduler = try await EngineScheduler { try ScriptedEngine() }
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type": "array", "items": {"type": "string"}}"#,
      vocabulary: scheduler.facts.vocabulary)
    for limit in [2, 3, 5, 9, 40] {
      let answer = try await answer(
        request([5], maximumTokens: limit, grammar: grammar, seed: UInt64(limit)), by: scheduler)
      #expect(answer.last == .finished)
      #expect(answer.tokens.count <= limit)
      let bytes = answer.tokens.flatMap { scheduler.facts.vocabulary.bytes(of: $0) ?? [] }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(try GeneratedContent(json: text).shape == .array, "\(text)")
    }
    let error = await #expect(throws: TokenMatcher.Failure.self) {
      try await scheduler.begin(request([5], maximumTokens: 1, grammar: grammar))
    }
    #expect(error?.code == .budgetTooSmall)
  }
}
