import SchemaGuides

/// The rules of an object for its properties, by their names.
///
/// A name is subject to the listed property of that name, and to all patterns that match the name.
/// A name without such rules is subject to the rule for further properties.
struct PropertyRules {
  /// The rules for the property of one name, without the rule for further properties.
  struct Places {
    /// The places whose values the property certainly has to have.
    var certain: [SchemaGraph.Node] = []
    /// The properties whose patterns cannot be run on the name.
    var uncertain: [SchemaGraph.PatternProperty] = []

    var isEmpty: Bool { certain.isEmpty && uncertain.isEmpty }

    /// The place, if it is certain that there is only this one.
    var single: SchemaGraph.Node? { uncertain.isEmpty && certain.count == 1 ? certain.first : nil }
  }

  /// The properties that the object lists.
  let listed: ListedProperties
  let patterned: [SchemaPattern: SchemaGraph.PatternProperty]
  private var set: PatternSet
  /// The properties of the patterns in the set.
  private let properties: [SchemaGraph.PatternProperty]

  init(of object: SchemaGraph.Node, listed: ListedProperties, within budget: inout PatternBudget) {
    self.listed = listed
    properties = object.patternProperties
    patterned = Dictionary(properties.map { ($0.pattern, $0) }) { $1 }
    set = PatternSet(properties.map(\.pattern), within: &budget)
  }

  /// Finds the rules for the property of a name.
  ///
  /// The place of a listed property is first.
  mutating func places(of name: String) -> Places {
    var places = Places()
    if let property = listed[name] { places.certain.append(property.node) }
    guard !properties.isEmpty else { return places }
    for match in set.matches(name) {
      let property = properties[match.index]
      if match.isCertain {
        places.certain.append(property.node)
      } else {
        places.uncertain.append(property)
      }
    }
    return places
  }
}

/// The properties that an object lists, in tables that all comparisons with the object share.
struct ListedProperties {
  /// All listed properties, in order.
  let all: [SchemaGraph.Property]
  /// The properties that a value always has, in order.
  let required: [SchemaGraph.Property]
  private let byName: [ExactText: SchemaGraph.Property]

  /// - Complexity: Linear in the number of properties.
  init(of object: SchemaGraph.Node) {
    all = object.properties
    required = all.filter { !$0.isOptional }
    byName = Dictionary(all.map { (ExactText($0.name), $0) }) { first, _ in first }
  }

  subscript(name: String) -> SchemaGraph.Property? { byName[ExactText(name)] }
}

/// The property tables of the objects of one schema, each built once.
struct PropertyTables {
  private var listed: [NodeID: ListedProperties] = [:]
  private var rules: [NodeID: PropertyRules] = [:]

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
