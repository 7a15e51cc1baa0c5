import IndexedTables
import SchemaText

/// Makes a program from a pattern's elements, in one pass and without recursion.
struct PatternCompiler {
  /// An open group.
  private struct Group {
    var kind: PatternGroup
    /// The index of the capture, if a reference refers to the group.
    var capture: Int32?
    /// The index of the instruction that is reserved for a quantifier after the group.
    var start: Int
    /// The index of the instruction that is reserved for the current alternative.
    var alternative: Int
    /// The jumps at the ends of alternatives.
    var exits: [Int] = []
    /// The last element of the current alternative.
    var atom = Traits()
    /// The elements before the last one.
    var rest = Traits()
    /// The alternatives before the current one.
    var alternatives = Traits(canBeEmpty: false)

    /// The group as one element of its parent group.
    var whole: Traits {
      Traits(
        canBeEmpty: isLookahead || alternatives.canBeEmpty || atom.canBeEmpty && rest.canBeEmpty,
        hasCapture: capture != nil || alternatives.hasCapture || atom.hasCapture || rest.hasCapture)
    }

    private var isLookahead: Bool { if case .lookahead = kind { true } else { false } }

    mutating func append(_ next: Traits) {
      rest = Traits(
        canBeEmpty: rest.canBeEmpty && atom.canBeEmpty,
        hasCapture: rest.hasCapture || atom.hasCapture)
      atom = next
    }

    mutating func endAlternative() {
      alternatives = whole
      (atom, rest) = (Traits(), Traits())
    }
  }

  /// The properties of one or more elements that decide whether a repetition of them can be run.
  private struct Traits {
    /// `true` if the elements can match an empty text.
    var canBeEmpty = true
    /// `true` if the elements contain a group to which a reference refers.
    var hasCapture = false
  }

  private var program = PatternProgram()
  private var setIndices: [ScalarSet: EntryIndex<ScalarSet>] = [:]
  private var groupNumbers: [ExactText: Int] = [:]
  private var groupCount = 0
  /// The index of the capture of each group to which a reference refers, by the number of the
  /// group.
  private let captures: [Int: Int32]
  private var budget: PatternBudget
  private let limit: Int

  /// Compiles a pattern; `nil` if the pattern has a lookbehind, if a reference refers to a group
  /// that may not have matched or that a repetition may match with an empty text, if the standard
  /// library doesn't know a property in the pattern, or if the pattern exceeds ``PatternLimits``.
  static func program(
    for elements: [PatternElement], within budget: inout PatternBudget
  ) -> PatternProgram? {
    guard PatternReferences.areCertain(in: elements) else { return nil }
    var compiler = PatternCompiler(
      captures: PatternReferences.captures(in: elements), budget: budget)
    let isCompiled = compiler.compile(elements)
    budget = compiler.budget
    guard isCompiled else { return nil }
    budget.take(instructions: compiler.program.instructions.count)
    return compiler.program
  }

  private init(captures: [Int: Int32], budget: PatternBudget) {
    self.captures = captures
    limit = min(PatternLimits.instructions, Int(clamping: budget.instructions.remaining))
    self.budget = budget
  }

  private mutating func compile(_ elements: [PatternElement]) -> Bool {
    var groups = [open(.plain)]
    /// The index of the instruction that is reserved for a quantifier after the last element.
    var reserved = 0
    for (index, element) in elements.enumerated() {
      guard program.instructions.count < limit else { return false }
      switch element {
      case .groupStart(let kind):
        if case .lookbehind = kind { return false }
        groups.append(open(kind))
      case .groupEnd:
        guard groups.count > 1, let group = groups.popLast() else { return false }
        close(group)
        reserved = group.start
        groups[groups.count - 1].append(group.whole)
      case .alternation:
        beginAlternative(of: &groups[groups.count - 1])
      case .quantifier(let quantifier):
        let repeated = groups[groups.count - 1].atom
        // ECMA-262 ends a repetition that would match an empty text, and keeps the earlier capture.
        guard
          !(repeated.canBeEmpty && repeated.hasCapture) || quantifier.minimum == quantifier.maximum
        else { return false }
        guard repeatCode(from: reserved, quantifier) else { return false }
        if quantifier.minimum == 0 { groups[groups.count - 1].atom.canBeEmpty = true }
      case .literal, .characters, .start, .end, .wordBoundary, .reference:
        groups[groups.count - 1].append(Traits(canBeEmpty: !element.takesCharacters))
        reserved = program.instructions.count
        // Without a quantifier, the index is not used.
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
      group.capture = captures[groupCount]
      if let capture = group.capture { append(.groupStart(capture)) }
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
    group.endAlternative()
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
    if let capture = group.capture { append(.groupEnd(capture)) }
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
      let number: Int? =
        switch reference.target {
        case .number(let number): number
        case .name(let name): groupNumbers[ExactText(name)]
        }
      guard let number, let capture = captures[number] else { return false }
      append(.reference(capture))
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
    characters.scalars { budget.scalars(withProperty: $0) }
  }

  private mutating func index(of set: ScalarSet) -> EntryIndex<ScalarSet> {
    if let index = setIndices[set] { return index }
    let index = program.sets.add(set)
    setIndices[set] = index
    return index
  }

  // MARK: Repetition

  /// Repeats the code after a reserved instruction; `false` if the copies exceed the limit.
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
    // A branch before every optional copy leads past all later copies.
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

extension PatternElement {
  /// `true` for an element that always takes a character.
  fileprivate var takesCharacters: Bool {
    switch self {
    case .literal(let scalars, _): !scalars.isEmpty
    case .characters: true
    default: false
    }
  }
}
