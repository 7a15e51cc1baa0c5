import SchemaConcurrency
import SchemaSessions

/// The owner of the task that reads the probable next prompt of an executor's sessions: at most one
/// at a time.
///
/// Sessions may share an executor. The last of their calls then replaces the task of the others,
/// and any request ends it, since a request needs the engine more than a guess does.
final class Prewarming: Sendable {
  /// The content of a transcript, without the identifier of its prompt.
  private struct Prefix: Equatable {
    var entries: [Transcript.Entry]
    var prompt: String?

    init(_ transcript: Transcript) {
      entries = Array(transcript)
      if case .prompt(let last)? = entries.last {
        prompt = last.segments.map { "\($0)" }.joined(separator: "\n")
        entries.removeLast()
      }
    }
  }

  private struct State {
    var number = 0
    /// The prefix of the running task; `nil` if there is none.
    var prefix: Prefix?
    var task: Task<Void, Never>?
  }

  private let state = Locked(State())

  deinit { end() }

  /// Begins to read a transcript, unless this is happening already, and stops reading another one.
  func begin(_ transcript: Transcript, _ host: EngineHost) {
    let prefix = Prefix(transcript)
    let last = state.withLock { state -> State? in
      guard state.prefix != prefix else { return nil }
      let last = state
      state.number += 1
      state.prefix = prefix
      let number = state.number
      state.task = Task { [weak self] in
        // The request itself reports the error.
        try? await host.prepare(transcript)
        self?.finish(number)
      }
      return last
    }
    last?.task?.cancel()
  }

  /// Stops reading.
  func end() { stop(if: { _ in true }) }

  private func finish(_ number: Int) { stop(if: { $0 == number }) }

  private func stop(if isMeant: (Int) -> Bool) {
    let last = state.withLock { state -> State? in
      guard isMeant(state.number) else { return nil }
      let last = state
      state.prefix = nil
      state.task = nil
      return last
    }
    last?.task?.cancel()
  }
}
