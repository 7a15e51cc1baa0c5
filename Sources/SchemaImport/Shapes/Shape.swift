/// A set of values: for each kind of value whether it is in, and under which constraints.
///
/// Schemas are unions of shapes. A shape holds demands on the values inside its values, and does not
/// look into them.
final class Shape {
  var types = ValueTypes.all
  var strings = StringShape()
  var numbers = NumberShape()
  var arrays = ArrayShape()
  var objects = ObjectShape()

  /// What is said of these values besides, and is not kept.
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

  /// Whether nothing is said of the values but their kinds.
  var isUnconstrained: Bool {
    strings.isEmpty && numbers.isEmpty && arrays.isEmpty && objects.isEmpty
  }

  /// What is lost of the kinds of values that are left.
  var relevantLosses: [Loss] {
    losses.filter { !$0.types.isDisjoint(with: types) }
  }

  /// The values that two shapes share, or `nil` if there plainly are none.
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
