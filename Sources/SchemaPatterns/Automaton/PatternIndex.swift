/// The index of an instruction, a state or another part of an automaton.
///
/// It has four bytes, since states and transitions consist of indices. ``PatternLimits`` keeps the
/// numbers of all parts far below 2³²; an index beyond that is a fault of this package, and stops
/// the program here.
struct PatternIndex<Part>: Hashable, Comparable, Sendable, BitwiseCopyable {
  fileprivate let number: UInt32

  init(_ index: Int) { number = UInt32(index) }

  fileprivate init(number: UInt32) { self.number = number }

  /// The index as a number.
  var value: Int { Int(truncatingIfNeeded: number) }

  static func < (one: Self, other: Self) -> Bool { one.number < other.number }

  static func + (index: Self, distance: Int32) -> Self { Self(index.value + Int(distance)) }
}

/// An index that may be absent, in four bytes rather than eight.
struct PatternLink<Part>: Sendable, BitwiseCopyable {
  /// One more than the index, or 0 if there is none.
  private let successor: UInt32

  /// Creates a link without a target.
  init() { successor = 0 }

  init(_ target: PatternIndex<Part>) { successor = target.number + 1 }

  var target: PatternIndex<Part>? {
    successor == 0 ? nil : PatternIndex(number: successor &- 1)
  }
}

extension Array {
  subscript(index: PatternIndex<Element>) -> Element {
    get { self[index.value] }
    set { self[index.value] = newValue }
  }
}
