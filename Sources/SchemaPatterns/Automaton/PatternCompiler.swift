import SchemaText

/// Makes a program from a pattern's elements, in one pass and without recursion.
struct PatternCompiler {
  /// An open group.
  private struct Group {
    var kind: PatternGroup
    var number: Int32?
    /// The index of the instruction that is reserved for a quantifier after the group.
    var start: Int
    /// The index of the instruction that is reserved for the current alternative.
    var alternative: Int
    /// The jumps at the ends of alternatives.
    var exits: [Int] = []
  }

  private var program = PatternProgram()
  private var setIndices: [ScalarSet: Int32] = [:]
  private var properties: [String: ScalarSet] = [:]
  private var groupNumbers: [ExactText: Int32] = [:]
  private var groupCount: Int32 = 0
  private let capturesGroups: Bool
  private let limit: Int

  /// Compiles a pattern.
  ///
  /// - Returns: `nil` if the pattern looks behind, refers to a group that may not have matched,
  ///   names a property that the standard library doesn't know, or exceeds ``PatternLimits``.
  static func program(
    for elements: [PatternElement], within budget: inout PatternBudget
  ) -> PatternProgram? {
    let hasReferences = elements.contains {
      if case .reference = $0 { true } else { false }
    }
    guard !hasReferences || PatternReferences.areCertain(in: elements) else { return nil }
    let limit = min(PatternLimits.instructions, budget.instructions)
    var compiler = PatternCompiler(capturesGroups: hasReferences, limit: limit)
    guard compiler.compile(elements) else { return nil }
    budget.instructions -= compiler.program.instructions.count
    return compiler.program
  }

  private init(capturesGroups: Bool, limit: Int) {
    self.capturesGroups = capturesGroups
    self.limit = limit
  }

  private mutating func compile(_ elements: [PatternElement]) -> Bool {
    var groups = [open(.plain)]
    /// The index of the instruction that a quantifier changes.
    var atom = 0
    for (index, element) in elements.enumerated() {
      guard program.instructions.count < limit else { return false }
      switch element {
      case .groupStart(let kind):
        if case .lookbehind = kind { return false }
        groups.append(open(kind))
      case .groupEnd:
        guard groups.count > 1, let group = groups.popLast() else { return false }
        close(group)
        atom = group.start
      case .alternation:
        beginAlternative(of: &groups[groups.count - 1])
      case .quantifier(let quantifier):
        guard repeatCode(from: atom, quantifier) else { return false }
      case .literal, .characters, .start, .end, .wordBoundary, .reference:
        atom = program.instructions.count
        if isRepeated(elements, after: index) { append(.jump(1)) }
        guard appendAtom(element) else { return false }
      }
    }
    guard groups.count == 1, let root = groups.popLast() else { return false }
    close(root)
    append(.accept)
    return program.instructions.count <= limit
  }

  private func isRepeated(_ elements: [PatternElement], after index: Int) -> Bool {
    guard index + 1 < elements.count, case .quantifier = elements[index + 1] else { return false }
    return true
  }

  private mutating func append(_ instruction: PatternInstruction) {
    program.instructions.append(instruction)
  }

  // MARK: Groups

  private mutating func open(_ kind: PatternGroup) -> Group {
    var group = Group(kind: kind, start: program.instructions.count, alternative: 0)
    append(.jump(1))
    if kind.captures {
      groupCount += 1
      if case .named(let name) = kind { groupNumbers[ExactText(name)] = groupCount }
      if capturesGroups {
        group.number = groupCount
        append(.groupStart(groupCount))
      }
    }
    if case .lookahead(let isNegated) = kind {
      program.needsBacktracking = true
      append(.lookahead(isNegated: isNegated, distance: 0))
    }
    group.alternative = program.instructions.count
    append(.jump(1))
    return group
  }

  private mutating func beginAlternative(of group: inout Group) {
    group.exits.append(program.instructions.count)
    append(.jump(1))
    let count = program.instructions.count
    program.instructions[group.alternative] = .branch(Int32(count - group.alternative))
    group.alternative = count
    append(.jump(1))
  }

  private mutating func close(_ group: Group) {
    for exit in group.exits {
      program.instructions[exit] = .jump(Int32(program.instructions.count - exit))
    }
    if case .lookahead(let isNegated) = group.kind {
      append(.accept)
      let distance = Int32(program.instructions.count - group.start - 1)
      program.instructions[group.start + 1] = .lookahead(isNegated: isNegated, distance: distance)
    }
    if let number = group.number { append(.groupEnd(number)) }
  }

  // MARK: Atoms

  private mutating func appendAtom(_ element: PatternElement) -> Bool {
    switch element {
    case .literal(let scalars, let ignoresCase):
      for scalar in scalars { append(.characters(index(of: set(scalar, ignoresCase)))) }
    case .characters(let characters):
      guard let set = set(characters) else { return false }
      append(.characters(index(of: set)))
    case .start: append(.start)
    case .end: append(.end)
    case .wordBoundary(let isNegated):
      program.usesWordBoundaries = true
      append(.wordBoundary(isNegated: isNegated))
    case .reference(let reference):
      program.needsBacktracking = true
      switch reference.target {
      case .number(let number): append(.reference(Int32(clamping: number)))
      case .name(let name): append(.reference(groupNumbers[ExactText(name)] ?? 0))
      }
    case .groupStart, .groupEnd, .alternation, .quantifier:
      return false
    }
    return true
  }

  private func set(_ scalar: Unicode.Scalar, _ ignoresCase: Bool) -> ScalarSet {
    guard ignoresCase, scalar.isASCIILetter else { return ScalarSet(scalar) }
    let upper = scalar.value & ~0x20
    return ScalarSet([upper...upper, (upper | 0x20)...(upper | 0x20)])
  }

  private mutating func set(_ characters: PatternClass) -> ScalarSet? {
    for case .property(let name, _) in characters.items where properties[name] == nil {
      guard let set = UnicodeProperty.scalars(named: name) else { return nil }
      properties[name] = set
    }
    return characters.scalars { properties[$0] }
  }

  private mutating func index(of set: ScalarSet) -> Int32 {
    if let index = setIndices[set] { return index }
    let index = Int32(program.sets.count)
    setIndices[set] = index
    program.sets.append(set)
    return index
  }

  // MARK: Repetition

  /// Repeats the code after a reserved instruction.
  ///
  /// - Returns: `false` if the copies exceed the limit.
  private mutating func repeatCode(from start: Int, _ quantifier: PatternQuantifier) -> Bool {
    let (minimum, maximum) = (quantifier.minimum, quantifier.maximum)
    let copies = maximum ?? max(minimum, 1)
    let count = program.instructions.count - start - 1
    guard copies <= limit / (count + 1) else { return false }
    let length = Int32(count)
    if maximum == 0 {
      program.instructions.removeSubrange(start...)
      return true
    }
    if maximum == nil, minimum == 0 {
      program.instructions[start] = .branch(length + 2)
      append(.jump(-length - 1))
      return true
    }
    let body = copies > 1 ? Array(program.instructions[(start + 1)...]) : []
    for _ in 1..<max(minimum, 1) { program.instructions += body }
    guard let maximum else {
      append(.branch(-length))
      return hasRoom
    }
    // Every optional copy is preceded by a branch past all later ones.
    for copy in minimum..<maximum {
      let branch = PatternInstruction.branch(Int32(maximum - copy) * (length + 1))
      if copy == 0 {
        program.instructions[start] = branch
      } else {
        append(branch)
        program.instructions += body
      }
    }
    return hasRoom
  }

  private var hasRoom: Bool { program.instructions.count <= limit }
}
