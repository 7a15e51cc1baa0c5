extension PatternParser {
  /// Checks that every reference names a group, and in Swift that the group has matched by then.
  ///
  /// Swift fails to match a reference to a group that took no part, and ECMA-262 lets it match the
  /// empty string. A reference has one meaning only if its group has always matched before it.
  func checkReferences() throws(Failure) {
    guard usesBackreferences else { return }
    var names: [String: Int] = [:]
    var count = 0
    for element in elements {
      guard case .groupStart(let kind) = element, kind.captures else { continue }
      count += 1
      if case .named(let name) = kind { names[name] = count }
    }
    for element in elements {
      guard case .reference(let reference) = element else { continue }
      let exists =
        switch reference.target {
        case .number(let number): number >= 1 && number <= count
        case .name(let name): names[name] != nil
        }
      guard exists else {
        throw failure(
          reference.construct, at: reference.offset, "The pattern has no such group.",
          "Refer to a group by its number or name.")
      }
    }
    if dialect == .swift, let reference = firstUncertainReference {
      throw failure(
        reference.construct, at: reference.offset,
        "The group may have taken no part in the match; then the reference fails in Swift and "
          + "matches the empty string in ECMA-262.",
        "Refer only to a group that always matches first.")
    }
  }

  /// Whether every reference follows its group on every way through the pattern.
  var referencesAreCertain: Bool { firstUncertainReference == nil }

  /// Finds a reference whose group may not have matched.
  ///
  /// Every open group keeps the captures that the current alternative has surely passed. When it
  /// ends, those that all its alternatives passed go to the group around it, unless it is optional
  /// or looks around.
  private var firstUncertainReference: PatternReference? {
    struct Scope {
      var kind: PatternGroup
      var number: Int?
      var current: Set<Int> = []
      var common: Set<Int>?
    }
    var scopes = [Scope(kind: .plain)]
    var names: [String: Int] = [:]
    var count = 0
    for (index, element) in elements.enumerated() {
      switch element {
      case .groupStart(let kind):
        if kind.captures { count += 1 }
        if case .named(let name) = kind { names[name] = count }
        scopes.append(Scope(kind: kind, number: kind.captures ? count : nil))
      case .alternation:
        guard var scope = scopes.popLast() else { continue }
        scope.common = scope.common?.intersection(scope.current) ?? scope.current
        scope.current = []
        scopes.append(scope)
      case .groupEnd:
        guard scopes.count > 1, let scope = scopes.popLast() else { continue }
        guard !scope.kind.isLookaround, !isOptional(at: index + 1) else { continue }
        var passed = scope.common?.intersection(scope.current) ?? scope.current
        if let number = scope.number { passed.insert(number) }
        scopes[scopes.count - 1].current.formUnion(passed)
      case .reference(let reference):
        let number: Int? =
          switch reference.target {
          case .number(let number): number
          case .name(let name): names[name]
          }
        guard let number, scopes.contains(where: { $0.current.contains(number) }) else {
          return reference
        }
      case .literal, .characters, .start, .end, .wordBoundary, .quantifier:
        continue
      }
    }
    return nil
  }

  private func isOptional(at index: Int) -> Bool {
    guard index < elements.count, case .quantifier(let quantifier) = elements[index] else {
      return false
    }
    return quantifier.minimum == 0
  }
}
