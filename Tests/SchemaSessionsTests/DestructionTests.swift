import Dispatch
import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaSessions

/// Closures and values of users, whose `deinit` reads the session that released them.
@Suite(.timeLimit(.minutes(5)))
struct DestructionTests {
  /// An object of a user that reads its session when it is destroyed.
  private final class Owner: Sendable {
    private let onEnd: @Sendable () -> Void

    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }

    func use() {}
  }

  /// A property whose value is an object.
  private enum OwnerKey: SessionPropertyKey { static var defaultValue: Owner? { nil } }

  /// Runs a function on a thread of its own, and waits for it for at most 20 seconds.
  private static func endsInTime(_ body: @escaping @Sendable () -> Void) -> Bool {
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      ended.signal()
    }
    return ended.wait(timeout: .now() + .seconds(20)) == .success
  }

  /// Sets a property of a session to the only reference to an object.
  private static func install(_ name: String, in session: LanguageModelSession, _ ends: Locked<Int>)
  {
    let owner = Owner {
      _ = (session.usage, session.toolApproval == nil, session.properties[OwnerKey.self] == nil)
      session.policy = SessionPolicy()
      ends.withLock { $0 += 1 }
    }
    switch name {
    case "toolApproval":
      session.toolApproval = .required { _ in
        owner.use()
        return .allow
      }
    case "answerChecks":
      session.answerChecks = [
        .validating(Dish.self) { _ in
          owner.use()
        }
      ]
    case "contextPolicy":
      session.contextPolicy = .summarizing(
        with: ScriptedModel([.init([.run { owner.use() }])]))
    default: session.properties[OwnerKey.self] = owner
    }
  }

  @Test(
    "H3: setting a property of a session destroys the old value without a lock",
    arguments: ["toolApproval", "answerChecks", "contextPolicy", "value"])
  func setter(_ name: String) {
    let ends = Locked(0)
    let isInTime = Self.endsInTime {
      let session = LanguageModelSession(model: ScriptedModel([]))
      Self.install(name, in: session, ends)
      #expect(ends.withLock { $0 } == 0)
      session.toolApproval = nil
      session.answerChecks = []
      session.contextPolicy = .fail
      session.properties[OwnerKey.self] = nil
    }
    #expect(isInTime)
    #expect(ends.withLock { $0 } == 1)
  }

  @Test("H3: a store of executors that is full destroys them without a lock")
  func executors() {
    struct Model: LanguageModel {
      let owner: Owner
      let number: Int
      var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
      var executorConfiguration: Executor.Configuration { .init(owner: owner, number: number) }

      struct Executor: LanguageModelExecutor {
        struct Configuration: Hashable, Sendable {
          let owner: Owner
          let number: Int

          static func == (first: Self, second: Self) -> Bool { first.number == second.number }

          func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }

        let owner: Owner

        init(configuration: Configuration) { owner = configuration.owner }

        func respond(
          to request: LanguageModelExecutorGenerationRequest, model: Model,
          streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {}
      }
    }
    let count = Locked(0)
    let ends = Self.endsInTime {
      let store = ExecutorStore()
      let other = Owner {}
      for number in 0..<70 {
        let owner = Owner {
          _ = try? store.runner(of: Model(owner: other, number: -1))
          count.withLock { $0 += 1 }
        }
        _ = try? store.runner(of: Model(owner: owner, number: number))
      }
    }
    #expect(ends)
    #expect(count.withLock { $0 } >= 32)
  }

  /// A tool that counts its calls in a property of the session.
  private struct Counting: Tool {
    @LanguageModelSession.SessionProperty(\.callCount) var callCount
    let find = Find()
    var name: String { "find" }
    var description: String { "Counts" }

    func call(arguments: Find.Arguments) async throws -> String {
      for _ in 0..<100 {
        $callCount.update { count in
          let before = count
          sched_yield()
          count = before + 1
        }
      }
      return "counted"
    }
  }

  @Test("T9: tools that run at the same time change a property without a loss")
  func update() async throws {
    let terms = (0..<16).map { "soup" + String(repeating: "x", count: $0) }
    let call = ScriptedModel.Reply.toolCalls(
      terms.map { .init(id: $0, name: "find", arguments: #"{"term":"\#($0)"}"#) })
    let session = LanguageModelSession(
      model: ScriptedModel([call, "Dal."]), tools: [Counting()])
    try await session.respond(to: "Soup?")
    #expect(session.properties.callCount == 1_600)
    // A change within a change, an error, and a reading.
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try session.properties.update(\.callCount) { count in
        count = 0
        session.properties.update(\.mode) { $0 = "plan" }
        throw Broken()
      }
    }
    #expect(session.properties.callCount == 1_600)
    #expect(session.properties.mode == "plan")
  }
}
