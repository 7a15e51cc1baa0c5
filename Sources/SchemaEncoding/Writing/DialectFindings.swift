import IndexedTables
import SchemaGuides
import SchemaModel
import SchemaText

/// The findings of a dialect on a schema that is written in it: diagnostics, and an error for the
/// first part that the dialect rejects.
struct DialectFindings {
  private let form: DocumentForm

  /// Indicates whether a rejection by the dialect becomes a diagnostic instead of an error.
  private let reportsRejections: Bool
  private(set) var list: [SchemaDiagnostic] = []

  /// The sum of all `maxItems`.
  private var elementCount = 0

  /// The objects and tuples that the dialect closes and whose document does not mention further
  /// parts: the first, and their number.
  private var firstUnmentioned: SchemaGraph.Node?
  private var unmentionedCount = 0

  init(_ form: DocumentForm, reportsRejections: Bool) {
    self.form = form
    self.reportsRejections = reportsRejections
  }

  var dialect: PreparedDialect { form.dialect }

  /// Adds a diagnostic of a node.
  ///
  /// The subject of its problem is the dialect.
  private mutating func report(
    _ severity: SchemaDiagnostic.Severity, _ rule: SchemaDiagnostic.Rule,
    at node: SchemaGraph.Node, dialect action: String, remedy: String, code: String? = nil
  ) {
    list.append(diagnostic(severity, rule, at: node, dialect: action, remedy: remedy, code: code))
  }

  private func diagnostic(
    _ severity: SchemaDiagnostic.Severity, _ rule: SchemaDiagnostic.Rule,
    at node: SchemaGraph.Node, dialect action: String, remedy: String, code: String?
  ) -> SchemaDiagnostic {
    SchemaDiagnostic(
      severity, rule, at: node, problem: "The dialect '\(dialect.name)' \(action)", remedy: remedy,
      code: code)
  }

  /// Throws an error of the dialect, or reports it as a diagnostic if rejections are reported.
  mutating func reject(_ error: SchemaError) throws(SchemaError) {
    guard reportsRejections else { throw error }
    list.append(SchemaDiagnostic(error))
  }

  /// Throws the error for a part that the dialect rejects, or reports it as a diagnostic if
  /// rejections are reported.
  mutating func reject(
    _ feature: String, _ rule: SchemaDiagnostic.Rule, at node: SchemaGraph.Node,
    dialect action: String? = nil, remedy: String = "Remove it, or encode in another dialect.",
    code: String? = nil
  ) throws(SchemaError) {
    let rejection = diagnostic(
      .error, rule, at: node, dialect: action ?? "rejects \(feature).", remedy: remedy, code: code)
    guard !reportsRejections else { return list.append(rejection) }
    throw .unsupported(
      feature: feature,
      context: SchemaError.Context(
        path: rejection.path, problem: rejection.problem, remedy: remedy))
  }

  /// Warns of a kind of node that some readers do not understand, or rejects it.
  ///
  /// The remedy of a rejection also suggests fitting, if fitting has another form for the node.
  mutating func check(
    _ support: DialectRules.Support, _ rule: SchemaDiagnostic.Rule, _ feature: String,
    _ phrase: String, remedy: String, _ node: SchemaGraph.Node, canBeFitted: Bool = true
  ) throws(SchemaError) {
    switch support {
    case .written: return
    case .rejected:
      try reject(
        feature, rule, at: node, dialect: "rejects \(phrase).",
        remedy: remedy + (canBeFitted ? ", or \(Self.fitting)" : "."))
    case .warned:
      report(
        .warning, rule, at: node, dialect: "may not understand \(phrase).",
        remedy: "\(remedy).")
    }
  }

  mutating func checkRoot(_ node: SchemaGraph.Node) throws(SchemaError) {
    guard node.kind != .object else { return }
    let remedy = "\(SwiftAdvice.Declaration.property.text), or \(Self.fitting)"
    switch dialect.rules[.otherRoot] {
    case .written: return
    case .warned:
      report(
        .warning, .root, at: node, dialect: "may accept only an object at the root.",
        remedy: remedy)
    case .rejected:
      try reject(
        "root", .root, at: node, dialect: "accepts only an object at the root.", remedy: remedy)
    }
  }

