/// One constraint on a value, or on the elements of an array at some depth.
///
/// A guide value is a ``GenerationGuide`` without the type of the value.
@usableFromInline
package struct GuideValue: Sendable, Hashable {
  /// The number of arrays between the guided value and the constrained value.
  ///
  /// 0 for the value itself, 1 for the elements of an array, 2 for the elements of its elements.
  package let depth: Int

  package let constraint: Constraint

  /// Creates a guide value.
  ///
  /// - Parameters:
  ///   - constraint: The constraint.
  ///   - depth: The number of arrays between the guided value and the constrained value. If the
  ///     number is negative, resolving a schema with the guide is an error.
  @usableFromInline
  package init(_ constraint: Constraint, depth: Int = 0) {
    self.depth = max(depth, 0)
    self.constraint =
      depth >= 0
      ? constraint
      : .invalid(
        problem: "A guide has the depth \(depth), which is negative.",
        remedy: "Use 0 for the value itself, and 1 or more for the elements of arrays.")
  }

  /// A constraint on a value.
  @usableFromInline
  package enum Constraint: Sendable {
    /// The string is one of these strings.
    case choices([String])

    /// The value is one of these scalars, which may be of different kinds.
    case scalars([SchemaScalar])

    /// The string contains a match of this pattern.
    case pattern(SchemaPattern)

    /// The number is between these bounds, both included.
    case bounds(minimum: SchemaNumber?, maximum: SchemaNumber?)

    /// The number is between these bounds, both excluded.
    case exclusiveBounds(minimum: SchemaNumber?, maximum: SchemaNumber?)

    /// The number is a multiple of this number, which is above zero.
    case multiple(of: SchemaNumber)

    /// The value has a number of parts in this range.
    case count(CountedPart, minimum: Int?, maximum: Int?)

    /// The value satisfies a keyword of a document that no other case states, which is told in
    /// words.
    case words(WordedConstraint)

    /// The value has this term.
    case term(GuideTerm)

    /// Snapshots of a stream show the value by this rule, which is no part of the written schema.
    case appearance(Appearance)

    /// The guide cannot be expressed; resolving a schema with it is an error.
    ///
    /// Functions that create guides cannot throw, so the fault is kept until the schema is
    /// resolved.
    case invalid(problem: String, remedy: String)
  }
}

/// A rule for the snapshots of a stream that show a value.
@usableFromInline
package enum Appearance: Sendable, Hashable {
  /// The value appears when it is complete.
  case whole
  /// The object appears when its property of this name is complete.
  case after(ExactText)
}

extension [GuideValue] {
  /// The constraints on values, without the rules for snapshots.
  package var constraints: [GuideValue] {
    contains(where: \.isAppearance) ? filter { !$0.isAppearance } : self
  }
}

extension GuideValue {
  fileprivate var isAppearance: Bool {
    if case .appearance = constraint { true } else { false }
  }
}

/// A constraint of a document that a schema has no other form for: its keyword, and a sentence.
///
/// Dialects tell it in descriptions, or write its keywords as they are. Neither masks nor the judge
/// of a graph know it.
@usableFromInline
package struct WordedConstraint: Sendable {
  /// The keyword in JSON Schema, such as `uniqueItems`.
  package let keyword: String

  /// The constraint as a sentence of a description.
  package let sentence: String

  /// A keyword with its value in a document of draft 2020-12.
  package typealias Member = (keyword: String, value: GeneratedContent)

  /// The keyword and those that belong to it, as documents have them; empty if they depend on other
  /// parts of a document.
  package let members: [Member]

  package init(keyword: String, sentence: String, members: [Member] = []) {
    (self.keyword, self.sentence, self.members) = (keyword, sentence, members)
  }
}

extension WordedConstraint: Hashable {
  /// Returns `true` if both have the same bytes.
  @usableFromInline
  package static func == (first: Self, second: Self) -> Bool {
    first.keyword == second.keyword && ExactText(first.sentence) == ExactText(second.sentence)
      && first.members.elementsEqual(second.members) {
        $0.keyword == $1.keyword && $0.value == $1.value
      }
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(ExactText(sentence)) }
}

