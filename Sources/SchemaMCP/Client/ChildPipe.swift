#if os(macOS) || os(Linux)
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

/// A pipe to a child process.
///
/// A process that this module starts inherits only the ends of its own pipes. If another process
/// had a copy of the writing end, the reader would not notice the end of the data.
struct ChildPipe: Sendable {
  /// The lock for making a pipe and for starting a process.
  ///
  /// A process inherits the ends of a new pipe until they have their flags.
  private static let lock = Locked(())

  let reading: FileHandle
  let writing: FileHandle

  init() {
    let pipe = Self.lock.withLock { _ in
      let pipe = Pipe()
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      return pipe
    }
    (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
  }

  /// Starts a process, which inherits only the pipes of its standard streams.
  static func run(_ process: Process) throws {
    try lock.withLock { _ in
      // SIGPIPE is ignored first, since `withDefaultSignals` restores the action that it finds. It
      // would otherwise undo the action that a `LineWriter` sets in the meantime.
      signal(SIGPIPE, SIG_IGN)
      try withDefaultSignals { try process.run() }
    }
  }
}
#endif
