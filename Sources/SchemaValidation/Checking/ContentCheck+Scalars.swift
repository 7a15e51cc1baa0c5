import SchemaGuides
import SchemaModel

extension ContentCheck {
  /// Checks a scalar, or a value of another kind than its node.
  ///
  /// - Returns: How many violations it has.
  mutating func scalar(
    _ place: Int, _ kind: ContentShape, _ node: Int, isCounting: Bool
  ) -> Int {
    let faults = faults(of: place, kind, node)
    if !isCounting {
      for fault in faults {
        report(
          fault, expected: Wording.value(node, fault, in: table),
          found: Wording.found(places.content(at: place), fault), at: .part)
      }
    }
    return faults.count
  }

  /// Checks a scalar against several arms, of which one has to fit.
  ///
  /// - Returns: How many violations it has: one, if no arm fits.
  mutating func scalar(
    _ place: Int, _ kind: ContentShape, arms: [Int], isCounting: Bool
  ) -> Int {
    for arm in arms where faults(of: place, kind, arm).isEmpty { return 0 }
    if !isCounting {
      report(
        .union, expected: Wording.alternatives(arms, in: table),
        found: places.content(at: place).foundDescription, at: .part)
    }
    return 1
  }

  /// The rules that a value breaks.
  private mutating func faults(
    of place: Int, _ kind: ContentShape, _ node: Int
  ) -> [Rule] {
    let constraints = Int(table.nodes[node].constraints)
    switch (table.nodes[node].kind, kind) {
    case (.any, _), (.null, .null), (.boolean, .bool), (.string, .string),
      (.number, .number):
      break
    case (.integer, .number):
      guard ComparableNumber(places.content(at: place)).isInteger else {
        return [.type]
      }
    default: return [.type]
    }
    guard constraints >= 0 else { return [] }
    switch kind {
    case .string:
      return places.isComplete(at: place) ? textFaults(of: place, constraints) : []
    case .number: return numberFaults(of: place, constraints)
    case .null: return scalarFaults(.null, constraints)
    case .bool:
      let value = try? places.content(at: place).value(Bool.self)
      return scalarFaults(.boolean(value ?? false), constraints)
    case .array, .object, .nothing:
      return table.constraints[constraints].texts == nil ? [] : [.choices]
    }
  }

  private func scalarFaults(_ scalar: SchemaScalar, _ constraints: Int) -> [Rule] {
    let stated = table.constraints[constraints]
    return stated.texts == nil || stated.others.contains(scalar) ? [] : [.choices]
  }

  private mutating func numberFaults(of place: Int, _ constraints: Int) -> [Rule] {
    let number = ComparableNumber(places.content(at: place))
    let stated = table.constraints[constraints]
    let guides = stated.guides
    var faults: [Rule] = []
    if stated.texts != nil, !(number.exact.map { stated.others.contains(.number($0)) } ?? false) {
      faults.append(.choices)
    }
    let isInside =
      guides.minimum.map { number.order($0) >= 0 } ?? true
      && guides.maximum.map { number.order($0) <= 0 } ?? true
      && guides.exclusiveMinimum.map { number.order($0) > 0 } ?? true
      && guides.exclusiveMaximum.map { number.order($0) < 0 } ?? true
    if !isInside { faults.append(.bounds) }
    for multiple in guides.multiples {
      switch number.isMultiple(of: multiple) {
      case true?: break
      case false?:
        faults.append(.multiple)
        return faults
      case nil:
        note(constraints, "Whether a number is a multiple of \(multiple) is not always known.")
      }
    }
    return faults
  }

  private mutating func textFaults(of place: Int, _ constraints: Int) -> [Rule] {
    let stated = table.constraints[constraints]
    let guides = stated.guides
    var faults: [Rule] = []
    if let texts = stated.texts, places.withText(at: place, { texts.index(of: $0) }) == nil {
      faults.append(.choices)
    }
    if guides.minimumLength != nil || guides.maximumLength != nil {
      // Each scalar has one byte that does not continue another.
      let length = places.utf8(at: place).count { $0 & 0xC0 != 0x80 }
      if length < guides.minimumLength ?? 0 || length > guides.maximumLength ?? .max {
        faults.append(.length)
      }
    }
    if !stated.formats.allSatisfy({ $0.accepts(places.utf8(at: place)) }) { faults.append(.format) }
    if !guides.patterns.isEmpty, !matchesAll(place, constraints) { faults.append(.pattern) }
    return faults
  }

  /// Whether a string matches all patterns that can be run on it.
  private mutating func matchesAll(_ place: Int, _ constraints: Int) -> Bool {
    let text = places.utf8(at: place)
    for pattern in table.constraints[constraints].guides.patterns {
      if matchers[pattern] == nil { matchers[pattern] = .some(pattern.matcher()) }
      switch matchers[pattern]??.matches(utf8: text) {
      case true?: continue
      case false?: return false
      case nil:
        note(constraints, "The pattern '\(pattern)' is not run on every text.")
      }
    }
    return true
  }
}