  /// Warns that the dialect may not accept the name of a property.
  mutating func checkName(_ name: String, at node: SchemaGraph.Node) {
    guard !dialect.rules.objects.propertyNames.allows(name) else { return }
    report(
      .warning, .propertyName, at: node,
      dialect: "may not accept the name '\(name.excerpt)' of a property.",
      remedy: "Rename the property, or \(Self.fitting)")
  }

  // MARK: Kinds

  /// Checks a node, and returns the constraints that are written as keywords, and the other
  /// constraints in words.
  mutating func check(
    _ node: SchemaGraph.Node, _ written: WrittenForm
  ) throws(SchemaError) -> (written: [ConstraintStatement], phrases: [String]) {
    let constraints = try checkConstraints(on: node, written)
    if dialect.rules.advisedElements != nil { countElements(constraints.written) }
    if written.support != .written { try checkKind(of: node, written.support) }
    if let object = written.object { try check(object, of: node) }
    if node.kind == .tuple, node.items?.isUnmentioned == true, !written.hasFurtherElements {
      noteClosing(node)
    }
    return constraints
  }

  /// Reports a node of a kind that the dialect may not understand, or rejects it.
  private mutating func checkKind(
    of node: SchemaGraph.Node, _ support: DialectRules.Support
  ) throws(SchemaError) {
    switch node.kind {
    case .any where node.ownConstraints?.choices != nil:
      try check(
        support, .anyValue, "choices of several kinds", "a list of values of several kinds",
        remedy: "Use choices of one kind", node)
    case .any:
      try check(
        support, .anyValue, "any value", "a value of any kind",
        remedy: "Describe the value with a type of its own", node)
    case .null:
      try check(
        support, .null, "null", "the value null", remedy: "Make the property optional", node)
    case .tuple:
      let isOpen = dialect.rules.tuples != .rejected
      try check(
        support, .tuple, "'prefixItems'\(isOpen ? " with 'items' after them" : "")",
        isOpen
          ? "an array whose first elements differ from the others"
          : "an array whose elements have different schemas",
        remedy: SwiftAdvice.Declaration.object.text, node)
    case .object:
      try check(
        support, .unsupported, "an object without properties", "an object without properties",
        remedy: "Give it a property, or leave it out", node)
    case .string, .integer, .number, .boolean, .array, .anyOf, .reference, .never: break
    }
  }

  /// Checks the properties of an object.
  private mutating func check(
    _ object: WrittenForm.Object, of node: SchemaGraph.Node
  ) throws(SchemaError) {
    if node.mayHavePatternProperties {
      try check(
        object.patterns, .patternProperties, "'patternProperties'",
        "properties whose names match a pattern",
        remedy: SwiftAdvice.Declaration.entries.text, node)
    }
    switch object.unnamed {
    case .none: break
    case .described:
      try check(
        object.support, .additionalProperties, "'additionalProperties'",
        "a dictionary: properties that are not named beforehand",
        remedy: SwiftAdvice.Declaration.entries.text, node)
    case .open where object.support == .rejected:
      try reject(
        "an object that is open to further properties", .openObject, at: node,
        remedy: "Close it, or \(Self.fitting)")
    case .open: break
    case .closed: try checkClosing(of: node)
    }
    if object.putsRequiredFirst { noteOrder(of: node) }
  }

  /// The end of a remedy for what fitting writes in another form.
  private static let fitting = "fit the schema with \(SwiftAdvice.Call.fit.text)"

  /// Notes that the dialect closes an open object, or rejects an object that then has too few
  /// properties.
  private mutating func checkClosing(of node: SchemaGraph.Node) throws(SchemaError) {
    let named = node.properties.count { $0.node.kind != .never }
    if let minimum = node.constraints.minimumPropertyCount, minimum > named,
      !node.mayHavePatternProperties
    {
      return try reject(
        "an open object that has at least \(CountedNoun.property.amount(minimum)) and names "
          + "\(named)",
        .openObject, at: node,
        remedy: "Name the properties that you need, lower the minimum, or \(Self.fitting)")
    }
    if node.additionalProperties?.isUnmentioned == true { return noteClosing(node) }
    list.append(
      SchemaDiagnostic(
        .note, .openObject, at: node,
        problem:
          "The object is open to further properties, and the dialect '\(dialect.name)' closes"
          + " it: only the named properties are generated.",
        remedy: "Name the properties that you need, or \(Self.fitting)"))
  }

