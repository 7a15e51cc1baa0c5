import SchemaGuides
import SchemaModel

extension GuideConstraints {
  /// Constraints of one.
  static func only(_ constraint: GuideValue.Constraint) -> GuideConstraints {
    var constraints = GuideConstraints()
    constraints.formIntersection(constraint)
    return constraints
  }

  /// A constraint on the number of elements; `nil` if both ends are open.
  static func count(minimum: Int?, maximum: Int?) -> GuideConstraints? {
    guard minimum ?? 0 > 0 || maximum != nil else { return nil }
    return only(.count(minimum: minimum, maximum: maximum))
  }
}
