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
