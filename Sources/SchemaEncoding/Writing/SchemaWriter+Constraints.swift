import SchemaGuides
import SchemaModel

extension SchemaWriter {
  private typealias Constraint = DialectRules.Constraint

  /// The description and the constraints of a node that has some.
  mutating func writeConstrained(
    _ node: Int, _ record: NodeRecord, isNullable: Bool
  ) throws(SchemaError) {
    let constraint = storage.constraints[Int(record.constraints)]
    let told =
      rules.writesAll(of: constraint)
      ? [] : try toldConstraints(merged(record), node)
    if told.isEmpty {
      if !record.description.isNone {
        output.append(#","description":"#)
        append(record.description)
      }
    } else {
      output.append(#","description":"#)
      output.append(quoting: description(record, told))
    }
    if !constraint.choices.isNone, rules[.choices] == .written {
      output.append(#","enum":"#)
      if isNullable {
        var open = constraint.choices
        open.length -= 1
        append(open)
        output.append(",null]")
      } else {
        append(constraint.choices)
      }
    }
    if !constraint.pattern.isNone, rules[.pattern] == .written {
      output.append(#","pattern":"#)
      append(constraint.pattern)
    }
    if !constraint.format.isNone, writes(storage.string(constraint.format)) {
      output.append(#","format":"#)
      append(constraint.format)
    }
    write(constraint, .minimumLength, #","minLength":"#)
    write(constraint, .maximumLength, #","maxLength":"#)
    if !constraint.minimum.isNone, rules[.minimum] == .written {
      output.append(#","minimum":"#)
      append(constraint.minimum)
    }
    if !constraint.maximum.isNone, rules[.maximum] == .written {
      output.append(#","maximum":"#)
      append(constraint.maximum)
    }
    write(constraint, .minimumCount, #","minItems":"#)
    write(constraint, .maximumCount, #","maxItems":"#)
    if !constraint.isSingle { writeFurther(merged(record)) }
  }

  private func merged(_ record: NodeRecord) -> GuideConstraints {
    storage.guides[Int(record.constraints)].constraints
  }

  private mutating func write(
    _ record: ConstraintRecord, _ constraint: Constraint, _ key: StaticString
  ) {
    guard let value = record.value(of: constraint), rules[constraint] == .written else { return }
    output.append(key)
    output.append(integer: Int64(value))
  }

  private func writes(_ format: String) -> Bool {
    rules[.format] == .written && (rules.formats?.contains(format) ?? true)
  }

  /// What one keyword says only once: further patterns and formats, in an `allOf`.
  private mutating func writeFurther(_ merged: GuideConstraints) {
    guard rules.combinesWithAllOf else { return }
    var pieces: [(key: StaticString, text: String)] = []
    if rules[.pattern] == .written {
      pieces += merged.patterns.dropFirst().map { (#"{"pattern":"#, $0.source) }
    }
    if rules[.format] == .written {
      pieces += merged.formats.dropFirst().filter(writes).map { (#"{"format":"#, $0) }
    }
    guard !pieces.isEmpty else { return }
    output.append(#","allOf":["#)
    for (index, piece) in pieces.enumerated() {
      if index > 0 { output.append(0x2C) }
      output.append(piece.key)
      output.append(quoting: piece.text)
      output.append(0x7D)
    }
    output.append(0x5D)
  }

  // MARK: Telling

  /// What has to be told in words because the dialect does not write it; refused ones are thrown.
  private mutating func toldConstraints(
    _ merged: GuideConstraints, _ node: Int
  ) throws(SchemaError) -> [String] {
    var told: [String] = []
    if let choices = merged.choices {
      let list = choices.map { "\"\($0)\"" }.joined(separator: ", ")
      try tell(.choices, "One of: \(list).", &told, node)
    }
    for (index, pattern) in merged.patterns.enumerated() {
      try tell(
        .pattern, "Matches the regular expression \(pattern.source)", &told, node,
        isStated: index == 0 || rules.combinesWithAllOf)
    }
    for (index, format) in merged.formats.enumerated() {
      let isKnown = rules.formats?.contains(format) ?? true
      let isStated = isKnown && (index == 0 || rules.combinesWithAllOf)
      try tell(.format, "Format: \(format).", &told, node, isStated: isStated)
    }
    if let length = merged.minimumLength {
      try tell(.minimumLength, "At least \(length) characters.", &told, node)
    }
    if let length = merged.maximumLength {
      try tell(.maximumLength, "At most \(length) characters.", &told, node)
    }
    if let minimum = merged.minimum {
      try tell(.minimum, "At least \(minimum).", &told, node)
    }
    if let maximum = merged.maximum {
      try tell(.maximum, "At most \(maximum).", &told, node)
    }
    if let count = merged.minimumCount {
      try tell(.minimumCount, "At least \(count) elements.", &told, node)
    }
    if let count = merged.maximumCount {
      try tell(.maximumCount, "At most \(count) elements.", &told, node)
    }
    return told
  }

  private mutating func tell(
    _ constraint: Constraint, _ phrase: @autoclosure () -> String, _ told: inout [String],
    _ node: Int, isStated: Bool = true
  ) throws(SchemaError) {
    let handling = rules[constraint]
    if handling == .written && isStated { return }
    if handling == .refused { throw unsupported("'\(constraint.keyword)'", node) }
    told.append(phrase())
    diagnostics.append(
      SchemaDiagnostic(
        .warning, at: storage.path(to: node),
        problem:
          "The dialect '\(dialect)' cannot state this '\(constraint.keyword)', so it is told in"
          + " the description and not enforced.",
        remedy: "Check the value after decoding."))
  }

  private func description(_ record: NodeRecord, _ told: [String]) -> String {
    let words = told.joined(separator: " ")
    guard !record.description.isNone else { return words }
    let description = storage.string(record.description)
    guard let last = description.last else { return words }
    return ".!?".contains(last) ? "\(description) \(words)" : "\(description). \(words)"
  }

  // MARK: Kinds

  /// Applies the handling of a kind of node that not all dialects know.
  mutating func handle(
    _ handling: DialectRules.Handling, _ feature: String, _ phrase: String, _ node: Int
  ) throws(SchemaError) {
    switch handling {
    case .written: return
    case .refused: throw unsupported(feature, node)
    case .told:
      diagnostics.append(
        SchemaDiagnostic(
          .warning, at: storage.path(to: node),
          problem: "The dialect '\(dialect)' may not understand \(phrase).",
          remedy: "Describe the value with a type of its own."))
    }
  }

  func checkRoot(_ record: NodeRecord) throws(SchemaError) {
    guard rules.requiresObjectAtRoot, record.kind != .object else { return }
    throw SchemaError.unsupported(
      feature: "root",
      context: SchemaError.Context(
        path: SchemaPath(),
        problem: "The dialect '\(dialect)' takes nothing but an object at the root.",
        remedy: "Make the value a property of a struct, and encode that."))
  }

  private func unsupported(_ feature: String, _ node: Int) -> SchemaError {
    .unsupported(
      feature: feature,
      context: SchemaError.Context(
        path: storage.path(to: node),
        problem: "The dialect '\(dialect)' refuses \(feature).",
        remedy: "Remove it, or encode in another dialect."))
  }
}
