import Foundation
import SchemaConcurrency
import SchemaSessions

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server on this machine that answers each connection with a function, for tests of transports.
package final class LoopbackServer: Sendable {
  /// One connection, after its request has arrived.
  package struct Connection: Sendable {
    /// The head and the body of the request.
    package let request: String
    fileprivate let socket: Int32

    /// Sends text as it is.
    @discardableResult
    package func send(_ text: String) -> Bool {
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let count = unsafe bytes.withUnsafeBytes { unsafe Self.sendBytes(socket, $0) }
        guard count > 0 else { return false }
        bytes = bytes.dropFirst(count)
      }
      return true
    }

    private static func sendBytes(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      #if canImport(Darwin)
      unsafe Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
      #else
      // Without the flag, a connection that the client has closed would end the process.
      unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      #endif
    }

    /// Sends a head that announces a body of chunks.
    package func sendHead() {
      send(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
    }

    /// Sends a piece of a body; an empty one ends it.
    @discardableResult
    package func sendChunk(_ text: String) -> Bool {
      send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// Waits for another request.
    ///
    /// - Returns: Whether there is one; if not, the client has closed the connection.
    package func hasNextRequest() -> Bool {
      !LoopbackServer.readRequest(socket).isEmpty
    }

    /// Waits until the client closes the connection.
    package func waitForEnd() {
      var byte: UInt8 = 0
      while unsafe recv(socket, &byte, 1, 0) > 0 {}
    }
  }

  package var port: Int { socket.port }
  private let socket: BoundSocket
  private let isEnded = Locked(false)

  /// The largest number of bytes that a server reads of a request at once.
  package static let readSize = 65_536

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - readPause: How many seconds the server waits before each read of a request.
  ///   - answer: Called with each connection, on a thread of its own; the connection is closed when
  ///     it returns.
  /// - Throws: ``BoundSocket/Unavailable`` if the system gives no port.
  package init(
    readPause: Double = 0, _ answer: @escaping @Sendable (Connection) -> Void
  ) throws {
    let socket = try BoundSocket()
    guard listen(socket.descriptor, 1_024) == 0 else { throw BoundSocket.Unavailable() }
    self.socket = socket
    // The thread keeps the socket open as long as it may ask for connections: the next server gets
    // the number of a closed one, and the thread would take its connections.
    Thread.detachNewThread { [isEnded] in
      while true {
        let client = accept(socket.descriptor, nil, nil)
        guard !isEnded.withLock({ $0 }) else {
          close(client)
          return
        }
        guard client >= 0 else {
          Thread.sleep(forTimeInterval: 0.01)
          continue
        }
        Thread.detachNewThread {
          let request = LoopbackServer.readRequest(client, pause: readPause)
          answer(Connection(request: request, socket: client))
          close(client)
        }
      }
    }
  }

  deinit {
    isEnded.withLock { $0 = true }
    socket.touch()
  }

  private static func readRequest(_ socket: Int32, pause: Double = 0) -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: readSize)
    while true {
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return text }
      text += String(decoding: buffer[..<count], as: UTF8.self)
      guard let head = text.firstRange(of: "\r\n\r\n") else { continue }
      let length = text[..<head.lowerBound].lowercased().firstMatch(of: /content-length: (\d+)/)
      let wanted = length.flatMap { Int($0.1) } ?? 0
      if text[head.upperBound...].utf8.count >= wanted { return text }
    }
  }
}
