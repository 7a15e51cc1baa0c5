import SchemaKit

extension ImportRule {
  /// The meaning of the rule and the remedy, in a few sentences.
  var meaning: String {
    switch self {
    case .malformed:
      "The text is not JSON (RFC 8259), or a name occurs twice in one object. Correct the text."
    case .invalidKeyword:
      "The value of a keyword has the wrong type, such as a string for 'minimum'. Correct it."
    case .invalidReference:
      "A reference has no target in its document. Correct the reference, or add the target."
    case .remoteReference:
      """
      A reference leads to another document. Documents are never fetched: copy the target into \
      '$defs'.
      """
    case .circularReference:
      """
      References lead from one to the next and back, without a property or an element in between, \
      so they describe no value. Remove one of them.
      """
    case .unsatisfiable:
      """
      No value satisfies the schema at this place, because its constraints contradict each other. \
      Relax one of them.
      """
    case .limit:
      "The document is larger or deeper than a limit allows. Split it, or nest it less."
    case .unsupported: "The schema cannot be resolved. The message states the reason."
    case .not, .contains, .uniqueItems, .propertyNames, .dependencies, .unevaluated:
      """
      The keyword is told to the model in the description, or written as it is where the dialect \
      has it: a schema for a model \
      has no other form for it here, so the model may generate a value that breaks it. Validate \
      answers against the document.
      """
    case .condition:
      """
      An 'if' is stated to the model only if it compares one property with constants; it then \
      becomes a union. The validator checks others, and constraints that the union cannot \
      express. Compare a required property that has an 'enum'.
      """
    case .dynamicReference:
      """
      A dynamic reference has several possible targets, so the schema accepts any value there. Use \
      '$ref' to refer to one schema.
      """
    case .pattern:
      """
      A regular expression cannot be read, so it is told to the model in words only. Patterns \
      use the syntax of ECMA-262 with the flag u.
      """
    case .choices:
      """
      A list of values contains objects or arrays, which a schema for a model cannot list. Their \
      types are stated, and the values are told in words. Describe them with 'properties' or \
      'items'.
      """
    case .combination:
      """
      Schemas that apply to one value cannot all be combined without multiplying them out, so a \
      part of them is checked by the validator and not stated to the model. Combine them in the \
      document.
      """
    case .overlappingOneOf:
      """
      'oneOf' becomes 'anyOf'. The alternatives may overlap, and the document rejects values that \
      match several of them. Give each alternative a required property with a different 'const'.
      """
    case .inferredType:
      """
      A schema without 'type' accepts values of all types that its keywords do not constrain. The \
      type that they do constrain is assumed, so the schema accepts less than the document. Add \
      'type'.
      """
    case .misspelling:
      "A keyword is not known and resembles one that is. It has no effect. Correct its name."
    case .outerReference:
      """
      A reference has no target below the '$id' that encloses it, and was looked up from the root \
      of the document. Write it relative to that '$id', or remove the '$id'.
      """
    case .otherDraft:
      """
      Neither '$schema' nor 'openapi' names the language of the document, and it has forms of \
      older drafts or of OpenAPI 3.0, such as a list under 'items'. The document is read by draft \
      2020-12, and by the older form where it has one. Name the draft in '$schema'.
      """
    case .exclusiveOneOf:
      "'oneOf' becomes 'anyOf'. No value matches two of the alternatives, so both mean the same."
    case .discriminator:
      "An 'if' that compares one property with constants becomes a union that means the same."
    case .nullable: "'nullable' of OpenAPI 3.0 is read: null is accepted too."
    case .neverValid:
      """
      No value satisfies an optional property, an alternative or the elements of an array, which \
      is probably a mistake. It is left out, which accepts the same values.
      """
    case .excluded:
      """
      Schemas that apply to one value contradict each other in an alternative or an optional \
      property, which no valid value has. It is left out.
      """
    case .annotation: "The keyword does not constrain values, and is left out."
    case .unknownKeyword: "The keyword is not known, or not in the named draft, and is left out."
    case .noEffect:
      "The keyword does not apply to values of the types that the schema accepts, and is left out."
    case .besideReference:
      """
      Drafts before 2019-09 ignore the keywords next to '$ref'. Put both into an 'allOf', or name \
      a later draft in '$schema'.
      """
    case .unknownDraft:
      "'$schema' names a draft that is not known, so the document is read as if it named none."
    }
  }
}
