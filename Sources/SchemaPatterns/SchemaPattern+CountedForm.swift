extension SchemaPattern {
  /// A pattern in which a long repetition is replaced by an unlimited one, and the allowed lengths
  /// of its texts.
  package struct CountedForm: Sendable {
    /// The pattern with the unlimited repetition.
    package let pattern: SchemaPattern
    /// The smallest number of scalars in a text.
    package let minimum: Int
    /// The largest number of scalars in a text; `nil` for no limit.
    package let maximum: Int?
  }

  /// The smallest number of repetitions that are counted separately.
  private static let longRepetition = 16

  /// The pattern without the bounds of one long repetition, and bounds for the length of the text
  /// instead.
  ///
  /// A text matches the pattern if and only if it matches the form's pattern and has a length
  /// within its bounds: `^[a-z][a-z0-9]{0,62}$` becomes `^[a-z][a-z0-9]*$` with 1 to 63 scalars.
  /// The form is correct if the pattern is anchored and has no alternatives, and if each of its
  /// other parts has a fixed length. Other patterns give `nil`.
  package var countedForm: CountedForm? {
    guard let anchored = anchoredParts else { return nil }
    var fixed = 0
    /// The chosen repetition and its index.
    var chosen: (index: Int, quantifier: PatternQuantifier)?
    var hasVariable = false
    for part in anchored.parts {
      guard let repetition = part.repetition else {
        fixed += part.scalars
        continue
      }
      let quantifier = repetition.quantifier
      if quantifier.minimum == quantifier.maximum {
        if !hasVariable, quantifier.minimum > chosen?.quantifier.minimum ?? 0 {
          fixed += chosen?.quantifier.minimum ?? 0
          chosen = repetition
        } else {
          fixed += quantifier.minimum
        }
      } else {
        guard !hasVariable else { return nil }
        hasVariable = true
        fixed += chosen?.quantifier.minimum ?? 0
        chosen = repetition
      }
    }
    guard let (index, quantifier) = chosen,
      max(quantifier.minimum, quantifier.maximum ?? 0) >= Self.longRepetition
    else { return nil }
    var middle = anchored.elements
    middle[index] = .quantifier(PatternQuantifier(minimum: 0, maximum: nil, isLazy: false))
    let (minimum, overflow) = fixed.addingReportingOverflow(quantifier.minimum)
    let maximum = quantifier.maximum.map { fixed.addingReportingOverflow($0) }
    guard !overflow, maximum?.overflow != true,
      let pattern = try? SchemaPattern(ecma: PatternWriter.text(for: [.start] + middle + [.end]))
    else { return nil }
    return CountedForm(pattern: pattern, minimum: minimum, maximum: maximum?.partialValue)
  }

  /// A text or a class of characters, and its repetition, if it has one, with the index of the
  /// quantifier.
  struct AnchoredPart {
    let scalars: Int
    let repetition: (index: Int, quantifier: PatternQuantifier)?
  }

  /// The elements between the anchors without their groups, and the parts that they form.
  ///
  /// `nil` if the pattern is not anchored at both ends, or has other parts than texts and classes,
  /// of which single characters may be repeated.
  var anchoredParts: (elements: [PatternElement], parts: [AnchoredPart])? {
    guard case .start? = elements.first, case .end? = elements.last,
      let middle = Self.flat(elements.dropFirst().dropLast())
    else { return nil }
    var parts: [AnchoredPart] = []
    for index in middle.indices {
      let scalars: Int
      switch middle[index] {
      case .literal(let literal, _): scalars = literal.count
      case .characters: scalars = 1
      case .quantifier: continue
      default: return nil
      }
      guard index + 1 < middle.count, case .quantifier(let quantifier) = middle[index + 1] else {
        parts.append(AnchoredPart(scalars: scalars, repetition: nil))
        continue
      }
      guard scalars == 1 else { return nil }
      parts.append(AnchoredPart(scalars: 1, repetition: (index + 1, quantifier)))
    }
    return (middle, parts)
  }

  /// Returns elements without their groups; `nil` if a group does more than group.
  private static func flat(_ elements: ArraySlice<PatternElement>) -> [PatternElement]? {
    var result: [PatternElement] = []
    var isAfterGroup = false
    for element in elements {
      switch element {
      case .groupStart(let kind):
        guard !kind.isLookaround else { return nil }
        isAfterGroup = false
      case .groupEnd: isAfterGroup = true
      case .quantifier:
        guard !isAfterGroup else { return nil }
        result.append(element)
      default:
        isAfterGroup = false
        result.append(element)
      }
    }
    return result
  }
}
