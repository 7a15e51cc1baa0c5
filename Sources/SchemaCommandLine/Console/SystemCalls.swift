#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The calls of the system with pointers, which require `unsafe`.
enum SystemCalls {
  /// Returns the system's text for an error number.
  static func reason(_ code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// Returns the number of columns and rows of a terminal; `nil` if they are unknown.
  static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Opens a file; returns its descriptor, or the number of the error.
  static func open(
    _ path: String, _ flags: Int32, _ mode: mode_t = 0
  ) -> Result<Int32, SystemError> {
    #if canImport(Darwin)
    let descriptor = unsafe Darwin.open(path, flags, mode)
    #elseif canImport(Glibc)
    let descriptor = unsafe Glibc.open(path, flags, mode)
    #elseif canImport(Musl)
    let descriptor = unsafe Musl.open(path, flags, mode)
    #endif
    return descriptor >= 0 ? .success(descriptor) : .failure(SystemError(code: errno))
  }

  /// Returns information about an open file, if there is any.
  static func status(_ descriptor: Int32) -> stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Waits until there are bytes to read, and returns `false` if there are none in time.
  static func isReadable(_ descriptor: Int32, withinMilliseconds milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) != 0 && request.revents != 0
  }

  /// Writes some of the bytes; returns their number, or the number of the error.
  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Result<Int, SystemError> {
    let count = unsafe bytes.withUnsafeBytes { bytes in
      #if canImport(Darwin)
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
    return count >= 0 ? .success(count) : .failure(SystemError(code: errno))
  }

  /// Reads up to 64 KB; returns the bytes, or the number of the error.
  static func read(_ descriptor: Int32) -> Result<[UInt8], SystemError> {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      #if canImport(Darwin)
      let result = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
      let result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
      let result = unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if result < 0 { code = errno }
      count = max(0, result)
    }
    return code == 0 ? .success(bytes) : .failure(SystemError(code: code))
  }
}

/// The system's number of an error.
struct SystemError: Error {
  let code: Int32
}
