import Foundation
import SchemaConcurrency

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
