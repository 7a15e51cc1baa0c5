import Foundation
import SchemaConcurrency
import SchemaProviders

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

  private struct State {
    var splitter = LineSplitter()
    /// The complete lines that the reader has not requested yet.
    var lines: ArraySlice<String> = []
  }

  private let pieces = BoundedQueue<Data>(limit: LineStream.lead)
  private let state = Locked(State())

  /// Begins to read a file.
  ///
  /// `closesFile` is `true` if the thread closes the file when it ends, so that the other side
  /// cannot write forever.
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
  func next() async throws -> String? {
    while true {
      let (line, failure) = state.withLock { ($0.lines.popFirst(), $0.splitter.failure) }
      if let line { return line }
      if failure != nil { throw MCPError(.malformed, "An MCP message is too long.") }
      let new = try await pieces.takeAll()
      guard !new.isEmpty else { return nil }
      state.withLock { state in
        state.lines = new.flatMap { state.splitter.append($0) }[...]
      }
    }
  }

  /// Drops the unread bytes, and ends the lines.
  func close() { pieces.close() }
}
