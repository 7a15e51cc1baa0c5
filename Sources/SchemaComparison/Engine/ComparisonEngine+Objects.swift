import SchemaGuides

extension ComparisonEngine {
  /// Compares objects, property by property.
  ///
  /// A name is subject to the listed property of that name and to all patterns that match it; if
  /// there are none, to what an object states of further properties.
  mutating func compareObjects(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    let further = old.additionalProperties.flatMap { inhabited.contains($0) ? $0 : nil }
    // An object that lacks an optional property may be too small to be one.
    let mayLack = old.constraints.minimumPropertyCount == nil
    let added = compareListed(old, new, mayLack: mayLack)
    var patterns = NamePatterns(of: old)
    for property in added {
      if !property.isOptional {
        report(
          .addedProperty, "The property is new and required, so old answers may lack it.",
          remedy: "Make it optional.", property: property.name,
          isCertain: mayLack || further == nil)
      }
      let match = patterns.first(matching: property.name)
      compareAdded(property, match, further)
      guard match == nil else { continue }
      for pattern in patterns.properties(uncertainlyMatching: property.name) {
        reportUncertain(pattern, property)
      }
    }
    comparePatterns(old, new)
    if let further { compareFurther(further, old, new) }
    compareSizes(old, new, isOpen: further != nil)
  }

  /// Compares the properties that the old object lists.
  ///
  /// - Returns: The properties that only the new object lists.
  private mutating func compareListed(
    _ old: SchemaGraph.Node, _ new: SchemaGraph.Node, mayLack: Bool
  ) -> [SchemaGraph.Property] {
    let listed = newProperties(of: new)
    var patterns = NamePatterns(of: new)
    let newFurther = new.additionalProperties
    var known: Set<ExactText> = []
    for property in old.properties {
      let name = property.name
      known.insert(ExactText(name))
      var takers = patterns.properties(perhapsMatching: name)
      if let taker = listed[ExactText(name)] {
        if property.isOptional, !taker.isOptional {
          report(
            .requiredProperty, "The property was optional and is required now.",
            remedy: "Leave it optional.", property: name, isCertain: mayLack)
        }
        takers.append(taker)
      }
      guard inhabited.contains(property.node) else { continue }
      for taker in takers { need(property.node, taker.node, name: name) }
      if !takers.isEmpty { continue }
      if let newFurther {
        need(property.node, newFurther, name: name)
      } else {
        report(
          .removedProperty,
          "The property is gone, and the object accepts only the properties that it lists.",
          remedy: "Keep it as an optional property.", property: name)
      }
    }
    return new.properties.filter { !known.contains(ExactText($0.name)) }
  }

  /// Reports an old pattern that may have applied to a property that only the new object lists.
  private mutating func reportUncertain(
    _ pattern: SchemaGraph.Property, _ property: SchemaGraph.Property
  ) {
    report(
      .addedProperty,
      "It is not known whether the old pattern '\(pattern.name.excerpt)' matches this name.",
      remedy: "Write the pattern without lookbehind, or list the names.", property: property.name,
      isCertain: false)
  }

  /// Compares a property that only the new object lists with the old rule for that name.
  private mutating func compareAdded(
    _ property: SchemaGraph.Property, _ match: SchemaGraph.Property?,
    _ further: SchemaGraph.Node?
  ) {
    if let match {
      need(match.node, property.node, name: property.name)
    } else if let further {
      let isFree = further.kind == .any && further.constraints.choices == nil
      if isFree, property.isOptional, options.assumesAddedNamesAreUnused { return }
      need(further, property.node, name: property.name)
    }
  }

  /// Compares the properties whose names match patterns: those of one pattern, and where the new
  /// schema lacks a pattern, with what it states of all others.
  private mutating func comparePatterns(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    let others = new.patternProperties
    let names = Set(others.map { ExactText($0.name) })
    for property in old.patternProperties where inhabited.contains(property.node) {
      // Other patterns may match the same names, so all of them have to allow the value.
      for other in others { need(property.node, other.node) }
      if names.contains(ExactText(property.name)) { continue }
      if let further = new.additionalProperties {
        need(property.node, further)
      } else {
        report(
          .closedObject,
          "Properties whose names match '\(property.name)' were allowed, and now only those "
            + "listed.",
          remedy: "Keep allowing them.", isCertain: others.isEmpty)
      }
    }
  }

  /// Compares the properties that the old object neither lists nor matches with a pattern.
  private mutating func compareFurther(
    _ further: SchemaGraph.Node, _ old: SchemaGraph.Node, _ new: SchemaGraph.Node
  ) {
    let known = Set(old.patternProperties.map { ExactText($0.name) })
    for property in new.patternProperties where !known.contains(ExactText(property.name)) {
      need(further, property.node)
    }
    if let newFurther = new.additionalProperties {
      need(further, newFurther)
    } else {
      report(
        .closedObject, "Properties of any name were allowed, and now only those listed.",
        remedy: "Keep allowing others.", isCertain: new.patternProperties.isEmpty)
    }
  }

  private mutating func compareSizes(
    _ old: SchemaGraph.Node, _ new: SchemaGraph.Node, isOpen: Bool
  ) {
    let properties = old.properties
    let possible =
      isOpen || !old.patternProperties.isEmpty
      ? .max : properties.count { inhabited.contains($0.node) }
    let required = properties.count { !$0.isOptional }
    let least = max(old.constraints.minimumPropertyCount ?? 0, required)
    let most = min(old.constraints.maximumPropertyCount ?? .max, possible)
    compareCounts(
      .propertyCount, of: "properties", (least, most),
      (new.constraints.minimumPropertyCount ?? 0, new.constraints.maximumPropertyCount ?? .max))
  }
}

/// The properties of an object that are given by patterns, which are run together on each name.
private struct NamePatterns {
  private var set: PatternSet
  /// The properties of the patterns in the set.
  private var properties: [SchemaGraph.Property] = []
  /// The properties whose patterns cannot be read.
  private var others: [SchemaGraph.Property] = []

  init(of object: SchemaGraph.Node) {
    var patterns: [SchemaPattern] = []
    for property in object.patternProperties {
      if let pattern = try? SchemaPattern(ecma: property.name) {
        patterns.append(pattern)
        properties.append(property)
      } else {
        others.append(property)
      }
    }
    set = PatternSet(patterns)
  }

  /// The properties whose patterns match a name, or cannot be run on it.
  mutating func properties(perhapsMatching name: String) -> [SchemaGraph.Property] {
    if properties.isEmpty { return others }
    return set.matches(name).map { properties[$0.index] } + others
  }

  /// The properties whose patterns cannot be run on a name.
  mutating func properties(uncertainlyMatching name: String) -> [SchemaGraph.Property] {
    if properties.isEmpty { return others }
    return set.matches(name).filter { !$0.isCertain }.map { properties[$0.index] } + others
  }

  /// The first property whose pattern certainly matches a name.
  mutating func first(matching name: String) -> SchemaGraph.Property? {
    if properties.isEmpty { return nil }
    return set.matches(name).first { $0.isCertain }.map { properties[$0.index] }
  }
}
