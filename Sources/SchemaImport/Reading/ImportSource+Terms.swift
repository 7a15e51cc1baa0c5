import SchemaDocuments

/// The keywords of a document that become terms.
extension ImportSource {
  /// The terms that a schema states itself for values of a kind.
  func terms(of schema: SchemaObject, for kind: SchemaKind) -> [GuideValue] {
    var terms: [GuideTerm] = []
    if let name = schema.text(.format) { terms.append(.format(ExactText(name))) }
    if let contained = contained(by: schema) { terms.append(.contains(contained)) }
    return terms.filter { $0.facts.kind == kind }.map { GuideValue(.term($0)) }
  }

  /// Returns `true` if a schema states a keyword as a term, although other forms of the keyword
  /// cannot be stated.
  func isTerm(_ keyword: Keyword, of schema: SchemaObject) -> Bool {
    switch keyword {
    case .contains: contained(by: schema) != nil
    default: false
    }
  }

  /// The elements that `contains` requires, if the schema is an array and lists them.
  private func contained(by schema: SchemaObject) -> ContainedValues? {
    guard let id = schema.schema(.contains), schema.types == [.array] else { return nil }
    let (minimum, maximum) = (schema.count(.minContains) ?? 1, schema.count(.maxContains))
    let element = unchecked(id)
    let others = element.members.filter { ![.enum, .const, .type].contains($0.keyword) }
    guard element.form == .keywords, element.faults.isEmpty, element.choices.count == 1,
      !others.contains(where: { $0.keyword.rule.purpose.restricts }),
      minimum > 0 || maximum != nil, let list = element.choices.first.flatMap({ list($0.values) })
    else { return nil }
    let types = element.types.map { ValueTypes($0) } ?? .all
    let values = list.values.filter { types.contains(ValueTypes($0)) }
    return values.isEmpty ? nil : ContainedValues(values, minimum: minimum, maximum: maximum)
  }
}
