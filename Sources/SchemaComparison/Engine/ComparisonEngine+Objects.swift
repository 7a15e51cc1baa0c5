import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaPatterns
import SchemaText

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
    let patterns = Self.compiled(old.patternProperties)
    for property in added {
      if !property.isOptional {
        report(
          .addedProperty, "The property is new and required, so no old answer has to have it.",
          remedy: "Make it optional.", property: property.name,
          isCertain: mayLack || further == nil)
      }
      compareAdded(property, patterns, further)
    }
    comparePatterns(old, new)
    if let further { compareFurther(further, old, new) }
    compareSizes(old, new, isOpen: further != nil)
  }

  /// Compares the properties that the old object lists.
  ///
  /// - Returns: Those that only the new object lists.
  private mutating func compareListed(
    _ old: SchemaGraph.Node, _ new: SchemaGraph.Node, mayLack: Bool
  ) -> [SchemaGraph.Property] {
    let properties = new.properties
    let patterns = Self.compiled(new.patternProperties)
    let newFurther = new.additionalProperties
    var positions: [ExactText: Int] = [:]
    for (position, property) in properties.enumerated() {
      positions[ExactText(property.name)] = position
    }
    var isAdded = [Bool](repeating: true, count: properties.count)
    for property in old.properties {
      let name = property.name
      // A pattern that cannot be run may match.
      var takers = patterns.filter { $0.pattern?.matches(name) != false }.map(\.property)
      if let position = positions[ExactText(name)] {
        isAdded[position] = false
        if property.isOptional, !properties[position].isOptional {
          report(
            .requiredProperty, "The property was optional and is required now.",
            remedy: "Leave it optional.", property: name, isCertain: mayLack)
        }
        takers.append(properties[position])
      }
      guard inhabited.contains(property.node) else { continue }
      for taker in takers { need(property.node, taker.node, name: name) }
      if !takers.isEmpty { continue }
      if let newFurther {
        need(property.node, newFurther, name: name)
      } else {
        report(
          .removedProperty,
          "The property is gone, and the object takes no properties but those listed.",
          remedy: "Keep it as an optional property.", property: name)
      }
    }
    return properties.indices.filter { isAdded[$0] }.map { properties[$0] }
  }

  /// Compares a property that only the new object lists with what the old one allows of that name.
  private mutating func compareAdded(
    _ property: SchemaGraph.Property, _ patterns: [CompiledPattern],
    _ further: SchemaGraph.Node?
  ) {
    if let match = patterns.first(where: { $0.pattern?.matches(property.name) == true }) {
      need(match.property.node, property.node, name: property.name)
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
    for property in old.patternProperties where inhabited.contains(property.node) {
      // Other patterns may match the same names, so all of them have to allow the value.
      for other in others { need(property.node, other.node) }
      if others.contains(where: { $0.name == property.name }) { continue }
      if let further = new.additionalProperties {
        need(property.node, further)
      } else {
        report(
          .closedObject,
          "Properties whose names match '\(property.name)' were allowed, and now only those listed.",
          remedy: "Keep allowing them.", isCertain: others.isEmpty)
      }
    }
  }

  /// Compares the properties that the old object neither lists nor matches with a pattern.
  private mutating func compareFurther(
    _ further: SchemaGraph.Node, _ old: SchemaGraph.Node, _ new: SchemaGraph.Node
  ) {
    let known = Set(old.patternProperties.map(\.name))
    for property in new.patternProperties where !known.contains(property.name) {
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

  private typealias CompiledPattern = (property: SchemaGraph.Property, pattern: SchemaPattern?)

  private static func compiled(_ properties: [SchemaGraph.Property]) -> [CompiledPattern] {
    properties.map { ($0, try? SchemaPattern(ecma: $0.name)) }
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
    if let minimum = new.constraints.minimumPropertyCount, minimum > least {
      report(
        .propertyCount, "There had to be at least \(least) properties, and now \(minimum).",
        remedy: "Keep the smaller number.")
    }
    if let maximum = new.constraints.maximumPropertyCount, maximum < most {
      let words = most == .max ? "There was no limit" : "There could be \(most) properties"
      report(
        .propertyCount, "\(words), and now there can be at most \(maximum).",
        remedy: "Keep the larger number.")
    }
  }
}
