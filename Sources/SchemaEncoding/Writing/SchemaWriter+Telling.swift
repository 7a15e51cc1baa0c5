import SchemaGuides
import SchemaModel

/// The constraints on a node that a dialect does not write.
struct ToldConstraints {
  /// What they demand, in words.
  var phrases: [String] = []

  /// A bit for each constraint whose keyword is not written.
  private var omitted: UInt32 = 0

  func includes(_ constraint: DialectRules.Constraint) -> Bool {
    omitted >> UInt32(constraint.rawValue) & 1 != 0
  }

  mutating func omit(_ constraint: DialectRules.Constraint) {
    omitted |= 1 << UInt32(constraint.rawValue)
  }
}

extension SchemaWriter {
  private typealias Constraint = DialectRules.Constraint

  /// What has to be told in words because the dialect does not write it; refused ones are thrown.
  mutating func toldConstraints(
    _ merged: GuideConstraints, _ kind: NodeKind, _ node: Int
  ) throws(SchemaError) -> ToldConstraints {
    var told = ToldConstraints()
    if let choices = merged.choices {
      let list = choices.map(\.description).joined(separator: ", ")
      try tell(Constraint(choices: choices), "One of: \(list).", &told, node)
    }
    // Where only one thing may be said of a string, it is the first that can be said.
    var isFree = true
    for (index, pattern) in merged.patterns.enumerated() {
      let isStated = writes(pattern) && (index == 0 || rules.combinesWithAllOf)
      try tell(
        .pattern, "Matches the regular expression \(pattern.source)", &told, node,
        isStated: isStated, isFirst: index == 0)
      if isStated { isFree = rules.combinesStringConstraints }
    }
    for (index, format) in merged.formats.enumerated() {
      let isStated = isFree && writes(format) && (index == 0 || rules.combinesWithAllOf)
      try tell(
        .format, "Format: \(format).", &told, node, isStated: isStated, isFirst: index == 0)
    }
    if !merged.formats.isEmpty, !told.includes(.format), !rules.combinesStringConstraints {
      isFree = false
    }
    if let length = merged.minimumLength {
      try tell(.minimumLength, "At least \(length) characters.", &told, node, isStated: isFree)
    }
    if let length = merged.maximumLength {
      try tell(.maximumLength, "At most \(length) characters.", &told, node, isStated: isFree)
    }
    try tellNumbers(merged, kind, &told, node)
    try tellCounts(merged, &told, node)
    return told
  }

  private mutating func tellNumbers(
    _ merged: GuideConstraints, _ kind: NodeKind, _ told: inout ToldConstraints, _ node: Int
  ) throws(SchemaError) {
    if let minimum = merged.minimum {
      try tell(
        .minimum, "At least \(minimum).", &told, node, isStated: states(minimum, of: kind))
    }
    if let maximum = merged.maximum {
      try tell(
        .maximum, "At most \(maximum).", &told, node, isStated: states(maximum, of: kind))
    }
    if let minimum = merged.exclusiveMinimum {
      try tell(
        .exclusiveMinimum, "More than \(minimum).", &told, node,
        isStated: states(minimum, of: kind))
    }
    if let maximum = merged.exclusiveMaximum {
      try tell(
        .exclusiveMaximum, "Less than \(maximum).", &told, node,
        isStated: states(maximum, of: kind))
    }
    for (index, multiple) in merged.multiples.enumerated() {
      try tell(
        .multipleOf, "A multiple of \(multiple).", &told, node,
        isStated: index == 0 || rules.combinesWithAllOf, isFirst: index == 0)
    }
  }

  private mutating func tellCounts(
    _ merged: GuideConstraints, _ told: inout ToldConstraints, _ node: Int
  ) throws(SchemaError) {
    if let count = merged.minimumCount {
      try tell(
        .minimumCount, "At least \(count) elements.", &told, node,
        isStated: count <= rules.largestMinimumCount ?? count)
    }
    if let count = merged.maximumCount {
      try tell(.maximumCount, "At most \(count) elements.", &told, node)
    }
    if let count = merged.minimumPropertyCount {
      try tell(.minimumPropertyCount, "At least \(count) properties.", &told, node)
    }
    if let count = merged.maximumPropertyCount {
      try tell(.maximumPropertyCount, "At most \(count) properties.", &told, node)
    }
  }

  /// Whether the rules allow for a bound.
  private func states(_ bound: SchemaNumber, of kind: NodeKind) -> Bool {
    switch rules.bounds {
    case .any: true
    case .integers: kind == .integer && bound.int64 != nil
    }
  }

  private mutating func tell(
    _ constraint: Constraint, _ phrase: @autoclosure () -> String, _ told: inout ToldConstraints,
    _ node: Int, isStated: Bool = true, isFirst: Bool = true
  ) throws(SchemaError) {
    let handling = rules[constraint]
    if handling == .written && isStated { return }
    if isFirst { told.omit(constraint) }
    guard handling != .refused else {
      return try refuse(unsupported("'\(constraint.keyword)'", node))
    }
    told.phrases.append(phrase())
    diagnostics.append(
      SchemaDiagnostic(
        .warning, at: storage.path(to: node),
        problem:
          "The dialect '\(dialect)' cannot state this '\(constraint.keyword)', so it is told in"
          + " the description and not enforced.",
        remedy: "Check the value after decoding."))
  }

  func description(_ record: NodeRecord, _ told: [String]) -> String {
    let words = told.joined(separator: " ")
    guard !record.description.isNone else { return words }
    let description = storage.string(record.description)
    guard let last = description.last else { return words }
    return ".!?".contains(last) ? "\(description) \(words)" : "\(description). \(words)"
  }
}
