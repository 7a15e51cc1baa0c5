import Foundation
import SchemaSessions

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The lines of a file descriptor, such as a pipe, read by a thread of its own.
///
/// The thread waits while the reader is behind, so what is kept is bounded. It keeps the file open.
final class LineStream: Sendable {
  private static let lead = 1 << 18

  private let pieces = BoundedQueue<Data>(limit: LineStream.lead)
  /// What has been read, and is not a whole line yet, with where the search for its end goes on.
  private let rest = Locked<(data: Data, searched: Int)>((Data(), 0))

  init(_ file: FileHandle) {
    Thread.detachNewThread { [pieces] in
      let descriptor = file.fileDescriptor
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        guard !pieces.add(Data(buffer[..<count]), cost: count) else { continue }
        let room = DispatchSemaphore(value: 0)
        pieces.whenRoom { room.signal() }
        room.wait()
      }
      pieces.finish()
      withExtendedLifetime(file) {}
    }
  }

  /// The next line without its end; `nil` after the last one.
  ///
  /// - Throws: ``MCPError`` for a line that is too long.
  func next() async throws -> Data? {
    while true {
      if let line = takeLine() { return line }
      guard rest.withLock({ $0.data.count }) <= MessageLimit.size else {
        throw MCPError(.malformed, "A message of MCP is too long.")
      }
      let new = try await pieces.takeAll()
      guard !new.isEmpty else { return nil }
      rest.withLock { rest in for piece in new { rest.data += piece } }
    }
  }

  private func takeLine() -> Data? {
    rest.withLock { rest in
      let start = rest.data.startIndex
      guard let end = rest.data[(start + rest.searched)...].firstIndex(of: UInt8(ascii: "\n"))
      else {
        rest.searched = rest.data.count
        return nil
      }
      let line = rest.data[start..<end]
      rest = (rest.data[(end + 1)...], 0)
      return line
    }
  }

  /// Reads no more; the thread ends when the descriptor does.
  func close() { pieces.close() }
}

/// Writes lines to a file descriptor, one after the other, outside of the threads of tasks.
final class LineWriter: Sendable {
  private let file: FileHandle
  private let queue = DispatchQueue(label: "SchemaMCP.LineWriter")

  /// Creates a writer.
  ///
  /// The process ignores SIGPIPE from then on, which would end it when the other side is gone.
  init(_ file: FileHandle) {
    self.file = file
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a line.
  ///
  /// - Throws: ``MCPError`` if the other side is gone.
  func write(_ line: [UInt8]) async throws {
    let bytes = line + [UInt8(ascii: "\n")]
    let isWritten = await withCheckedContinuation { continuation in
      queue.async { [file] in
        continuation.resume(returning: Self.writeAll(bytes, to: file.fileDescriptor))
      }
    }
    guard isWritten else { throw MCPError(.closed, "The other side of MCP is gone.") }
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
