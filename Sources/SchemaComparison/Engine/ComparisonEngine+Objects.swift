import SchemaGuides
import SchemaText

extension ComparisonEngine {
  /// Two objects, with their rules for properties by name.
  private struct Objects {
    let old: SchemaGraph.Node
    let new: SchemaGraph.Node
    /// The place of the further properties that the old object can have; `nil` if it can have none.
    let further: SchemaGraph.Node?
    /// `true` if the old object may lack any optional property; `false` if a minimum number of
    /// properties may require some of them.
    let mayLack: Bool
    var rules: PropertyRules
    var newRules: PropertyRules
    /// The places of old properties with names that the new object does not accept.
    var lostPlaces: Set<NodeID> = []

    /// `true` if the old object can have a property in addition to its required properties.
    var mayHaveOthers: Bool {
      old.constraints.maximumPropertyCount ?? .max > rules.listed.required.count
    }

    var newFurther: SchemaGraph.Node? { new.additionalProperties }
    var havePatterns: Bool { !rules.patterned.isEmpty || !newRules.patterned.isEmpty }
  }

  /// Compares objects, property by property.
  ///
  /// A difference is certain if a property of one name shows it. The comparison does not examine
  /// whether two patterns match the same name, so other differences of patterns are doubts.
  mutating func compareObjects(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    let (rules, newRules) = takeRules(of: old, new)
    var objects = Objects(
      old: old, new: new,
      further: old.additionalProperties.flatMap { inhabited.contains($0) ? $0 : nil },
      mayLack: old.constraints.minimumPropertyCount == nil, rules: rules, newRules: newRules)
    defer { putBack(objects.rules, of: old, objects.newRules, of: new) }
    for property in objects.rules.listed.all { compareListed(property, &objects) }
    for property in objects.newRules.listed.all where objects.rules.listed[property.name] == nil {
      compareAdded(property, &objects)
    }
    if objects.mayHaveOthers {
      if objects.havePatterns {
        compareExamples(&objects)
        comparePatterns(objects)
      }
      compareFurther(objects)
    }
    compareSizes(objects)
    removeRepeatedNeeds()
  }

  /// Compares a property that the old object lists.
  private mutating func compareListed(_ property: SchemaGraph.Property, _ objects: inout Objects) {
    let name = property.name
    if let taker = objects.newRules.listed[name], property.isOptional, !taker.isOptional {
      report(
        .requiredProperty, "The property was optional and is required now.",
        remedy: "Leave it optional.", property: name, isCertain: objects.mayLack)
    }
    guard !property.isOptional || objects.mayHaveOthers else { return }
    let places = objects.rules.places(of: name)
    guard places.certain.allSatisfy(inhabited.contains) else { return }
    let takers = objects.newRules.places(of: name)
    for taker in takers.certain { compare(places, with: taker, name) }
    for taker in takers.uncertain { compare(places, with: taker.node, name, isCertain: false) }
    guard takers.certain.isEmpty else { return }
    if let newFurther = objects.newFurther {
      compare(places, with: newFurther, name, isCertain: takers.isEmpty)
    } else if takers.isEmpty {
      report(
        .removedProperty,
        "The property is gone, and the object accepts only the properties that it lists.",
        remedy: "Keep it as an optional property.", property: name,
        isCertain: places.single != nil)
    } else {
      report(
        .removedProperty,
        "The property is gone, and it is not known whether a pattern matches its name.",
        remedy: "Keep it as an optional property.", property: name, isCertain: false)
    }
  }

  /// Compares the old places of a property with one of its places in the new object.
  ///
  /// A value has to fit all old places, so it is enough if one old place allows only values of the
  /// new place.
  private mutating func compare(
    _ places: PropertyRules.Places, with taker: SchemaGraph.Node, _ name: String,
    isCertain: Bool = true
  ) {
    if isCertain, let place = places.single { return need(place, taker, by: .named(name)) }
    guard allowsAlternatives(places.certain.count) else { return }
    doubt([places.certain.map { ($0, taker) }], Self.patternIssue(property: name))
  }

