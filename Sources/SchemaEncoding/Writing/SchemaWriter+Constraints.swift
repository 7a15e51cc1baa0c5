import SchemaGuides
import SchemaModel

extension SchemaWriter {
  private typealias Constraint = DialectRules.Constraint

  /// The description and the constraints of a node that has some.
  mutating func writeConstrained(
    _ node: Int, _ record: NodeRecord, isFirst: Bool, isNullable: Bool
  ) throws(SchemaError) {
    let constraint = storage.constraints[Int(record.constraints)]
    let told =
      rules.writesAll(of: constraint)
      ? ToldConstraints() : try toldConstraints(merged(record), record.kind, node)
    // Only a description or choices come first, in a schema without a type.
    var isFirst = isFirst
    if !told.phrases.isEmpty || !record.description.isNone {
      if isFirst { output.append(#""description":"#) } else { output.append(#","description":"#) }
      isFirst = false
      if told.phrases.isEmpty {
        append(record.description)
      } else {
        output.append(quoting: description(record, told.phrases))
      }
    }
    if writesChoices(constraint), rules.statesTypeOfChoices || record.kind == .any {
      if !isFirst { output.append(0x2C) }
      // Beside `null` in a union the list needs no `null` of its own.
      let isListed = isNullable && (rules.nullForm != .union || record.kind == .any)
      writeChoices(record, isNullable: isListed)
    }
    if !constraint.pattern.isNone, !told.includes(.pattern) {
      output.append(#","pattern":"#)
      append(constraint.pattern)
    }
    if !constraint.format.isNone, !told.includes(.format) {
      output.append(#","format":"#)
      append(constraint.format)
    }
    write(constraint, .minimumLength, #","minLength":"#, told)
    write(constraint, .maximumLength, #","maxLength":"#, told)
    if !constraint.minimum.isNone || !constraint.maximum.isNone { writeBounds(constraint, told) }
    if !constraint.multiple.isNone, !told.includes(.multipleOf) {
      output.append(#","multipleOf":"#)
      append(constraint.multiple)
    }
    if record.kind == .object {
      write(constraint, .minimumPropertyCount, #","minProperties":"#, told)
      write(constraint, .maximumPropertyCount, #","maxProperties":"#, told)
    } else {
      write(constraint, .minimumCount, #","minItems":"#, told)
      write(constraint, .maximumCount, #","maxItems":"#, told)
    }
    if !constraint.isSingle { writeFurther(merged(record)) }
  }

  private mutating func writeBounds(_ constraint: ConstraintRecord, _ told: ToldConstraints) {
    if constraint.states(.exclusiveMinimum) {
      if !told.includes(.exclusiveMinimum) {
        output.append(#","exclusiveMinimum":"#)
        append(constraint.minimum)
      }
    } else if !constraint.minimum.isNone, !told.includes(.minimum) {
      output.append(#","minimum":"#)
      append(constraint.minimum)
    }
    if constraint.states(.exclusiveMaximum) {
      if !told.includes(.exclusiveMaximum) {
        output.append(#","exclusiveMaximum":"#)
        append(constraint.maximum)
      }
    } else if !constraint.maximum.isNone, !told.includes(.maximum) {
      output.append(#","maximum":"#)
      append(constraint.maximum)
    }
  }

  /// The list of choices, or the only one of them, as the first keyword or after a comma.
  mutating func writeChoices(_ record: NodeRecord, isNullable: Bool) {
    let constraint = storage.constraints[Int(record.constraints)]
    var choices = constraint.choices
    // A list that has `null` among others takes no other.
    let isNullable =
      isNullable && (record.kind != .any || merged(record).choices?.contains(.null) != true)
    if rules.constants == .constant, constraint.hasOneChoice, !isNullable {
      output.append(#""const":"#)
      choices.offset += 1
      choices.length -= 2
      append(choices)
      return
    }
    output.append(#""enum":"#)
    if isNullable {
      choices.length -= 1
      append(choices)
      output.append(",null]")
    } else {
      append(choices)
    }
  }

  /// Whether a list of choices takes the place of the type.
  func writesChoicesAsType(_ record: NodeRecord) -> Bool {
    !rules.statesTypeOfChoices && listsChoices(record)
  }

  /// Whether a node says by its choices what it may be.
  func listsChoices(_ record: NodeRecord) -> Bool {
    record.constraints >= 0 && writesChoices(storage.constraints[Int(record.constraints)])
  }

  private func writesChoices(_ constraint: ConstraintRecord) -> Bool {
    if constraint.choices.isNone { return false }
    if constraint.states(.choices) { return rules[.choices] == .written }
    return rules[constraint.states(.numberChoices) ? .numberChoices : .mixedChoices] == .written
  }

  private func merged(_ record: NodeRecord) -> GuideConstraints {
    storage.guides[Int(record.constraints)].constraints
  }

  private mutating func write(
    _ record: ConstraintRecord, _ constraint: Constraint, _ key: StaticString,
    _ told: ToldConstraints
  ) {
    guard let value = record.value(of: constraint), !told.includes(constraint) else { return }
    output.append(key)
    output.append(integer: Int64(value))
    if constraint == .maximumCount { count(elements: value) }
  }

  func writes(_ format: String) -> Bool {
    rules[.format] == .written && (rules.formats?.contains(format) ?? true)
  }

  func writes(_ pattern: SchemaPattern) -> Bool {
    rules[.pattern] == .written && rules.patterns.allows(pattern)
  }

  /// What one keyword says only once: further patterns and formats, in an `allOf`.
  private mutating func writeFurther(_ merged: GuideConstraints) {
    guard rules.combinesWithAllOf else { return }
    var pieces: [(key: StaticString, value: SchemaScalar)] = []
    pieces += merged.patterns.dropFirst().filter(writes).map {
      (#"{"pattern":"#, .string($0.source))
    }
    pieces += merged.formats.dropFirst().filter(writes).map { (#"{"format":"#, .string($0)) }
    if rules[.multipleOf] == .written {
      pieces += merged.multiples.dropFirst().map { (#"{"multipleOf":"#, .number($0)) }
    }
    guard !pieces.isEmpty else { return }
    output.append(#","allOf":["#)
    for (index, piece) in pieces.enumerated() {
      if index > 0 { output.append(0x2C) }
      output.append(piece.key)
      switch piece.value {
      case .string(let text): output.append(quoting: text)
      case .number(let number): output.append(number)
      case .boolean, .null: break  // No keyword of these has such a value.
      }
      output.append(0x7D)
    }
    output.append(0x5D)
  }
}
