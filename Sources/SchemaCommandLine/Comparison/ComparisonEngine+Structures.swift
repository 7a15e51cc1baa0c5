import SchemaKit

extension ComparisonEngine {
  // MARK: Arrays

  /// Compares arrays and tuples with arrays and tuples.
  mutating func compareElements(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    let range = counts(of: old, inhabited: old.items.map(inhabited.contains) ?? true)
    let allowed = counts(of: new, inhabited: true)
    if allowed.least > range.least {
      report(
        "There had to be at least \(range.least) elements, and now \(allowed.least).",
        remedy: "Keep the smaller number.")
    }
    if allowed.most ?? .max < range.most ?? .max {
      let most = range.most.map { "There could be \($0) elements" } ?? "There was no limit"
      report(
        "\(most), and now there can be at most \(allowed.most ?? 0).",
        remedy: "Keep the larger number.")
    }
    switch (old.items, new.items) {
    case (let items?, let others?): if range.most != 0 { need(items, others) }
    case (let items?, nil):
      // Only as far as elements can be: beyond, the count is what is wrong.
      for other in new.prefixItems.prefix(range.most ?? .max) { need(items, other) }
    case (nil, let others?):
      for (position, item) in old.prefixItems.enumerated() {
        need(item, others, name: "\(position)")
      }
    case (nil, nil):
      for (position, (item, other)) in zip(old.prefixItems, new.prefixItems).enumerated() {
        need(item, other, name: "\(position)")
      }
    }
  }

  /// How many elements a value can have.
  private func counts(of node: SchemaGraph.Node, inhabited: Bool) -> (least: Int, most: Int?) {
    if node.kind == .tuple { return (node.prefixItems.count, node.prefixItems.count) }
    let constraints = node.constraints
    return (constraints.minimumCount ?? 0, inhabited ? constraints.maximumCount : 0)
  }

  // MARK: Objects

  /// Compares the properties whose names match patterns: those of one pattern, and where the new
  /// schema lacks a pattern, with what it says of all others.
  private mutating func comparePatterns(
    _ old: SchemaGraph.Node, _ new: SchemaGraph.Node, _ newFurther: SchemaGraph.Node?
  ) {
    let others = new.patternProperties
    for property in old.patternProperties where inhabited.contains(property.node) {
      if let other = others.first(where: { $0.name == property.name }) {
        need(property.node, other.node)
      } else if let newFurther {
        need(property.node, newFurther)
      } else if others.isEmpty {
        report(
          "Properties whose names match '\(property.name)' were allowed, and now only those listed.",
          remedy: "Go on allowing them.")
      }
      // Other patterns may take the same names, and need what they hold to be right.
      for other in others where other.name != property.name { need(property.node, other.node) }
    }
  }

  /// Compares objects, property by property.
  mutating func compareObjects(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    let properties = new.properties
    var positions: [[UInt8]: Int] = [:]
    for (position, property) in properties.enumerated() {
      positions[Array(property.name.utf8)] = position
    }
    let further = old.additionalProperties.flatMap { inhabited.contains($0) ? $0 : nil }
    let newFurther = new.additionalProperties
    var isKnown = [Bool](repeating: false, count: properties.count)
    var possible = 0
    // An object that lacks an optional property may be too small to be one.
    let mayLack = old.constraints.minimumPropertyCount == nil
    for property in old.properties {
      let canBe = inhabited.contains(property.node)
      if canBe { possible += 1 }
      guard let position = positions[Array(property.name.utf8)] else {
        if canBe { compareRemoved(property, newFurther) }
        continue
      }
      isKnown[position] = true
      if property.isOptional, !properties[position].isOptional {
        report(
          "The property was optional and is required now.", remedy: "Leave it optional.",
          property: property.name, isCertain: mayLack)
      }
      if canBe { need(property.node, properties[position].node, name: property.name) }
    }
    for (position, property) in properties.enumerated() where !isKnown[position] {
      if !property.isOptional {
        report(
          "The property is new and required, so no old answer has to have it.",
          remedy: "Make it optional.", property: property.name, isCertain: mayLack || further == nil
        )
      }
      if let further { need(further, property.node, name: property.name) }
    }
    comparePatterns(old, new, newFurther)
    if let further {
      for property in new.patternProperties { need(further, property.node) }
      if let newFurther {
        need(further, newFurther)
      } else {
        report(
          "Properties of any name were allowed, and now only those listed.",
          remedy: "Go on allowing others.")
      }
    }
    compareSizes(old, new, possible: further == nil ? possible : nil)
  }

  private mutating func compareRemoved(
    _ property: SchemaGraph.Property, _ newFurther: SchemaGraph.Node?
  ) {
    if let newFurther {
      need(property.node, newFurther, name: property.name)
    } else {
      report(
        "The property is gone, and the object takes no properties but those listed.",
        remedy: "Keep it as an optional property.", property: property.name)
    }
  }

  private mutating func compareSizes(
    _ old: SchemaGraph.Node, _ new: SchemaGraph.Node, possible: Int?
  ) {
    let required = old.properties.count { !$0.isOptional }
    let least = max(old.constraints.minimumPropertyCount ?? 0, required)
    let most = min(old.constraints.maximumPropertyCount ?? .max, possible ?? .max)
    if let minimum = new.constraints.minimumPropertyCount, minimum > least {
      report(
        "There had to be at least \(least) properties, and now \(minimum).",
        remedy: "Keep the smaller number.")
    }
    if let maximum = new.constraints.maximumPropertyCount, maximum < most {
      let words = most == .max ? "There was no limit" : "There could be \(most) properties"
      report(
        "\(words), and now there can be at most \(maximum).", remedy: "Keep the larger number.")
    }
  }
}
