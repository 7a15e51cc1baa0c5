import SchemaText

/// A filter that applies a test or another filter to each element of a list, with its own remaining
/// arguments.
enum ElementFilter: String {
  case select, reject, selectattr, rejectattr, map

  /// The largest number of filters `map` that are arguments of each other, for lists in lists.
  private static let maximumNesting = 20

  func apply(
    to value: RuntimeValue, _ positional: [RuntimeValue],
    _ named: [NamedArgument], _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    switch self {
    case .select, .selectattr: try selected(value, true, positional, named, budget)
    case .reject, .rejectattr: try selected(value, false, positional, named, budget)
    case .map: try mapped(value, positional, named, budget)
    }
  }

  /// `true` if the first argument is the path to the tested part of an element.
  private var testsAttribute: Bool {
    switch self {
    case .selectattr, .rejectattr: true
    case .select, .reject, .map: false
    }
  }

  /// Returns the elements for which the test has a result.
  private func selected(
    _ value: RuntimeValue, _ expected: Bool, _ positional: [RuntimeValue],
    _ named: [NamedArgument], _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    guard named.isEmpty else {
      throw TemplateError(.unsupported, "The filter '\(rawValue)' takes no arguments by name.")
    }
    var arguments = positional[...]
    let path = try AttributePath(testsAttribute ? arguments.popFirst() : nil)
    let test = try arguments.popFirst().map { (argument) throws(TemplateError) -> String in
      guard let name = argument.marked else {
        throw TemplateError(.value, "The filter '\(rawValue)' needs the name of a test.")
      }
      return name.text
    }
    var result: [RuntimeValue] = []
    let elements = value.isTrue ? try Operations.elements(of: value, for: rawValue, budget) : []
    for element in elements {
      let value = try path.value(of: element, budget)
      let isSelected =
        try test.map { (t) throws(TemplateError) in
          try ValueTest.apply(t, to: value, Array(arguments), budget)
        }
        ?? value.isTrue
      if isSelected == expected { result.append(element) }
    }
    return result
  }

  private func mapped(
    _ value: RuntimeValue, _ positional: [RuntimeValue],
    _ named: [NamedArgument], _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    let elements = try Operations.elements(of: value, for: rawValue, budget)
    var result: [RuntimeValue] = []
    if let filter = positional.first?.marked?.text {
      let nested = positional.prefix { $0.marked?.text == Self.map.rawValue }
      guard nested.count <= Self.maximumNesting else {
        throw TemplateError(
          .limitExceeded,
          "The filter 'map' has itself as an argument more than \(Self.maximumNesting) times.")
      }
      let arguments = Array(positional.dropFirst())
      for element in elements {
        result.append(try Filter.apply(filter, to: element, arguments, named, budget))
      }
      return result
    }
    let arguments = try Arguments(of: "The filter 'map'", ["attribute", "default"], [], named)
    guard positional.isEmpty, let attribute = arguments["attribute"] else {
      throw TemplateError(.value, "The filter 'map' needs a filter or an attribute.")
    }
    let path = try AttributePath(attribute)
    let standard = arguments.unlessNone("default")
    for element in elements {
      result.append(try path.value(of: element, standard: standard, budget))
    }
    return result
  }
}
