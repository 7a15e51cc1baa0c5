import SchemaModel

/// The names and choices of a shape, to compare it with many others.
struct ShapeNames {
  private let kind: ValueShape.Kind
  private let choices: Set<ExactText>?
  let required: Set<ExactText>
  let allowed: Set<ExactText>?

  /// The choices of the properties that every value has.
  private var tags: [ExactText: Set<ExactText>] = [:]

  /// Creates the names of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - ignoresCase: Whether choices that differ in capitals only are the same.
  init(_ shape: ValueShape, ignoresCase: Bool) {
    func texts(_ choices: [String]) -> Set<ExactText> {
      Set(choices.map { ExactText(ignoresCase ? $0.lowercased() : $0) })
    }
    kind = shape.kind
    choices = shape.choices.map(texts)
    required = Set(shape.required.map(ExactText.init))
    allowed = shape.allowed.map { Set($0.map(ExactText.init)) }
    for tag in shape.tags where required.contains(ExactText(tag.name)) {
      tags[ExactText(tag.name)] = texts(tag.choices)
    }
  }

  /// Indicates whether no content has both shapes, for certain.
  func excludes(_ other: ShapeNames) -> Bool {
    guard kind == other.kind else { return true }
    switch kind {
    case .null, .boolean, .number, .array: return false
    case .string:
      guard let choices, let others = other.choices else { return false }
      return choices.isDisjoint(with: others)
    case .object:
      return needsMore(than: other) || other.needsMore(than: self) || hasOtherTag(than: other)
    }
  }

  /// Indicates whether every value of the shape has a property that the other must not have.
  private func needsMore(than other: ShapeNames) -> Bool {
    other.allowed.map { !required.isSubset(of: $0) } ?? false
  }

  private func hasOtherTag(than other: ShapeNames) -> Bool {
    tags.contains { name, choices in other.tags[name].map(choices.isDisjoint) ?? false }
  }
}

extension [[ValueShape]] {
  /// Indicates whether no content has shapes of two alternatives, for certain, if one of the two
  /// has changed.
  ///
  /// - Complexity: Linear in the names for alternatives found by ``UniqueNames``, quadratic in the
  ///   number of others.
  func areDistinct(where isChanged: [Bool], ignoresCase: Bool) -> Bool {
    var groups: [ValueShape.Kind: [Int: [ValueShape]]] = [:]
    for (index, shapes) in enumerated() {
      for shape in shapes { groups[shape.kind, default: [:]][index, default: []].append(shape) }
    }
    return groups.values.allSatisfy { group in
      // Most kinds tell the alternatives apart, so that no names need be compared.
      guard group.count > 1, group.keys.contains(where: { isChanged[$0] }) else { return true }
      return Self.areDistinct(
        group.mapValues { $0.map { ShapeNames($0, ignoresCase: ignoresCase) } }, isChanged)
    }
  }

  /// Indicates whether no content has shapes of two alternatives, all of one kind.
  private static func areDistinct(_ group: [Int: [ShapeNames]], _ isChanged: [Bool]) -> Bool {
    let unique = UniqueNames(group).found
    let others = group.filter { !unique.contains($0.key) }
    return others.allSatisfy { index, shapes in
      !isChanged[index]
        || others.allSatisfy { other, others in
          other == index
            || shapes.allSatisfy { shape in others.allSatisfy { shape.excludes($0) } }
        }
    }
  }

  /// Indicates whether a property tells alternatives with these shapes apart: each value has it,
  /// and its choices differ from alternative to alternative.
  ///
  /// - Complexity: O(*t* · *n*) for *t* properties with choices in the first alternative, and *n*
  ///   names and choices in all.
  func haveDistinctTags(ignoresCase: Bool) -> Bool {
    let tags = first?.first?.tags.map(\.name) ?? []
    return tags.contains { isDistinct(tag: ExactText($0), ignoresCase) }
  }

  private func isDistinct(tag name: ExactText, _ ignoresCase: Bool) -> Bool {
    var alternatives: [ExactText: Int] = [:]
    for (index, shapes) in enumerated() {
      for shape in shapes {
        guard let tag = shape.tags.first(where: { ExactText($0.name) == name }),
          shape.required.contains(where: { ExactText($0) == name })
        else { return false }
        for choice in tag.choices {
          let known = alternatives.updateValue(
            index, forKey: ExactText(ignoresCase ? choice.lowercased() : choice))
          if let known, known != index { return false }
        }
      }
    }
    return true
  }
}
