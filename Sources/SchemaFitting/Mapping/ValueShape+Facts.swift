import SchemaAlternatives
import SchemaModel

extension ValueFacts {
  /// Creates the facts of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - ignoresCase: Whether strings that differ only in case are the same.
  init(_ shape: ValueShape, ignoresCase: Bool) {
    self.init()
    types =
      switch shape.kind {
      case .null: .null
      case .boolean: .boolean
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
    if let choices = shape.choices { limit(to: choices.scalars(ignoringCase: ignoresCase)) }
    required = Set(shape.required.map(ExactText.init))
    allowed = shape.allowed.map { Set($0.map(ExactText.init)) }
    for tag in shape.tags where required.contains(ExactText(tag.name)) {
      var value = ValueFacts()
      value.limit(to: tag.choices.scalars(ignoringCase: ignoresCase) + tag.scalars)
      set(value, of: ExactText(tag.name))
    }
  }
}

extension [String] {
  /// The texts; in lowercase if case is ignored.
  fileprivate func scalars(ignoringCase: Bool) -> [SchemaScalar] {
    map { .string(ignoringCase ? $0.lowercased() : $0) }
  }
}
