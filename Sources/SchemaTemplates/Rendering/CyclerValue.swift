/// A cycle of values, which jinja2's function `cycler` makes.
final class CyclerValue: UsedContainer {
  var isKept = false
  /// The values, as a tuple.
  private(set) var items: RuntimeValue
  private var values: [RuntimeValue]
  private var position = 0

  init(_ values: [RuntimeValue]) throws(TemplateError) {
    guard !values.isEmpty else {
      throw TemplateError(.value, "The function 'cycler' needs values.")
    }
    items = RuntimeValue(values, .tuple)
    self.values = values
  }

  private var current: RuntimeValue { values[position] }

  /// Returns a fact by its name; `nil` for another name.
  func member(_ name: String) -> RuntimeValue? {
    switch name {
    case "current": current
    case "items": items
    case "pos": .integer(position)
    default: nil
    }
  }

  /// Returns the current value, and moves to the next one.
  func next() -> RuntimeValue {
    defer { position = (position + 1) % values.count }
    return current
  }

  /// Starts with the first value again.
  func reset() { position = 0 }

  func removeAll() {
    items = .none
    values = []
  }
}

/// A separator, which jinja2's function `joiner` makes: its first call returns an empty text.
final class JoinerValue: UsedContainer {
  var isKept = false
  private(set) var separator: RuntimeValue
  private var isUsed = false

  init(_ separator: RuntimeValue) { self.separator = separator }

  /// Returns a fact by its name; `nil` for another name.
  func member(_ name: String) -> RuntimeValue? {
    switch name {
    case "sep": separator
    case "used": .bool(isUsed)
    default: nil
    }
  }

  /// Returns the separator; an empty text for the first call.
  func next() -> RuntimeValue {
    defer { isUsed = true }
    return isUsed ? separator : RuntimeValue("")
  }

  func removeAll() { separator = .none }
}
