/// A noun for counted things, in messages.
package struct CountedNoun: Hashable, Sendable {
  package static let element = CountedNoun(one: "element", many: "elements")
  package static let property = CountedNoun(one: "property", many: "properties")
  package static let character = CountedNoun(one: "character", many: "characters")

  private let one: String
  package let many: String

  package init(one: String, many: String) {
    self.one = one
    self.many = many
  }

  /// Returns the noun after a number.
  package func noun(for count: Int) -> String { count == 1 ? one : many }

  /// Returns a number of things, such as `1 element`.
  package func amount(_ count: Int) -> String { "\(count) \(noun(for: count))" }

  /// Returns a range of numbers of things, such as `2 to 3 elements`.
  ///
  /// A limit that every number of things satisfies is left out.
  package func range(_ low: Int?, _ high: Int?) -> String {
    let low = max(low ?? 0, 0)
    return switch high {
    case nil: low == 0 ? "any number of \(many)" : "at least \(amount(low))"
    case 0?: "no \(one)"
    case low?: "exactly \(amount(low))"
    case let high?: low == 0 ? "at most \(amount(high))" : "\(low) to \(amount(high))"
    }
  }
}
