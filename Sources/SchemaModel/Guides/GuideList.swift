/// The guides of one place, or of one schema.
///
/// As a rule there are none, or one, and neither takes an array: on the first use of an array of
/// some type the runtime has to make a class for its storage, which costs more than resolving a
/// small schema does.
@usableFromInline
package enum GuideList: Sendable {
  case none
  case one(GuideValue)

  /// Two or more.
  case many([GuideValue])

  /// The constraints of guides for some type.
  ///
  /// Of an array literal of one guide nothing but its constraint is left when this is optimised:
  /// neither the array nor its type. It is all that is inlined, so that this holds for a type of
  /// hundreds of properties too.
  @inlinable
  @inline(__always)
  init<Value>(_ guides: [GenerationGuide<Value>]) {
    self = guides.count == 1 ? .one(guides[0].value) : GuideList.values(of: guides)
  }

  /// The constraints of any number of guides.
  ///
  /// They are indexed by hand, which unspecialised code does much faster.
  @inlinable
  @inline(never)
  static func values<Value>(of guides: [GenerationGuide<Value>]) -> GuideList {
    let count = guides.count
    var values: [GuideValue] = []
    if count == 0 { return .none }
    values.reserveCapacity(count)
    var index = 0
    while index < count {
      values.append(guides[index].value)
      index += 1
    }
    return GuideList(values)
  }

  /// The guides of an array.
  @usableFromInline
  package init(_ values: [GuideValue]) {
    switch values.count {
    case 0: self = .none
    case 1: self = .one(values[0])
    default: self = .many(values)
    }
  }

  /// The guides of two lists, those of the first before those of the second.
  package static func + (first: GuideList, second: GuideList) -> GuideList {
    switch (first, second) {
    case (.none, _): second
    case (_, .none): first
    default: .many(Array(first) + Array(second))
    }
  }

  /// Whether one of them constrains what stands inside an array.
  @inlinable
  package var constrainsElements: Bool {
    switch self {
    case .none: false
    case .one(let value): value.depth > 0
    case .many(let values): values.contains { $0.depth > 0 }
    }
  }

  /// Whether there are none.
  @inlinable
  package var isEmpty: Bool {
    if case .none = self { true } else { false }
  }
}

extension GuideList: Equatable, Sequence {
  /// How many there are.
  package var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .many(let values): values.count
    }
  }

  /// The first of them, if there are any.
  package var first: GuideValue? {
    switch self {
    case .none: nil
    case .one(let value): value
    case .many(let values): values.first
    }
  }

  @usableFromInline
  package struct Iterator: IteratorProtocol {
    fileprivate let list: GuideList
    private var index = 0

    fileprivate init(_ list: GuideList) {
      self.list = list
    }

    @usableFromInline
    package mutating func next() -> GuideValue? {
      guard index < list.count else { return nil }
      defer { index += 1 }
      return if case .many(let values) = list { values[index] } else { list.first }
    }
  }

  @usableFromInline
  package func makeIterator() -> Iterator { Iterator(self) }
}
