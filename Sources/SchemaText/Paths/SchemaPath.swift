/// The path to a place in a schema, in a JSON document or in generated content.
///
///     let path: SchemaPath = ["steps", 2, "name"]
///     print(path)                                   // /steps/2/name
///     let name = try content.value(String.self, at: path)
///
/// A path prints as a JSON Pointer (RFC 6901), so that `/`, `~` and empty names stay unambiguous.
/// In a schema, the path consists of the names of properties: the items of an array add no step,
/// and an alternative of a union adds its own name or number.
public struct SchemaPath: Sendable, Hashable {
  /// The steps, from the root down.
  public var components: [Component]

  /// Creates a path from its steps, from the root down.
  public init(_ components: [Component] = []) { self.components = components }

  /// Creates a path from names, from the root down.
  package init(_ names: some Sequence<String>) { components = names.map { .key($0) } }

  /// The steps as the reference tokens of a JSON Pointer, not escaped: names, and indices as text.
  package var names: [String] { components.map(\.token) }

  /// `true` for the path to the root.
  public var isEmpty: Bool { components.isEmpty }

  /// The path to the parent of the place, or `nil` for the root.
  package var parent: SchemaPath? { isEmpty ? nil : SchemaPath(Array(components.dropLast())) }

  /// Returns the path with one more step.
  public func appending(_ component: Component) -> SchemaPath {
    SchemaPath(components + [component])
  }
}

extension SchemaPath: ExpressibleByArrayLiteral {
  /// Creates a path from its steps.
  public init(arrayLiteral components: Component...) { self.components = components }
}

extension SchemaPath: CustomStringConvertible {
  /// The JSON Pointer, or `the root`.
  ///
  /// The description is for messages: the middle of a pointer with more than 1 000 scalars is left
  /// out. The ``pointer`` is always complete.
  public var description: String {
    if isEmpty { return "the root" }
    let scalars = pointer.unicodeScalars
    guard scalars.count > 1_000 else { return pointer }
    return "\(String(scalars.prefix(500)))…\(String(scalars.suffix(499)))"
  }
}

extension SchemaPath {
  /// A text is not a JSON Pointer.
  ///
  ///     "/a~b" is not a JSON Pointer: expected "0" or "1" after "~" at byte 3.
  public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    package let text: String

    /// The place of the fault, in bytes of UTF-8 from the beginning of the text.
    package let offset: Int

    /// A description of the expected text.
    package let expected: String

    /// The text, the place and the expected text, as a sentence.
    public var description: String {
      "\(text.excerpt.debugDescription) is not a JSON Pointer: expected \(expected) at byte "
        + "\(offset)."
    }
  }
}
