import SchemaKit

extension SchemaDiagnostic.Rule {
  /// The meaning of the rule and the remedy, in a few sentences.
  var meaning: String {
    switch self {
    case .constraint: DialectRules.Constraint.unstated("a constraint")
    case .capitals:
      """
      Choices differ in capitals only, and the provider may change the capitals of a choice. An \
      answer may then mean another one. Rename one of them.
      """
    case .root:
      """
      The provider may accept only an object at the root. Put the value into an object, as a \
      property, or fit the schema with 'schema fit'.
      """
    case .anyValue:
      "The provider may not accept a value of any kind. Describe the value with a type of its own."
    case .null: "The provider may not accept null as a value. Make the property optional instead."
    case .tuple:
      """
      The provider may not accept an array whose elements have different schemas. Use an object \
      with a property for each element.
      """
    case .additionalProperties:
      """
      The provider may not accept properties whose names are not known beforehand. Use an array of \
      objects with a name and a value.
      """
    case .patternProperties:
      """
      The provider may not accept properties whose names match a pattern. Use an array of objects \
      with a name and a value.
      """
    case .forbiddenProperty:
      """
      The dialect cannot state that an object must not have a property, so this is not enforced. \
      Check the value after decoding.
      """
    case .openObject:
      """
      The object accepts further properties, and the dialect closes it: only the properties that \
      it names are generated. Name those that you need.
      """
    case .unmentionedProperties:
      """
      Some objects name properties, or some arrays have schemas for their first elements, and do \
      not mention others, which JSON Schema allows. They are closed, since a model is asked only \
      for what the document mentions. Set 'additionalProperties' or 'items' to true if a model may \
      invent them, or keep everything with 'schema fit --exact'.
      """
    case .propertyName:
      """
      The provider may not accept the name of a property, because of its characters or its length. \
      Rename the property, or fit the schema with 'schema fit'.
      """
    case .propertyOrder:
      """
      The provider generates the required properties before the optional ones. Declare them in \
      that order, if order matters.
      """
    case .recursion:
      """
      A type contains itself in a way that the provider may reject. Make one of the properties on \
      the way optional, or write the levels as separate types.
      """
    case .elementTotal:
      """
      The largest numbers of elements of all arrays add up to more than the provider advises. \
      Lower some of them, or leave some out.
      """
    case .adaptation:
      "The adaptation of a dialect sets a keyword that it must not set. Correct the dialect."
    case .duplicateType: "Two different types have one name. Rename one of them."
    case .duplicateProperty:
      "An object declares two properties of one name or pattern. Remove or rename one of them."
    case .emptyChoices: "A list of choices is empty, so no value is allowed. List the choices."
    case .undefinedReference:
      "A schema refers to a name that is not defined. Define it or correct the name."
    case .circularDependency:
      """
      A schema without a title contains itself, so it can be neither referenced nor written out. \
      Give it a title.
      """
    case .contradictoryGuides:
      """
      No value satisfies all constraints of a place, such as a minimum above the maximum. Relax \
      one of them.
      """
    case .invalidGuide:
      """
      A constraint does not fit the kind of value that it constrains, or cannot be stated. Remove \
      it, or put it where it fits.
      """
    case .unsupported:
      """
      A schema states something that the dialect, or JSON Schema itself, cannot express. Remove \
      that part, or encode in another dialect.
      """
    case .limitExceeded:
      """
      A schema is larger, deeper or longer than a limit allows. Make it smaller, or divide it into \
      several.
      """
    case .other:
      "A finding of a dialect that is not one of SchemaKit's. The message describes it."
    }
  }
}

extension DialectRules.Constraint {
  /// The meaning of the rule about the constraint, and the remedy.
  var meaning: String { Self.unstated(summary) }

  fileprivate static func unstated(_ constraint: String) -> String {
    """
    The dialect cannot state \(constraint). As a warning: the constraint is moved into the \
    description, so the model reads it but the provider does not enforce it; check the value after \
    decoding. As an error: the provider rejects it, so remove it or encode in another dialect.
    """
  }
}
