import SchemaText

/// An argument that a template gives by its name.
struct NamedArgument {
  let name: String
  let value: RuntimeValue
  /// The key of an object that is the name; `nil` for a name that the template writes.
  private let keyOfObject: RuntimeValue?

  init(_ name: String, _ value: RuntimeValue, from keyOfObject: RuntimeValue? = nil) {
    self.name = name
    self.value = value
    self.keyOfObject = keyOfObject
  }

  /// The name as a value, with its source.
  var key: RuntimeValue { keyOfObject ?? RuntimeValue(name) }
}

/// The arguments of a filter or a method, by the names of its parameters.
struct Arguments {
  private let owner: String
  private let values: [String: RuntimeValue]

  // `owner`: The filter or the method, as the subject of an error's sentence. `parameters`: The
  // names of its parameters, in order.
  // - Throws: ``TemplateError`` for an argument without a parameter, since ignoring it could
  //   change the result.
  init(
    of owner: String, _ parameters: [String], _ positional: [RuntimeValue],
    _ named: [NamedArgument]
  ) throws(TemplateError) {
    guard positional.count <= parameters.count else {
      throw TemplateError(
        .unsupported, "\(owner) does not take \(positional.count) arguments by position.")
    }
    var values: [String: RuntimeValue] = [:]
    for (name, value) in zip(parameters, positional) { values[name] = value }
    for argument in named {
      guard parameters.contains(argument.name),
        values.updateValue(argument.value, forKey: argument.name) == nil
      else {
        throw TemplateError(
          .unsupported, "\(owner) does not take the argument '\(argument.name.excerpt)'.")
      }
    }
    self.owner = owner
    self.values = values
  }

  subscript(name: String) -> RuntimeValue? { values[name] }

  /// Returns an argument.
  ///
  /// - Throws: ``TemplateError`` if the argument is not given.
  func required(_ name: String) throws(TemplateError) -> RuntimeValue {
    guard let value = values[name] else {
      throw TemplateError(.value, "\(owner) needs the argument '\(name)'.")
    }
    return value
  }

  /// Returns an argument; `nil` if it is not given or none.
  ///
  /// In Python, the default of such a parameter is `None`. For other parameters, none is a value.
  func unlessNone(_ name: String) -> RuntimeValue? {
    if case .some(.none) = values[name] { nil } else { values[name] }
  }

  /// Returns a text; `nil` if the argument is not given or none.
  func text(_ name: String) throws(TemplateError) -> MarkedText? {
    guard let value = unlessNone(name) else { return nil }
    guard let text = value.marked else { throw error(name, needing: "a text", value) }
    return text
  }

  /// Returns a whole number; `nil` if the argument is not given.
  func integer(_ name: String) throws(TemplateError) -> Int? {
    guard let value = values[name] else { return nil }
    guard let number = value.integer else { throw error(name, needing: "a whole number", value) }
    return number
  }

  /// Returns a whole number; `nil` if the argument is not given or none.
  func integerUnlessNone(_ name: String) throws(TemplateError) -> Int? {
    unlessNone(name) == nil ? nil : try integer(name)
  }

  private func error(
    _ name: String, needing kind: String, _ value: RuntimeValue
  ) -> TemplateError {
    TemplateError(.value, "\(owner) needs \(kind) as '\(name)', not a \(value.kind).")
  }

  /// Returns `true` if an argument is given and counts as true.
  func isTrue(_ name: String) -> Bool { values[name]?.isTrue ?? false }
}
