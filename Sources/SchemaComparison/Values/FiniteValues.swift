import SchemaAlternatives
import SchemaGuides

extension SchemaGraph.Node {
  /// All values that the node allows, if they are a short list of scalars.
  ///
  /// - Parameter limit: The largest number of listed integers of a range.
  /// - Returns: The values, or `nil` if they are not a short list.
  func finiteValues(limit: Int = 256) -> [SchemaScalar]? {
    let constraints = constraints
    switch kind {
    case .never: return []
    case .null: return [.null]
    case .boolean: return constraints.choices ?? [.boolean(false), .boolean(true)]
    case .any: return constraints.choices
    case .string:
      if let choices = constraints.choices { return choices }
      let isEmpty = constraints.maximumLength == 0 && constraints.patterns.isEmpty
      return isEmpty && constraints.formats.isEmpty ? [.string("")] : nil
    case .integer: return constraints.choices ?? integers(constraints, limit: limit)
    case .number:
      if let choices = constraints.choices { return choices }
      guard let minimum = constraints.minimum, minimum == constraints.maximum else { return nil }
      return [.number(minimum)]
    case .array, .tuple, .object, .anyOf, .reference: return nil
    }
  }

  private func integers(_ constraints: GuideConstraints, limit: Int) -> [SchemaScalar]? {
    let range = NumberRange(constraints, isIntegral: true)
    guard let lower = range.lower?.value.int64, let upper = range.upper?.value.int64 else {
      return nil
    }
    let (width, overflow) = upper.subtractingReportingOverflow(lower)
    guard !overflow, width >= 0, width < limit else { return nil }
    var values: [SchemaScalar] = []
    for offset in 0...width {
      let number = SchemaNumber(lower + offset)
      guard let isTaken = constraints.allows(number) else { return nil }
      if isTaken { values.append(.number(number)) }
    }
    return values
  }
}

extension GuideConstraints {
  /// Returns `true` if the constraints other than the list of values allow a string.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - matchers: One matcher for each of ``patterns``, in order; `nil` for a pattern that cannot
  ///     be run.
  /// - Returns: `nil` if the result is unknown.
  func allows(_ text: String, _ matchers: inout [SchemaPattern.Matcher?]) -> Bool? {
    let length = text.unicodeScalars.count
    if let minimumLength, length < minimumLength { return false }
    if let maximumLength, length > maximumLength { return false }
    var answer: Bool? = formats.isEmpty ? true : nil
    for index in patterns.indices {
      switch matchers[index]?.matches(text) {
      case true?: break
      case false?: return false
      case nil: answer = nil
      }
    }
    return answer
  }

  /// Returns `true` if the constraints allow a number.
  ///
  /// - Parameter number: The number.
  /// - Returns: `nil` if the result is unknown.
  func allows(_ number: SchemaNumber) -> Bool? {
    guard isInRange(number) else { return false }
    var answer: Bool? = true
    for multiple in multiples {
      switch number.isMultiple(of: multiple) {
      case true?: break
      case false?: return false
      case nil: answer = nil
      }
    }
    return answer
  }
}
