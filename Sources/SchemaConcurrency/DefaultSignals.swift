#if os(macOS) || os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs a function that starts a process, with no signal blocked and SIGPIPE not ignored, since a
/// process inherits both.
///
/// On Linux, a thread of the pool blocks nearly all signals, and a process that blocks SIGTERM
/// could not be ended by it. One that ignores SIGPIPE may write without end to a pipe that nobody
/// reads. SIGPIPE has an empty handler meanwhile: a new program has no handlers, but still ignores
/// what was ignored. Only one call may run at a time, and nothing else may set the action for
/// SIGPIPE meanwhile: it would be undone.
///
/// - Parameter body: The function.
/// - Returns: What the function returns.
/// - Throws: What the function throws.
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
