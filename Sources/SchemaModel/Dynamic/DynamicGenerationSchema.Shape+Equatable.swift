extension DynamicGenerationSchema.Shape: Equatable {
  /// Whether two shapes are equal; texts are if they have the same bytes.
  package static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.object(let a, let b, let c, let d), .object(let w, let x, let y, let z)):
      exact(a) == exact(w) && exact(b) == exact(x) && c == y && d == z
    case (.union(let a, let b), .union(let x, let y)):
      exact(a) == exact(x) && exact(b) == exact(y)
    case (.choices(let a, let b, let c), .choices(let x, let y, let z)):
      exact(a) == exact(x) && exact(b) == exact(y) && c.map(ExactText.init) == z.map(ExactText.init)
    case (.array(let a, let b), .array(let x, let y)),
      (.dictionary(let a, let b), .dictionary(let x, let y)):
      a == x && b == y
    case (.scalars(let a), .scalars(let x)): a == x
    case (.type(let a, let b), .type(let x, let y)):
      ObjectIdentifier(a) == ObjectIdentifier(x) && b == y
    case (.reference(let a), .reference(let x)): exact(a) == exact(x)
    case (.tuple, .tuple), (.null, .null): true
    default: false
    }
  }

  private static func exact(_ text: String?) -> ExactText? { text.map(ExactText.init) }
}

extension DynamicGenerationSchema.PropertyShape: Equatable {
  /// Whether two properties are equal; texts are if they have the same bytes.
  package static func == (first: Self, second: Self) -> Bool {
    ExactText(first.name) == ExactText(second.name)
      && first.summary.map(ExactText.init) == second.summary.map(ExactText.init)
      && first.isOptional == second.isOptional
  }
}
