/// The smallest number of bytes or tokens that complete a text.
///
/// A distance is infinite if nothing completes the text, or if the number is not known or too
/// large. It has the size of a number, because tables have many distances; an optional number would
/// take twice the memory.
struct Distance: Comparable, BitwiseCopyable, Sendable {
  /// The number, or ``limit`` if the distance is infinite.
  private let number: Int64

  /// The sum of two numbers below this limit does not overflow.
  private static var limit: Int64 { .max / 4 }

  static var infinite: Distance { Distance(Int64.max) }

  /// Creates a finite distance, or an infinite one if the number is too large.
  init(_ number: some BinaryInteger) { self.number = min(Int64(clamping: number), Self.limit) }

  var isInfinite: Bool { number == Self.limit }

  var finite: Int64? { isInfinite ? nil : number }

  static func < (left: Distance, right: Distance) -> Bool { left.number < right.number }

  static func + (left: Distance, right: Distance) -> Distance {
    left.isInfinite || right.isInfinite ? .infinite : Distance(left.number + right.number)
  }

  static func += (left: inout Distance, right: Distance) { left = left + right }

  /// Returns the difference to a finite distance.
  static func - (left: Distance, right: Distance) -> Distance {
    left.isInfinite ? .infinite : Distance(left.number - right.number)
  }

  /// Returns the sum of a number of equal distances.
  static func * (left: Distance, count: Int) -> Distance {
    guard count != 0 else { return 0 }
    let (product, overflow) = left.number.multipliedReportingOverflow(by: Int64(count))
    return overflow || left.isInfinite ? .infinite : Distance(product)
  }
}

extension Distance: ExpressibleByIntegerLiteral {
  init(integerLiteral number: Int64) { self.init(number) }
}
