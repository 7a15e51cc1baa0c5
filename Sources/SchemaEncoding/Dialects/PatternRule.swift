import SchemaModel

/// A rule on the regular expressions that a dialect can state.
public struct PatternRule: Sendable, Hashable {
  /// Indicates whether a pattern may look ahead or behind, as in `(?=a)`.
  public var allowsLookaround = true

  /// Indicates whether a pattern may have a back-reference to a group, as in `(a)\1`.
  public var allowsBackreferences = true

  /// Indicates whether a pattern may ask for the edge of a word: `\b` and `\B`.
  public var allowsWordBoundaries = true

  /// Indicates whether a pattern may name a property of Unicode, as in `\p{L}`.
  public var allowsUnicodeProperties = true

  /// Indicates whether the provider compares a pattern with the whole string.
  ///
  /// JSON Schema searches for a pattern anywhere in the string. Such a pattern is written with
  /// `[\s\S]*` where it has no anchor, and without its anchors. A pattern that has an anchor
  /// in its middle is described.
  public var matchesWholeString = false

  /// Indicates whether a pattern has to be one that turns into a grammar piece by piece.
  ///
  /// Such a pattern is anchored at both ends. In between there are letters, digits and punctuation
  /// of ASCII other than `"` and `\`, classes of them that are not negated, groups without a name,
  /// alternatives within groups, and repetitions that take as much as they can.
  public var requiresPlainForm = false

  /// Any pattern.
  public static let any = PatternRule()

  /// Creates a rule that allows any pattern.
  public init() {}

  func allows(_ pattern: SchemaPattern) -> Bool {
    if self == .any { return true }
    if !allowsLookaround, pattern.usesLookaround { return false }
    if !allowsBackreferences, pattern.usesBackreferences { return false }
    if !allowsWordBoundaries, pattern.usesWordBoundaries { return false }
    if !allowsUnicodeProperties, pattern.usesUnicodeProperties { return false }
    if matchesWholeString, pattern.wholeStringSource == nil { return false }
    return !requiresPlainForm || pattern.isPlain
  }
}
