import SchemaDocuments

extension Keyword {
  /// Whether it constrains values in a way that a schema for a model cannot state.
  var isUnstated: Bool {
    switch self {
    case .not, .contains, .minContains, .maxContains, .uniqueItems, .propertyNames, .dependencies,
      .dependentRequired, .dependentSchemas, .unevaluatedItems, .unevaluatedProperties:
      true
    default: false
    }
  }

  /// Whether it may be a rule on which properties occur together.
  var isCaseRule: Bool {
    switch self {
    case .not, .dependencies, .dependentRequired: true
    default: false
    }
  }

  /// Whether it combines other schemas in a way that a schema can state.
  var isCombination: Bool {
    let rule = rule
    return rule.purpose == .reference
      || rule.purpose == .application && rule.types == .all && self != .not
  }

  /// The types of the values that it constrains by itself; `nil` if it does not, or if a schema
  /// cannot state it.
  var constrainedTypes: ValueTypes? {
    let rule = rule
    switch rule.purpose {
    case .assertion, .format: return isUnstated ? nil : rule.types
    case .application: return rule.types == .all || isUnstated ? nil : rule.types
    case .identity, .reference, .unevaluated, .annotation: return nil
    }
  }
}

extension SchemaObject {
  /// Whether it constrains values itself, apart from schemas that it combines.
  var constrains: Bool {
    members.contains { $0.keyword.constrainedTypes != nil }
  }

  /// Whether it combines other schemas.
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
