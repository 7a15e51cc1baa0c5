public import SchemaModel

/// The guides of one place, merged by intersection: on the value itself, and on what its arrays hold.
///
///     let type = GuideSet([GuideValue(.bounds(minimum: 0, maximum: 100))])
///     let property = GuideSet([GuideValue(.bounds(minimum: 10, maximum: nil))])
///     print(type.intersection(property).constraints.minimum)  // 10
///
/// Intersection is associative, idempotent, has the empty set as its identity, and is commutative
/// up to the order of choices, which is that of the left side.
public struct GuideSet: Sendable, Hashable {
  /// The constraints on the value itself.
  public private(set) var constraints = GuideConstraints()

  /// The constraints on what stands inside its arrays, by depth from 1 up, in ascending order.
  private var deeper: [Level] = []

  private struct Level: Sendable, Hashable {
    var depth: Int
    var constraints: GuideConstraints
  }

  /// Creates a set that allows everything.
  public init() {}

  /// Creates a set from guides as they were declared.
  ///
  /// - Parameter values: The guides; all of them hold.
  public init(_ values: [GuideValue]) {
    for value in values {
      if value.depth <= 0 {
        constraints.formIntersection(value.constraint)
      } else {
        var single = GuideConstraints()
        single.formIntersection(value.constraint)
        formIntersection(Level(depth: value.depth, constraints: single))
      }
    }
  }

  /// Whether this allows everything.
  public var isEmpty: Bool { deeper.isEmpty && constraints.isEmpty }

  /// Whether this says anything of what the value's arrays hold.
  public var constrainsElements: Bool { !deeper.isEmpty }

  /// The guides of the elements of the value.
  public var element: GuideSet {
    var set = GuideSet()
    for level in deeper {
      if level.depth == 1 {
        set.constraints = level.constraints
      } else {
        set.deeper.append(Level(depth: level.depth - 1, constraints: level.constraints))
      }
    }
    return set
  }

  /// What both sets demand.
  ///
  /// - Parameter other: The other set.
  /// - Returns: A set that allows what both allow.
  public func intersection(_ other: GuideSet) -> GuideSet {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var set = self
    set.constraints.formIntersection(other.constraints)
    for level in other.deeper { set.formIntersection(level) }
    return set
  }

  private mutating func formIntersection(_ level: Level) {
    let place = deeper.firstIndex { $0.depth >= level.depth } ?? deeper.endIndex
    if place < deeper.endIndex, deeper[place].depth == level.depth {
      deeper[place].constraints.formIntersection(level.constraints)
    } else {
      deeper.insert(level, at: place)
    }
  }
}
