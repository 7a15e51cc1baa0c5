/// The order in which a filter sorts values.
struct Order {
  /// The paths to the compared parts.
  ///
  /// A later path decides if the parts at the earlier paths are equal.
  var paths: [AttributePath]
  let isCaseSensitive: Bool
  let isReversed: Bool
  /// Indicates whether also equal parts are compared, which is an error for parts without an order.
  ///
  /// Python compares them so if it sorts by one part, and not by a list of parts.
  var comparesEqual = false

  /// Returns the compared parts of an element.
  private func keys(
    of element: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    var keys: [RuntimeValue] = []
    for path in paths {
      let key = try path.value(of: element, budget)
      if case .string(let text) = key, !isCaseSensitive {
        try budget.spend(text.count)
        keys.append(.string(text.lowercased))
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  func sorted(
    _ elements: [RuntimeValue], _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    var keyed: [(keys: [RuntimeValue], value: RuntimeValue)] = []
    // A sort of n elements makes about n log n comparisons.
    try budget.spend(elements.count * (Int.bitWidth - elements.count.leadingZeroBitCount))
    for element in elements { keyed.append((try keys(of: element, budget), element)) }
    // The closure cannot throw this error itself.
    var failure: TemplateError?
    keyed.sort { first, second in
      guard failure == nil else { return false }
      do throws(TemplateError) {
        return isReversed
          ? try precedes(second.keys, first.keys, budget)
          : try precedes(first.keys, second.keys, budget)
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return keyed.map(\.value)
  }

  private func precedes(
    _ first: [RuntimeValue], _ second: [RuntimeValue], _ budget: RenderingBudget
  ) throws(TemplateError) -> Bool {
    for (one, two) in zip(first, second) {
      if !comparesEqual, try one.equals(two, budget) { continue }
      return try Operations.compare(one, .less, two, budget)
    }
    return false
  }

  /// Returns the elements, without elements that equal an earlier one.
  func unique(
    _ elements: [RuntimeValue], _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    var keys: [RuntimeValue] = []
    var unique: [RuntimeValue] = []
    search: for element in elements {
      let key = RuntimeValue(try self.keys(of: element, budget), .tuple)
      guard try key.isHashable(budget) else {
        throw TemplateError(
          .value, "The filter 'unique' cannot compare values with a list or an object.")
      }
      for other in keys where try other.equals(key, budget) { continue search }
      keys.append(key)
      unique.append(element)
    }
    return unique
  }
}
