public import SchemaModel

/// The constraints on one value, merged: every guide that stands on it, as one of each kind.
public struct GuideConstraints: Sendable {
  /// The values allowed, in the order of the first list that was merged; `nil` for any.
  public internal(set) var choices: [SchemaScalar]?

  /// The patterns that a string has to match, each once.
  public internal(set) var patterns: [SchemaPattern] = []

  /// The formats that a string has to have, each once.
  public internal(set) var formats: [String] = []

  /// The smallest number allowed; `nil` too where ``exclusiveMinimum`` allows less.
  public internal(set) var minimum: SchemaNumber?

  /// The largest number allowed; `nil` too where ``exclusiveMaximum`` allows less.
  public internal(set) var maximum: SchemaNumber?

  /// What a number has to be above; `nil` too where ``minimum`` allows less.
  public internal(set) var exclusiveMinimum: SchemaNumber?

  /// What a number has to be below; `nil` too where ``maximum`` allows less.
  public internal(set) var exclusiveMaximum: SchemaNumber?

  /// The numbers of which a number has to be a multiple, of which none says what another does.
  ///
  /// Once a schema is resolved there are several only where 64 bits do not hold their least common
  /// multiple.
  public internal(set) var multiples: [SchemaNumber] = []

  /// The smallest number of elements allowed.
  public internal(set) var minimumCount: Int?

  /// The largest number of elements allowed.
  public internal(set) var maximumCount: Int?

  /// The smallest number of characters allowed, in Unicode scalars.
  public internal(set) var minimumLength: Int?

  /// The largest number of characters allowed, in Unicode scalars.
  public internal(set) var maximumLength: Int?

  /// The smallest number of properties allowed.
  public internal(set) var minimumPropertyCount: Int?

  /// The largest number of properties allowed.
  public internal(set) var maximumPropertyCount: Int?

  /// What cannot be stated at all, and what to do about it.
  public internal(set) var fault: Fault?

  /// The two sides that left no choice, for the error that says so.
  var emptiedBy: (first: [SchemaScalar], second: String)?

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
    choices == nil && patterns.isEmpty && formats.isEmpty && !constrainsNumbers
      && minimumCount == nil && maximumCount == nil && minimumLength == nil
      && maximumLength == nil && minimumPropertyCount == nil && maximumPropertyCount == nil
      && fault == nil
  }

  /// Whether these say anything of numbers, apart from choices.
  var constrainsNumbers: Bool {
    minimum != nil || maximum != nil || exclusiveMinimum != nil || exclusiveMaximum != nil
      || !multiples.isEmpty
  }
}

extension GuideConstraints: Hashable {
  /// Whether two constraints allow the same, listed in the same order.
  public static func == (first: GuideConstraints, second: GuideConstraints) -> Bool {
    first.choices == second.choices && first.patterns == second.patterns
      && first.formats == second.formats && first.minimum == second.minimum
      && first.maximum == second.maximum && first.exclusiveMinimum == second.exclusiveMinimum
      && first.exclusiveMaximum == second.exclusiveMaximum && first.multiples == second.multiples
      && first.minimumCount == second.minimumCount && first.maximumCount == second.maximumCount
      && first.minimumLength == second.minimumLength
      && first.maximumLength == second.maximumLength
      && first.minimumPropertyCount == second.minimumPropertyCount
      && first.maximumPropertyCount == second.maximumPropertyCount && first.fault == second.fault
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(choices)
    hasher.combine(patterns)
    hasher.combine(formats)
    hasher.combine(minimum)
    hasher.combine(maximum)
    hasher.combine(exclusiveMinimum)
    hasher.combine(exclusiveMaximum)
    hasher.combine(multiples)
    hasher.combine(minimumCount)
    hasher.combine(maximumCount)
    hasher.combine(minimumLength)
    hasher.combine(maximumLength)
    hasher.combine(minimumPropertyCount)
    hasher.combine(maximumPropertyCount)
    hasher.combine(fault)
  }
}
