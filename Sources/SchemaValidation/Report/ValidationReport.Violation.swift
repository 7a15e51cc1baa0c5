import IndexedTables
import SchemaDocuments
import SchemaText

extension ValidationReport {
  /// A place in content that breaks a rule of the schema.
  ///
  ///     at /steps/2/name: expected a string, found the number 7
  public struct Violation: Sendable, Equatable, CustomStringConvertible {
    /// The rule that is broken.
    public var rule: Rule { finding.rule }

    /// A phrase for the values that the schema allows at the place.
    public var expected: String { finding.expected }

    /// A phrase for the value at the place.
    public var found: String { finding.found }

    let finding: Finding
    let source: Source

    /// The path to the place.
    public let path: SchemaPath

    /// The path to the violated schema through references.
    ///
    /// Only reports that list the alternatives of unions record it.
    let schemaSteps: SchemaPath

    /// The place of the violated keyword in its document.
    public var schemaPath: SchemaPath {
      finding.location.map { source.origin.path(to: $0, in: finding.keyword) } ?? SchemaPath()
    }

    /// The place of the violated keyword, as a URI with a JSON Pointer as its fragment.
    public var schemaURI: String {
      finding.location.map { source.origin.uri(of: $0, in: finding.keyword) } ?? "#"
    }

    /// The path to the keyword through references.
    var keywordLocation: SchemaPath {
      finding.keyword.map { schemaSteps.appending(.key($0.rawValue)) } ?? schemaSteps
    }

    /// Place, expectation and finding in one line.
    public var description: String {
      let place = path.pointer
      return (place.isEmpty ? "" : "at \(place): ") + "expected \(expected), found \(found)"
    }

    /// Returns `true` if two violations report the same problem at the same place.
    public static func == (first: Violation, second: Violation) -> Bool {
      first.rule == second.rule && first.expected == second.expected
        && first.found == second.found && first.path == second.path
    }
  }

  /// A violation, with its paths as their last steps in a tree.
  struct Finding: Sendable {
    let rule: Rule
    let expected: String
    let found: String
    let contentPath: EntryIndex<PathStep>?
    /// The location of the violated schema, if any.
    let location: SchemaLocation?
    /// The violated keyword, if any.
    let keyword: Keyword?
    /// The path to the violated schema through references, if the report lists alternatives.
    let keywordPath: EntryIndex<PathStep>?
  }

  /// The origin of the schemas of a report, which its violations share.
  final class Source: Sendable {
    let origin: SchemaOrigin

    init(_ origin: SchemaOrigin) { self.origin = origin }
  }

  /// A step of the paths to the places of violations, which share their common beginnings.
  struct PathStep: Sendable {
    let parent: EntryIndex<PathStep>?
    let component: SchemaPath.Component
  }
}

extension [ValidationReport.PathStep] {
  /// Returns the path to a place, given by its last step; `nil` is the root.
  func path(
    to place: EntryIndex<Element>?, in paths: inout PathTable<EntryIndex<Element>>
  ) -> SchemaPath {
    guard let place else { return SchemaPath() }
    return paths.path(to: place) {
      self[$0].parent
    } step: {
      self[$0].component
    }
  }
}

extension ValidationReport {
  /// The alternative of a union that a report follows, if the value satisfies no alternative.
  ///
  ///     at /shape: alternative 2 of 3 of 'anyOf' is meant, by its property 'type'
  public struct Alternative: Sendable, Hashable, CustomStringConvertible {
    /// The place of the value.
    public let path: SchemaPath

    /// The keyword, `anyOf` or `oneOf`.
    public let keyword: String

    /// The index of the alternative.
    public let index: Int

    /// The number of alternatives.
    public let count: Int

    /// The property whose value selects the alternative; `nil` if the alternative was selected
    /// because it has the fewest violations.
    public let discriminator: String?

    /// The place, the alternative and the reason in one line.
    public var description: String {
      let place = path.pointer
      return (place.isEmpty ? "" : "at \(place): ") + sentence
    }

    /// The alternative and the reason.
    package var sentence: String {
      let reason =
        discriminator.map { "by its property '\($0)'" } ?? "since it has the fewest violations"
      return "alternative \(index + 1) of \(count) of '\(keyword)' is meant, \(reason)"
    }
  }
}
