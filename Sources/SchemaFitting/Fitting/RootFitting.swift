/// A root that is not an object becomes the only property of one.
enum RootFitting {
  /// The name of the property.
  static let name = "value"

  /// What a root without a title is called where it becomes a definition.
  static let title = "Root"

  static func applies(to survey: FittingSurvey) -> Bool {
    guard survey.rules.otherRoot != .written else { return false }
    // A union does not count as an object, even if all its values are objects.
    let root = survey.graph.root
    if root.kind == .object, survey.fitting(of: root.index) == nil { return false }
    return root.kind == .anyOf || !survey.fittedShapes(of: root).allSatisfy { $0.kind == .object }
  }
}
