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
/// No other child process inherits its ends. A process that has a copy of the writing end keeps the
/// reader from finding the end of the pipe.
struct ChildPipe: Sendable {
  /// The lock of whoever makes a pipe or starts a process: the ends of a new pipe are inherited
  /// until they have their flags.
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

  /// Starts a process, which inherits the pipes that are its standard streams.
  static func run(_ process: Process) throws {
    try lock.withLock { _ in
      // SIGPIPE is ignored before `withDefaultSignals` notes its action. Otherwise that function
      // would restore the earlier action, and undo what a `LineWriter` sets meanwhile.
      signal(SIGPIPE, SIG_IGN)
      try withDefaultSignals { try process.run() }
    }
  }
}
#endif
