import SchemaModel

extension ContentCheck {
  /// Begins to compare a value with the arms of a union.
  mutating func beginUnion(
    _ place: Int, _ kind: ContentShape, _ node: Int, isCounting: Bool
  ) -> Int? {
    let union = table.unions[Int(table.nodes[node].link)]
    let all = union.arms ?? table.arms(of: union.declared)
    let fitting = all.filter { fits(kind, table.nodes[$0].kind) }
    guard let first = fitting.first else {
      if !isCounting {
        report(
          .type, expected: Wording.kinds(of: all, in: table),
          found: places.content(at: place).foundDescription, at: .part)
      }
      return 1
    }
    if fitting.count == 1 { return begin(place, first, isCounting: isCounting) }
    switch kind {
    case .object:
      if fitting.allSatisfy({ table.nodes[$0].kind == .object }),
        let discriminator = union.discriminator
      {
        return beginObject(place, discriminator, isCounting: isCounting)
      }
    case .array: break
    default: return scalar(place, kind, arms: fitting, isCounting: isCounting)
    }
    frames.append(Frame(place: place, node: node, isCounting: isCounting))
    comparisons.append(Comparison(arms: fitting))
    return nil
  }

  private func fits(_ kind: ContentShape, _ arm: ValidationTable.Kind) -> Bool {
    switch arm {
    case .any, .union: true
    case .never: false
    case .null: kind == .null
    case .boolean: kind == .bool
    case .number, .integer: kind == .number
    case .string: kind == .string
    case .array, .tuple: kind == .array
    case .object: kind == .object
    }
  }

  // MARK: Selection by a property

  /// Checks an object against the one arm that its discriminator names.
  private mutating func beginObject(
    _ place: Int, _ discriminator: ValidationTable.Discriminator, isCounting: Bool
  ) -> Int? {
    var children = places.children(of: place)
    var value: Int?
    while value == nil, let key = places.nextKey(&children) {
      let candidate = places.next(&children)
      if places.withKey(key, { discriminator.property.index(of: $0) }) != nil { value = candidate }
    }
    guard let value else {
      // What has not arrived may still do so.
      guard places.isComplete(at: place) else { return 0 }
      if !isCounting {
        report(
          .required, expected: Wording.choices(discriminator.texts.map { .string($0) }),
          found: "nothing",
          at: .propertyOfPart(discriminator.name))
      }
      return 1
    }
    guard places.shape(at: value) == .string else {
      return reportDiscriminator(value, .type, discriminator, isCounting: isCounting)
    }
    guard places.isComplete(at: value) else { return 0 }
    guard let choice = places.withText(at: value, { discriminator.values.index(of: $0) }) else {
      return reportDiscriminator(value, .choices, discriminator, isCounting: isCounting)
    }
    return begin(place, discriminator.arms[choice], isCounting: isCounting)
  }

  private mutating func reportDiscriminator(
    _ value: Int, _ rule: Rule, _ discriminator: ValidationTable.Discriminator, isCounting: Bool
  ) -> Int {
    guard places.shape(at: value) != .nothing else { return 0 }
    if !isCounting {
      report(
        rule, expected: Wording.choices(discriminator.texts.map { .string($0) }),
        found: places.content(at: value).foundDescription,
        at: .propertyOfPart(discriminator.name))
    }
    return 1
  }

  // MARK: Selection by the fewest violations

  /// Begins the next arm; ends when one fits, or all have been compared.
  mutating func stepUnion(_ top: Int) -> Int? {
    let place = frames[top].place
    let last = comparisons.count - 1
    let position = comparisons[last].position
    if comparisons[last].best.cost > 0, position < comparisons[last].arms.count {
      comparisons[last].position += 1
      return begin(place, comparisons[last].arms[position], isCounting: true)
    }
    let best = comparisons.removeLast().best
    let frame = frames.removeLast()
    // What is counted only, or fits, needs no second look.
    if frame.isCounting || best.cost == 0 { return best.cost }
    return begin(place, best.arm, isCounting: false)
  }

  /// Takes note of how many violations the arm has that was begun last.
  mutating func noteArm(_ cost: Int) {
    let last = comparisons.count - 1
    guard cost < comparisons[last].best.cost else { return }
    comparisons[last].best = (comparisons[last].arms[comparisons[last].position - 1], cost)
  }
}
