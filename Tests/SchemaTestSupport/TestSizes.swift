import Foundation
package import Testing

// A debug build takes ten times as long as one with the optimiser, and developers wait for it. It
// tries a part; CI also runs the tests with the optimiser, and then more.

/// The depth of nested values in tests.
///
/// Functions that recurse overflow a stack of 512 KB at some hundred levels, so a part of the depth
/// shows it as well.
#if DEBUG
package let greatDepth = 5_000
#else
package let greatDepth = 200_000
#endif

/// The number of cases that a test tries: all with the optimiser, or if they are written for other
/// tools; otherwise an eighth or another part of them, but at least one.
package func tried(of count: Int, oneIn part: Int = 8) -> Int {
  #if DEBUG
  isExporting ? count : (count + part - 1) / part
  #else
  count
  #endif
}

/// The number of random cases that a test tries: a part of them in a debug build, all with the
/// optimiser, and four times as many each night.
///
/// A fault that more cases would find is rare, and then the nightly run finds it.
package func randomCases(_ count: Int, oneIn part: Int) -> Int {
  isNightly ? 4 * count : tried(of: count, oneIn: part)
}

/// Whether the tests run at night, with more cases and with measured times.
package let isNightly = ProcessInfo.processInfo.environment["SCHEMAKIT_NIGHTLY"] != nil

#if DEBUG
private let isExporting = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"] != nil
#endif

/// The indices at which a test cuts or splits a text of `count` bytes: all with the optimiser, else
/// every 19th, which is not the length of a character or an escape.
package func triedPlaces(in count: Int) -> StrideTo<Int> {
  #if DEBUG
  stride(from: 0, to: count, by: 19)
  #else
  stride(from: 0, to: count, by: 1)
  #endif
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test of large inputs, whose size is its point, to the optimised tests of CI.
  package static var withOptimizer: Self {
    .enabled(if: isOptimized, "It takes long without the optimiser.")
  }
}

/// Whether the tests run with the optimiser, without which some take seconds whatever their size.
#if DEBUG
package let isOptimized = false
#else
package let isOptimized = true
#endif