extension GuideValue.Constraint {
  /// The string has this format, by its JSON Schema name, such as `date-time`.
  package static func format(_ name: String) -> Self { .term(.format(ExactText(name))) }

  /// The array has a number of elements in this range.
  package static func count(minimum: Int?, maximum: Int?) -> Self {
    .count(.elements, minimum: minimum, maximum: maximum)
  }

  /// The string has a number of characters in this range.
  package static func length(minimum: Int?, maximum: Int?) -> Self {
    .count(.characters, minimum: minimum, maximum: maximum)
  }

  /// The object has a number of properties in this range.
  package static func propertyCount(minimum: Int?, maximum: Int?) -> Self {
    .count(.properties, minimum: minimum, maximum: maximum)
  }
}

/// The parts of a value that a guide counts, with the words for them.
///
/// A further part needs a case here, the functions that make its guides, its keywords in
/// `DialectRules.Constraint`, and the code that counts it.
@usableFromInline
package enum CountedPart: Sendable, Hashable, CaseIterable {
  /// The elements of an array.
  case elements
  /// The characters of a string: Unicode scalars, as in JSON Schema.
  case characters
  /// The properties of an object, named and additional ones.
  case properties

  /// The kind of the values that have the parts.
  package var kind: SchemaKind {
    switch self {
    case .elements: .array
    case .characters: .string
    case .properties: .object
    }
  }

  /// The noun for the number of parts.
  package var number: String {
    switch self {
    case .elements: "count"
    case .characters: "length"
    case .properties: "number of properties"
    }
  }

  /// The number of parts, with its owner if the noun alone does not tell it.
  package var quantity: String {
    switch self {
    case .elements: "number of elements"
    case .characters: "length of a string"
    case .properties: "number of properties"
    }
  }

  /// Returns the noun for parts, in the singular or the plural.
  package func noun(isOne: Bool) -> String {
    switch self {
    case .elements: isOne ? "element" : "elements"
    case .characters: isOne ? "character" : "characters"
    case .properties: isOne ? "property" : "properties"
    }
  }
}

extension GuideValue.Constraint: Hashable {
  /// Returns `true` if two constraints are equal; texts are equal if they have the same bytes.
  @usableFromInline
  package static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.choices(let one), .choices(let two)):
      one.map(ExactText.init) == two.map(ExactText.init)
    case (.scalars(let one), .scalars(let two)): one == two
    case (.pattern(let one), .pattern(let two)): one == two
    case (.term(let one), .term(let two)): one == two
    case (.count(let one, let a, let b), .count(let two, let x, let y)):
      one == two && a == x && b == y
    case (.bounds(let a, let b), .bounds(let x, let y)),
      (.exclusiveBounds(let a, let b), .exclusiveBounds(let x, let y)):
      a == x && b == y
    case (.multiple(let one), .multiple(let two)): one == two
    case (.words(let one), .words(let two)): one == two
    case (.appearance(let one), .appearance(let two)): one == two
    case (.invalid(let a, let b), .invalid(let x, let y)):
      ExactText(a) == ExactText(x) && ExactText(b) == ExactText(y)
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .choices(let choices): hasher.combine(choices.map(ExactText.init))
    case .scalars(let scalars): hasher.combine(scalars)
    case .pattern(let pattern): hasher.combine(pattern)
    case .term(let term): hasher.combine(term)
    case .count(let part, let minimum, let maximum):
      hasher.combine(part)
      hasher.combine(minimum)
      hasher.combine(maximum)
    case .bounds(let minimum, let maximum), .exclusiveBounds(let minimum, let maximum):
      hasher.combine(minimum)
      hasher.combine(maximum)
    case .multiple(let number): hasher.combine(number)
    case .words(let words): hasher.combine(words)
    case .appearance(let appearance): hasher.combine(appearance)
    case .invalid(let problem, let remedy):
      hasher.combine(ExactText(problem))
      hasher.combine(ExactText(remedy))
    }
  }
}
