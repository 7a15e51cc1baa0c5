import SchemaModel
import SchemaText

/// The order of keywords and properties in a document whose decoder did not keep it.
struct CanonicalOrder {
  private let keywords = DialectRules.Keywords()

  /// The ranks of keywords.
  ///
  /// Keywords without a rank come after them, and definitions come last.
  private let ranks: [String: Int]

  init() {
    var constraints: [String] = []
    for constraint in DialectRules.Constraint.allCases where !constraint.isChoices {
      constraints += [keywords[constraint]] + constraint.companions
    }
    let leading =
      [keywords[.reference], keywords[.type], keywords[.title], keywords[.description]]
      + [keywords[.choices], keywords[.constant]]
      + constraints
      + [keywords[.allOf], keywords[.prefixItems], keywords[.items], keywords[.anyOf]]
      + [keywords[.additionalProperties], keywords[.patternProperties], keywords[.properties]]
      + [keywords[.required]]
    var ranks: [String: Int] = [:]
    for (index, keyword) in leading.enumerated() { ranks[keyword] = index }
    ranks[keywords[.definitions]] = .max
    self.ranks = ranks
  }

  /// Returns a schema with its keywords and all schemas inside it in order.
  ///
  /// The function recurses, and the depth of the document is limited.
  func sorted(_ value: SchemaValue) -> SchemaValue {
    switch value {
    case .object(let members):
      .object(
        ordered(members).map { member in
          (name: member.name, value: sorted(member.value, under: member.name))
        })
    case .array(let values): .array(values.map(sorted))
    default: value
    }
  }

  private func sorted(_ value: SchemaValue, under keyword: String) -> SchemaValue {
    switch (keywords.position(of: keyword), value) {
    case (nil, _): Self.sortedByName(value)
    case (.namedSchemas, .object(let schemas)):
      .object(
        schemas.map { (name: $0.name, value: sorted($0.value)) })
    default: sorted(value)
    }
  }

  /// Returns a value that is not a schema, with the members of all objects inside it sorted by
  /// name.
  private static func sortedByName(_ value: SchemaValue) -> SchemaValue {
    switch value {
    case .object(let members):
      .object(
        members.sorted { ExactText($0.name) < ExactText($1.name) }.map { member in
          (name: member.name, value: sortedByName(member.value))
        })
    case .array(let values): .array(values.map(sortedByName))
    default: value
    }
  }

  /// Returns the keywords of a schema in order, with its properties and definitions in order.
  private func ordered(_ members: [SchemaValue.Member]) -> [SchemaValue.Member] {
    func rank(_ member: SchemaValue.Member) -> Int { ranks[member.name] ?? ranks.count }
    var sorted = members.sorted { first, second in
      let ranks = (rank(first), rank(second))
      return ranks.0 == ranks.1 ? Self.isBefore(first, second) : ranks.0 < ranks.1
    }
    for index in sorted.indices {
      guard case .object(let schemas) = sorted[index].value else { continue }
      switch sorted[index].name {
      case keywords[.properties]:
        let order = propertyOrder(schemas, among: sorted)
        sorted[index].value = .object(Self.sort(schemas, by: order))
      case keywords[.definitions], keywords[.patternProperties]:
        sorted[index].value = .object(schemas.sorted(by: Self.isBefore))
      default: break
      }
    }
    return sorted
  }

  /// Returns the names of properties in the order of the first keyword that lists all of them, or
  /// of `required`.
  ///
  /// The keywords must be in order, because more than one keyword may list all properties.
  private func propertyOrder(
    _ properties: [SchemaValue.Member], among members: [SchemaValue.Member]
  ) -> [ExactText] {
    let names = Set(properties.map { ExactText($0.name) })
    let lists = members.filter { $0.name != keywords[.choices] }.compactMap { member in
      member.value.strings.map { (member.name, $0.map(ExactText.init)) }
    }
    let complete = lists.first { Set($0.1) == names && $0.0 != keywords[.required] }
    return complete?.1 ?? lists.first { $0.0 == keywords[.required] }?.1 ?? []
  }

  private static func sort(
    _ members: [SchemaValue.Member], by order: [ExactText]
  ) -> [SchemaValue.Member] {
    var rank: [ExactText: Int] = [:]
    for (index, name) in order.enumerated() where rank[name] == nil { rank[name] = index }
    return members.sorted { first, second in
      let ranks = (rank[ExactText(first.name)] ?? .max, rank[ExactText(second.name)] ?? .max)
      return ranks.0 == ranks.1 ? isBefore(first, second) : ranks.0 < ranks.1
    }
  }

  /// Indicates whether one name comes before another in byte order.
  ///
  /// Names with different bytes are never equal in this order.
  private static func isBefore(_ first: SchemaValue.Member, _ second: SchemaValue.Member) -> Bool {
    ExactText(first.name) < ExactText(second.name)
  }
}
