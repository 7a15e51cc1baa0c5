import SchemaDocuments
import SchemaModel

/// The keywords that a document of draft 2020-12 can have as they are.
extension ImportSource {
  /// The keywords whose meaning depends only on their values, and on those of other keywords.
  private static let independent: [Keyword: [Keyword]] = [
    .uniqueItems: [], .not: [], .propertyNames: [], .dependentRequired: [], .dependentSchemas: [],
    .anyOf: [], .oneOf: [], .enum: [], .const: [], .contentEncoding: [], .contentMediaType: [],
    .contains: [.minContains, .maxContains], .if: [.then, .else],
  ]

  /// The keywords that lead to other parts of a document, or that other drafts understand in
  /// another way.
  private static let dependent: Set<String> = [
    "$ref", "$dynamicRef", "$recursiveRef", "$id", "$anchor", "$dynamicAnchor", "id",
    "additionalItems", "dependencies", "discriminator", "nullable",
  ]

  /// The keyword and those that belong to it, with their values; empty if they mean something else
  /// in another document.
  func independentMembers(
    with member: SchemaObject.Member, of schema: SchemaObject
  ) -> [WordedConstraint.Member] {
    guard let others = Self.independent[member.keyword] else { return [] }
    let members = [member] + others.compactMap { schema[$0] }
    guard members.allSatisfy({ isIndependent($0.node) }) else { return [] }
    return members.map { (keyword: $0.keyword.rawValue, value: document.content($0.node)) }
  }

  /// Returns `true` if a value has no dependent keyword, nor a form of older drafts.
  private func isIndependent(_ value: ValueID) -> Bool {
    var remaining = [value]
    while let value = remaining.popLast() {
      for child in document.children(of: value) {
        if document.shape(value) == .object {
          let name = document.name(of: child)
          let isOlder =
            switch Keyword(rawValue: name) {
            case .items: document.shape(child) == .array
            case .exclusiveMinimum, .exclusiveMaximum: document.shape(child) == .bool
            default: Self.dependent.contains(name)
            }
          if isOlder { return false }
        }
        remaining.append(child)
      }
    }
    return true
  }
}
