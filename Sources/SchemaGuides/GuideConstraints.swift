public import SchemaModel

/// The constraints on one value, merged from all its guides by intersection.
public struct GuideConstraints: Sendable, Hashable {
  /// The values allowed, in the order of the first list that was merged; `nil` for any.
  public internal(set) var choices: [SchemaScalar]?

  /// The patterns that a string has to match, each once, except ``appliedPatterns``.
  public internal(set) var patterns: [SchemaPattern] = []

  /// The patterns that all ``choices`` match, each once; they exclude nothing any more.
  public internal(set) var appliedPatterns: [SchemaPattern] = []

  /// The formats that a string has to have, each once.
  public internal(set) var formats: [String] = []

  /// The smallest number allowed; `nil` too where ``exclusiveMinimum`` allows less.
  public internal(set) var minimum: SchemaNumber?

  /// The largest number allowed; `nil` too where ``exclusiveMaximum`` allows less.
  public internal(set) var maximum: SchemaNumber?

  /// The number that a value has to be above; `nil` too where ``minimum`` allows less.
  public internal(set) var exclusiveMinimum: SchemaNumber?

  /// The number that a value has to be below; `nil` too where ``maximum`` allows less.
  public internal(set) var exclusiveMaximum: SchemaNumber?

  /// The numbers that a number has to be a multiple of; none of them implies another.
  ///
  /// A resolved schema has several only where 64 bits do not hold their least common multiple.
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

  /// A guide that cannot be stated.
  var fault: Fault?

  /// What left no choice, for the error that says so.
  var emptiedBy: Provenance?

  /// Creates constraints that allow everything.
  public init() {}

  /// A guide that cannot be stated, and what to do about it.
  struct Fault: Sendable, Hashable {
    let problem: String
    let remedy: String

    /// Whether no value satisfies the guide, rather than that it has no meaning.
    var isContradiction = false
  }

  /// What emptied a list of choices: the list before, and what excluded the last of it.
  ///
  /// It explains a result and is not part of it, so all provenances are equal.
  struct Provenance: Sendable, Hashable {
    let choices: [SchemaScalar]
    let excludedBy: String

    static func == (first: Provenance, second: Provenance) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// Whether these allow everything.
  public var isEmpty: Bool { self == GuideConstraints() }

  /// Whether these constrain numbers, apart from choices.
  var constrainsNumbers: Bool {
    minimum != nil || maximum != nil || exclusiveMinimum != nil || exclusiveMaximum != nil
      || !multiples.isEmpty
  }
}
