import SchemaDocuments

extension Keyword {
  /// `true` if the keyword may be a rule on which properties occur together.
  var isCaseRule: Bool {
    switch self {
    case .not, .dependencies, .dependentRequired: true
    default: false
    }
  }
}

extension SchemaObject {
  /// The lists of values that `enum` and `const` state.
  var choices: [(member: Member, values: Range<Int>)] {
    guard self[.enum] != nil || self[.const] != nil else { return [] }
    return [Keyword.enum, .const].compactMap { keyword in
      guard let member = self[keyword], case .values(let values) = member.value else { return nil }
      return (member, values)
    }
  }
}
