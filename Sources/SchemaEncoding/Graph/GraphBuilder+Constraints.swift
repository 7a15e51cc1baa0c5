import SchemaGuides
import SchemaModel

extension GraphBuilder {
  /// Gives a node its constraints, in the texts in which they are written.
  mutating func constrain(
    _ node: Int, own: GuideList, place: GuideList, kind: GenerationSchema.Kind
  ) throws(SchemaError) {
    let valueKind = Self.valueKind(of: kind)
    let guideRecord = GuideRecord(own: own, place: place, kind: valueKind)
    if own.isEmpty || place.isEmpty,
      let record = plainRecord(of: own.isEmpty ? place : own, kind: kind)
    {
      nodes[node].constraints = Int32(truncatingIfNeeded: constraints.count)
      constraints.append(record)
      guides.append(guideRecord)
      return
    }
    let merged = guideRecord.merged
    if let fault = merged.fault {
      throw invalidGuide(fault.problem, fault.remedy, at: node)
    }
    if let misfit = merged.misfit(for: valueKind) {
      throw invalidGuide(
        "A guide states \(misfit), which \(Self.phrase(for: kind)) does not have.",
        "Remove the guide, or put it where it fits.", at: node)
    }
    if valueKind != .array,
      own.constrainsElements || place.constrainsElements
    {
      throw invalidGuide(
        "A guide speaks of elements, but \(Self.phrase(for: kind)) has none.",
        "Remove `element`, or put the guide on an array.", at: node)
    }
    if merged.isEmpty { return }
    if let contradiction = merged.contradiction(for: valueKind) {
      throw contradictoryGuides(contradiction, merged, at: node)
    }
    nodes[node].constraints = Int32(truncatingIfNeeded: constraints.count)
    constraints.append(record(of: merged.resolved(for: valueKind)))
    guides.append(guideRecord)
  }

  /// How one guide by itself is written, if it plainly fits and can be satisfied, as nearly always.
  private mutating func plainRecord(
    of guides: GuideList, kind: GenerationSchema.Kind
  ) -> ConstraintRecord? {
    guard case .one(let guide) = guides, guide.depth == 0 else { return nil }
    var record = ConstraintRecord()
    switch (guide.constraint, kind) {
    case (.bounds(let minimum?, let maximum?), .integer),
      (.bounds(let minimum?, let maximum?), .number):
      // Integers on both sides have one of their kind between them.
      guard minimum <= maximum, minimum.isInteger || kind.isNumber else { return nil }
      record.minimum = text.append(minimum)
      record.maximum = text.append(maximum)
      record.state(.minimum)
      record.state(.maximum)
    case (.count(let minimum, let maximum), .array):
      guard (minimum ?? 0) >= 0, (maximum ?? .max) >= (minimum ?? 0) else { return nil }
      record.state(.minimumCount, minimum)
      record.state(.maximumCount, maximum)
    case (.choices(let choices), .string):
      guard !choices.isEmpty, choices.count <= 16, Self.areDistinct(choices) else { return nil }
      record.choices = text.append(list: choices)
      record.hasOneChoice = choices.count == 1
      record.state(.choices)
    default: return nil
    }
    return record
  }

  /// Whether no string stands in a list twice; Swift may take different ones for the same.
  private static func areDistinct(_ choices: [String]) -> Bool {
    for index in choices.indices where choices[..<index].contains(choices[index]) { return false }
    return true
  }

  private mutating func record(of merged: GuideConstraints) -> ConstraintRecord {
    var record = ConstraintRecord()
    if let choices = merged.choices {
      record.choices = text.append(list: choices)
      record.hasOneChoice = choices.count == 1
      record.state(DialectRules.Constraint(choices: choices))
    }
    if let pattern = merged.patterns.first {
      record.pattern = text.append(quoting: pattern.source)
      record.state(.pattern)
    }
    if let format = merged.formats.first {
      record.format = text.append(quoting: format)
      record.state(.format)
    }
    if let minimum = merged.minimum {
      record.minimum = text.append(minimum)
      record.state(.minimum)
    }
    if let maximum = merged.maximum {
      record.maximum = text.append(maximum)
      record.state(.maximum)
    }
    if let minimum = merged.exclusiveMinimum {
      record.minimum = text.append(minimum)
      record.state(.exclusiveMinimum)
    }
    if let maximum = merged.exclusiveMaximum {
      record.maximum = text.append(maximum)
      record.state(.exclusiveMaximum)
    }
    if let multiple = merged.multiples.first {
      record.multiple = text.append(multiple)
      record.state(.multipleOf)
    }
    record.state(.minimumLength, merged.minimumLength)
    record.state(.maximumLength, merged.maximumLength)
    record.state(.minimumCount, merged.minimumCount)
    record.state(.maximumCount, merged.maximumCount)
    record.state(.minimumPropertyCount, merged.minimumPropertyCount)
    record.state(.maximumPropertyCount, merged.maximumPropertyCount)
    record.isSingle =
      merged.patterns.count < 2 && merged.formats.count < 2 && merged.multiples.count < 2
    return record
  }

  /// Whether a schema that has a name is written out all the same, as guides stand on it here.
  ///
  /// A definition is the same wherever it is referred to, so no guide may narrow an object or a
  /// union at one place.
  func isWrittenOut(_ place: Place, at node: Int) throws(SchemaError) -> Bool {
    guard !place.guides.isEmpty else { return false }
    let schema = declarations[place.record]
    if case .definition = schema.titling {
      switch schema.kind {
      case .object, .anyOf: break
      default: return true
      }
    }
    if case .invalid(let problem, let remedy) = place.guides.first?.constraint {
      throw invalidGuide(problem, remedy, at: node)
    }
    throw invalidGuide(
      "A guide stands on '\(schema.name)', which is \(Self.phrase(for: schema.kind)).",
      "Put the guide on a string, a number or an array inside of it.", at: node)
  }

