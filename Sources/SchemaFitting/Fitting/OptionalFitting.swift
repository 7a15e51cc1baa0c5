import SchemaEncoding
import SchemaModel

/// An optional property is one that may be `null`, or an array of one element or none.
enum OptionalFitting {
  static func noteNull(at node: SchemaGraph.Node, with fitter: inout GraphFitter) {
    fitter.note(
      .optional, at: node, "The property is optional: null says that it is absent.", remedy: nil)
  }

  static func noteOmission(at node: SchemaGraph.Node, with fitter: inout GraphFitter) {
    fitter.note(
      .null, at: node, "The value may be null: then the property is absent.",
      remedy: "Make the property optional instead.")
  }

  /// An array of at most one value.
  static func list(
    of node: SchemaGraph.Node, _ plan: FittingPlan, with fitter: inout GraphFitter
  ) -> FittingPlan {
    fitter.note(
      .optional, at: node,
      "The property is optional, and the dialect '\(fitter.dialect)' allows no more of these: an"
        + " array of one element or none says whether it is absent.",
      remedy: "Make it required.")
    return .made(
      .array, description: "One value, or none if it is absent.",
      constraints: .count(minimum: nil, maximum: 1), children: [.init(role: .items, plan: plan)])
  }
}
