/// A set of values: for each kind of value whether it is a member, and under which constraints.
///
/// Schemas are unions of shapes. A shape contains demands on the values inside its values, and does
/// not expand them.
final class Shape {
  var types = ValueTypes.all
  var strings = StringShape()
  var numbers = NumberShape()
  var arrays = ArrayShape()
  var objects = ObjectShape()

  /// Further constraints on these values that are not kept.
  var losses: [Loss] = []

  init() {}

  init(_ types: ValueTypes) {
    self.types = types
  }

  func copy() -> Shape {
    let shape = Shape(types)
    shape.strings = strings
    shape.numbers = numbers
    shape.arrays = arrays
    shape.objects = objects
    shape.losses = losses
    return shape
  }

  /// Whether this is the set of all values.
  var isEverything: Bool { types == .all && isUnconstrained && losses.isEmpty }

  /// Whether only the kinds of the values are constrained.
  var isUnconstrained: Bool {
    strings.isEmpty && numbers.isEmpty && arrays.isEmpty && objects.isEmpty
  }

  /// The losses of the kinds of values that are left.
  var relevantLosses: [Loss] {
    losses.filter { !$0.types.isDisjoint(with: types) }
  }

  /// The values that two shapes share, or `nil` if it is known that there are none.
  func intersection(_ other: Shape) -> Shape? {
    let shared = types.intersection(other.types)
    if shared.isEmpty { return nil }
    let shape = copy()
    shape.types = shared
    if shared.contains(.string) { shape.strings.narrow(by: other.strings) }
    if !shared.isDisjoint(with: .number) { shape.numbers.narrow(by: other.numbers) }
    if shared.contains(.array) { shape.arrays.narrow(by: other.arrays) }
    if shared.contains(.object) { shape.objects.narrow(by: other.objects) }
    for loss in other.losses where !shape.losses.contains(loss) { shape.losses.append(loss) }
    return shape
  }
}
