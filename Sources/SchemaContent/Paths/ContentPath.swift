/// The way to a place in content, such as `.steps[2].name`.
///
///     let path: ContentPath = ["steps", 2, "name"]
///     let same = try ContentPath(parsing: ".steps[2].name")
///     let name = try content.value(String.self, at: path)
///
/// Errors print the places they speak of in the same form. The way to the content itself is empty.
public struct ContentPath: Sendable, Hashable {
  /// The steps, from the outermost on.
  public var components: [GeneratedContent.PathComponent]

  /// Creates a path from its steps.
  ///
  /// - Parameter components: The steps, from the outermost on; none for the content itself.
  public init(_ components: [GeneratedContent.PathComponent] = []) {
    self.components = components
  }

  /// Whether this is the way to the content itself.
  public var isEmpty: Bool { components.isEmpty }

  /// The way to what is around the place, or `nil` for the content itself.
  public var parent: ContentPath? {
    isEmpty ? nil : ContentPath(Array(components.dropLast()))
  }

  /// The way one step further.
  ///
  /// - Parameter component: The step.
  /// - Returns: The longer path.
  public func appending(_ component: GeneratedContent.PathComponent) -> ContentPath {
    ContentPath(components + [component])
  }

  /// Whether the place is another one or inside it.
  ///
  /// - Parameter other: The way to the other place.
  /// - Returns: Whether this path begins with the steps of the other.
  public func isInside(_ other: ContentPath) -> Bool {
    components.starts(with: other.components)
  }
}

extension ContentPath: ExpressibleByArrayLiteral {
  /// Creates a path from its steps.
  ///
  /// - Parameter components: The steps, from the outermost on.
  public init(arrayLiteral components: GeneratedContent.PathComponent...) {
    self.components = components
  }
}

extension ContentPath: CustomStringConvertible {
  /// The path as text that can be parsed again, such as `.steps[2].name`.
  ///
  /// A name that is not made of letters, digits and underscores stands in brackets and quotes, as in
  /// `["content-type"]`. The path to the content itself is empty.
  public var description: String { GeneratedContent.PathComponent.description(of: components) }
}

extension ContentPath {
  /// The steps as coding keys.
  var codingKeys: [any CodingKey] {
    components.map { component in
      switch component {
      case .property(let name): ContentCodingKey(stringValue: name)
      case .index(let index): ContentCodingKey(index: index)
      }
    }
  }
}
