import SchemaModel

/// Finds the alternatives whose objects require a name that no other alternative allows.
///
/// Each alternative that is found is removed from the comparison, so that others may become unique.
struct UniqueNames {
  private let shapes: [Int: [ShapeNames]]

  /// The remaining alternatives that allow a name.
  ///
  /// `open` has the remaining alternatives that allow any name.
  private var holders: [ExactText: Set<Int>] = [:]
  private var open: Set<Int> = []

  /// The alternatives that were found.
  private(set) var found: Set<Int> = []

  /// Finds the alternatives.
  ///
  /// - Parameter shapes: The shapes of each alternative.
  /// - Complexity: Linear in the names, if each alternative has one shape.
  init(_ shapes: [Int: [ShapeNames]]) {
    self.shapes = shapes
    for (alternative, names) in shapes {
      for shape in names {
        guard let allowed = shape.allowed else {
          open.insert(alternative)
          continue
        }
        for name in allowed { holders[name, default: []].insert(alternative) }
      }
    }
    var waiting = Array(shapes.keys)
    while let alternative = waiting.popLast() {
      guard isUnique(alternative), found.insert(alternative).inserted else { continue }
      waiting += remove(alternative)
    }
  }

  /// Indicates whether all shapes of an alternative require a name that no other alternative
  /// allows.
  private func isUnique(_ alternative: Int) -> Bool {
    guard open.hasNone(but: alternative) else { return false }
    return (shapes[alternative] ?? []).allSatisfy { shape in
      shape.required.contains { (holders[$0] ?? []).hasNone(but: alternative) }
    }
  }

  /// Removes an alternative from the comparison.
  ///
  /// - Returns: The alternatives that may be unique now.
  private mutating func remove(_ alternative: Int) -> [Int] {
    // While an alternative that allows any name remains, no other alternative is unique.
    var affected = open.remove(alternative) == nil ? [] : Array(shapes.keys)
    for shape in shapes[alternative] ?? [] {
      for name in shape.allowed ?? [] {
        holders[name]?.remove(alternative)
        guard let others = holders[name], others.count == 1, let last = others.first,
          (shapes[last] ?? []).contains(where: { $0.required.contains(name) })
        else { continue }
        affected.append(last)
      }
    }
    return affected
  }
}

extension Set<Int> {
  fileprivate func hasNone(but one: Int) -> Bool { count == (contains(one) ? 1 : 0) }
}
