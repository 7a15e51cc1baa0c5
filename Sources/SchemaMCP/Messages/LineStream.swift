import Foundation
import SchemaConcurrency
import SchemaSessions

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The lines of a file descriptor, such as a pipe, which a separate thread reads.
///
/// The thread waits while the reader is behind, so the unread bytes are bounded. The thread ends at
/// the end of the file, or at the first bytes after ``close()``, and keeps the file open until
/// then.
final class LineStream: Sendable {
  private static let lead = 1 << 18

  private let pieces = BoundedQueue<Data>(limit: LineStream.lead)
  private let buffer = Locked(LineBuffer())

  /// Begins to read a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - closesFile: `true` if the thread closes the file when it ends, so that the other side
  ///     cannot write forever.
  init(_ file: FileHandle, closesFile: Bool = false) {
    Thread.detachNewThread { [pieces] in
      let descriptor = file.fileDescriptor
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while !pieces.hasEnded {
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        guard !pieces.add(Data(buffer[..<count]), cost: count) else { continue }
        let room = DispatchSemaphore(value: 0)
        pieces.whenRoom { room.signal() }
        room.wait()
      }
      pieces.finish()
      if closesFile { try? file.close() }
      withExtendedLifetime(file) {}
    }
  }

  /// Returns the next line without its line end; `nil` after the last one.
  ///
  /// - Throws: ``MCPError`` for a line that is too long.
  func next() async throws -> [UInt8]? {
    while true {
      if let line = buffer.withLock({ $0.takeLine() }) { return line }
      guard buffer.withLock({ $0.count }) <= MessageLimit.size else {
        throw MCPError(.malformed, "An MCP message is too long.")
      }
      let new = try await pieces.takeAll()
      guard !new.isEmpty else { return nil }
      buffer.withLock { buffer in for piece in new { buffer.append(piece) } }
    }
  }

  /// Drops the unread bytes, and ends the lines.
  func close() { pieces.close() }
}

/// The bytes of a stream that are not yet returned as lines.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// The beginning of the first unreturned line, and the position where the search for its end
  /// continues.
  private var (start, searched) = (0, 0)

  /// The number of bytes in the buffer.
  var count: Int { bytes.count }

  /// Adds bytes, and removes the bytes of the returned lines.
  mutating func append(_ piece: Data) {
    bytes.removeFirst(start)
    (start, searched) = (0, searched - start)
    bytes += piece
  }

  /// Returns the next line without its line end; `nil` if there is no complete line.
  mutating func takeLine() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }
}

/// Writes lines to a file descriptor in order, outside of the threads of tasks.
final class LineWriter: Sendable {
  private typealias Wait = CheckedContinuation<Void, any Error>

  private let file: FileHandle
  private let queue = DispatchQueue(label: "SchemaMCP.LineWriter")
  /// `true` if the file is closed; only the queue uses it.
  private let isClosed = Locked(false)

  /// Creates a writer.
  ///
  /// From then on the process ignores SIGPIPE. The signal would end the process when the other side
  /// has ended.
  init(_ file: FileHandle) {
    self.file = file
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line.
  ///
  /// The wait is limited, since the other side may not read. After a timeout or a cancellation, the
  /// line may still be written, since a partial line would break all later lines.
  ///
  /// - Parameters:
  ///   - line: The line without its line end.
  ///   - timeout: The longest wait of the caller; `nil` for no limit.
  /// - Throws: ``MCPError`` if the other side has ended, or does not read in time;
  ///   `CancellationError`.
  func write(_ line: [UInt8], within timeout: Duration? = nil) async throws {
    let bytes = line + [UInt8(ascii: "\n")]
    let wait = Locked<Wait?>(nil)
    let end = { @Sendable (result: Result<Void, any Error>) in
      let waiting = wait.withLock { wait in
        defer { wait = nil }
        return wait
      }
      waiting?.resume(with: result)
    }
    let timer = timeout.map { timeout in
      Task {
        try await Task.sleep(for: timeout)
        end(.failure(MCPError(.timeout, "The MCP peer does not read its messages.")))
      }
    }
    defer { timer?.cancel() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait.withLock { $0 = continuation }
        if Task.isCancelled { return end(.failure(CancellationError())) }
        queue.async { [file, isClosed] in
          // A closed descriptor may now belong to another file.
          let isOpen = !isClosed.withLock { $0 }
          end(
            isOpen && Self.writeAll(bytes, to: file.fileDescriptor)
              ? .success(()) : .failure(MCPError(.closed, "The MCP peer closed the connection.")))
        }
      }
    } onCancel: {
      end(.failure(CancellationError()))
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

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
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
