import Foundation

/// An input, for targets that read two texts: what is before the first byte 0xFF, which no text in
/// UTF-8 has, and what is after it.
struct FuzzInput {
  let bytes: [UInt8]

  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    bytes = Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The byte that chooses options.
  var choice: UInt8 { bytes.first ?? 0 }

  /// The parts after the first byte.
  var parts: [[UInt8]] {
    bytes.dropFirst().split(separator: 0xFF, omittingEmptySubsequences: false).map(Array.init)
  }

  /// Stops the process if something that always holds does not.
  func check(_ holds: Bool, _ fault: @autoclosure () -> String) {
    guard !holds else { return }
    // The fuzzer keeps the input of a process that stops.
    fatalError("\(fault()): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }

  /// Writes an input to begin with into the folder that the environment names.
  static func writeSeed(_ name: String, choice: UInt8, _ parts: [UInt8]...) {
    guard let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_FUZZ_SEEDS"] else { return }
    let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
    try? Data([choice] + parts.joined(separator: [0xFF])).write(to: file)
  }
}