  /// The difference for a pattern that may apply to a property, and may not allow all its values.
  private static func patternIssue(property: String? = nil) -> Issue {
    Issue(
      rule: .pattern, isCertain: false,
      problem: "Patterns of names apply, and it is not known whether they allow all old values.",
      remedy: "Check which patterns match the same names.", property: property)
  }

  /// Compares a property that only the new object lists with the old rules for the property's name.
  private mutating func compareAdded(_ property: SchemaGraph.Property, _ objects: inout Objects) {
    let name = property.name
    let further = objects.further
    let places = objects.rules.places(of: name)
    if !property.isOptional {
      report(
        .addedProperty, "The property is new and required, so old answers may lack it.",
        remedy: "Make it optional.", property: name,
        isCertain: objects.mayLack || (places.isEmpty && further == nil))
    }
    guard objects.mayHaveOthers, places.certain.allSatisfy(inhabited.contains) else { return }
    if !places.certain.isEmpty { return compare(places, with: property.node, name) }
    let isFree = further?.kind == .any && further?.constraints.choices == nil
    let isUnused = isFree && property.isOptional && options.assumesAddedNamesAreUnused
    let rest = isUnused ? nil : further
    guard let pattern = places.uncertain.first else {
      if let rest { need(rest, property.node, by: .named(name)) }
      return
    }
    let others = places.uncertain.map(\.node) + (rest.map { [$0] } ?? [])
    doubt(
      others.filter(inhabited.contains).map { [($0, property.node)] },
      Issue(
        rule: .addedProperty, isCertain: false,
        problem:
          "It is not known whether the old pattern '\(pattern.pattern.source.excerpt)' matches "
          + "this name.",
        remedy: "Write the pattern without lookbehind, or list the names.", property: name))
  }

  // MARK: Patterns

  /// Names for examples, some of which are likely to match no pattern.
  private static let plainNames = ["a", "0", "A", "_", " ", "-", "name", "\u{E9}"]

  /// Compares properties of a few names that neither object lists.
  ///
  /// If the old object states one place for a name, a difference there is certain.
  private mutating func compareExamples(_ objects: inout Objects) {
    var names = objects.further == nil ? [] : Self.plainNames
    for property in objects.old.patternProperties + objects.new.patternProperties {
      names += examples(of: property.pattern) ?? []
    }
    let others = objects.new.patternProperties.map(\.pattern)
    for property in objects.old.patternProperties {
      names += texts(of: .init(matching: [property.pattern], avoiding: others))?.texts ?? []
      for other in others where other != property.pattern {
        guard allowsPatternPair() else { break }
        names += texts(of: .init(matching: [property.pattern, other]))?.texts ?? []
      }
    }
    for name in names {
      guard objects.rules.listed[name] == nil, objects.newRules.listed[name] == nil else {
        continue
      }
      let places = objects.rules.places(of: name)
      guard let place = places.isEmpty ? objects.further : places.single,
        inhabited.contains(place)
      else { continue }
      let takers = objects.newRules.places(of: name)
      for taker in takers.certain { need(place, taker, by: .property) }
      guard takers.isEmpty else { continue }
      if let newFurther = objects.newFurther {
        need(place, newFurther, by: .property)
      } else {
        objects.lostPlaces.insert(place.id)
      }
    }
  }

