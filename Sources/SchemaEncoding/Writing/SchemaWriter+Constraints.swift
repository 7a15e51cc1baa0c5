import SchemaGuides
import SchemaModel

extension SchemaWriter {
  /// The constraints on a node: those that are written as keywords, and the others in words.
  mutating func statements(
    on node: SchemaGraph.Node
  ) throws(SchemaError) -> (written: [ConstraintStatement], phrases: [String]) {
    let constraints = node.ownConstraints
    if let constraints, constraints.areIndependent,
      constraints.statements.allSatisfy({
        dialect.rules[$0.constraint] == .written && dialect.states($0, on: node, besides: [])
          && !dialect.rewrites($0)
      })
    {
      return (constraints.statements, [])
    }
    var statements = constraints?.statements ?? []
    if node.kind == .tuple {
      let count = SchemaValue.number(SchemaNumber(node.childIndices.count))
      statements.append(ConstraintStatement(constraint: .minimumCount, value: count))
      if !dialect.rules.closesTuples {
        statements.append(ConstraintStatement(constraint: .maximumCount, value: count))
      }
    }
    if statements.isEmpty { return ([], []) }
    var written: [ConstraintStatement] = []
    var phrases: [String] = []
    written.reserveCapacity(statements.count)
    for var statement in statements {
      if statement.isImplied, !states(implied: statement, besides: written) { continue }
      statement.isRepeated = written.contains { $0.constraint == statement.constraint }
      switch dialect.rules[statement.constraint] {
      case .written where dialect.states(statement, on: node, besides: written):
        if dialect.rewrites(statement),
          let source = statement.pattern(on: node)?.wholeStringSource
        {
          statement.value = .string(source)
        }
        written.append(statement)
      case _ where statement.isImplied: continue
      case .rejected:
        let rule = SchemaDiagnostic.Rule(statement.constraint)
        try reject("'\(statement.constraint.keyword)'", rule, at: node)
      case .written, .described:
        phrases.append(statement.phrase)
        diagnostics.append(
          SchemaDiagnostic(
            .warning, SchemaDiagnostic.Rule(statement.constraint), at: node,
            problem:
              "The dialect '\(dialect.name)' cannot state this '\(statement.constraint.keyword)', so it"
              + " is moved into the description and not enforced.",
            remedy: "Check the value after decoding."))
      }
    }
    return (written, phrases)
  }

  /// Whether what the choices imply is stated: where they are not written themselves, or a pattern
  /// stands beside them.
  private func states(
    implied statement: ConstraintStatement, besides written: [ConstraintStatement]
  ) -> Bool {
    if statement.constraint == .pattern, dialect.rules.statesPatternBesideChoices { return true }
    return !written.contains(where: \.constraint.isChoices)
  }

  /// Adds a `maxItems` to the sum of all.
  mutating func addElements(_ maximum: SchemaValue) {
    guard let count = maximum.number?.int64 else { return }
    let (sum, overflows) = elementCount.addingReportingOverflow(Int(clamping: count))
    elementCount = overflows ? .max : sum
  }
}

extension ConstraintStatement {
  /// The pattern of a node that this states.
  fileprivate func pattern(on node: SchemaGraph.Node) -> SchemaPattern? {
    let constraints = node.constraints
    let patterns = isImplied ? constraints.appliedPatterns : constraints.patterns
    return patterns.first { $0.source == value.string }
  }
}

extension PreparedDialect {
  /// Whether a constraint is written with another value than it has.
  fileprivate func rewrites(_ statement: ConstraintStatement) -> Bool {
    statement.constraint == .pattern && rules.patterns.matchesWholeString
  }

  /// Whether the rules allow for a constraint whose keyword the dialect has.
  fileprivate func states(
    _ statement: ConstraintStatement, on node: SchemaGraph.Node,
    besides written: [ConstraintStatement]
  ) -> Bool {
    if statement.isRepeated {
      guard rules.combinesWithAllOf else { return false }
    }
    if let largest = rules.largestCounts[statement.constraint],
      let count = statement.value.number, count > SchemaNumber(largest)
    {
      return false
    }
    switch statement.constraint {
    case .pattern:
      guard let pattern = statement.pattern(on: node), rules.patterns.allows(pattern)
      else { return false }
    case .format:
      guard let format = statement.value.string, rules.formats?.contains(format) ?? true
      else { return false }
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
      guard let bound = statement.value.number else { return false }
      return rules.bounds == .any || node.kind == .integer && bound.int64 != nil
    case .minimumLength, .maximumLength: break
    default: return true
    }
    // A pattern, a format or a length: where only one may stand, the two lengths count as one.
    return rules.combinesStringConstraints
      || written.allSatisfy { other in
        other.constraint == statement.constraint
          || other.constraint == .minimumLength && statement.constraint == .maximumLength
      }
  }
}
