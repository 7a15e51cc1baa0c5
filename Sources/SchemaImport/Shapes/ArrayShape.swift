/// The constraints on arrays.
struct ArrayShape: Hashable {
  /// The demands on the first elements.
  var prefix: [Demand] = []
  /// The demand on all further elements.
  var rest = Demand.anything
  var minimum = 0
  var maximum: Int?

  var isEmpty: Bool { self == ArrayShape() }

  /// The demand on an element.
  func demand(at position: Int) -> Demand {
    position < prefix.count ? prefix[position] : rest
  }

  mutating func narrow(by other: ArrayShape) {
    let count = max(prefix.count, other.prefix.count)
    prefix = (0..<count).map { demand(at: $0).and(other.demand(at: $0)) }
    rest = rest.and(other.rest)
    minimum = max(minimum, other.minimum)
    if let limit = other.maximum { maximum = min(maximum ?? limit, limit) }
  }

  /// Normalizes the constraints.
  ///
  /// - Returns: Whether an array is left.
  mutating func settle() -> Bool {
    if rest.isNothing { maximum = min(maximum ?? prefix.count, prefix.count) }
    if let first = prefix.firstIndex(where: \.isNothing) { maximum = min(maximum ?? first, first) }
    if let maximum {
      if minimum > maximum { return false }
      if prefix.count > maximum { prefix.removeLast(prefix.count - maximum) }
      // If there are no further elements, constraints on them have no effect.
      if prefix.count == maximum { rest = maximum == 0 ? .anything : .nothing }
    }
    while let last = prefix.last, last == rest { prefix.removeLast() }
    return true
  }
}
