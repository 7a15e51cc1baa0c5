import SchemaText

/// The arguments of a filter or a method, by the names of its parameters.
struct Arguments {
  private let values: [String: RuntimeValue]

  /// - Parameters:
  ///   - owner: The filter or the method, as the subject of an error's sentence.
  ///   - parameters: The names of its parameters, in order.
  ///   - positional: The arguments by position.
  ///   - named: The arguments by name.
  /// - Throws: ``TemplateError`` for an argument without a parameter, since ignoring it could
  ///   change the result.
  init(
    of owner: String, _ parameters: [String], _ positional: [RuntimeValue],
    _ named: [(name: String, value: RuntimeValue)]
  ) throws(TemplateError) {
    guard positional.count <= parameters.count else {
      throw TemplateError(
        .unsupported, "\(owner) does not take \(positional.count) arguments by position.")
    }
    var values: [String: RuntimeValue] = [:]
    for (name, value) in zip(parameters, positional) { values[name] = value }
    for (name, value) in named {
      guard parameters.contains(name), values.updateValue(value, forKey: name) == nil else {
        throw TemplateError(.unsupported, "\(owner) does not take the argument '\(name.excerpt)'.")
      }
    }
    self.values = values
  }

  subscript(name: String) -> RuntimeValue? { values[name] }

  /// Returns `true` if an argument is given and counts as true.
  func isTrue(_ name: String) -> Bool { values[name]?.isTrue ?? false }
}
