#if os(macOS) || os(Linux)
import Foundation
import SchemaTestSupport
import Testing

@testable import SchemaMCP

struct LineWriterTests {
  /// More than a pipe holds.
  private let line = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)

  @Test("H3: does not wait for ever for a reader, and writes whole lines all the same")
  func timeout() async throws {
    let pipe = Pipe()
    let writer = LineWriter(pipe.fileHandleForWriting)
    let error = await #expect(throws: MCPError.self) {
      try await writer.write(line, within: .milliseconds(100))
    }
    #expect(error?.code == .timeout)
    let reader = Task { try await onThread { try pipe.fileHandleForReading.readToEnd() } }
    try await writer.write([UInt8(ascii: "b")], within: .seconds(60))
    writer.close()
    #expect(try await reader.value == Data(line + Array("\nb\n".utf8)))
    let closed = await #expect(throws: MCPError.self) { try await writer.write([]) }
    #expect(closed?.code == .closed)
  }

  @Test("H3: reports a reader that has ended, although SIGPIPE would end this program")
  func brokenPipe() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let writer = LineWriter(pipe.fileHandleForWriting)
      let error = await #expect(throws: MCPError.self) { try await writer.write([]) }
      #expect(error?.code == .closed)
    }
  }

  @Test("ends the wait when its task is cancelled")
  func cancellation() async throws {
    let pipe = Pipe()
    let writer = LineWriter(pipe.fileHandleForWriting)
    let task = Task { [line] in try await writer.write(line) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try pipe.fileHandleForReading.close()
  }
}
#endif
