import SchemaGuides

/// The rules of an object for its properties, by their names.
///
/// A name is subject to the listed property of that name and to all patterns that match it; if
/// there are none, to the rule for further properties.
struct PropertyRules {
  /// The rules for the property of one name, without the one for further properties.
  struct Places {
    /// The places whose values the property certainly has to have.
    var certain: [SchemaGraph.Node] = []
    /// The properties whose patterns cannot be run on the name.
    var uncertain: [SchemaGraph.Property] = []

    var isEmpty: Bool { certain.isEmpty && uncertain.isEmpty }

    /// The place, if it is certain that there is only this one.
    var single: SchemaGraph.Node? {
      uncertain.isEmpty && certain.count == 1 ? certain.first : nil
    }
  }

  /// The properties that the object lists.
  let listed: [ExactText: SchemaGraph.Property]
  /// The properties that are given by patterns, by those.
  let patterned: [ExactText: SchemaGraph.Property]
  private var set: PatternSet
  /// The properties of the patterns in the set.
  private var properties: [SchemaGraph.Property] = []
  /// The properties whose patterns cannot be read.
  private var unreadable: [SchemaGraph.Property] = []

  init(of object: SchemaGraph.Node, listed: [ExactText: SchemaGraph.Property]) {
    self.listed = listed
    patterned = Dictionary(object.patternProperties.map { (ExactText($0.name), $0) }) { $1 }
    var patterns: [SchemaPattern] = []
    for property in object.patternProperties {
      if let pattern = try? SchemaPattern(ecma: property.name) {
        patterns.append(pattern)
        properties.append(property)
      } else {
        unreadable.append(property)
      }
    }
    set = PatternSet(patterns)
  }

  /// Finds the rules for the property of a name.
  ///
  /// The place of a listed property is first.
  mutating func places(of name: String) -> Places {
    var places = Places(certain: [], uncertain: unreadable)
    if let property = listed[ExactText(name)] { places.certain.append(property.node) }
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

extension SchemaGraph.Node {
  /// The properties that an object lists, by their names.
  var listedProperties: [ExactText: SchemaGraph.Property] {
    Dictionary(properties.map { (ExactText($0.name), $0) }) { first, _ in first }
  }
}
