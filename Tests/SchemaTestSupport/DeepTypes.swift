package import SchemaEncoding

/// How deep tests nest: a debug build takes ten times as long for a level.
#if DEBUG
package let greatDepth = 100_000
#else
package let greatDepth = 1_000_000
#endif

/// Types that nest as deep as one likes, made at run time.
package enum DeepTypes {
  /// `[[[…Int…]]]`.
  package static func arrays(depth: Int) -> any Generable.Type {
    var type: any Generable.Type = Int.self
    for _ in 0..<depth { type = array(of: type) }
    return type
  }

  /// `Link<Link<…Int…>>`, each of which is titled and becomes a definition.
  package static func links(depth: Int) -> any Generable.Type {
    var type: any Generable.Type = Int.self
    for _ in 0..<depth { type = link(to: type) }
    return type
  }

  /// `Layer<Layer<…Int…>>`, none of which is titled.
  package static func layers(depth: Int) -> any Generable.Type {
    var type: any Generable.Type = Int.self
    for _ in 0..<depth { type = layer(over: type) }
    return type
  }

  private static func array<Element: Generable>(of _: Element.Type) -> any Generable.Type {
    [Element].self
  }

  private static func link<Next: Generable>(to _: Next.Type) -> any Generable.Type {
    Link<Next>.self
  }

  private static func layer<Next: Generable>(over _: Next.Type) -> any Generable.Type {
    Layer<Next>.self
  }
}

/// A titled object that holds the next.
package struct Link<Next: Generable>: SchemaOnly {
  package static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "next", type: Next.self)])
  }
}

/// An object without a title that holds the next.
package struct Layer<Next: Generable>: SchemaOnly {
  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: nil, properties: [Property(name: "next", type: Next.self)])
  }
}