  private static func valueKind(of kind: GenerationSchema.Kind) -> GuideConstraints.ValueKind {
    switch kind {
    case .string: .string
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    case .null: .null
    case .any: .any
    case .array: .array
    case .object: .object
    case .never, .tuple, .anyOf, .alias: .other
    }
  }

  private static func phrase(for kind: GenerationSchema.Kind) -> String {
    switch kind {
    case .string: "a string"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    case .any: "a value of any kind"
    case .never: "no value"
    case .array: "an array"
    case .tuple: "an array of fixed length"
    case .object: "an object"
    case .anyOf: "a union"
    case .alias: "another schema"
    }
  }

  /// Checks that the named properties of an object are as many as its guides ask for.
  func checkPropertyCount(
    of schema: GenerationSchema.Declaration, _ declared: [GenerationSchema.Property], at node: Int
  ) throws(SchemaError) {
    let merged = guides[Int(nodes[node].constraints)].merged
    let required = declared.count { !$0.isOptional }
    if let maximum = merged.maximumPropertyCount, maximum < required {
      throw contradictoryGuides(
        "'\(schema.name)' requires \(required) properties, and may have \(maximum).", merged,
        at: node)
    }
    if let minimum = merged.minimumPropertyCount, minimum > declared.count,
      nodes[node].extraCount == 0
    {
      throw contradictoryGuides(
        "'\(schema.name)' has \(declared.count) properties, and has to have \(minimum).", merged,
        at: node)
    }
  }

  /// Checks that no two properties have one name, byte for byte, unless a dynamic schema's own
  /// check has seen to it.
  func checkDistinct(
    _ declared: [GenerationSchema.Property], of schema: GenerationSchema.Declaration,
    isChecked: Bool, at node: Int
  ) throws(SchemaError) {
    guard !isChecked, declared.last?.isPattern != true,
      let index = DistinctNames.firstDuplicate(
        in: properties, from: Int(nodes[node].first), count: declared.count,
        text: text.output.buffer)
    else { return }
    let name = text.string(properties[index].name)
    throw SchemaError.duplicateProperty(
      schema: schema.name, property: name,
      context: SchemaError.Context(
        path: path(to: node), problem: "'\(schema.name)' has two properties named '\(name)'.",
        remedy: "Rename one of them, or remove it."))
  }
}

extension GenerationSchema.Declaration {
  /// Whether the schema is written once, as a definition, rather than wherever it occurs.
  var isTitled: Bool {
    switch (titling, kind) {
    case (.untitled, _), (_, .never), (_, .alias): return false
    case (.definition, _), (_, .object), (_, .anyOf): return true
    default: return false
    }
  }

  /// Whether another schema, said to describe the same type, says the same.
  func isSame(as other: GenerationSchema.Declaration) -> Bool {
    if self === other { return true }
    guard summary == other.summary, titling.isSame(as: other.titling), guides == other.guides,
      table === other.table
    else { return false }
    switch (kind, other.kind) {
    case (.string, .string), (.integer, .integer), (.number, .number), (.boolean, .boolean),
      (.null, .null), (.any, .any), (.never, .never):
      return true
    case (.array(let first), .array(let second)), (.alias(let first), .alias(let second)):
      return first.isSame(as: second)
    case (.anyOf(let first), .anyOf(let second)), (.tuple(let first), .tuple(let second)):
      return first.count == second.count && zip(first, second).allSatisfy { $0.isSame(as: $1) }
    case (.object(let first, let additional), .object(let second, let other)):
      return first.count == second.count && Self.areSame(additional, other)
        && first.indices.allSatisfy { Self.areSame(first, second, at: $0) }
    default: return false
    }
  }
}

extension GenerationSchema.Declaration {
  @inline(__always)
  private static func areSame(
    _ first: GenerationSchema.Reference?, _ second: GenerationSchema.Reference?
  ) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first.isSame(as: second)
  }

  /// Whether two objects have the same property at an index; no property is copied to find out.
  @inline(__always)
  private static func areSame(
    _ first: [GenerationSchema.Property], _ second: [GenerationSchema.Property], at index: Int
  ) -> Bool {
    first[index].name == second[index].name
      && first[index].isPattern == second[index].isPattern
      && first[index].summary == second[index].summary
      && first[index].isOptional == second[index].isOptional
      && first[index].reference.isSame(as: second[index].reference)
      && (first[index].guides.isEmpty && second[index].guides.isEmpty
        || first[index].guides == second[index].guides)
  }
}

extension GenerationSchema.Titling {
  fileprivate func isSame(as other: GenerationSchema.Titling) -> Bool {
    switch (self, other) {
    case (.untitled, .untitled), (.nameOfType, .nameOfType): true
    case (.title(let first), .title(let second)),
      (.definition(let first), .definition(let second)):
      first == second
    default: false
    }
  }
}

extension GenerationSchema.Kind {
  fileprivate var isNumber: Bool {
    if case .number = self { true } else { false }
  }
}

extension GenerationSchema.Reference {
  fileprivate func isSame(as other: GenerationSchema.Reference) -> Bool {
    switch (self, other) {
    case (.type(let first), .type(let second)): ObjectIdentifier(first) == ObjectIdentifier(second)
    case (.array(let first), .array(let second)):
      ObjectIdentifier(first) == ObjectIdentifier(second)
    case (.entry(let first), .entry(let second)): first == second
    default: false
    }
  }
}
