import SchemaText

/// Finds references to groups that may not have matched.
enum PatternReferences {
  /// An open group, or the whole pattern.
  private struct Scope {
    var number: Int?
    var isLookaround = false
    var hasAlternatives = false
    /// The groups that have matched in the current alternative.
    var passed: [Int] = []
  }

  /// Returns `true` if every reference follows its group on every path through the pattern.
  static func areCertain(in elements: [PatternElement]) -> Bool {
    firstUncertain(in: elements) == nil
  }

  /// Returns the first reference whose group may not have matched.
  ///
  /// A group that has matched stays certain up to the end of its scope: the innermost enclosing
  /// group that is optional, is a lookaround or has alternatives. In the latter case the scope is
  /// one alternative.
  static func firstUncertain(in elements: [PatternElement]) -> PatternReference? {
    var scopes = [Scope()]
    var names: [ExactText: Int] = [:]
    var isCertain = [false]
    for (index, element) in elements.enumerated() {
      switch element {
      case .groupStart(let kind):
        var scope = Scope(isLookaround: kind.isLookaround)
        if kind.captures {
          scope.number = isCertain.count
          if case .named(let name) = kind { names[ExactText(name)] = isCertain.count }
          isCertain.append(false)
        }
        scopes.append(scope)
      case .alternation:
        guard var scope = scopes.popLast() else { continue }
        for group in scope.passed { isCertain[group] = false }
        scope.passed = []
        scope.hasAlternatives = true
        scopes.append(scope)
      case .groupEnd:
        guard scopes.count > 1, var scope = scopes.popLast() else { continue }
        let isSkippable = scope.isLookaround || isOptional(elements, at: index + 1)
        if scope.hasAlternatives || isSkippable {
          for group in scope.passed { isCertain[group] = false }
          scope.passed = []
        }
        if let number = scope.number, !isSkippable {
          isCertain[number] = true
          scope.passed.append(number)
        }
        // The shorter list is appended to the longer one, so that each group moves at most a
        // logarithmic number of times.
        var outer = scopes[scopes.count - 1].passed
        scopes[scopes.count - 1].passed = []
        if outer.count < scope.passed.count { swap(&outer, &scope.passed) }
        outer += scope.passed
        scopes[scopes.count - 1].passed = outer
      case .reference(let reference):
        let number: Int? =
          switch reference.target {
          case .number(let number): number
          case .name(let name): names[ExactText(name)]
          }
        guard let number, number < isCertain.count, isCertain[number] else { return reference }
      case .literal, .characters, .start, .end, .wordBoundary, .quantifier:
        continue
      }
    }
    return nil
  }

  /// Returns the groups to which references refer, by number, each with the index of its capture.
  ///
  /// The references must be certain.
  static func captures(in elements: [PatternElement]) -> [Int: Int32] {
    var captures: [Int: Int32] = [:]
    var names: [ExactText: Int] = [:]
    var groupCount = 0
    for element in elements {
      switch element {
      case .groupStart(let kind) where kind.captures:
        groupCount += 1
        if case .named(let name) = kind { names[ExactText(name)] = groupCount }
      case .reference(let reference):
        let number: Int? =
          switch reference.target {
          case .number(let number): number
          case .name(let name): names[ExactText(name)]
          }
        guard let number, captures[number] == nil else { continue }
        captures[number] = Int32(clamping: captures.count)
      default: continue
      }
    }
    return captures
  }

  private static func isOptional(_ elements: [PatternElement], at index: Int) -> Bool {
    guard index < elements.count, case .quantifier(let quantifier) = elements[index] else {
      return false
    }
    return quantifier.minimum == 0
  }
}
