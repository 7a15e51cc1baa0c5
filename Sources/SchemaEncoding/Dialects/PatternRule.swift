import SchemaModel

/// The regular expressions that a dialect can state.
public enum PatternRule: Sendable, Hashable {
  /// Patterns without some features. The provider searches for a match anywhere in the string, as
  /// in JSON Schema.
  case search(without: Features)

  /// Patterns without some features. The provider matches them against the whole string.
  ///
  /// A pattern of JSON Schema is written without its anchors, and with `[\s\S]*` at an end that has
  /// no anchor. A pattern with an anchor in its middle is described.
  case wholeString(without: Features)

  /// Patterns that can be converted to a grammar part by part.
  ///
  /// Such a pattern is anchored at both ends. In between there are ASCII letters, digits and
  /// punctuation other than `"` and `\`, classes of them that are not negated, groups without a
  /// name, alternatives within groups, and greedy repetitions.
  case plain

  /// Any pattern.
  public static let any = PatternRule.search(without: [])

  /// Features of regular expressions that not all providers support.
  public struct Features: OptionSet, Sendable, Hashable {
    /// The features as bits.
    public let rawValue: UInt8

    /// A lookahead or a lookbehind, as in `(?=a)`.
    public static let lookaround = Features(rawValue: 1)

    /// A back-reference to a group, as in `(a)\1`.
    public static let backreferences = Features(rawValue: 2)

    /// A word boundary: `\b` and `\B`.
    public static let wordBoundaries = Features(rawValue: 4)

    /// A property of Unicode, as in `\p{L}`.
    public static let unicodeProperties = Features(rawValue: 8)

    /// Creates a set of features.
    ///
    /// - Parameter rawValue: The features as bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }

  /// Indicates whether patterns are matched against the whole string.
  var matchesWholeString: Bool { if case .wholeString = self { true } else { false } }

  func allows(_ pattern: SchemaPattern) -> Bool {
    switch self {
    case .search(let features): features.isEmpty || pattern.lacks(features)
    case .wholeString(let features):
      pattern.lacks(features) && pattern.wholeStringSource != nil
    case .plain: pattern.isPlain
    }
  }
}

extension SchemaPattern {
  /// Indicates whether the pattern has none of some features.
  fileprivate func lacks(_ features: PatternRule.Features) -> Bool {
    !(features.contains(.lookaround) && usesLookaround
      || features.contains(.backreferences) && usesBackreferences
      || features.contains(.wordBoundaries) && usesWordBoundaries
      || features.contains(.unicodeProperties) && usesUnicodeProperties)
  }
}
