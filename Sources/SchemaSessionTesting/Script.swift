import SchemaConcurrency
import SchemaSessions

/// Prepared replies, one for each request, and the requests so far.
final class Script<Request: Sendable, Reply: Sendable>: Sendable {
  private struct State {
    var next = 0
    var requests: [Request] = []
  }

  private let replies: [Reply]
  private let state = Locked(State())

  init(_ replies: [Reply]) { self.replies = replies }

  /// The requests, in order.
  var requests: [Request] { state.withLock { $0.requests } }

  /// Records a request, and returns the next reply.
  ///
  /// - Throws: ``ScriptEnded`` if no reply is left.
  func next(_ request: Request) throws(ScriptEnded) -> Reply {
    let reply: Reply? = state.withLock { state in
      state.requests.append(request)
      guard replies.indices.contains(state.next) else { return nil }
      defer { state.next += 1 }
      return replies[state.next]
    }
    guard let reply else { throw ScriptEnded(replyCount: replies.count) }
    return reply
  }
}

/// The error of a scripted model or transport that gets a request and has no reply left.
public struct ScriptEnded: Error, CustomStringConvertible {
  /// The number of prepared replies.
  public let replyCount: Int

  /// The problem and its remedy.
  public var description: String {
    "The script had \(replyCount) replies and got one more request. Add a reply, or read "
      + "`requests` for the reason."
  }
}
