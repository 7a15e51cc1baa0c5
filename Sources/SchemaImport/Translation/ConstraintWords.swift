import IndexedTables
import SchemaDocuments
import SchemaText

/// The constraints of a document in plain words, for descriptions that a model reads.
///
/// A schema is told as clauses about a value that is called "it": "is a string", "has 'branch'". A
/// schema that has no such clauses is told as its JSON text.
struct ConstraintWords {
  private let source: ImportSource

  /// The deepest nesting of schemas that is told in clauses.
  private static let deepest = 4
  /// The largest number of listed values, clauses and alternatives.
  static let mostParts = 20
  /// The largest length of a schema's JSON text, in bytes.
  private static let longestText = 600

  /// The sentence for an `unevaluatedProperties` that excludes properties.
  static let noUnevaluatedProperties = "There are no properties but the described ones."

  init(_ source: ImportSource) { self.source = source }

  private var document: DocumentTree { source.document }

  // MARK: Sentences

  /// The sentences for a keyword of a schema, without a keyword that has no effect.
  func sentences(for member: SchemaObject.Member, of object: SchemaObject) -> [String] {
    switch (member.keyword, member.value) {
    case (.uniqueItems, _): ["No two elements are equal."]
    case (.contains, .schema(let schema)): containing(schema, of: object)
    case (.propertyNames, .schema(let schema)):
      ["Each name \(clause(of: schema) ?? fitting(schema))."]
    case (.not, .schema(let schema)): [excluding(schema)]
    case (.oneOf, _): ["Fits exactly one of the alternatives."]
    case (.if, .schema(let schema)):
      conditional(schema, then: object.schema(.then), otherwise: object.schema(.else))
    case (.unevaluatedProperties, _): [Self.noUnevaluatedProperties]
    case (.unevaluatedItems, _): ["There are no elements but the described ones."]
    case (.pattern, .text(let text)): ["Matches the regular expression '\(text)'."]
    case (.enum, .values(let values)), (.const, .values(let values)):
      ["Is \(Self.oneOf(texts(of: values), count: values.count))."]
    case (.contentEncoding, _), (.contentMediaType, _):
      (document.content(member.node).text.map { text in
        "\(member.keyword == .contentEncoding ? "Content encoding" : "Content type"): \(text)."
      }).map { [$0] } ?? []
    case (_, .dependents(let dependents)): dependents.compactMap(depending)
    default: []
    }
  }

  private func containing(_ schema: SchemaID, of object: SchemaObject) -> [String] {
    let clause = clause(of: schema) ?? fitting(schema)
    func sentence(_ amount: String, _ count: Int) -> String {
      count == 1
        ? "\(amount) 1 element \(clause)."
        : "\(amount) \(CountedNoun.element.amount(count)) are such that each \(clause)."
    }
    var sentences: [String] = []
    let least = object.count(.minContains) ?? 1
    if least > 0 { sentences.append(sentence("At least", least)) }
    if let most = object.count(.maxContains) {
      sentences.append(most == 0 ? "No element \(clause)." : sentence("At most", most))
    }
    return sentences
  }

  private func excluding(_ schema: SchemaID) -> String {
    if let clause = negation(of: schema) { return "\(clause.capitalizedFirst)." }
    if let clause = clause(of: schema) { return "It is not allowed that it \(clause)." }
    return "It is not allowed that it \(fitting(schema))."
  }

  private func conditional(
    _ condition: SchemaID, then: SchemaID?, otherwise: SchemaID?
  ) -> [String] {
    var sentences: [String] = []
    let test = clause(of: condition) ?? fitting(condition)
    if let then, !source.allowsEverything(then) {
      sentences.append("If it \(test), it \(clause(of: then) ?? fitting(then)).")
    }
    if let otherwise, !source.allowsEverything(otherwise) {
      let consequence = clause(of: otherwise) ?? fitting(otherwise)
      sentences.append(
        sentences.isEmpty
          ? "Unless it \(test), it \(consequence)." : "Otherwise, it \(consequence).")
    }
    return sentences
  }

  private func depending(_ dependent: SchemaObject.Dependent) -> String? {
    let consequence: String
    switch dependent.requirement {
    case .names(let names):
      if names.isEmpty { return nil }
      if let instruction = instruction(requiring: names, with: dependent) { return instruction }
      consequence = "has \(Self.list(names))"
    case .schema(let schema):
      if source.allowsEverything(schema) { return nil }
      if let names = requiredNames(of: schema),
        let instruction = instruction(requiring: names, with: dependent)
      {
        return instruction
      }
      consequence = clause(of: schema) ?? fitting(schema)
    }
    return "If it has '\(dependent.name.excerpt)', it \(consequence)."
  }

