import Foundation

/// A terminal that nobody looks at: what is written to one end is read from the other.
struct PseudoTerminal {
  /// The end that a process takes for its terminal.
  let outer: FileHandle
  private let inner: FileHandle

  /// A terminal could not be opened.
  struct Failure: Error {
    let code = errno
  }

  init() throws {
    let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { throw Failure() }
    inner = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let terminal = unsafe open(try Self.unlockedPath(of: descriptor), O_RDWR | O_NOCTTY)
    // Nothing waits for what is never written.
    guard terminal >= 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) >= 0 else { throw Failure() }
    outer = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
  }

  #if canImport(Darwin)
  private static func unlockedPath(of descriptor: Int32) throws -> String {
    guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = unsafe ptsname(descriptor)
    else { throw Failure() }
    return unsafe String(cString: name)
  }
  #else
  /// The path, by `ioctl`, because Glibc's module lacks the functions that POSIX has for it.
  private static func unlockedPath(of descriptor: Int32) throws -> String {
    // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which are macros that Swift does not import.
    let setLock: UInt = 0x4004_5431
    let getNumber: UInt = 0x8004_5430
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard unsafe ioctl(descriptor, setLock, &isLocked) == 0,
      unsafe ioctl(descriptor, getNumber, &number) == 0
    else { throw Failure() }
    return "/dev/pts/\(number)"
  }
  #endif

  /// The text that was written so far, of which the system keeps a few thousand bytes.
  func written() -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(inner.fileDescriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
