import SchemaKit

/// The parts of a typical answer to a schema.
///
/// Where the schema does not decide: a text has 12 tokens, or as many as its length allows; the
/// length of a list is the mean of its bounds, or 3; an optional property is present every second
/// time; the alternatives of a union are equally frequent; and a type does not occur within itself.
struct TypicalAnswer {
  /// A property, as it occurs in the answer.
  struct Property {
    /// Its path and its name.
    let path: SchemaPath
    let name: String

    /// How often it occurs, in a typical answer.
    var occurrences = 0.0

    /// Its estimated tokens, name and value, without properties inside it; in hundredths.
    var hundredths = 0.0
  }

  /// The properties, in the order of the schema.
  private(set) var properties: [Property] = []

  /// The estimated tokens of the whole, in hundredths.
  private(set) var hundredths = 0.0

  /// Estimates an answer.
  ///
  /// - Parameter graph: The schema.
  /// - Complexity: Linear in the size of the graph, on a stack that does not depend on its depth.
  init(_ graph: SchemaGraph) {
    var plan = AnswerPlan(graph)
    plan.run()
    let occurrences = plan.occurrences()
    properties = plan.properties.map { Property(path: $0.node.path, name: $0.name) }
    for (node, parts) in plan.order {
      let times = occurrences[node.index]
      let owner = plan.owners[node.index]
      let cost = times * AnswerPlan.ownCost(of: node)
      hundredths += cost
      if owner >= 0 { properties[owner].hundredths += cost }
      for part in parts {
        let cost = times * part.factor * part.cost
        hundredths += cost
        if part.property >= 0 {
          properties[part.property].occurrences += times * part.factor
          properties[part.property].hundredths += cost
        } else if owner >= 0 {
          properties[owner].hundredths += cost
        }
      }
    }
  }
}
