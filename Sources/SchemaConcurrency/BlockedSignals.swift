#if os(macOS) || os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs a function while this thread blocks no signals.
///
/// A process inherits which signals the thread that starts it blocks. On Linux, a thread of the
/// pool blocks nearly all, and a process that blocks SIGTERM could not be ended by it.
///
/// - Parameter body: The function.
/// - Returns: What the function returns.
/// - Throws: What the function throws.
package func withoutBlockedSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
  var none = sigset_t()
  var blocked = sigset_t()
  unsafe sigemptyset(&none)
  unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
  return try body()
}
#endif