  /// Adds a note if the dialect generates an object's properties in another order than that of
  /// their declaration.
  private mutating func noteOrder(of node: SchemaGraph.Node) {
    let properties = node.properties.filter { $0.node.kind != .never }
    guard let optional = properties.firstIndex(where: \.isOptional),
      let required = properties[optional...].first(where: { !$0.isOptional })
    else { return }
    report(
      .note, .propertyOrder, at: node,
      dialect: "generates the required properties first, so '\(required.name.excerpt)' comes before"
        + " '\(properties[optional].name.excerpt)'.",
      remedy: "Declare the required properties first, if the order matters.")
  }

  /// Reports a property that an object must not have, if the dialect cannot state this.
  mutating func checkForbidden(
    _ node: SchemaGraph.Node, _ written: WrittenForm
  ) throws(SchemaError) {
    guard node.kind == .never else { return }
    switch written.support {
    case .written: return
    case .rejected:
      try reject("a property that an object must not have", .forbiddenProperty, at: node)
    case .warned:
      report(
        .warning, .forbiddenProperty, at: node,
        dialect: "cannot state that the object must not have this property, so it is left out and"
          + " not enforced.",
        remedy: "Check the value after decoding.")
    }
  }

  private mutating func countElements(_ statements: [ConstraintStatement]) {
    for statement in statements where statement.constraint == .maximumCount {
      guard !statement.isRepeated, let count = statement.value.number?.int64 else { continue }
      let (sum, overflows) = elementCount.addingReportingOverflow(Int(clamping: count))
      elementCount = overflows ? .max : sum
    }
  }

  private mutating func noteClosing(_ node: SchemaGraph.Node) {
    firstUnmentioned = firstUnmentioned ?? node
    unmentionedCount += 1
  }

  /// Notes the objects and tuples that the dialect closes and whose document does not mention
  /// further parts.
  mutating func noteUnmentioned() {
    guard let firstUnmentioned else { return }
    list.append(SchemaDiagnostic(closing: firstUnmentioned, others: unmentionedCount - 1))
  }

  /// Warns if all arrays together may have too many elements.
  mutating func checkElements() {
    guard let maximum = dialect.rules.advisedElements, elementCount > maximum else { return }
    list.append(
      SchemaDiagnostic(
        .warning, at: SchemaPath(),
        problem:
          "The '\(dialect.rules.keywords[.maximumCount])' of all arrays add up to"
          + " \(elementCount), and the dialect '\(dialect.name)' may reject more than \(maximum).",
        remedy: "Lower some of them, or leave some out.", rule: .elementTotal))
  }

  // MARK: Constraints

  /// Returns the constraints of a node that are written as keywords, and the other constraints in
  /// words.
  ///
  /// Reports the latter, except for those that no schema states: the import has reported them.
  private mutating func checkConstraints(
    on node: SchemaGraph.Node, _ form: WrittenForm
  ) throws(SchemaError) -> (written: [ConstraintStatement], phrases: [String]) {
    let constraints = node.ownConstraints
    if dialect.rules.constraints.mayChangeCapitals, form.choices != .none,
      let choices = constraints?.merged.choices
    {
      warnOfCapitals(of: choices, on: node)
    }
    if !dialect.rules.constraints.allowsEmptyChoice, form.choices != .none,
      constraints?.merged.choices?.contains(.string("")) == true
    {
      try reject(
        "an empty choice", .constraint, at: node,
        remedy: "Give the choice a text, or \(Self.fitting)",
        code: DialectRules.Constraint.choices.code)
    }
    let sentences =
      (dialect.rules.writesOtherKeywords
        ? constraints?.sentencesWithoutMembers : constraints?.sentences) ?? []
    if node.kind != .tuple, let constraints, constraints.areIndependent,
      constraints.statements.allSatisfy({
        dialect.rules[$0.constraint] == .written && dialect.states($0, on: node, besides: [])
          && $0.pattern.map { dialect.rules.constraints.pattern($0) == $0.source } ?? true
      })
    {
      return (constraints.statements, sentences)
    }
    var statements = constraints?.statements ?? []
    if node.kind == .tuple {
      statements.removeAll { [.minimumCount, .maximumCount].contains($0.constraint) }
      statements += countStatements(of: node, form)
    }
    if statements.isEmpty { return ([], sentences) }
    var written: [ConstraintStatement] = []
    var phrases: [String] = []
    written.reserveCapacity(statements.count)
    var writtenConstraints: Set<DialectRules.Constraint> = []
    for var statement in statements {
      if statement.isImplied, !states(implied: statement, besides: writtenConstraints) { continue }
      statement.isRepeated = writtenConstraints.contains(statement.constraint)
      switch dialect.rules[statement.constraint] {
      case .written where dialect.states(statement, on: node, besides: written):
        if let source = statement.pattern.flatMap(dialect.rules.constraints.pattern) {
          statement.value = .string(source)
        }
        written.append(statement)
        writtenConstraints.insert(statement.constraint)
      case _ where statement.isImplied: continue
      case .rejected:
        try reject(
          "'\(statement.constraint.keyword)'", .constraint, at: node,
          code: statement.constraint.code)
      case .written, .described:
        phrases.append(statement.phrase)
        report(
          .warning, .constraint, at: node,
          dialect: "cannot state this '\(statement.constraint.keyword)', so it is moved into the"
            + " description and not enforced.",
          remedy: "Check the value after decoding.", code: statement.constraint.code)
      }
    }
    return (written, phrases + sentences)
  }

