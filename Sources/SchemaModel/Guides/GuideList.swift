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
  /// Written so that of an array literal of up to three guides nothing but the constraints is left
  /// when it is optimised: neither the array nor its type.
  @inlinable
  @inline(__always)
  init<Value>(_ guides: [GenerationGuide<Value>]) {
    switch guides.count {
    case 0: self = .none
    case 1: self = .one(guides[0].value)
    case 2: self = GuideList(guides[0].value, guides[1].value)
    case 3: self = GuideList(guides[0].value, guides[1].value, guides[2].value)
    default: self = .many(Self.values(of: guides))
    }
  }

  @usableFromInline
  init(_ first: GuideValue, _ second: GuideValue) {
    self = .many([first, second])
  }

  @usableFromInline
  init(_ first: GuideValue, _ second: GuideValue, _ third: GuideValue) {
    self = .many([first, second, third])
  }

  /// The constraints of guides; indexed by hand, which unspecialised code does much faster.
  @inlinable
  static func values<Value>(of guides: [GenerationGuide<Value>]) -> [GuideValue] {
    let count = guides.count
    var values: [GuideValue] = []
    values.reserveCapacity(count)
    var index = 0
    while index < count {
      values.append(guides[index].value)
      index += 1
    }
    return values
  }

  /// The guides of an array.
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
    case (.one(let first), .one(let second)): GuideList(first, second)
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
