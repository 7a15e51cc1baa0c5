import SchemaAlternatives
import SchemaGuides
import SchemaModel
import SchemaText

extension ValueFacts {
  static func of(_ types: ValueTypes) -> ValueFacts {
    var facts = ValueFacts()
    facts.types = types
    return facts
  }

  static func list(_ values: [SchemaScalar]) -> ValueFacts {
    var facts = ValueFacts()
    facts.limit(to: values)
    return facts
  }

  static func numbers(
    from lower: Int? = nil, above: Int? = nil, to upper: Int? = nil, isIntegral: Bool = false
  ) -> ValueFacts {
    var facts = of(isIntegral ? .integer : .number)
    func bound(_ value: Int, _ isExclusive: Bool) -> NumberRange.Bound {
      NumberRange.Bound(SchemaNumber(value), isExclusive: isExclusive)
    }
    facts.numbers = NumberRange(
      from: lower.map { bound($0, false) } ?? above.map { bound($0, true) },
      to: upper.map { bound($0, false) }, isIntegral: isIntegral)
    return facts
  }

  static func strings(from lower: Int? = nil, to upper: Int? = nil) -> ValueFacts {
    var facts = of(.string)
    facts.lengths = CountRange(from: lower, to: upper)
    return facts
  }

  static func arrays(from lower: Int? = nil, to upper: Int? = nil) -> ValueFacts {
    var facts = of(.array)
    facts.elements = CountRange(from: lower, to: upper)
    return facts
  }

  static func counts(from lower: Int? = nil, to upper: Int? = nil) -> ValueFacts {
    var facts = of(.object)
    facts.properties = CountRange(from: lower, to: upper)
    return facts
  }

  /// Objects that have some properties, and perhaps others.
  static func object(_ members: KeyValuePairs<String, ValueFacts>) -> ValueFacts {
    var facts = of(.object)
    for (name, value) in members {
      facts.required.insert(ExactText(name))
      facts.set(value, of: ExactText(name))
    }
    return facts
  }

  /// Objects that have only some properties.
  static func closed(_ members: KeyValuePairs<String, ValueFacts>) -> ValueFacts {
    var facts = object(members)
    facts.allowed = facts.required
    return facts
  }

  /// Objects that do not have a property.
  static func without(_ name: String) -> ValueFacts {
    var facts = of(.object)
    facts.forbidden = [ExactText(name)]
    return facts
  }
}
