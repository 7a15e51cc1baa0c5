import SchemaKit

extension ComparisonRule {
  /// The meaning of the rule and the remedy, in a few sentences.
  var meaning: String {
    switch self {
    case .type:
      """
      The old schema allows values of a type that the new schema does not allow at this place. \
      Keep the old type, or make it one alternative of several. An integer may become a number \
      without this difference; a number may not become an integer.
      """
    case .values:
      """
      The new schema does not allow all values that the old schema lists. Values may be added to a \
      list; keep each value that stored answers may have. Where a value is now subject to a \
      format, or to a pattern that cannot be run, it is not known whether it is allowed.
      """
    case .range:
      """
      A bound of a number is stricter than before. Keep the old bound, or convert the stored \
      answers.
      """
    case .multiple:
      """
      A number has to be a multiple of another one now, and stored numbers may not be. Leave the \
      constraint out.
      """
    case .length:
      """
      The number of characters of a string is restricted more than before. Keep the old limits.
      """
    case .pattern:
      """
      A string has to match a pattern that the old schema did not state. If no string is found \
      that was allowed and does not match, the difference is uncertain, since one pattern may \
      imply the other. It is also uncertain which patterns of an object match the same names, and \
      so which of them a property is subject to.
      """
    case .format:
      """
      A string has to have a format that the old schema did not state. This matters where formats \
      are enforced.
      """
    case .constraint:
      """
      A value has to satisfy a constraint that the old schema did not state, such as 'contains'. \
      Whether old values satisfy it is not decided. Leave the constraint out.
      """
    case .elementCount:
      """
      The number of elements of an array is restricted more than before. Keep the old limits.
      """
    case .addedProperty:
      """
      A property is new and required, so stored answers do not have it. Make it optional.
      """
    case .requiredProperty:
      """
      A property was optional and is required now, so stored answers may lack it. Leave it optional.
      """
    case .removedProperty:
      """
      A property is gone, and the new object accepts only the properties that it lists. Keep it as \
      an optional property, or open the object.
      """
    case .closedObject:
      """
      The old object accepts properties that it does not list, and the new one does not. Keep the \
      object open.
      """
    case .propertyCount:
      """
      The number of properties of an object is restricted more than before. Keep the old limits.
      """
    case .alternatives:
      """
      No single alternative of the new union allows all old values of this place. If no \
      alternative allows any of them, the change is breaking; otherwise several alternatives may \
      together allow them, which is not decided.
      """
    case .example:
      """
      A value that the old schema allows is not valid under the new one. It was found by trying \
      short values, for a keyword that is not compared or a union that is not decided. Make the \
      new constraint weaker, or convert the stored answers.
      """
    case .lossySchema:
      """
      A schema has a keyword that is not compared, such as 'not' or 'uniqueItems'. It may exclude \
      an old answer that the comparison takes for valid, so the verdict is unknown. Validate \
      stored answers against the new schema.
      """
    case .limit:
      """
      The schemas correspond in more places than the limit allows, so not all were compared. \
      Compare parts of them with --at.
      """
    }
  }
}
