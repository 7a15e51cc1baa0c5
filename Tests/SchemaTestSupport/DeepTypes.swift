package import SchemaEncoding

/// Types that nest as deep as one likes, made at run time.
package enum DeepTypes {
  /// `[[[…Int…]]]`.
  package static func arrays(depth: Int) -> any Generable.Type {
    var type: any Generable.Type = Int.self
    for _ in 0..<depth { type = array(of: type) }
    return type
  }

  /// A chain of titled types, which are all definitions.
  ///
  /// - Parameter depth: The number of types, at most one million.
  /// - Returns: The first of them.
  package static func links(depth: Int) -> any Generable.Type { link(1_000_000 - depth) }

  /// `Layer<Layer<…Int…>>`, without titles.
  package static func layers(depth: Int) -> any Generable.Type {
    var type: any Generable.Type = Int.self
    for _ in 0..<depth { type = layer(over: type) }
    return type
  }

  private static func array<Element: Generable>(of _: Element.Type) -> any Generable.Type {
    [Element].self
  }

  private static func layer<Next: Generable>(over _: Next.Type) -> any Generable.Type {
    Layer<Next>.self
  }
}

/// An object without a title that holds the next.
package struct Layer<Next: Generable>: SchemaOnly {
  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "next", type: Next.self)])
  }
}
