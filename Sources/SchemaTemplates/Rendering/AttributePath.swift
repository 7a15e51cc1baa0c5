/// A path to a part of a value, such as `function.name`; an empty path leads to the value itself.
struct AttributePath {
  private enum Step {
    case index(Int)
    case name(String)
  }

  private let steps: [Step]
  /// The number of characters in the names.
  private let length: Int

  /// Reads the argument `attribute` of a filter.
  init(_ attribute: RuntimeValue?) throws(TemplateError) {
    length = attribute?.marked?.count ?? 0
    switch attribute {
    case nil, .some(.none): steps = []
    case .integer(let index): steps = [.index(index)]
    case .string(let text):
      steps = text.text.split(separator: ".").map { part in
        Int(part).map { .index($0) } ?? .name(String(part))
      }
    case let other?:
      throw TemplateError(.value, "A value of the kind \(other.kind) is not an attribute.")
    }
  }

  /// Reads several paths with commas between them.
  static func paths(
    _ attribute: RuntimeValue?, _ budget: RenderingBudget
  ) throws(TemplateError) -> [AttributePath] {
    guard let text = attribute?.marked else { return [try AttributePath(attribute)] }
    var paths: [AttributePath] = []
    for part in try text.split(MarkedText(","), limit: -1, budget) {
      paths.append(try AttributePath(.string(part)))
    }
    return paths
  }

  /// Returns the part of a value at the path; `undefined` if only its last step leads nowhere.
  ///
  /// `standard`: The value in place of a part that does not exist, at each step.
  func value(
    of value: RuntimeValue, standard: RuntimeValue? = nil, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    try budget.spend(length)
    var result = value
    for step in steps {
      let index: RuntimeValue =
        switch step {
        case .index(let index): .integer(index)
        case .name(let name): RuntimeValue(name)
        }
      result = try Operations.item(index, of: result, budget)
      if case .undefined = result, let standard { result = standard }
    }
    return result
  }
}
