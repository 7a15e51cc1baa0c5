#if os(macOS) || os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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
package func withDefaultSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
  var none = sigset_t()
  var blocked = sigset_t()
  unsafe sigemptyset(&none)
  unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
  var action = sigaction()
  unsafe sigaction(SIGPIPE, nil, &action)
  signal(SIGPIPE) { _ in }
  defer { unsafe sigaction(SIGPIPE, &action, nil) }
  return try body()
}
#endif
