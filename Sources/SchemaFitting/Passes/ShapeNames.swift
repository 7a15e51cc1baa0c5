import SchemaModel

/// The names and choices of the shape of an object, for comparisons with many other objects.
struct ShapeNames {
  let required: Set<ExactText>
  let allowed: Set<ExactText>?

  /// The choices of the required properties.
  private var tags: [ExactText: Set<ExactText>] = [:]

  /// Creates the names of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape of an object.
  ///   - ignoresCase: Whether choices that differ only in case are the same.
  init(_ shape: ValueShape, ignoresCase: Bool) {
    required = Set(shape.required.map(ExactText.init))
    allowed = shape.allowed.map { Set($0.map(ExactText.init)) }
    for tag in shape.tags where required.contains(ExactText(tag.name)) {
      tags[ExactText(tag.name)] = tag.choices.exactTexts(ignoringCase: ignoresCase)
    }
  }

  /// Indicates whether the two shapes certainly have no content in common.
  func excludes(_ other: ShapeNames) -> Bool {
    needsMore(than: other) || other.needsMore(than: self) || hasOtherTag(than: other)
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
  /// The largest number of comparisons of objects in pairs.
  private static let maximumComparisons = 1 << 18

  /// Indicates whether each changed alternative certainly has no content in common with another
  /// alternative.
  ///
  /// Objects that neither ``UniqueNames`` nor a property with choices tells apart are compared in
  /// pairs. If more than ``maximumComparisons`` comparisons are needed, the result is `false`.
  ///
  /// - Complexity: That of ``haveDistinctTags(ignoresCase:)``, apart from the comparisons in pairs.
  func areDistinct(where isChanged: [Bool], ignoresCase: Bool) -> Bool {
    var groups: [ValueShape.Kind: [Int: [ValueShape]]] = [:]
    for (index, shapes) in enumerated() {
      for shape in shapes { groups[shape.kind, default: [:]][index, default: []].append(shape) }
    }
    return groups.allSatisfy { kind, group in
      // If only one alternative has values of a kind, the kind identifies it, and no names are
      // compared.
      guard group.count > 1, group.keys.contains(where: { isChanged[$0] }) else { return true }
      return switch kind {
      case .null, .boolean, .number, .array: false
      case .string: Self.haveDistinctChoices(group, isChanged, ignoresCase)
      case .object: Self.haveDistinctNames(group, isChanged, ignoresCase)
      }
    }
  }

  /// Indicates whether the changed alternatives share no string with others, if all shapes are
  /// strings.
  private static func haveDistinctChoices(
    _ group: [Int: [ValueShape]], _ isChanged: [Bool], _ ignoresCase: Bool
  ) -> Bool {
    var alternatives: [ExactText: Int] = [:]
    for (index, shapes) in group {
      for shape in shapes {
        // A string without choices overlaps every other alternative with strings.
        guard let choices = shape.choices else { return false }
        for choice in choices.exactTexts(ignoringCase: ignoresCase) {
          let known = alternatives.updateValue(index, forKey: choice) ?? index
          if known != index, isChanged[known] || isChanged[index] { return false }
        }
      }
    }
    return true
  }

  /// Indicates whether the changed alternatives have no content in common with others, if all
  /// shapes are objects.
  private static func haveDistinctNames(
    _ group: [Int: [ValueShape]], _ isChanged: [Bool], _ ignoresCase: Bool
  ) -> Bool {
    let names = group.mapValues { $0.map { ShapeNames($0, ignoresCase: ignoresCase) } }
    let unique = UniqueNames(names).found
    let others = names.filter { !unique.contains($0.key) }
    if others.keys.sorted().compactMap({ group[$0] }).haveDistinctTags(ignoresCase: ignoresCase) {
      return true
    }
    let count = others.reduce(0) { $0 + $1.value.count }
    let changedCount = others.reduce(0) { $0 + (isChanged[$1.key] ? $1.value.count : 0) }
    guard changedCount * count <= maximumComparisons else { return false }
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
        for choice in tag.choices.exactTexts(ignoringCase: ignoresCase) {
          let known = alternatives.updateValue(index, forKey: choice)
          if let known, known != index { return false }
        }
      }
    }
    return true
  }
}

extension [String] {
  /// The texts; in lowercase if case is ignored.
  fileprivate func exactTexts(ignoringCase: Bool) -> Set<ExactText> {
    Set(map { ExactText(ignoringCase ? $0.lowercased() : $0) })
  }
}