  /// The words of a rule for properties that occur together; `nil` for too many properties.
  private func instruction(
    requiring names: [String], with dependent: SchemaObject.Dependent
  ) -> String? {
    names.count <= Self.mostParts
      ? PresenceRule.instruction(requiring: names, with: dependent.name) : nil
  }

  /// The names that a schema requires, if it constrains nothing else.
  private func requiredNames(of schema: SchemaID) -> [String]? {
    let members = restrictions(of: source.unchecked(schema))
    guard members.count == 1, case .names(let names) = members[0].value, !names.isEmpty else {
      return nil
    }
    return names
  }

  /// The clause for a schema that has no other clause.
  private func fitting(_ schema: SchemaID) -> String {
    let text = document.content(schema.node).jsonString(.compact)
    return text.utf8.count <= Self.longestText
      ? "fits this JSON Schema: \(text)" : "fits a schema that is too long for this description"
  }

  // MARK: Clauses

  /// The constraints of a schema as one clause; `nil` if a keyword has no clause.
  private func clause(of schema: SchemaID, depth: Int = deepest) -> String? {
    guard let clauses = clauses(of: schema, depth: depth), !clauses.isEmpty else { return nil }
    return clauses.joined(separator: " and ")
  }

  /// The clause for the values that a schema excludes; `nil` if there is no single clause.
  private func negation(of schema: SchemaID, depth: Int = deepest) -> String? {
    guard depth > 0 else { return nil }
    let object = source.unchecked(schema)
    guard object.form == .keywords, object.faults.isEmpty else { return nil }
    let members = restrictions(of: object)
    guard members.count == 1, let member = members.first else { return nil }
    return clauses(of: member, in: object, isNegated: true, depth: depth)?.first
  }

  private func clauses(of schema: SchemaID, depth: Int) -> [String]? {
    guard depth > 0 else { return nil }
    let object = source.unchecked(schema)
    guard object.form == .keywords, object.faults.isEmpty else { return nil }
    var result: [String] = []
    for member in restrictions(of: object) {
      guard let clauses = clauses(of: member, in: object, isNegated: false, depth: depth),
        result.count + clauses.count <= Self.mostParts
      else { return nil }
      result += clauses
    }
    return result
  }

  /// The keywords that constrain values, without a type that other keywords imply.
  private func restrictions(of object: SchemaObject) -> [SchemaObject.Member] {
    let members = object.members.filter { $0.keyword.rule.purpose.restricts }
    guard members.count > 1, let types = object.types else { return members }
    let others = members.filter { $0.keyword != .type }
    let isImplied = others.allSatisfy { member in
      [.enum, .const].contains(member.keyword)
        || ValueTypes(types).isSubset(of: member.keyword.rule.types)
    }
    return isImplied ? others : members
  }

