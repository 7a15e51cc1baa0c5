/// Patterns for texts of some lengths, and for lists of texts.
extension SchemaPattern {
  /// Creates a pattern for texts with a number of scalars in a range.
  package init?(lengthFrom minimum: Int, to maximum: Int?) {
    guard let pattern = try? SchemaPattern(ecma: Self.source(minimum, maximum)) else { return nil }
    self = pattern
  }

  /// Creates a pattern for some texts.
  package init?(texts: [String]) {
    let alternatives = texts.map(Self.escaped).joined(separator: "|")
    guard let pattern = try? SchemaPattern(ecma: "^(?:\(alternatives))$") else { return nil }
    self = pattern
  }

  /// Creates a pattern for the texts that match one of several patterns.
  ///
  /// `nil` if a pattern has a reference to a group, whose number would change.
  package init?(anyOf patterns: [SchemaPattern]) {
    if patterns.count == 1, let only = patterns.first {
      self = only
      return
    }
    let source = patterns.map { "(?:\($0.source))" }.joined(separator: "|")
    guard !patterns.contains(where: \.usesBackreferences),
      let pattern = try? SchemaPattern(ecma: source)
    else { return nil }
    self = pattern
  }

  /// The lengths that the pattern allows, if it was made from lengths.
  package var lengths: (minimum: Int, maximum: Int?)? {
    guard source.hasPrefix(Self.anyScalars + "{"), source.hasSuffix("}$") else { return nil }
    let bounds = source.dropFirst(Self.anyScalars.count + 1).dropLast(2)
      .split(separator: ",", omittingEmptySubsequences: false)
    guard bounds.count == 2, let minimum = Int(bounds[0]) else { return nil }
    if bounds[1].isEmpty { return (minimum, nil) }
    return Int(bounds[1]).map { (minimum, $0) }
  }

  /// The pattern for those of its texts that have a number of scalars in a range.
  ///
  /// `^[a-z][a-z0-9]*$` with 2 to 8 scalars becomes `^[a-z][a-z0-9]{1,7}$`. The pattern has to be
  /// anchored, without alternatives and with at most one repetition of a varying length. For other
  /// patterns the result is `nil`, and also if no text has such a length.
  package func limited(toLengthFrom minimum: Int, to maximum: Int?) -> SchemaPattern? {
    guard let anchored = anchoredParts else { return nil }
    var fixed = 0
    var varying: (index: Int, quantifier: PatternQuantifier)?
    for part in anchored.parts {
      var scalars = part.scalars
      if let repetition = part.repetition {
        scalars = repetition.quantifier.minimum
        guard scalars == repetition.quantifier.maximum else {
          guard varying == nil else { return nil }
          varying = repetition
          continue
        }
      }
      let (sum, overflows) = fixed.addingReportingOverflow(scalars)
      if overflows { return nil }
      fixed = sum
    }
    guard let (index, quantifier) = varying else {
      return fixed >= minimum && fixed <= maximum ?? .max ? self : nil
    }
    let least = max(quantifier.minimum, minimum - fixed)
    let most = [quantifier.maximum, maximum.map { $0 - fixed }].compactMap(\.self).min()
    if let most, least > most { return nil }
    if least == quantifier.minimum, most == quantifier.maximum { return self }
    var middle = anchored.elements
    middle[index] = .quantifier(
      PatternQuantifier(minimum: least, maximum: most, isLazy: quantifier.isLazy))
    return try? SchemaPattern(ecma: PatternWriter.text(for: [.start] + middle + [.end]))
  }

  private static let anyScalars = #"^[\s\S]"#

  private static func source(_ minimum: Int, _ maximum: Int?) -> String {
    "\(anyScalars){\(minimum),\(maximum.map { "\($0)" } ?? "")}$"
  }

  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "^$\\.*+?()[]{}|/".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
