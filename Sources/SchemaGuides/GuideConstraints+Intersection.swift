public import SchemaModel

extension GuideConstraints {
  /// Adds one more constraint.
  ///
  /// - Parameter constraint: The constraint.
  public mutating func formIntersection(_ constraint: GuideValue.Constraint) {
    narrow(by: constraint)
    settle()
  }

  /// Adds the constraints of another.
  ///
  /// Of two lists of choices what both allow remains, in the order of the list that is here.
  ///
  /// - Parameter other: The other constraints.
  public mutating func formIntersection(_ other: GuideConstraints) {
    if let choices = other.choices { narrow(by: .choices(choices)) }
    for pattern in other.patterns { narrow(by: .pattern(pattern)) }
    for format in other.formats { narrow(by: .format(format)) }
    narrow(by: .bounds(minimum: other.minimum, maximum: other.maximum))
    narrow(by: .count(minimum: other.minimumCount, maximum: other.maximumCount))
    narrow(by: .length(minimum: other.minimumLength, maximum: other.maximumLength))
    if let other = other.fault { keep(other) }
    if emptiedBy == nil { emptiedBy = other.emptiedBy }
    settle()
  }

  private mutating func narrow(by constraint: GuideValue.Constraint) {
    switch constraint {
    case .choices(let allowed):
      guard let current = choices else {
        choices = Self.distinct(allowed)
        return
      }
      let set = Set(allowed.lazy.map(UTF8Key.init))
      let remaining = current.filter { set.contains(UTF8Key($0)) }
      if remaining.isEmpty, !current.isEmpty {
        emptiedBy = (current, "the choices \(Self.list(allowed))")
      }
      choices = remaining
    case .pattern(let pattern):
      if !patterns.contains(pattern) { Self.insert(pattern, into: &patterns, by: \.source) }
    case .format(let format):
      if !formats.contains(format) { Self.insert(format, into: &formats, by: \.self) }
    case .bounds(let low, let high):
      minimum = Self.larger(minimum, low)
      maximum = Self.smaller(maximum, high)
    case .count(let low, let high):
      minimumCount = Self.larger(minimumCount, low)
      maximumCount = Self.smaller(maximumCount, high)
    case .length(let low, let high):
      minimumLength = Self.larger(minimumLength, low)
      maximumLength = Self.smaller(maximumLength, high)
    case .invalid(let problem, let remedy):
      keep(Fault(problem: problem, remedy: remedy))
    }
  }

  /// Keeps one fault of several, the same whichever comes first.
  private mutating func keep(_ other: Fault) {
    guard let current = fault else {
      fault = other
      return
    }
    if (other.problem, other.remedy) < (current.problem, current.remedy) { fault = other }
  }

  /// Drops the choices that patterns and lengths exclude; what they say is then in the choices.
  private mutating func settle() {
    guard let current = choices else { return }
    var remaining = current
    var excludedBy: [String] = []
    patterns.removeAll { pattern in
      guard !remaining.isEmpty else { return true }
      guard let kept = Self.matches(of: pattern, in: remaining) else { return false }
      if kept.count < remaining.count { excludedBy.append("the pattern \(pattern.source)") }
      remaining = kept
      return true
    }
    if minimumLength != nil || maximumLength != nil {
      let kept = remaining.filter { choice in
        let length = choice.unicodeScalars.count
        return length >= minimumLength ?? 0 && length <= maximumLength ?? .max
      }
      if kept.count < remaining.count { excludedBy.append("the length") }
      minimumLength = nil
      maximumLength = nil
      remaining = kept
    }
    if remaining.isEmpty, !current.isEmpty {
      patterns = []
      emptiedBy = (current, excludedBy.joined(separator: " and "))
    }
    choices = remaining
  }

  /// The choices that a pattern matches, or `nil` if the pattern cannot be run here.
  private static func matches(of pattern: SchemaPattern, in choices: [String]) -> [String]? {
    var kept: [String] = []
    for choice in choices {
      guard let isMatch = pattern.matches(choice) else { return nil }
      if isMatch { kept.append(choice) }
    }
    return kept
  }

  private static func distinct(_ choices: [String]) -> [String] {
    if choices.count <= 16 {
      // Not worth a table; strings that Swift takes for equal are looked at byte by byte below.
      var areDistinct = true
      for index in choices.indices where choices[..<index].contains(choices[index]) {
        areDistinct = false
      }
      if areDistinct { return choices }
    }
    var seen: Set<UTF8Key> = []
    return choices.filter { seen.insert(UTF8Key($0)).inserted }
  }

  /// Keeps a list in order of its texts, so that merging does not depend on who comes first.
  private static func insert<Element>(
    _ element: Element, into list: inout [Element], by text: KeyPath<Element, String>
  ) {
    let place =
      list.firstIndex { existing in
        element[keyPath: text].utf8.lexicographicallyPrecedes(existing[keyPath: text].utf8)
      } ?? list.endIndex
    list.insert(element, at: place)
  }

  private static func larger<Number: Comparable>(_ first: Number?, _ second: Number?) -> Number? {
    guard let first, let second else { return first ?? second }
    return max(first, second)
  }

  private static func smaller<Number: Comparable>(_ first: Number?, _ second: Number?) -> Number? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  static func list(_ choices: [String]) -> String {
    let shown = choices.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
    return choices.count > 8 ? "\(shown) and \(choices.count - 8) more" : shown
  }
}

/// A string that is equal to another only if both have the same bytes, as JSON has it.
///
/// Swift's own equality takes different spellings of one character for the same.
struct UTF8Key: Hashable {
  let bytes: [UInt8]

  init(_ string: String) {
    bytes = Array(string.utf8)
  }
}
