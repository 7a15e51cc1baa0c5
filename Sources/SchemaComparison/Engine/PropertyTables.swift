/// The property tables of the objects of one schema, each built once.
struct PropertyTables {
  private var listed: [NodeID: ListedProperties] = [:]
  private var rules: [NodeID: PropertyRules] = [:]

  /// The properties that an object lists.
  mutating func properties(of object: SchemaGraph.Node) -> ListedProperties {
    if let known = listed[object.id] { return known }
    let properties = ListedProperties(of: object)
    listed[object.id] = properties
    return properties
  }

  /// Takes the rules of an object out of the table, so that they can change in place.
  mutating func takeRules(
    of object: SchemaGraph.Node, within budget: inout PatternBudget
  ) -> PropertyRules {
    rules.removeValue(forKey: object.id)
      ?? PropertyRules(of: object, listed: properties(of: object), within: &budget)
  }

  mutating func putBack(_ taken: PropertyRules, of object: SchemaGraph.Node) {
    rules[object.id] = taken
  }
}
