public import SchemaModel

/// The constraints on one value, merged: every guide that stands on it, as one of each kind.
public struct GuideConstraints: Sendable {
  /// The strings allowed, in the order of the first list that was merged; `nil` for any.
  public internal(set) var choices: [String]?

  /// The patterns that a string has to match, each once.
  public internal(set) var patterns: [SchemaPattern] = []

  /// The formats that a string has to have, each once.
  public internal(set) var formats: [String] = []

  /// The smallest number allowed.
  public internal(set) var minimum: SchemaNumber?

  /// The largest number allowed.
  public internal(set) var maximum: SchemaNumber?

  /// The smallest number of elements allowed.
  public internal(set) var minimumCount: Int?

  /// The largest number of elements allowed.
  public internal(set) var maximumCount: Int?

  /// The smallest number of characters allowed, in Unicode scalars.
  public internal(set) var minimumLength: Int?

  /// The largest number of characters allowed, in Unicode scalars.
  public internal(set) var maximumLength: Int?

  /// What cannot be stated at all, and what to do about it.
  public internal(set) var fault: Fault?

  /// The two sides that left no choice, for the error that says so.
  var emptiedBy: (first: [String], second: String)?

  /// Creates constraints that allow everything.
  public init() {}

  /// A guide that cannot be stated.
  public struct Fault: Sendable, Hashable {
    /// What is wrong with it, as a sentence.
    public let problem: String

    /// What to do about it, as a sentence.
    public let remedy: String
  }

  /// Whether these allow everything.
  public var isEmpty: Bool {
    choices == nil && patterns.isEmpty && formats.isEmpty && minimum == nil && maximum == nil
      && minimumCount == nil && maximumCount == nil && minimumLength == nil
      && maximumLength == nil && fault == nil
  }
}

extension GuideConstraints: Hashable {
  /// Whether two constraints allow the same, listed in the same order.
  public static func == (first: GuideConstraints, second: GuideConstraints) -> Bool {
    first.choices == second.choices && first.patterns == second.patterns
      && first.formats == second.formats && first.minimum == second.minimum
      && first.maximum == second.maximum && first.minimumCount == second.minimumCount
      && first.maximumCount == second.maximumCount && first.minimumLength == second.minimumLength
      && first.maximumLength == second.maximumLength && first.fault == second.fault
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(choices)
    hasher.combine(patterns)
    hasher.combine(formats)
    hasher.combine(minimum)
    hasher.combine(maximum)
    hasher.combine(minimumCount)
    hasher.combine(maximumCount)
    hasher.combine(minimumLength)
    hasher.combine(maximumLength)
    hasher.combine(fault)
  }
}
