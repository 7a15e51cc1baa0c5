import SchemaKit

/// A shape in a drawing: a circle, a rectangle or a polygon.
///
/// A union. Each alternative is a type of its own, whose property `kind` is a constant, so that a
/// model states first which one it generates, and a reader knows what follows.
enum Shape: Sendable, Hashable {
  case circle(Circle)
  case rectangle(Rectangle)
  case polygon(Polygon)
}

extension Shape: Generable {
  /// One of the alternatives.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A shape in a drawing",
      anyOf: [Circle.self, Rectangle.self, Polygon.self])
  }

  /// Reads a shape from what a model generated.
  ///
  /// - Parameter content: An object that one of the alternatives describes.
  /// - Throws: `GeneratedContent.ConversionError` if it is not one of them.
  init(_ content: GeneratedContent) throws {
    let kind = try content.value(String.self, forProperty: "kind")
    switch kind {
    case Circle.kind: self = .circle(try Circle(content))
    case Rectangle.kind: self = .rectangle(try Rectangle(content))
    case Polygon.kind: self = .polygon(try Polygon(content))
    default:
      throw GeneratedContent.ConversionError(
        .notRepresentable, expected: "\(Self.self)", found: "the kind \"\(kind)\"",
        path: [.key("kind")])
    }
  }

  /// The alternative that it is, as a model would generate it.
  var generatedContent: GeneratedContent {
    switch self {
    case .circle(let circle): circle.generatedContent
    case .rectangle(let rectangle): rectangle.generatedContent
    case .polygon(let polygon): polygon.generatedContent
    }
  }
}

/// A circle.
struct Circle: Sendable, Hashable {
  static let kind = "circle"

  var center: Point
  var radius: Double
  var color: Color
}

extension Circle: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "kind", type: String.self, guides: [.constant(kind)]),
        GenerationSchema.Property(name: "center", type: Point.self),
        GenerationSchema.Property(name: "radius", type: Double.self, guides: [.range(0.5...50)]),
        GenerationSchema.Property(name: "color", type: Color.self),
      ])
  }

  /// Reads a circle from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    center = try content.value(forProperty: "center")
    radius = try content.value(forProperty: "radius")
    color = try content.value(forProperty: "color")
  }

  /// The circle as a model would generate it.
  var generatedContent: GeneratedContent {
    GeneratedContent(properties: [
      "kind": Self.kind, "center": center, "radius": radius, "color": color,
    ])
  }
}

/// A rectangle with upright sides.
struct Rectangle: Sendable, Hashable {
  static let kind = "rectangle"

  var corner: Point
  var width: Double
  var height: Double
  var color: Color
}

extension Rectangle: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "kind", type: String.self, guides: [.constant(kind)]),
        GenerationSchema.Property(
          name: "corner", description: "The upper left corner", type: Point.self),
        GenerationSchema.Property(name: "width", type: Double.self, guides: [.range(1...100)]),
        GenerationSchema.Property(name: "height", type: Double.self, guides: [.range(1...100)]),
        GenerationSchema.Property(name: "color", type: Color.self),
      ])
  }

  /// Reads a rectangle from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    corner = try content.value(forProperty: "corner")
    width = try content.value(forProperty: "width")
    height = try content.value(forProperty: "height")
    color = try content.value(forProperty: "color")
  }

  /// The rectangle as a model would generate it.
  var generatedContent: GeneratedContent {
    GeneratedContent(properties: [
      "kind": Self.kind, "corner": corner, "width": width, "height": height, "color": color,
    ])
  }
}

/// A shape with straight sides.
struct Polygon: Sendable, Hashable {
  static let kind = "polygon"

  var corners: [Point]
  var color: Color
}

extension Polygon: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "kind", type: String.self, guides: [.constant(kind)]),
        GenerationSchema.Property(
          name: "corners", description: "The corners, clockwise", type: [Point].self,
          guides: [.count(3...12)]),
        GenerationSchema.Property(name: "color", type: Color.self),
      ])
  }

  /// Reads a polygon from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    corners = try content.value(forProperty: "corners")
    color = try content.value(forProperty: "color")
  }

  /// The polygon as a model would generate it.
  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["kind": Self.kind, "corners": corners, "color": color])
  }
}

/// A place in a drawing that is 100 wide and 100 high.
struct Point: Sendable, Hashable {
  var x: Double
  var y: Double
}

extension Point: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A place; the origin is the upper left corner",
      properties: [
        GenerationSchema.Property(name: "x", type: Double.self, guides: [.range(0...100)]),
        GenerationSchema.Property(name: "y", type: Double.self, guides: [.range(0...100)]),
      ])
  }

  /// Reads a point from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    x = try content.value(forProperty: "x")
    y = try content.value(forProperty: "y")
  }

  /// The point as a model would generate it.
  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["x": x, "y": y])
  }
}

/// A color by its red, green and blue parts in hexadecimal digits, such as `#ff8800`.
///
/// It is generated as a string under a guide of its own, which holds wherever the type is used.
struct Color: Sendable, Hashable {
  var code: String
}

extension Color: Generable {
  /// A string of one form.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A color such as #ff8800", representing: String.self,
      guides: [.pattern(/^#[0-9a-f]{6}$/)])
  }

  /// Reads a color from what a model generated.
  ///
  /// - Parameter content: A string.
  /// - Throws: `GeneratedContent.ConversionError` if it is something else, or has another form.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    code = try content.value(String.self)
    guard code.wholeMatch(of: /#[0-9a-f]{6}/) != nil else {
      throw GeneratedContent.ConversionError(
        .notRepresentable, expected: "a color such as #ff8800", found: "the string \"\(code)\"")
    }
  }

  /// The code.
  var generatedContent: GeneratedContent { code.generatedContent }
}
