import SchemaDocuments

extension Keyword {
  /// The effect of a keyword on the values of a place, as the importer treats it.
  enum Role {
    /// It identifies or describes schemas, and does not constrain values.
    case identity
    /// It has no effect on which values are valid.
    case annotation
    /// It combines other schemas.
    case combination
    /// It constrains values itself, but only those of some types.
    case constraint(of: ValueTypes)
    /// It constrains values in a way that a schema for a model cannot state.
    case unstated
  }

  /// The effect of this keyword.
  var role: Role {
    switch self {
    case .not, .contains, .minContains, .maxContains, .uniqueItems, .propertyNames, .dependencies,
      .dependentRequired, .dependentSchemas:
      return .unstated
    default: break
    }
    let rule = rule
    switch rule.purpose {
    case .identity: return .identity
    case .annotation: return .annotation
    case .reference: return .combination
    case .application: return rule.types == .all ? .combination : .constraint(of: rule.types)
    case .assertion, .format: return .constraint(of: rule.types)
    case .unevaluated: return .unstated
    }
  }
}

extension SchemaObject {
  /// Whether it constrains values itself, apart from schemas that it combines.
  var constrains: Bool {
    members.contains { if case .constraint = $0.keyword.role { true } else { false } }
  }

  /// Whether it combines other schemas.
  var combines: Bool {
    members.contains { if case .combination = $0.keyword.role { true } else { false } }
  }

  /// The types that its keywords other than `type`, `enum` and `const` constrain.
  var constrainedTypes: ValueTypes {
    members.reduce(into: []) { types, member in
      if case .constraint(let constrained) = member.keyword.role, constrained != .all {
        types.formUnion(constrained)
      }
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
