import SchemaDocuments

extension Keyword {
  /// `true` if the keyword may be a rule on which properties occur together.
  var isCaseRule: Bool {
    switch self {
    case .not, .dependencies, .dependentRequired: true
    default: false
    }
  }

  /// `true` if the keyword combines other schemas in a way that a schema for a model can state.
  var isCombination: Bool {
    let rule = rule
    return rule.purpose == .reference
      || rule.purpose == .application && rule.types == .all && rule.isStated
  }

  /// The types of the values that it constrains by itself; `nil` if it does not, or if a schema
  /// cannot state it.
  var constrainedTypes: ValueTypes? {
    let rule = rule
    switch rule.purpose {
    case .assertion, .format: return rule.isStated ? rule.types : nil
    case .application: return rule.isStated && rule.types != .all ? rule.types : nil
    case .identity, .reference, .unevaluated, .annotation: return nil
    }
  }
}

extension SchemaObject {
  /// `true` if the schema constrains values itself, apart from schemas that it combines.
  var constrains: Bool {
    members.contains { $0.keyword.constrainedTypes != nil }
  }

  /// `true` if the schema combines others.
  var combines: Bool {
    members.contains { $0.keyword.isCombination }
  }

  /// The types that its keywords other than `type`, `enum` and `const` constrain.
  var constrainedTypes: ValueTypes {
    members.reduce(into: []) { types, member in
      if let own = member.keyword.constrainedTypes, own != .all { types.formUnion(own) }
    }
  }

  /// The lists of values that `enum` and `const` state.
  var choices: [(member: Member, values: Range<Int>)] {
    [Keyword.enum, .const].compactMap { keyword in
      guard let member = self[keyword], case .values(let values) = member.value else { return nil }
      return (member, values)
    }
  }
}