  /// Compares the properties of old patterns, for all names that the patterns match.
  ///
  /// If both objects have a pattern, its old and its new place are compared. This comparison is
  /// enough for all names that the pattern matches, even if other old patterns match them, too.
  private mutating func comparePatterns(_ objects: Objects) {
    let (old, new) = (objects.old, objects.new)
    let patterns = new.patternProperties.map(\.pattern)
    let unknown = new.patternProperties.filter { objects.rules.patterned[$0.pattern] == nil }
    for property in old.patternProperties where inhabited.contains(property.node) {
      // The only rule of an object applies to at least one name, even if no example can be found.
      let isOnly =
        old.patternProperties.count == 1 && objects.rules.listed.all.isEmpty
        && examples(of: property.pattern) == nil
      // A name that a new pattern matches has a place there.
      let isCovered = !hasText(.init(matching: [property.pattern], avoiding: patterns))
      if let taker = objects.newRules.patterned[property.pattern] {
        if isOnly {
          need(property.node, taker.node, by: .property)
        } else {
          doubt([[(property.node, taker.node)]], Self.patternIssue())
        }
      } else if let newFurther = objects.newFurther {
        if !isCovered { doubt([[(property.node, newFurther)]], Self.patternIssue()) }
      } else if !isCovered {
        report(
          .closedObject,
          "Properties whose names \(Self.phrase(for: property.pattern)) were allowed, and now only "
            + "\(Self.phraseForPlaces(of: new)).",
          remedy: "Keep allowing them.",
          isCertain: objects.lostPlaces.contains(property.node.id)
            || (isOnly && objects.newRules.patterned.isEmpty && objects.newRules.listed.all.isEmpty)
        )
      }
      let added = unknown.filter { other in
        !allowsPatternPair() || hasText(.init(matching: [property.pattern, other.pattern]))
      }
      doubt(added.map { [(property.node, $0.node)] }, Self.patternIssue())
    }
  }

  /// Returns what a pattern states about names, as the predicate of a sentence about them.
  private static func phrase(for pattern: SchemaPattern) -> String {
    guard let lengths = pattern.lengths else { return "match '\(pattern.source.excerpt)'" }
    return "have \(CountedNoun.character.range(lengths.minimum, lengths.maximum))"
  }

  /// Returns the properties that an object without further ones has a place for.
  private static func phraseForPlaces(of object: SchemaGraph.Node) -> String {
    let patterns = object.patternProperties.map(\.pattern)
    guard let pattern = patterns.first else { return "those listed" }
    let others = object.properties.isEmpty ? "those" : "those listed and those"
    let names =
      patterns.count == 1 ? phrase(for: pattern) : "match one of \(patterns.count) patterns"
    return "\(others) whose names \(names)"
  }

  /// Returns `false` if it is certain that there is no text.
  private mutating func hasText(_ query: PatternComparison.Query) -> Bool {
    guard let result = texts(of: query) else { return true }
    return !(result.isWhole && result.texts.isEmpty)
  }

  /// Compares the properties that the old object neither lists nor matches with a pattern.
  private mutating func compareFurther(_ objects: Objects) {
    guard let further = objects.further else { return }
    let added = objects.new.patternProperties.filter {
      objects.rules.patterned[$0.pattern] == nil
    }
    doubt(added.map { [(further, $0.node)] }, Self.patternIssue())
    if let newFurther = objects.newFurther {
      if objects.havePatterns {
        doubt([[(further, newFurther)]], Self.patternIssue())
      } else {
        need(further, newFurther, by: .property)
      }
    } else {
      report(
        .closedObject,
        "Properties of any name were allowed, and now only "
          + "\(Self.phraseForPlaces(of: objects.new)).",
        remedy: "Keep allowing others.",
        isCertain: !objects.havePatterns || objects.lostPlaces.contains(further.id))
    }
  }

  private mutating func compareSizes(_ objects: Objects) {
    let (old, new) = (objects.old.constraints, objects.new.constraints)
    let listed = objects.rules.listed
    let possible =
      objects.further != nil || !objects.rules.patterned.isEmpty
      ? .max : listed.all.count { inhabited.contains($0.node) }
    let least = max(old.minimumPropertyCount ?? 0, listed.required.count)
    let most = min(old.maximumPropertyCount ?? .max, possible)
    compareCounts(
      .propertyCount, of: .property, (least, most),
      (new.minimumPropertyCount ?? 0, new.maximumPropertyCount ?? .max))
  }
}
