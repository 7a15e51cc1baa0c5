import Dispatch
import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// A session keeps its executors, and their knowledge of the server, for its next request.
struct ExecutorTests {
  /// The number of executors that were made of one configuration.
  private final class Count: Hashable, Sendable {
    private let state = Locked(0)
    private let onFirst: @Sendable () -> Void

    init(onFirst: @escaping @Sendable () -> Void = {}) { self.onFirst = onFirst }

    var value: Int { state.withLock { $0 } }

    func increase() {
      let value = state.withLock { value in
        value += 1
        return value
      }
      if value == 1 { onFirst() }
    }

    static func == (first: Count, second: Count) -> Bool { first === second }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A scripted model whose executors are counted.
  private struct CountedModel: LanguageModel {
    let script: ScriptedModel
    var count = Count()

    var capabilities: LanguageModelCapabilities { script.capabilities }
    var executorConfiguration: Executor.Configuration {
      Executor.Configuration(count: count, script: script.executorConfiguration)
    }

    struct Executor: LanguageModelExecutor {
      struct Configuration: Hashable, Sendable {
        let count: Count
        let script: ScriptedModel.Executor.Configuration
      }

      private let executor: ScriptedModel.Executor

      init(configuration: Configuration) {
        configuration.count.increase()
        executor = ScriptedModel.Executor(configuration: configuration.script)
      }

      func respond(
        to request: LanguageModelExecutorGenerationRequest, model: CountedModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
      ) async throws {
        try await executor.respond(to: request, model: model.script, streamingInto: channel)
      }
    }
  }

  private static let busy = ScriptedModel.Reply.failure(
    LanguageModelError.timeout(.init(debugDescription: "slow")))

  @Test("a session has one executor for each model of a FallbackModel, and shares none")
  func fallback() async throws {
    let first = CountedModel(script: ScriptedModel([Self.busy, "a", Self.busy, "b", "c"]))
    let second = CountedModel(script: ScriptedModel(["d", "e"]))
    let model = FallbackModel([first, second])
    let session = LanguageModelSession(model: model)
    session.prewarm()
    for answer in ["d", "a", "e", "b"] {
      #expect(try await session.respond(to: "Soup?").content == answer)
    }
    #expect(first.count.value == 1)
    #expect(second.count.value == 1)
    try await LanguageModelSession(model: model).respond(to: "Soup?")
    #expect(first.count.value == 2)
    #expect(second.count.value == 1)
  }

  @Test("a session has one executor for the default model")
  func defaultModel() async {
    await #expect(processExitsWith: .success) {
      let model = CountedModel(script: ScriptedModel(["a", "b", "c"]))
      try SystemLanguageModel.bootstrap(model)
      let session = LanguageModelSession()
      session.prewarm()
      for answer in ["a", "b"] {
        #expect(try await session.respond(to: "Soup?").content == answer)
      }
      #expect(model.count.value == 1)
      try await LanguageModelSession().respond(to: "Soup?")
      #expect(model.count.value == 2)
    }
  }

  private struct Cook: LanguageModelSession.DynamicProfile {
    let model: CountedModel
    var onEvaluation: @Sendable () -> Void = {}

    var body: some DynamicProfile { Profile { Instructions("Cook.") }.model(evaluatedModel) }

    private var evaluatedModel: CountedModel {
      onEvaluation()
      return model
    }
  }

  /// Runs a function on a thread of its own, and waits for it for at most a minute.
  ///
  /// A test can thus fail although the function waits for ever.
  ///
  /// - Returns: `true` if the function has ended.
  private static func endsInTime(_ body: @escaping @Sendable () -> Void) -> Bool {
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      ended.signal()
    }
    return ended.wait(timeout: .now() + .seconds(60)) == .success
  }

  @Test("H3: the initializer of a profile's executor runs without a lock, and may use the session")
  func initializer() async throws {
    let session = Locked<LanguageModelSession?>(nil)
    let count = Count { session.withLock { $0 }?.prewarm() }
    let model = CountedModel(script: ScriptedModel(["Dal."]), count: count)
    let made = LanguageModelSession(profile: Cook(model: model))
    session.withLock { $0 = made }
    try #require(Self.endsInTime { made.prewarm() })
    #expect(count.value == 2)
    #expect(try await made.respond(to: "Soup?").content == "Dal.")
    #expect(count.value == 2)
  }

  @Test("H3: a profile's code may wait for another thread that prewarms the session")
  func profileBody() async throws {
    let session = Locked<LanguageModelSession?>(nil)
    let hasEnded = Locked<Bool?>(nil)
    let model = CountedModel(script: ScriptedModel(["Dal."]))
    let profile = Cook(model: model) {
      guard hasEnded.withLock({ $0 }) == nil, let session = session.withLock({ $0 }) else { return }
      let ends = Self.endsInTime { session.prewarm() }
      hasEnded.withLock { $0 = ends }
    }
    let made = LanguageModelSession(profile: profile)
    session.withLock { $0 = made }
    #expect(try await made.respond(to: "Soup?").content == "Dal.")
    #expect(hasEnded.withLock { $0 } == true)
  }
}
