import SchemaDocuments

/// The schemas that the values at one place of the result have to satisfy together.
///
/// Most places are one schema of the document. Several schemas apply to one value where `allOf`,
/// `$ref` with other keywords, or a union with other keywords combines them.
struct Place: Hashable {
  let conjuncts: [Conjunct]

  /// The constraints of the case, if the place is a case of a union.
  let limits: [Limit]

  init(_ conjuncts: [Conjunct], limits: [Limit] = []) {
    self.conjuncts = conjuncts
    self.limits = limits
  }

  init(_ schema: SchemaID) { self.init([Conjunct(schema)]) }

  /// A schema, or a part of it.
  struct Conjunct: Hashable {
    let schema: SchemaID
    let form: Form

    init(_ schema: SchemaID, _ form: Form = .whole) {
      self.schema = schema
      self.form = form
    }
  }

  /// The part of a schema that applies.
  enum Form {
    /// The complete schema.
    case whole
    /// The complete schema, without the null that `nullable` adds.
    case withoutNull
    /// The keywords that constrain values themselves, without combined schemas.
    case own
  }

  /// A constraint that no single schema of the document states.
  enum Limit: Hashable {
    /// The value is one of these.
    case values([SchemaScalar])
    /// The property has one of these values, if the object has the property.
    case property(ExactText, values: [SchemaScalar], isRequired: Bool)
    /// The object has some properties, and does not have some others.
    case presence(PropertyPresence)
    /// The value equals this value of the document.
    case equal(to: ValueID)
    /// The properties that no keyword of the place's schemas evaluates satisfy this schema.
    case unevaluated(SchemaID)
  }

  /// The schema of the properties that no keyword of the place's schemas evaluates.
  var unevaluated: SchemaID? {
    for case .unevaluated(let schema) in limits { return schema }
    return nil
  }

  /// The place without a rule for properties that no keyword evaluates.
  var withoutUnevaluated: Place {
    Place(
      conjuncts,
      limits: limits.filter { limit in
        if case .unevaluated = limit { false } else { true }
      })
  }

  /// The document's value that the place's value equals, if an `enum` or a `const` lists it.
  var listedValue: ValueID? {
    for case .equal(let value) in limits { return value }
    return nil
  }
}
