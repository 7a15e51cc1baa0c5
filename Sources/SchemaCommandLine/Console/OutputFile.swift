#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file for text.
struct OutputFile {
  private let descriptor: Int32

  static let standardOutput = OutputFile(descriptor: STDOUT_FILENO)
  static let standardError = OutputFile(descriptor: STDERR_FILENO)

  /// Writes a text to the file at a path, and replaces its contents.
  ///
  /// The file is opened and not replaced by another, so a named pipe works. A symbolic link is not
  /// followed, since its target may surprise the user.
  static func write(_ text: String, toFileAt path: String) throws(WriteFailure) {
    let descriptor = try SystemCalls.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666)
      .mapError { WriteFailure(code: $0.code) }.get()
    let file = OutputFile(descriptor: descriptor)
    do {
      try file.write(text)
    } catch {
      _ = close(descriptor)
      throw error
    }
    // Some file systems report a full disk only now.
    guard close(descriptor) == 0 else { throw WriteFailure(code: errno) }
  }

  /// Makes writing to a closed pipe an error instead of the end of the process.
  static func reportClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Writes a text.
  func write(_ text: String) throws(WriteFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      switch SystemCalls.write(descriptor, rest) {
      case .success(0): throw WriteFailure(code: EIO)
      case .success(let count): rest = rest.dropFirst(count)
      case .failure(let error) where error.code == EINTR: continue
      case .failure(let error): throw WriteFailure(code: error.code)
      }
    }
  }
}

/// A failure to write text.
struct WriteFailure: Error, Hashable {
  /// The error number of the system.
  let code: Int32

  /// `true` if the reader has closed the pipe, which is not an error of the command.
  var isClosedPipe: Bool { code == EPIPE }

  /// The reason, in words that follow "cannot be written:".
  var reason: String {
    // Only a file at a path can give this error, and it is opened without following a link.
    if code == ELOOP { return "it is a symbolic link" }
    return SystemCalls.reason(code)
  }
}
