#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that bytes come from.
struct InputFile {
  private let descriptor: Int32

  static let standardInput = InputFile(descriptor: STDIN_FILENO)

  /// The largest number of bytes of a schema.
  static let limit = 64 << 20

  /// Reads the file at a path.
  ///
  /// - Parameter path: The path, which may be that of a named pipe.
  /// - Returns: The bytes.
  /// - Throws: ``ReadFailure`` if it cannot be read, or is larger than ``limit``.
  static func read(path: String) throws(ReadFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .system(code: errno) }
    defer { _ = close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
      if status.st_size > limit { throw .tooLarge }
    }
    let file = InputFile(descriptor: descriptor)
    return try collect { () throws(ReadFailure) in try file.readSome() }
  }

  /// Puts together what is read in parts.
  ///
  /// - Parameter next: Reads a part; an empty one is the end.
  /// - Returns: The bytes.
  /// - Throws: ``ReadFailure`` if a part cannot be read, or all are larger than ``limit``.
  static func collect(
    _ next: () throws(ReadFailure) -> [UInt8]
  ) throws(ReadFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try next()
      if part.isEmpty { return bytes }
      bytes += part
      if bytes.count > limit { throw .tooLarge }
    }
  }

  /// Waits for bytes, or for the end.
  ///
  /// - Parameter duration: How long to wait at most.
  /// - Returns: Whether reading returns without waiting.
  func isReady(within duration: Duration) -> Bool {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // An error shows when reading.
    return poll(&request, 1, Int32(clamping: milliseconds)) != 0 && request.revents != 0
  }

  /// Reads the available bytes, and waits only if there are none.
  ///
  /// - Returns: Some bytes; none at the end.
  /// - Throws: ``ReadFailure`` if it cannot be read.
  func readSome() throws(ReadFailure) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      var result: Int
      repeat {
        #if canImport(Darwin)
        result = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
        result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        result = Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
      } while result < 0 && errno == EINTR
      if result < 0 { code = errno }
      count = max(0, result)
    }
    switch code {
    case 0: return bytes
    case EISDIR: throw .isFolder
    default: throw .system(code: code)
    }
  }
}

/// A failure to read bytes.
enum ReadFailure: Error, Hashable {
  /// An error of the system, by its number.
  case system(code: Int32)

  /// The path is that of a folder.
  case isFolder

  /// The file is larger than the limit.
  case tooLarge

  /// The reason, in words that follow "cannot be read:".
  var reason: String {
    switch self {
    case .system(let code): strerror(code).map { String(cString: $0) } ?? "error \(code)"
    case .isFolder: "it is a folder"
    case .tooLarge: "it is larger than \(InputFile.limit >> 20) MB"
    }
  }
}
