import SchemaDocuments

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

    let origin: Origin

    init(_ rule: Rule, expected: String, found: String, origin: Origin) {
      self.rule = rule
      self.expected = expected
      self.found = found
      self.origin = origin
    }

    /// The path to the place.
    ///
    /// - Complexity: O(n) in the depth of the place, as for its neighbors.
    public var path: SchemaPath { origin.trail.path(to: origin.place) }

    /// The place of the keyword that is violated, in the document that it stands in.
    public var schemaPath: SchemaPath { origin.trail.schemaPath(of: origin) }

    /// The place of the keyword that is violated, as a URI with a JSON Pointer as its fragment.
    public var schemaURI: String { origin.trail.schemaURI(of: origin) }

    /// The way to the keyword through references, where that was noted.
    var keywordLocation: SchemaPath { origin.trail.keywordLocation(of: origin) }

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

  /// Where a violation comes from, by numbers that a trail spells out.
  struct Origin: Sendable {
    let trail: Trail
    let place: Int
    /// The schema, if a schema is violated.
    let location: Int?
    let keyword: String
    let route: Int
  }

  /// The ways to the places of violations, which share their beginnings.
  final class Trail: Sendable {
    struct Step: Sendable {
      let parent: Int
      let component: SchemaPath.Component
    }

    private let steps: [Step]
    private let origin: SchemaOrigin?

    init(_ steps: [Step], _ origin: SchemaOrigin?) {
      self.steps = steps
      self.origin = origin
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

    func schemaPath(of origin: Origin) -> SchemaPath {
      guard let location = origin.location else { return SchemaPath() }
      return self.origin?.path(to: location, in: origin.keyword) ?? SchemaPath()
    }

    func keywordLocation(of origin: Origin) -> SchemaPath {
      let path = self.path(to: origin.route)
      return origin.keyword.isEmpty ? path : path.appending(.key(origin.keyword))
    }

    func schemaURI(of origin: Origin) -> String {
      guard let location = origin.location else { return "#" }
      return self.origin?.uri(of: location, in: origin.keyword) ?? "#"
    }
  }
}
