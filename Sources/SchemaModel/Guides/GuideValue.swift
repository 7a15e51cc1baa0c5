/// One constraint on a value, or on the elements of an array at some depth.
///
/// A guide value is a ``GenerationGuide`` without the type of the value.
@usableFromInline
package struct GuideValue: Sendable, Hashable {
  /// The number of arrays between the guided value and the constrained value.
  ///
  /// 0 for the value itself, 1 for the elements of an array, 2 for the elements of its elements.
  package let depth: Int

  package let constraint: Constraint

  /// Creates a guide value.
  ///
  /// - Parameters:
  ///   - constraint: The constraint.
  ///   - depth: The number of arrays between the guided value and the constrained value. If the
  ///     number is negative, resolving a schema with the guide is an error.
  @usableFromInline
  package init(_ constraint: Constraint, depth: Int = 0) {
    self.depth = max(depth, 0)
    self.constraint =
      depth >= 0
      ? constraint
      : .invalid(
        problem: "A guide has the depth \(depth), which is negative.",
        remedy: "Use 0 for the value itself, and 1 or more for the elements of arrays.")
  }

  /// A constraint on a value.
  @usableFromInline
  package enum Constraint: Sendable {
    /// The string is one of these strings.
    case choices([String])

    /// The value is one of these scalars, which may be of different kinds.
    case scalars([SchemaScalar])

    /// The string contains a match of this pattern.
    case pattern(SchemaPattern)

    /// The string has this format, by its JSON Schema name, such as `date-time`.
    case format(String)

    /// The string has a number of characters (Unicode scalars, as in JSON Schema) in this range.
    case length(minimum: Int?, maximum: Int?)

    /// The number is between these bounds, both included.
    case bounds(minimum: SchemaNumber?, maximum: SchemaNumber?)

    /// The number is between these bounds, both excluded.
    case exclusiveBounds(minimum: SchemaNumber?, maximum: SchemaNumber?)

    /// The number is a multiple of this number, which is above zero.
    case multiple(of: SchemaNumber)

    /// The array has a number of elements in this range.
    case count(minimum: Int?, maximum: Int?)

    /// The object has a number of properties in this range. Named and additional properties count.
    case propertyCount(minimum: Int?, maximum: Int?)

    /// The guide cannot be expressed; resolving a schema with it is an error.
    ///
    /// Functions that create guides cannot throw, so the fault is kept until the schema is
    /// resolved.
    case invalid(problem: String, remedy: String)
  }
}

extension GuideValue.Constraint: Hashable {
  /// Returns `true` if two constraints are equal; texts are equal if they have the same bytes.
  @usableFromInline
  package static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.choices(let one), .choices(let two)):
      one.map(ExactText.init) == two.map(ExactText.init)
    case (.scalars(let one), .scalars(let two)): one == two
    case (.pattern(let one), .pattern(let two)): one == two
    case (.format(let one), .format(let two)): ExactText(one) == ExactText(two)
    case (.length(let a, let b), .length(let x, let y)),
      (.count(let a, let b), .count(let x, let y)),
      (.propertyCount(let a, let b), .propertyCount(let x, let y)):
      a == x && b == y
    case (.bounds(let a, let b), .bounds(let x, let y)),
      (.exclusiveBounds(let a, let b), .exclusiveBounds(let x, let y)):
      a == x && b == y
    case (.multiple(let one), .multiple(let two)): one == two
    case (.invalid(let a, let b), .invalid(let x, let y)):
      ExactText(a) == ExactText(x) && ExactText(b) == ExactText(y)
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .choices(let choices): hasher.combine(choices.map(ExactText.init))
    case .scalars(let scalars): hasher.combine(scalars)
    case .pattern(let pattern): hasher.combine(pattern)
    case .format(let format): hasher.combine(ExactText(format))
    case .length(let minimum, let maximum), .count(let minimum, let maximum),
      .propertyCount(let minimum, let maximum):
      hasher.combine(minimum)
      hasher.combine(maximum)
    case .bounds(let minimum, let maximum), .exclusiveBounds(let minimum, let maximum):
      hasher.combine(minimum)
      hasher.combine(maximum)
    case .multiple(let number): hasher.combine(number)
    case .invalid(let problem, let remedy):
      hasher.combine(ExactText(problem))
      hasher.combine(ExactText(remedy))
    }
  }
}