  /// States the number of elements of a tuple.
  private func countStatements(
    of tuple: SchemaGraph.Node, _ form: WrittenForm
  ) -> [ConstraintStatement] {
    let elements = tuple.prefixItems.count
    var (least, most) = tuple.elementCounts
    if !form.hasFurtherElements { most = min(elements, most ?? .max) }
    if form.isClosed, most == elements { most = nil }
    let counts: [(DialectRules.Constraint, Int?)] = [
      (.minimumCount, least > 0 || elements == 0 ? least : nil), (.maximumCount, most),
    ]
    return counts.compactMap { constraint, count in
      count.map { ConstraintStatement(constraint, .number(SchemaNumber($0))) }
    }
  }

  /// Warns of choices that differ in capitals only.
  private mutating func warnOfCapitals(of choices: [SchemaScalar], on node: SchemaGraph.Node) {
    let texts = choices.compactMap(\.string)
    guard Set(texts.map { ExactText($0.lowercased()) }).count < texts.count else { return }
    report(
      .warning, .capitals, at: node,
      dialect: "may change the capitals of choices, and some of these differ in capitals only.",
      remedy: "Rename one of them.")
  }

  /// Indicates whether a constraint that the choices imply is written.
  ///
  /// It is written if the choices are not, or if the dialect writes patterns next to choices.
  private func states(
    implied statement: ConstraintStatement, besides written: Set<DialectRules.Constraint>
  ) -> Bool {
    statement.constraint == .pattern && dialect.rules.constraints.choicesHavePattern
      || !written.contains(where: \.isChoices)
  }
}

extension SchemaGraph.Node {
  /// Indicates whether an object may have properties whose names match a pattern.
  fileprivate var mayHavePatternProperties: Bool {
    // The additional properties come first, then the properties that match patterns.
    for child in childIDs {
      switch storage.tables.nodes[child].role {
      case .patternProperty where storage.tables.nodes[child].kind != .never: return true
      case .property: return false
      default: continue
      }
    }
    return false
  }
}

extension PreparedDialect {
  /// Indicates whether the rules allow a constraint at a node, if the dialect writes its keyword.
  fileprivate func states(
    _ statement: ConstraintStatement, on node: SchemaGraph.Node,
    besides written: [ConstraintStatement]
  ) -> Bool {
    if statement.isRepeated {
      guard rules.constraints.combination == .allOf else { return false }
    }
    if let number = statement.value.number,
      !rules.constraints.states(statement.constraint, number, node)
    {
      return false
    }
    switch statement.constraint {
    case .pattern:
      guard let pattern = statement.pattern, rules.constraints.pattern(pattern) != nil
      else { return false }
    case .format:
      guard let format = statement.value.string, rules.constraints.formats?.contains(format) ?? true
      else { return false }
    case .minimumLength, .maximumLength: break
    default: return true
    }
    // If only one of a pattern, a format and a length is allowed, the two lengths count as one.
    return rules.constraints.combination != .firstOnStrings
      || written.allSatisfy { other in
        other.constraint == statement.constraint
          || other.constraint == .minimumLength && statement.constraint == .maximumLength
      }
  }
}
