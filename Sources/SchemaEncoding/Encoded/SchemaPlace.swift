public import SchemaModel

/// Where a schema object stands in a document.
public struct SchemaPlace {
  /// What the schema is to the one above it.
  public let role: Role

  private let trail: Trail
  private let index: Int

  init(role: Role, trail: Trail, index: Int) {
    self.role = role
    self.trail = trail
    self.index = index
  }

  /// The names that lead here: of the definition, if it is in one, and of properties.
  ///
  /// - Complexity: Linear in their number.
  public var path: SchemaPath { trail.path(to: index) }

  /// What a schema is to the one above it.
  public enum Role: Sendable, Hashable {
    /// The root.
    case root

    /// The body of a definition.
    case definition

    /// The value of a property.
    case property

    /// The values of properties that are not named.
    case additionalProperties

    /// The elements of an array.
    case items

    /// One of the first elements of an array.
    case prefixItem

    /// One of several, as in `anyOf`.
    case choice

    /// What another keyword holds.
    case other
  }

  /// The names on the ways to all places of a document, each noted once.
  final class Trail {
    private var steps: [(parent: Int, name: String)] = []

    /// Notes a name below another, and returns the number of the way.
    func append(_ name: String, below parent: Int) -> Int {
      steps.append((parent, name))
      return steps.count - 1
    }

    func path(to index: Int) -> SchemaPath {
      var names: [String] = []
      var index = index
      while index >= 0 {
        names.append(steps[index].name)
        index = steps[index].parent
      }
      return SchemaPath(names.reversed())
    }
  }
}
