import SchemaGuides
import SchemaModel

extension ContentCheck {
  // MARK: Objects

  /// Checks the names of an object's properties, and whether none is missing.
  ///
  /// - Returns: How many violations there are.
  mutating func checkNames(of top: Int) -> Int {
    let frame = frames[top]
    let object = table.objects[Int(table.nodes[frame.node].link)]
    var children = frame.children
    generation += 1
    var cost = 0
    var required = 0
    var hint = 0
    var count = 0
    while let key = places.nextKey(&children) {
      let property = places.withKey(key) { object.names.index(of: $0, near: hint) }
      let value = places.next(&children)
      count += 1
      guard let property else {
        guard object.additional < 0, !matchesPattern(key, of: object) else { continue }
        cost += 1
        if !frame.isCounting { reportUnknown(key, value, of: object, top) }
        continue
      }
      hint = property + 1
      if seen[object.firstProperty + property] == generation {
        cost += 1
        if !frame.isCounting { reportDuplicate(key, top) }
      } else {
        seen[object.firstProperty + property] = generation
        if object.properties[property].isRequired { required += 1 }
      }
    }
    if required < object.requiredCount, places.isComplete(at: frame.place) {
      cost += object.requiredCount - required
      if !frame.isCounting { reportMissing(of: object, top) }
    }
    return cost + checkPropertyCount(count, top)
  }

  private mutating func checkPropertyCount(_ count: Int, _ top: Int) -> Int {
    let number = Int(table.nodes[frames[top].node].constraints)
    guard number >= 0 else { return 0 }
    let guides = table.constraints[number].guides
    return checkCount(
      count, from: guides.minimumPropertyCount, to: guides.maximumPropertyCount,
      Wording.property, top)
  }

  private mutating func reportUnknown(
    _ key: Int, _ value: Int?, of object: ValidationTable.Object, _ top: Int
  ) {
    report(
      .unknownProperty, expected: Wording.names(of: object),
      found: value.map { places.content(at: $0).foundDescription } ?? "nothing",
      at: .property(name(of: key), of: top))
  }

  private mutating func reportDuplicate(_ key: Int, _ top: Int) {
    report(
      .duplicateProperty, expected: "a property once", found: "it a second time",
      at: .property(name(of: key), of: top))
  }

  private mutating func reportMissing(of object: ValidationTable.Object, _ top: Int) {
    for (index, property) in object.properties.enumerated()
    where property.isRequired && seen[object.firstProperty + index] != generation {
      report(
        .required, expected: Wording.value(property.node, in: table), found: "nothing",
        at: .property(property.name, of: top))
    }
  }

  /// Begins the next property, or ends the object.
  mutating func stepObject(_ top: Int) -> Int? {
    let object = table.objects[Int(table.nodes[frames[top].node].link)]
    if frames[top].patterned.value >= 0, let node = nextPattern(of: object, top) {
      return begin(frames[top].patterned.value, node, isCounting: frames[top].isCounting)
    }
    while let key = nextKey(top), let value = next(top) {
      let hint = frames[top].hint
      let property = places.withKey(key) { object.names.index(of: $0, near: hint) }
      var node = property.map { object.properties[$0].node } ?? object.additional
      if property == nil, !object.patterns.isEmpty {
        frames[top].key = key
        frames[top].patterned = (value, 0)
        node = nextPattern(of: object, top) ?? node
      }
      // Unknown names have been reported.
      guard node >= 0 else { continue }
      frames[top].key = key
      if let property { frames[top].hint = property + 1 }
      return begin(value, node, isCounting: frames[top].isCounting)
    }
    return end(top)
  }

  /// The next of the patterns that the name of the current property matches, or `nil` after the
  /// last.
  private mutating func nextPattern(of object: ValidationTable.Object, _ top: Int) -> Int? {
    let name = name(of: frames[top].key)
    var index = frames[top].patterned.next
    while index < object.patterns.count {
      let property = object.patterns[index]
      index += 1
      guard matches(property.pattern, name) == true else { continue }
      frames[top].patterned.next = index
      return property.node
    }
    frames[top].patterned = (-1, 0)
    return nil
  }

  /// Whether a name matches a pattern of an object, or one that cannot be run here.
  private mutating func matchesPattern(
    _ key: Int, of object: ValidationTable.Object
  ) -> Bool {
    if object.patterns.isEmpty { return false }
    let name = name(of: key)
    for property in object.patterns where matches(property.pattern, name) != false { return true }
    return false
  }

  /// Whether a text matches a pattern; `nil` where that is not known.
  private mutating func matches(_ pattern: SchemaPattern, _ text: String) -> Bool? {
    if matchers[pattern] == nil { matchers[pattern] = .some(pattern.matcher()) }
    return matchers[pattern]??.matches(text)
  }

  // MARK: Arrays

  /// Begins the next element, or ends the array.
  mutating func stepArray(_ top: Int) -> Int? {
    guard let value = next(top) else {
      frames[top].cost += checkCount(top)
      return end(top)
    }
    frames[top].position += 1
    let items = Int(table.nodes[frames[top].node].link)
    guard items >= 0 else { return 0 }
    return begin(value, items, isCounting: frames[top].isCounting)
  }

  /// Begins the next element, or ends the tuple.
  mutating func stepTuple(_ top: Int) -> Int? {
    let items = table.tuples[Int(table.nodes[frames[top].node].link)]
    guard let value = next(top) else {
      frames[top].cost += checkCount(
        frames[top].position, from: items.count, to: items.count, Wording.element, top)
      return end(top)
    }
    frames[top].position += 1
    guard frames[top].position <= items.count else { return 0 }
    return begin(value, items[frames[top].position - 1], isCounting: frames[top].isCounting)
  }

  private mutating func checkCount(_ top: Int) -> Int {
    let number = Int(table.nodes[frames[top].node].constraints)
    guard number >= 0 else { return 0 }
    let guides = table.constraints[number].guides
    return checkCount(
      frames[top].position, from: guides.minimumCount, to: guides.maximumCount, Wording.element,
      top)
  }

  private mutating func checkCount(
    _ count: Int, from low: Int?, to high: Int?, _ unit: Wording.Unit, _ top: Int
  ) -> Int {
    let isTooSmall = count < low ?? 0 && places.isComplete(at: frames[top].place)
    guard isTooSmall || count > high ?? .max else { return 0 }
    if !frames[top].isCounting {
      report(
        .count, expected: Wording.range(low, high, unit), found: Wording.amount(count, unit),
        at: .container(top))
    }
    return 1
  }

  // MARK: Parts

  private mutating func nextKey(_ top: Int) -> Int? {
    places.nextKey(&frames[top].children)
  }

  private mutating func next(_ top: Int) -> Int? {
    places.next(&frames[top].children)
  }
}
