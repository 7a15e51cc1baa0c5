#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Measurements of the operating system for the calling thread and this process.
enum Platform {
  /// Returns the processor time of the calling thread, in nanoseconds.
  ///
  /// Unlike wall-clock time, it does not include the time in which the thread waits for other
  /// processes.
  static func threadTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns the processor time of all threads of this process, in nanoseconds.
  static func processTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns the processor time of all ended child processes and their children, in seconds.
  static func childTime() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #else
    getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    func seconds(_ time: timeval) -> Double {
      Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Returns the peak resident memory of this process, in bytes.
  static func peakMemory() -> Int {
    #if os(Linux)
    // `getrusage` is not used, because its figure for a child process begins with the parent's
    // figure.
    statusField("VmHWM:") * 1024
    #else
    maximumResidentSize()
    #endif
  }

  /// Resets the peak to the current resident memory, if the system supports this.
  static func resetPeakMemory() {
    #if os(Linux)
    let file = open("/proc/self/clear_refs", O_WRONLY)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = write(file, "5", 1)
    #endif
  }

  #if os(Linux)
  /// Returns a number from `/proc/self/status`.
  ///
  /// The file is read byte by byte. Other functions look up types in the runtime, and the next
  /// measured first call would not include this cost.
  private static func statusField(_ name: StaticString) -> Int {
    let file = open("/proc/self/status", O_RDONLY)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8192) { text in
      let count = read(file, text.baseAddress, text.count)
      let length = name.utf8CodeUnitCount
      var start = 0
      while start + length < count {
        var matched = 0
        while matched < length, text[start + matched] == name.utf8Start[matched] { matched += 1 }
        if matched == length { return number(in: text, from: start + length, to: count) }
        start += 1
      }
      return 0
    }
  }

  /// Returns the decimal number on a line, from `start` on.
  private static func number(
    in text: UnsafeMutableBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var number = 0
    for index in start..<end {
      let byte = text[index]
      if byte == UInt8(ascii: "\n") { break }
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    return number
  }
  #else
  private static func maximumResidentSize() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  }
  #endif
}

/// The stack that a measurement runs on.
enum Stack: String, CaseIterable {
  /// The stack of the main thread.
  case main
  /// The stack of a separate thread, with the size of secondary threads on Apple's systems.
  case small

  static let smallSize = 512 * 1024

  var title: String {
    switch self {
    case .main: "main thread"
    case .small: "512 KB stack"
    }
  }

  /// Runs `body` on this stack and waits for it.
  func run<Success>(_ body: () throws -> Success) throws -> Success {
    switch self {
    case .main: try body()
    case .small: try Self.onThread(body)
    }
  }

  private static func onThread<Success>(_ body: () throws -> Success) throws -> Success {
    var result: Result<Success, any Error> = .failure(ReportError("The thread did not start."))
    withoutActuallyEscaping(body) { body in
      start(Job { result = Result { try body() } })
    }
    return try result.get()
  }
}

/// Starts a thread with a small stack and waits for its end.
private func start(_ job: Job) {
  withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
    guard let attributes = buffer.baseAddress else { return }
    pthread_attr_init(attributes)
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setstacksize(attributes, Stack.smallSize)
    let context = Unmanaged.passRetained(job).toOpaque()
    #if canImport(Glibc)
    var thread = pthread_t()
    if pthread_create(&thread, attributes, threadMain, context) == 0 { pthread_join(thread, nil) }
    #else
    var thread: pthread_t?
    let status = pthread_create(&thread, attributes, threadMain, context)
    if status == 0, let thread { pthread_join(thread, nil) }
    #endif
  }
}

/// The work of a thread.
private final class Job {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }
}

#if canImport(Darwin)
private func threadMain(_ job: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
  return nil
}
#else
private func threadMain(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let job else { return nil }
  Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
  return nil
}
#endif

/// The reason for a missing report.
struct ReportError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
