/// The session that a server keeps for a client, and the handshake that begins the next session.
struct MCPSession {
  /// The number of sessions that replaced a session which the server had ended.
  private(set) var number = 0
  /// `true` if the server has ended the session, and no other session has begun.
  private(set) var hasEnded = false
  /// The handshake that begins another session, for which all requests wait.
  var renewal: Task<Void, any Error>?

  /// Records that the server has ended a session, which may not be the current one.
  mutating func end(_ number: Int) {
    if number == self.number { hasEnded = true }
  }

  /// Records that another session has begun.
  mutating func begin() {
    number += 1
    hasEnded = false
  }

  /// Records that the connection has ended.
  mutating func disconnect() {
    hasEnded = false
    renewal = nil
  }
}
