#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that is read.
struct InputFile {
  private let descriptor: Int32

  static let standardInput = InputFile(descriptor: STDIN_FILENO)

  /// The largest number of bytes of an input file.
  static let limit = 64 << 20

  /// Reads the file at a path.
  ///
  /// - Parameter path: The path, which may be that of a named pipe.
  /// - Returns: The bytes.
  /// - Throws: ``ReadFailure`` if it cannot be read, or is larger than ``limit``.
  static func read(path: String) throws(ReadFailure) -> [UInt8] {
    let file = try open(path: path)
    defer { file.closeFile() }
    if let status = SystemCalls.status(file.descriptor), status.st_size > limit { throw .tooLarge }
    return try collect { () throws(ReadFailure) in try file.readSome() }
  }

  /// Opens the file at a path, which may be that of a named pipe.
  ///
  /// - Throws: ``ReadFailure`` if it cannot be opened, or is a folder.
  static func open(path: String) throws(ReadFailure) -> InputFile {
    let descriptor = try SystemCalls.open(path, O_RDONLY)
      .mapError { ReadFailure.system(code: $0.code) }.get()
    let file = InputFile(descriptor: descriptor)
    if let status = SystemCalls.status(descriptor), status.st_mode & S_IFMT == S_IFDIR {
      file.closeFile()
      throw .isFolder
    }
    return file
  }

  /// Closes the file, which cannot be read any more.
  func closeFile() { _ = close(descriptor) }

  /// Joins bytes that are read in parts.
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

  /// Waits for bytes, or for the end of the input, for a limited time.
  func isReady(within duration: Duration) -> Bool {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    // An error shows when reading.
    return SystemCalls.isReadable(
      descriptor, withinMilliseconds: Int32(clamping: milliseconds))
  }

  /// Reads the available bytes, and waits only if there are none.
  func readSome() throws(ReadFailure) -> [UInt8] {
    while true {
      switch SystemCalls.read(descriptor) {
      case .success(let bytes): return bytes
      case .failure(let error) where error.code == EINTR: continue
      case .failure(let error) where error.code == EISDIR: throw .isFolder
      case .failure(let error): throw .system(code: error.code)
      }
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

  /// A line is larger than the limit.
  case lineTooLarge

  /// The reason, in words that follow "cannot be read:".
  var reason: String {
    switch self {
    case .system(let code): SystemCalls.reason(code)
    case .isFolder: "it is a folder"
    case .tooLarge: "it is larger than \(InputFile.limit >> 20) MiB"
    case .lineTooLarge: "a line is larger than \(InputFile.limit >> 20) MiB"
    }
  }
}
