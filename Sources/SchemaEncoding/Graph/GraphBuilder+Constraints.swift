import SchemaGuides
import SchemaModel

extension GraphBuilder {
  /// Gives a node its constraints, in the texts in which they are written.
  mutating func constrain(
    _ node: Int, own: [GuideValue], place: [GuideValue], kind: GenerationSchema.Kind
  ) throws(SchemaError) {
    let guideRecord = GuideRecord(own: own, place: place)
    if own.count + place.count == 1, let guide = own.first ?? place.first, guide.depth == 0,
      let record = plainRecord(of: guide.constraint, kind: kind)
    {
      nodes[node].constraints = Int32(truncatingIfNeeded: constraints.count)
      constraints.append(record)
      guides.append(guideRecord)
      return
    }
    let merged = guideRecord.constraints
    let valueKind = Self.valueKind(of: kind)
    if let fault = merged.fault {
      throw invalidGuide(fault.problem, fault.remedy, at: node)
    }
    if let misfit = merged.misfit(for: valueKind) {
      throw invalidGuide(
        "A guide states \(misfit), which \(Self.phrase(for: kind)) does not have.",
        "Remove the guide, or put it where it fits.", at: node)
    }
    if valueKind != .array,
      own.contains(where: Self.isDeep) || place.contains(where: Self.isDeep)
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
    constraints.append(record(of: merged))
    guides.append(guideRecord)
  }

  /// How a single guide is written, if it plainly fits and can be satisfied: the most frequent case.
  private mutating func plainRecord(
    of constraint: GuideValue.Constraint, kind: GenerationSchema.Kind
  ) -> ConstraintRecord? {
    var record = ConstraintRecord()
    switch (constraint, kind) {
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
    default: return nil
    }
    return record
  }

  private mutating func record(of merged: GuideConstraints) -> ConstraintRecord {
    var record = ConstraintRecord()
    if let choices = merged.choices {
      record.choices = text.append(list: choices)
      record.state(.choices)
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
    record.state(.minimumLength, merged.minimumLength)
    record.state(.maximumLength, merged.maximumLength)
    record.state(.minimumCount, merged.minimumCount)
    record.state(.maximumCount, merged.maximumCount)
    record.isSingle = merged.patterns.count < 2 && merged.formats.count < 2
    return record
  }

  /// A definition is the same wherever it is referred to, so no guide may narrow it at one place.
  func checkUnguided(_ place: Place, at node: Int) throws(SchemaError) {
    guard let guide = place.guides.first else { return }
    let schema = declarations[place.record]
    if case .invalid(let problem, let remedy) = guide.constraint {
      throw invalidGuide(problem, remedy, at: node)
    }
    throw invalidGuide(
      "A guide stands on '\(schema.name)', which is \(Self.phrase(for: schema.kind)).",
      "Put the guide on a string, a number or an array inside of it.", at: node)
  }

  static func isDeep(_ guide: GuideValue) -> Bool { guide.depth > 0 }

  private static func valueKind(of kind: GenerationSchema.Kind) -> GuideConstraints.ValueKind {
    switch kind {
    case .string: .string
    case .integer: .integer
    case .number: .number
    case .array: .array
    case .boolean, .null, .any, .never, .object, .anyOf, .alias: .other
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
    case .object: "an object"
    case .anyOf: "a union"
    case .alias: "another schema"
    }
  }

  /// Checks that no two properties have one name, byte for byte, unless a dynamic schema's own
  /// check has seen to it.
  mutating func checkDistinct(
    _ declared: [GenerationSchema.Property], of schema: GenerationSchema.Declaration,
    isChecked: Bool, at node: Int
  ) throws(SchemaError) {
    guard !isChecked, let name = names.firstDuplicate(in: declared) else { return }
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
    if case .untitled = titling { return false }
    switch kind {
    case .object, .anyOf: return true
    case .string, .integer, .number, .boolean, .null, .any, .never, .array, .alias: return false
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
    case (.anyOf(let first), .anyOf(let second)):
      return first.count == second.count && zip(first, second).allSatisfy { $0.isSame(as: $1) }
    case (.object(let first), .object(let second)):
      return first.count == second.count
        && first.indices.allSatisfy { Self.areSame(first, second, at: $0) }
    default: return false
    }
  }
}

extension GenerationSchema.Declaration {
  /// Whether two objects have the same property at an index; no property is copied to find out.
  @inline(__always)
  private static func areSame(
    _ first: [GenerationSchema.Property], _ second: [GenerationSchema.Property], at index: Int
  ) -> Bool {
    first[index].name == second[index].name && first[index].summary == second[index].summary
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
    case (.title(let first), .title(let second)): first == second
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
    case (.entry(let first), .entry(let second)): first == second
    default: false
    }
  }
}
