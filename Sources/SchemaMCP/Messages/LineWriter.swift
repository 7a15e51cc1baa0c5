import Foundation
import SchemaConcurrency

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes lines to a file descriptor in order, outside of the threads of tasks.
final class LineWriter: Sendable {
  private let file: FileHandle
  private let queue = DispatchQueue(label: "SchemaMCP.LineWriter")
  /// `true` if the file is closed; only the queue uses it.
  private let isClosed = Locked(false)

  init(_ file: FileHandle) {
    self.file = file
    #if canImport(Darwin)
    _ = fcntl(file.fileDescriptor, F_SETNOSIGPIPE, 1)
    #endif
  }

  /// Writes a line.
  ///
  /// The wait is limited, since the other side may not read. After a timeout or a cancellation, the
  /// line may still be written, since a partial line would break all later lines.
  ///
  /// `timeout` is the longest wait of the caller; `nil` for no limit.
  ///
  /// - Throws: ``MCPError`` if the other side has ended, or does not read in time;
  ///   `CancellationError`.
  func write(_ line: [UInt8], within timeout: Duration? = nil) async throws {
    try Task.checkCancellation()
    let (end, writer) = AsyncThrowingStream.makeStream(of: Never.self)
    add(line) { writer.finish(throwing: $0) }
    let wait = { @Sendable in
      for try await _ in end {}
      // A cancelled wait ends without an error.
      try Task.checkCancellation()
    }
    guard let timeout else { return try await wait() }
    guard try await race(wait, against: { try await Task.sleep(for: timeout) }) != nil else {
      throw MCPError(.timeout, "The MCP peer does not read its messages.")
    }
  }

  /// Writes a line after all earlier ones, and then calls a function, with the error if the other
  /// side has ended.
  func add(_ line: [UInt8], _ end: @escaping @Sendable ((any Error)?) -> Void = { _ in }) {
    queue.async { [file, isClosed] in
      // A closed descriptor may now belong to another file.
      let isOpen = !isClosed.withLock { $0 }
      end(
        isOpen && Self.writeAll(line + [UInt8(ascii: "\n")], to: file.fileDescriptor)
          ? nil : MCPError(.closed, "The MCP peer closed the connection."))
    }
  }

  /// Closes the file after all pending lines.
  func close() {
    queue.async { [file, isClosed] in
      guard !isClosed.withLock({ $0 }) else { return }
      isClosed.withLock { $0 = true }
      try? file.close()
    }
  }

  /// Writes bytes, and returns `false` if the other side has ended.
  ///
  /// The signal SIGPIPE would then end the process. On Linux, the thread that writes gets the
  /// signal, so this thread blocks it during the call, and takes a signal that the call caused.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    #if !canImport(Darwin)
    var pipeSignal = sigset_t()
    var blocked = sigset_t()
    var waiting = sigset_t()
    unsafe sigemptyset(&pipeSignal)
    unsafe sigaddset(&pipeSignal, SIGPIPE)
    unsafe sigpending(&waiting)
    let wasWaiting = unsafe sigismember(&waiting, SIGPIPE) == 1
    unsafe pthread_sigmask(SIG_BLOCK, &pipeSignal, &blocked)
    defer {
      var now = timespec()
      if !wasWaiting { while unsafe sigtimedwait(&pipeSignal, nil, &now) < 0, errno == EINTR {} }
      unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
    }
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
