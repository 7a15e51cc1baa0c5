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
    try lock.withLock { _ in try withDefaultSignals { try process.run() } }
  }
}

/// Runs a function that starts a process, while no signal is blocked and SIGPIPE is not ignored.
///
/// A process inherits blocked and ignored signals. On Linux, a thread of the pool blocks nearly all
/// signals, and SIGTERM does not end a process that blocks SIGTERM. A process that ignores SIGPIPE
/// may write forever to a pipe that nobody reads. During the call, SIGPIPE has an empty handler,
/// because a new program inherits ignored signals but no handlers. Only one call may run at a time.
/// No other code may set the action for SIGPIPE during the call, because the function restores the
/// earlier action at its end.
///
/// - Throws: The errors of the function.
private func withDefaultSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
  var none = sigset_t()
  var blocked = sigset_t()
  var action = sigaction()
  unsafe sigemptyset(&none)
  // The handler comes first: a signal that waits arrives as soon as it is no longer blocked.
  unsafe sigaction(SIGPIPE, nil, &action)
  signal(SIGPIPE) { _ in }
  defer { unsafe sigaction(SIGPIPE, &action, nil) }
  unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
  return try body()
}
#endif
