/// The facts about a loop, which a template reads as `loop`.
///
/// As in jinja2, all passes of a loop share one value. After the loop, its facts are those of the
/// last pass.
final class LoopValue: UsedContainer {
  /// The loop and the scopes of a recursive call.
  struct Recursion {
    let loop: Statement.Loop
    /// The variables around the loop.
    let scopes: [Scope]
  }

  var isKept = false
  private(set) var elements: [RuntimeValue]
  /// The calls of the loop around this one.
  let depth: Int
  /// `nil` for a loop that is not recursive.
  private(set) var recursion: Recursion?
  private var position = 0
  /// The arguments of the last call of `changed`.
  private var lastValues: [RuntimeValue]?

  init(_ elements: [RuntimeValue], depth: Int, _ recursion: Recursion?) {
    self.elements = elements
    self.depth = depth
    self.recursion = recursion
  }

  /// The text that Python writes for the facts.
  var text: String { "<LoopContext \(position + 1)/\(elements.count)>" }

  /// Begins the pass for the element at a position.
  func begin(_ position: Int) { self.position = position }

  /// Returns a fact by its name; `nil` for another name.
  func member(_ name: String) -> RuntimeValue? {
    let count = elements.count
    return switch name {
    case "index": .integer(position + 1)
    case "index0": .integer(position)
    case "revindex": .integer(count - position)
    case "revindex0": .integer(count - position - 1)
    case "first": .bool(position == 0)
    case "last": .bool(position == count - 1)
    case "length": .integer(count)
    case "depth": .integer(depth + 1)
    case "depth0": .integer(depth)
    case "previtem": position > 0 ? elements[position - 1] : .undefined(name)
    case "nextitem": position + 1 < count ? elements[position + 1] : .undefined(name)
    default: nil
    }
  }

  /// Returns the value for this pass from a cycle of values.
  func cycle(_ values: [RuntimeValue]) throws(TemplateError) -> RuntimeValue {
    guard !values.isEmpty else {
      throw TemplateError(.value, "The method 'cycle' needs values.")
    }
    return values[position % values.count]
  }

  /// Returns `false` if the values equal those of the last call.
  func changed(_ values: [RuntimeValue], _ budget: RenderingBudget) throws(TemplateError) -> Bool {
    if let lastValues,
      try RuntimeValue(lastValues, .tuple).equals(RuntimeValue(values, .tuple), budget)
    {
      return false
    }
    lastValues = values
    return true
  }

  func removeAll() {
    elements = []
    recursion = nil
    lastValues = nil
  }
}
