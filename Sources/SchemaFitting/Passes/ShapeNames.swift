import SchemaModel

/// The names and choices of a shape, for comparisons with many other shapes.
struct ShapeNames {
  private let kind: ValueShape.Kind
  private let choices: Set<ExactText>?
  let required: Set<ExactText>
  let allowed: Set<ExactText>?

  /// The choices of the required properties.
  private var tags: [ExactText: Set<ExactText>] = [:]

  /// Creates the names of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - ignoresCase: Whether choices that differ only in case are the same.
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

  /// Indicates whether the two shapes certainly have no content in common.
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

  /// Indicates whether the shape requires a property that the other shape does not allow.
  private func needsMore(than other: ShapeNames) -> Bool {
    other.allowed.map { !required.isSubset(of: $0) } ?? false
  }

  private func hasOtherTag(than other: ShapeNames) -> Bool {
    tags.contains { name, choices in other.tags[name].map(choices.isDisjoint) ?? false }
  }
}

extension [[ValueShape]] {
  /// Indicates whether each changed alternative certainly has no content in common with another
  /// alternative.
  ///
  /// - Complexity: Linear in the names for alternatives that ``UniqueNames`` finds, and quadratic
  ///   in the number of other alternatives.
  func areDistinct(where isChanged: [Bool], ignoresCase: Bool) -> Bool {
    var groups: [ValueShape.Kind: [Int: [ValueShape]]] = [:]
    for (index, shapes) in enumerated() {
      for shape in shapes { groups[shape.kind, default: [:]][index, default: []].append(shape) }
    }
    return groups.values.allSatisfy { group in
      // If only one alternative has values of a kind, the kind identifies it, and no names are
      // compared.
      guard group.count > 1, group.keys.contains(where: { isChanged[$0] }) else { return true }
      return Self.areDistinct(
        group.mapValues { $0.map { ShapeNames($0, ignoresCase: ignoresCase) } }, isChanged)
    }
  }

  /// Indicates whether the changed alternatives have no content in common with others, if all
  /// shapes are of one kind.
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

  /// Indicates whether a property identifies the alternatives with these shapes: all shapes require
  /// the property, and no two alternatives share a choice for it.
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
