import SchemaText

/// The elements of a pattern that have been read so far, and the groups that are still open.
struct PatternElementList {
  typealias Failure = SchemaPattern.TranslationError

  private struct OpenGroup {
    var kind: PatternGroup
    /// The options that apply again after the group.
    var options: PatternOptions
    var elementIndex: Int
    var offset: Int
  }

  /// The operand of a quantifier.
  private struct Atom {
    var elementIndex: Int
    /// `true` if ECMA-262 needs a group around the atom to repeat it.
    var needsGroup: Bool
  }

  private var elements: [PatternElement] = []
  private var openGroups: [OpenGroup] = []
  private var groupNames: Set<ExactText> = []
  private var usesReferences = false

  /// The last element or group, or `nil` if a quantifier cannot follow.
  private var atom: Atom?

  /// The options that apply to the next element.
  private(set) var options = PatternOptions()

  // MARK: Atoms

  /// Appends an element that a quantifier can follow.
  mutating func appendAtom(_ element: PatternElement) { append(element, needsGroup: false) }

  /// Appends an assertion, which Swift's builders can repeat and ECMA-262 cannot.
  mutating func appendAssertion(_ element: PatternElement) { append(element, needsGroup: true) }

  /// Appends scalars that match themselves, as one atom.
  mutating func appendLiteral(_ scalars: [Unicode.Scalar], at offset: Int) throws(Failure) {
    if options.ignoresCase {
      for scalar in scalars where !scalar.hasExactCaseClass {
        throw .inexactCase(of: String(scalar), at: offset)
      }
    }
    append(.literal(scalars, ignoresCase: options.ignoresCase), needsGroup: scalars.count > 1)
  }

  /// Appends a newline sequence: the pair of carriage return and line feed, or a single newline.
  mutating func appendNewlineSequence() {
    atom = Atom(elementIndex: elements.count, needsGroup: false)
    elements += [
      .groupStart(.plain), .literal(["\r", "\n"], ignoresCase: false), .alternation,
      .characters(PatternClass(.newlines)), .groupEnd,
    ]
  }

  private mutating func append(_ element: PatternElement, needsGroup: Bool) {
    if case .reference = element { usesReferences = true }
    atom = Atom(elementIndex: elements.count, needsGroup: needsGroup)
    elements.append(element)
  }

  // MARK: Quantifiers and alternations

  /// Appends the bar between two alternatives.
  mutating func appendAlternation() {
    elements.append(.alternation)
    atom = nil
  }

  /// Ends the last atom, so that a quantifier cannot follow.
  mutating func endAtom() { atom = nil }

  /// Throws if the dialect does not allow a quantifier after the last element.
  ///
  /// `construct`: The quantifier as it is written, for the error.
  func checkRepeatable(
    by construct: String, at offset: Int, in dialect: PatternSyntax.Dialect
  ) throws(Failure) {
    guard let atom, !(atom.needsGroup && dialect == .ecma) else {
      throw Failure(
        construct, at: offset, "There is nothing to repeat before the quantifier.",
        "Write \\\(construct.prefix(1)) for the character itself.")
    }
  }

  /// Applies a quantifier to the last atom.
  ///
  /// If ECMA-262 needs a group around the atom, the function adds one.
  mutating func repeatAtom(_ quantifier: PatternQuantifier) {
    if let atom, atom.needsGroup {
      elements.insert(.groupStart(.plain), at: atom.elementIndex)
      elements.append(.groupEnd)
    }
    elements.append(.quantifier(quantifier))
    atom = nil
  }

  // MARK: Groups

  /// Begins a group.
  ///
  /// `options`: The options that apply inside of the group.
  /// `construct`: The beginning of the group as it is written, for errors.
  mutating func openGroup(
    _ kind: PatternGroup, _ options: PatternOptions, construct: String, at offset: Int
  ) throws(Failure) {
    if case .named(let name) = kind, !groupNames.insert(ExactText(name)).inserted {
      throw Failure(
        construct, at: offset, "Another group has the name '\(name.excerpt)'.",
        "Give each group its own name.")
    }
    openGroups.append(
      OpenGroup(kind: kind, options: self.options, elementIndex: elements.count, offset: offset))
    self.options = options
    elements.append(.groupStart(kind))
    atom = nil
  }

  /// Changes the options for the rest of the innermost group.
  mutating func change(_ options: PatternOptions) {
    self.options = options
    atom = nil
  }

  /// Ends the innermost group.
  mutating func closeGroup(at offset: Int) throws(Failure) {
    guard let group = openGroups.popLast() else {
      throw Failure(
        ")", at: offset, "The parenthesis does not close a group.",
        "Write \\) for the character itself.")
    }
    elements.append(.groupEnd)
    options = group.options
    atom = Atom(elementIndex: group.elementIndex, needsGroup: group.kind.isLookaround)
  }

  // MARK: The end

  /// Returns all elements of the pattern, after the checks that need the whole pattern.
  ///
  /// `referencesAreCertain`: `true` if each reference must refer to a group that has always matched
  /// before the reference.
  func finish(referencesAreCertain: Bool) throws(Failure) -> [PatternElement] {
    if let open = openGroups.last {
      throw Failure(
        "(", at: open.offset, "The group is never closed.", "Add the missing ')'.")
    }
    if usesReferences { try checkReferences(areCertain: referencesAreCertain) }
    return elements
  }

  /// Checks that every reference names a group.
  ///
  /// If `areCertain` is `true`, also checks that the group has matched before the reference.
  ///
  /// A reference to a group that has not matched fails in Swift. In ECMA-262 it matches the empty
  /// string. A reference has one meaning only if its group has always matched before it.
  private func checkReferences(areCertain: Bool) throws(Failure) {
    var names: Set<ExactText> = []
    var count = 0
    for element in elements {
      guard case .groupStart(let kind) = element, kind.captures else { continue }
      count += 1
      if case .named(let name) = kind { names.insert(ExactText(name)) }
    }
    for element in elements {
      guard case .reference(let reference) = element else { continue }
      let exists =
        switch reference.target {
        case .number(let number): number >= 1 && number <= count
        case .name(let name): names.contains(ExactText(name))
        }
      guard exists else {
        throw Failure(
          reference.construct, at: reference.offset, "The pattern has no such group.",
          "Refer to a group by its number or name.")
      }
    }
    if areCertain, let reference = PatternReferences.firstUncertain(in: elements) {
      throw Failure(
        reference.construct, at: reference.offset,
        "If the group has not matched, the reference fails in Swift and "
          + "matches the empty string in ECMA-262.",
        "Refer only to a group that always matches first.")
    }
  }
}
