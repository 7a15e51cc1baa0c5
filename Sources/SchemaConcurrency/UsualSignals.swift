#if os(macOS) || os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs a function that starts a process, so that all signals have their usual effect on that.
///
/// A process inherits which signals the thread that starts it blocks. On Linux, a thread of the
/// pool blocks nearly all, and a process that blocks SIGTERM could not be ended by it. It inherits
/// as well which signals are ignored, and one that ignores SIGPIPE may write without end to a pipe
/// that nobody reads. So SIGPIPE has a handler meanwhile, which no process inherits. No two calls
/// may run at once.
///
/// - Parameter body: The function.
/// - Returns: What the function returns.
/// - Throws: What the function throws.
package func withUsualSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
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