  private func clauses(
    of member: SchemaObject.Member, in object: SchemaObject, isNegated: Bool, depth: Int
  ) -> [String]? {
    let isNot = isNegated ? "is not" : "is"
    let hasNot = isNegated ? "does not have" : "has"
    switch (member.keyword, member.value) {
    case (.type, .types(let types)):
      return ["\(isNot) \(types.map(\.phrase).joined(separator: " or "))"]
    case (.enum, .values(let values)), (.const, .values(let values)):
      let list = Self.oneOf(texts(of: values), count: values.count)
      return ["\(isNot) \(list)"]
    case (.pattern, .text(let text)):
      return ["\(isNegated ? "does not match" : "matches") the regular expression '\(text)'"]
    case (.format, .text(let format)): return ["\(hasNot) the format '\(format)'"]
    case (.minLength, .count(let count)):
      return [Self.least(count, .character, isNegated: isNegated)]
    case (.maxLength, .count(let count)):
      return [Self.most(count, .character, isNegated: isNegated)]
    case (.minItems, .count(let count)): return [Self.least(count, .element, isNegated: isNegated)]
    case (.maxItems, .count(let count)): return [Self.most(count, .element, isNegated: isNegated)]
    case (.minProperties, .count(let count)):
      return [Self.least(count, .property, isNegated: isNegated)]
    case (.maxProperties, .count(let count)):
      return [Self.most(count, .property, isNegated: isNegated)]
    case (.minimum, .number(let number)):
      return ["is \(isNegated ? "less than" : "at least") \(number)"]
    case (.maximum, .number(let number)):
      return ["is \(isNegated ? "more than" : "at most") \(number)"]
    case (.exclusiveMinimum, .number(let number)):
      return ["is \(isNegated ? "at most" : "more than") \(number)"]
    case (.exclusiveMaximum, .number(let number)):
      return ["is \(isNegated ? "at least" : "less than") \(number)"]
    case (.multipleOf, .number(let number)): return ["\(isNot) a multiple of \(number)"]
    case (.required, .names(let names)):
      let described = Set(describedProperties(of: object).map(ExactText.init))
      // Clauses about described properties say that these are required.
      let others = names.filter { isNegated || !described.contains(ExactText($0)) }
      if others.isEmpty { return isNegated ? nil : [] }
      let together = isNegated && others.count > 1 ? " together" : ""
      return ["\(hasNot) \(Self.list(others))\(together)"]
    case (.uniqueItems, .flag(true)):
      return [isNegated ? "has two equal elements" : "has no two equal elements"]
    case (.not, .schema(let schema)):
      let other =
        isNegated ? clause(of: schema, depth: depth - 1) : negation(of: schema, depth: depth - 1)
      return other.map { [$0] }
    case (.properties, .schemas(let schemas)):
      guard !isNegated else { return nil }
      return properties(schemas, of: object, depth: depth)
    case (.items, .schema(let schema)):
      guard !isNegated, let clause = clause(of: schema, depth: depth - 1) else { return nil }
      return ["has only elements of which each \(clause)"]
    case (.contains, .schema(let schema)):
      guard object[.minContains] == nil, object[.maxContains] == nil,
        let clause = clause(of: schema, depth: depth - 1)
      else { return nil }
      return ["\(isNegated ? "has no" : "has an") element that \(clause)"]
    case (.allOf, .schemas(let list)):
      guard !isNegated, list.count <= Self.mostParts else { return nil }
      var result: [String] = []
      for schema in list {
        guard let clauses = clauses(of: schema, depth: depth - 1) else { return nil }
        result += clauses
      }
      return result
    case (.anyOf, .schemas(let list)):
      guard list.count <= Self.mostParts else { return nil }
      var result: [String] = []
      for schema in list {
        let clause =
          isNegated
          ? negation(of: schema, depth: depth - 1) : clause(of: schema, depth: depth - 1)
        guard let clause else { return nil }
        result.append(clause)
      }
      return [result.joined(separator: isNegated ? " and " : " or ")]
    default: return nil
    }
  }

  /// The names of the properties that a schema describes.
  private func describedProperties(of object: SchemaObject) -> [String] {
    object.schemas(.properties).filter { !source.allowsEverything($0) }
      .map { document.name(of: $0.node) }
  }

  private func properties(
    _ schemas: SchemaList, of object: SchemaObject, depth: Int
  ) -> [String]? {
    guard schemas.count <= Self.mostParts else { return nil }
    let required = Set(object.names(.required).map(ExactText.init))
    var result: [String] = []
    for schema in schemas where !source.allowsEverything(schema) {
      guard let clause = clause(of: schema, depth: depth - 1) else { return nil }
      let name = document.name(of: schema.node)
      result.append(
        required.contains(ExactText(name))
          ? "has a '\(name.excerpt)' that \(clause)"
          : "has no '\(name.excerpt)' but one that \(clause)")
    }
    return result
  }

  // MARK: Lists

  private func texts(of values: Range<ValueID>) -> [String] {
    values.prefix(Self.mostParts).map { document.content($0).jsonString(.compact) }
  }

  private static func oneOf(_ texts: [String], count: Int) -> String {
    if count == 1 { return texts.joined() }
    let rest = count - texts.count
    return "one of \(texts.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The names in quotes, such as "'a', 'b' and 'c'".
  private static func list(_ names: [String]) -> String {
    var quoted = names.prefix(mostParts).map { "'\($0.excerpt)'" }
    if names.count > mostParts { quoted.append("\(names.count - mostParts) more") }
    guard let last = quoted.popLast() else { return "" }
    return quoted.isEmpty ? last : "\(quoted.joined(separator: ", ")) and \(last)"
  }

  private static func least(_ count: Int, _ noun: CountedNoun, isNegated: Bool) -> String {
    "has \(isNegated ? "fewer than" : "at least") \(noun.amount(count))"
  }

  private static func most(_ count: Int, _ noun: CountedNoun, isNegated: Bool) -> String {
    "has \(isNegated ? "more than" : "at most") \(noun.amount(count))"
  }
}

extension Keyword {
  /// `true` if the keyword tells what a string contains, and constrains no values.
  var isContentKeyword: Bool { self == .contentEncoding || self == .contentMediaType }
}
