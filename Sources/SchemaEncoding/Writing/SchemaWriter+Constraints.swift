import SchemaGuides
import SchemaModel

extension SchemaWriter {
  /// The constraints on a node: those that are written as keywords, and the others in words.
  mutating func statements(
    on node: SchemaGraph.Node
  ) throws(SchemaError) -> (written: [ConstraintStatement], phrases: [String]) {
    if node.isUnconstrained { return ([], []) }
    var written: [ConstraintStatement] = []
    var phrases: [String] = []
    let constraints = node.constraints
    for statement in constraints.statements {
      if statement.isImplied, !rules.statesPatternBesideChoices { continue }
      let isStated = states(statement, of: constraints, besides: written, node.kind)
      switch rules[statement.constraint] {
      case .written where isStated: written.append(statement)
      case .rejected: try reject(unsupported("'\(statement.constraint.keyword)'", node))
      case .written, .described:
        phrases.append(statement.phrase)
        diagnostics.append(
          SchemaDiagnostic(
            .warning, at: node.path,
            problem:
              "The dialect '\(dialect)' cannot state this '\(statement.constraint.keyword)', so it"
              + " is moved into the description and not enforced.",
            remedy: "Check the value after decoding."))
      }
    }
    return (written, phrases)
  }

  /// Whether the rules allow for a constraint whose keyword the dialect has.
  private func states(
    _ statement: ConstraintStatement, of constraints: GuideConstraints,
    besides written: [ConstraintStatement], _ kind: SchemaKind
  ) -> Bool {
    if statement.isRepeated {
      guard rules.combinesWithAllOf else { return false }
    }
    switch statement.constraint {
    case .pattern:
      let patterns = statement.isImplied ? constraints.appliedPatterns : constraints.patterns
      let pattern = patterns.first { $0.source == statement.value.string }
      guard let pattern, rules.patterns.allows(pattern) else { return false }
    case .format:
      guard let format = statement.value.string, rules.formats?.contains(format) ?? true
      else { return false }
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
      guard let bound = statement.value.number else { return false }
      return rules.bounds == .any || kind == .integer && bound.int64 != nil
    case .minimumCount:
      guard let largest = rules.largestMinimumCount, let count = statement.value.number
      else { return true }
      return count <= SchemaNumber(largest)
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

  /// The description of a node, with what the dialect cannot state in words.
  func description(of node: SchemaGraph.Node, _ phrases: [String]) -> String? {
    let description = inheritedDescription(of: node) ?? node.description
    guard !phrases.isEmpty else { return description }
    let words = phrases.joined(separator: " ")
    guard let description, let last = description.last else { return words }
    return ".!?".contains(last) ? "\(description) \(words)" : "\(description). \(words)"
  }

  /// Adds a `maxItems` to the sum of all.
  mutating func addElements(_ maximum: SchemaValue) {
    guard let count = maximum.number?.int64 else { return }
    let (sum, overflows) = elementCount.addingReportingOverflow(Int(clamping: count))
    elementCount = overflows ? .max : sum
  }
}
