public import SchemaModel

extension ValidationReport {
  /// A place in content that breaks a rule of the schema.
  ///
  ///     at /steps/2/name: expected a string, found the number 7
  public struct Violation: Sendable, Equatable, CustomStringConvertible {
    /// The rule that is broken.
    public let rule: Rule

    /// The values that the schema allows there, in words.
    public let expected: String

    /// The value there, in words.
    public let found: String

    private let trail: Trail
    private let place: Int

    init(_ rule: Rule, expected: String, found: String, trail: Trail, place: Int) {
      self.rule = rule
      self.expected = expected
      self.found = found
      self.trail = trail
      self.place = place
    }

    /// The path to the place.
    ///
    /// - Complexity: O(n) in the depth of the place.
    public var path: SchemaPath { trail.path(to: place) }

    /// Place, expectation and finding in one line.
    public var description: String {
      let place = path.pointer
      return (place.isEmpty ? "" : "at \(place): ") + "expected \(expected), found \(found)"
    }

    /// Whether two violations say the same of the same place.
    public static func == (first: Violation, second: Violation) -> Bool {
      first.rule == second.rule && first.expected == second.expected
        && first.found == second.found && first.path == second.path
    }
  }

  /// Which rule of a schema a violation breaks.
  public struct Rule: Sendable, Hashable, CustomStringConvertible {
    /// The keyword of JSON Schema that states the rule, or a word if there is no such keyword.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The value is of another kind.
    public static let type = Rule("type")
    /// A required property is missing.
    public static let required = Rule("required")
    /// An object has a property that its schema does not have.
    public static let unknownProperty = Rule("additionalProperties")
    /// An object has a property twice.
    public static let duplicateProperty = Rule("duplicate")
    /// The value is not one of the choices.
    public static let choices = Rule("enum")
    /// The string does not match a pattern.
    public static let pattern = Rule("pattern")
    /// The string does not have its format, such as that of a date.
    public static let format = Rule("format")
    /// The string is too short or too long.
    public static let length = Rule("length")
    /// The number is out of range.
    public static let bounds = Rule("range")
    /// The number is not a multiple.
    public static let multiple = Rule("multipleOf")
    /// The array has too few or too many elements, or the object too few or too many properties.
    public static let count = Rule("count")
    /// The value fits no arm of a union.
    public static let union = Rule("anyOf")
    /// The content is not complete.
    public static let incomplete = Rule("incomplete")
  }

  /// The ways to the places of violations, which share their beginnings.
  final class Trail: Sendable {
    struct Step: Sendable {
      let parent: Int
      let component: SchemaPath.Component
    }

    private let steps: [Step]

    init(_ steps: [Step]) {
      self.steps = steps
    }

    func path(to place: Int) -> SchemaPath {
      var path: [SchemaPath.Component] = []
      var place = place
      while place >= 0 {
        path.append(steps[place].component)
        place = steps[place].parent
      }
      return SchemaPath(path.reversed())
    }
  }
}
