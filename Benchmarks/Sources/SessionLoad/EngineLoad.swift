import SchemaEngines
import SchemaModel

/// Runs many sessions at the same time on one context of an engine.
enum EngineLoad {
  /// Runs sessions with a text, a schema and a tool each.
  ///
  /// Every fifth session is cancelled.
  ///
  /// - Parameter count: The number of sessions.
  /// - Throws: An error if an answer differs from the answer of its session alone, or if a sequence
  ///   is not released.
  static func run(_ count: Int) async throws {
    let shared = try await model(sequenceCount: 4)
    let together = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
      for number in 0..<count {
        group.addTask {
          let task = Task { try await answers(of: number, shared) }
          guard number.isMultiple(of: 5) else { return (number, try await task.value) }
          for _ in 0..<(number * 7 % 60) { await Task.yield() }
          task.cancel()
          _ = await task.result
          return (number, [])
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<count where !number.isMultiple(of: 5) {
      let alone = try await answers(of: number, model(sequenceCount: 1))
      guard together[number] == alone else {
        throw SessionLoad.Failure(
          text: "session \(number) answers \(together[number] ?? []), but alone \(alone)")
      }
    }
    let scheduler = shared.executorConfiguration.scheduler
    guard await scheduler.busySequenceCount == 0 else {
      throw SessionLoad.Failure(text: "a session did not release its sequence")
    }
  }

  private static func model(sequenceCount: Int) async throws -> EngineModel {
    let scheduler = try await EngineScheduler { try MixingEngine(sequenceCount: sequenceCount) }
    return EngineModel(scheduler, template: ChatMLTemplate())
  }

  private static func answers(of number: Int, _ model: EngineModel) async throws -> [String] {
    let session = LanguageModelSession(
      model: model, tools: [Find(number: number)], instructions: "Session \(number % 7).")
    session.policy.maximumToolRounds = 2
    session.policy.reask.maximumTries = 1
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 60)
    var answers: [String] = []
    for prompt in ["Soup \(number)?", "And then?"] {
      do {
        answers.append(try await session.respond(to: prompt, options: options).content)
      } catch is LanguageModelSession.Error {
        // This model depends only on masks, so it may never stop calling tools.
        answers.append("tools")
      }
    }
    let alone = LanguageModelSession(model: model)
    let schema = Dish.generationSchema
    let dish = try await alone.respond(to: "Dish \(number)", schema: schema, options: options)
    return answers + [dish.content.jsonString]
  }
}

/// An engine whose logits depend on all tokens of a sequence.
private struct MixingEngine: TokenEngine {
  let facts: EngineFacts
  private var sequences: [[Int]]
  private var logits: [Int: [Float]] = [:]

  init(sequenceCount: Int) throws {
    let bytes = (0...255 as ClosedRange<UInt8>).map { Vocabulary.Token.bytes([$0]) }
    let names = ["<|im_start|>", "<|im_end|>"]
    facts = EngineFacts(
      name: "mixing",
      vocabulary: try Vocabulary(
        tokens: bytes + names.map { .special($0) }, endTokens: [bytes.count + 1]),
      markers: Dictionary(
        uniqueKeysWithValues: names.enumerated().map { ($1, .init(token: bytes.count + $0)) }),
      contextSize: 4_096, sequenceCount: sequenceCount, batchSize: 64)
    sequences = Array(repeating: [], count: sequenceCount)
  }

  func tokens(of text: String) throws(EngineError) -> [Int] { text.utf8.map { Int($0) } }

  mutating func decode(
    _ inputs: [EngineInput], unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(EngineError) {
    logits = [:]
    for (index, input) in inputs.enumerated() {
      if isCancelled() {
        throw EngineError(.cancelled, problem: "It was cancelled.", remedy: "Ask again.")
      }
      guard sequences[input.sequence].count == input.position else {
        throw EngineError(.failed, problem: "A position is wrong.", remedy: "Report this error.")
      }
      sequences[input.sequence].append(input.token)
      if input.needsLogits { logits[index] = makeLogits(sequences[input.sequence]) }
    }
  }

  private func makeLogits(_ tokens: [Int]) -> [Float] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for token in tokens { hash = (hash ^ UInt64(token)) &* 0x100_0000_01B3 }
    return (0..<facts.vocabulary.count).map { token in
      var mixed = (hash ^ UInt64(token)) &* 0xBF58_476D_1CE4_E5B9
      mixed ^= mixed >> 29
      return Float(mixed & 0xFFFF)
    }
  }

  func withLogits<Result>(at index: Int, _ body: (Span<Float>) throws -> Result) throws -> Result {
    guard let logits = logits[index] else {
      throw EngineError(.failed, problem: "There are no logits.", remedy: "Request logits.")
    }
    return try body(logits.span)
  }

  mutating func rewind(to position: Int, in sequence: Int) -> Bool {
    sequences[sequence].removeLast(max(sequences[sequence].count - position, 0))
    return true
  }

  mutating func fork(_ sequence: Int, count: Int, into other: Int) -> Bool {
    sequences[other] = Array(sequences[sequence].prefix(count))
    return true
  }

  func state(of sequence: Int) -> [UInt8]? { nil }

  mutating func restore(_ state: [UInt8], in sequence: Int) -> Bool { false }
}
