import SchemaKit

extension Shape {
  /// A shape as far as it has arrived: which one it is shows once its kind is there.
  enum PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    case undecided
    case circle(Circle.PartiallyGenerated)
    case rectangle(Rectangle.PartiallyGenerated)
    case polygon(Polygon.PartiallyGenerated)

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      guard let kind = try content.value(ShapeKind?.self, forProperty: "kind") else {
        self = .undecided
        return
      }
      switch kind {
      case .circle: self = .circle(try Circle.PartiallyGenerated(content))
      case .rectangle: self = .rectangle(try Rectangle.PartiallyGenerated(content))
      case .polygon: self = .polygon(try Polygon.PartiallyGenerated(content))
      }
    }
  }
}

/// The kinds of shapes, each of which is known only when its name is complete.
private enum ShapeKind: String, CaseIterable, Generable, Sendable {
  case circle, rectangle, polygon
}

extension Circle {
  /// A circle as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var kind: String?
    var center: Point.PartiallyGenerated?
    var radius: Double?
    var color: Color?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      kind = try content.value(forProperty: "kind")
      center = try content.value(forProperty: "center")
      radius = try content.value(forProperty: "radius")
      color = try content.value(forProperty: "color")
    }
  }
}

extension Rectangle {
  /// A rectangle as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var kind: String?
    var corner: Point.PartiallyGenerated?
    var width: Double?
    var height: Double?
    var color: Color?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      kind = try content.value(forProperty: "kind")
      corner = try content.value(forProperty: "corner")
      width = try content.value(forProperty: "width")
      height = try content.value(forProperty: "height")
      color = try content.value(forProperty: "color")
    }
  }
}

extension Polygon {
  /// A polygon as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var kind: String?
    var corners: [Point.PartiallyGenerated]?
    var color: Color?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      kind = try content.value(forProperty: "kind")
      corners = try content.value(forProperty: "corners")
      color = try content.value(forProperty: "color")
    }
  }
}

extension Point {
  /// A place as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var x: Double?
    var y: Double?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      x = try content.value(forProperty: "x")
      y = try content.value(forProperty: "y")
    }
  }
}
