#if Macros
import Testing

/// The expansions of enums with values.
struct UnionExpansionTests {
  @Test func `an enum with values is a union of an object for each case`() async throws {
    try await expect(
      """
      @Generable(description: "A figure")
      public enum Shape {
        case circle(radius: Double)
        indirect case both(Shape, _ second: Self, last: Int?)
        case `default`
      }
      """,
      generates: """
          nonisolated public static var generationSchema: SchemaModel.GenerationSchema {
            SchemaModel.GenerationSchema(type: Self.self, title: "Shape", description: "A figure", \
        anyOf: [
              DiscriminatedCases.DiscriminatedCircle.self,
              DiscriminatedCases.DiscriminatedBoth.self,
              DiscriminatedCases.DiscriminatedDefault.self,
            ])
          }

          nonisolated public var generatedContent: SchemaModel.GeneratedContent {
            var properties = SchemaMacros.GenerableExpansion.Properties()
            switch self {
            case .circle(let value0):
              properties.append(type: "circle")
              properties.append("radius", value0)
            case .both(let value0, let value1, let value2):
              properties.append(type: "both")
              properties.append("value", value0)
              properties.append("second", value1)
              properties.append("last", value2)
            case .`default`:
              properties.append(type: "default")
            }
            return properties.finish()
          }

          @frozen nonisolated public enum PartiallyGenerated: nonisolated \
        SchemaModel.ConvertibleFromGeneratedContent {
            case circle(radius: Double.PartiallyGenerated?)
            indirect case both(Shape.PartiallyGenerated?, Shape.PartiallyGenerated?, \
        last: Int?.PartiallyGenerated?)
            case `default`
            nonisolated public init(_ content: SchemaModel.GeneratedContent) throws {
              var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
              switch try SchemaMacros.GenerableExpansion.type(of: content, \
        for: SchemaMacros.GenerableExpansion.valueType { (value: Shape) in value }) {
              case "circle":
                self = try .circle(radius: properties.value(forProperty: "radius"))
              case "both":
                self = try .both(properties.value(forProperty: "value"), \
        properties.value(forProperty: "second"), last: properties.value(forProperty: "last"))
              case "default":
                self = .`default`
              default:
                throw SchemaMacros.GenerableExpansion.unexpectedType(of: content, \
        for: SchemaMacros.GenerableExpansion.valueType { (value: Shape) in value })
              }
            }
          }

          nonisolated public func asPartiallyGenerated() -> PartiallyGenerated {
            switch self {
            case .circle(let value0):
              return .circle(radius: SchemaMacros.GenerableExpansion.partial(value0))
            case .both(let value0, let value1, let value2):
              return .both(SchemaMacros.GenerableExpansion.partial(value0), \
        SchemaMacros.GenerableExpansion.partial(value1), \
        last: SchemaMacros.GenerableExpansion.partial(value2))
            case .`default`: return .`default`
            }
          }

          private nonisolated enum DiscriminatedCases {
            nonisolated struct DiscriminatedCircle: nonisolated SchemaModel.Generable {
              let generatedContent: SchemaModel.GeneratedContent
              init(_ content: SchemaModel.GeneratedContent) throws {
                self.generatedContent = content
              }
              static var generationSchema: SchemaModel.GenerationSchema {
                var properties: [SchemaModel.GenerationSchema.Property] = []
                properties.reserveCapacity(2)
                properties.append(SchemaModel.GenerationSchema.Property(name: "type", \
        type: Swift.String.self, guides: [.constant("circle")]))
                properties.append(SchemaModel.GenerationSchema.Property(name: "radius", \
        type: SchemaMacros.GenerableExpansion.generable(\
        SchemaMacros.GenerableExpansion.valueType { (value: Shape) in \
        guard case .circle(let value0) = value else { \
        throw SchemaMacros.GenerableExpansion.NoValue() }; return value0 })))
                return SchemaModel.GenerationSchema(type: Self.self, title: "DiscriminatedCircle", \
        properties: properties)
              }
            }
            nonisolated struct DiscriminatedBoth: nonisolated SchemaModel.Generable {
              let generatedContent: SchemaModel.GeneratedContent
              init(_ content: SchemaModel.GeneratedContent) throws {
                self.generatedContent = content
              }
              static var generationSchema: SchemaModel.GenerationSchema {
                var properties: [SchemaModel.GenerationSchema.Property] = []
                properties.reserveCapacity(4)
                properties.append(SchemaModel.GenerationSchema.Property(name: "type", \
        type: Swift.String.self, guides: [.constant("both")]))
                properties.append(SchemaModel.GenerationSchema.Property(name: "value", \
        type: SchemaMacros.GenerableExpansion.generable(\
        SchemaMacros.GenerableExpansion.valueType { (value: Shape) in \
        guard case .both(let value0, let value1, let value2) = value else { \
        throw SchemaMacros.GenerableExpansion.NoValue() }; \
        return (value0, value1, value2).0 })))
                properties.append(SchemaModel.GenerationSchema.Property(name: "second", \
        type: SchemaMacros.GenerableExpansion.generable(\
        SchemaMacros.GenerableExpansion.valueType { (value: Shape) in \
        guard case .both(let value0, let value1, let value2) = value else { \
        throw SchemaMacros.GenerableExpansion.NoValue() }; \
        return (value0, value1, value2).1 })))
                properties.append(SchemaModel.GenerationSchema.Property(name: "last", \
        type: SchemaMacros.GenerableExpansion.generable(\
        SchemaMacros.GenerableExpansion.valueType { (value: Shape) in \
        guard case .both(let value0, let value1, let value2) = value else { \
        throw SchemaMacros.GenerableExpansion.NoValue() }; \
        return (value0, value1, value2).2 })))
                return SchemaModel.GenerationSchema(type: Self.self, title: "DiscriminatedBoth", \
        properties: properties)
              }
            }
            nonisolated struct DiscriminatedDefault: nonisolated SchemaModel.Generable {
              let generatedContent: SchemaModel.GeneratedContent
              init(_ content: SchemaModel.GeneratedContent) throws {
                self.generatedContent = content
              }
              static var generationSchema: SchemaModel.GenerationSchema {
                var properties: [SchemaModel.GenerationSchema.Property] = []
                properties.reserveCapacity(1)
                properties.append(SchemaModel.GenerationSchema.Property(name: "type", \
        type: Swift.String.self, guides: [.constant("default")]))
                return SchemaModel.GenerationSchema(type: Self.self, \
        title: "DiscriminatedDefault", properties: properties)
              }
            }
          }

        extension Shape: nonisolated SchemaModel.Generable {
          nonisolated public init(_ content: SchemaModel.GeneratedContent) throws {
            try content.requireComplete(for: Self.self)
            var properties = SchemaMacros.GenerableExpansion.PropertyReader(content)
            switch try SchemaMacros.GenerableExpansion.type(of: content, for: Self.self) {
            case "circle":
              self = try .circle(radius: properties.value(forProperty: "radius"))
            case "both":
              self = try .both(properties.value(forProperty: "value"), \
        properties.value(forProperty: "second"), last: properties.value(forProperty: "last"))
            case "default":
              self = .`default`
            default:
              throw SchemaMacros.GenerableExpansion.unexpectedType(of: content, for: Self.self)
            }
          }
        }
        """)
  }

  @Test func `conditions stay around the cases of a union`() async throws {
    let cases = """
      #if DEBUG
      case "some node":
        self = try .`some node`(`the value`: content.value(forProperty: "the value"))
      #endif
      default: throw
      """
    try await expect(
      """
      @Generable
      indirect enum Tree<Value: Generable> {
        case leaf(Value)
        #if DEBUG
        case `some node`(`the value`: [Tree])
        #endif
      }
      """,
      generates: [
        """
        var types: [any SchemaModel.Generable.Type] = []
        types.reserveCapacity(2)
        types.append(DiscriminatedCases.DiscriminatedLeaf.self)
        #if DEBUG
        types.append(DiscriminatedCases.`DiscriminatedSome node`.self)
        #endif
        return SchemaModel.GenerationSchema(type: Self.self, anyOf: types)
        """,
        """
        #if DEBUG
        case .`some node`(let value0):
          properties.append(type: "some node")
          properties.append("the value", value0)
        #endif
        """,
        """
        nonisolated indirect enum PartiallyGenerated: nonisolated \
        SchemaModel.ConvertibleFromGeneratedContent {
          case leaf(Value.PartiallyGenerated?)
          #if DEBUG
          case `some node`(`the value`: [Tree].PartiallyGenerated?)
          #endif
        """,
        "case \"leaf\": self = try .leaf(content.value(forProperty: \"value\")) \(cases) "
          + "SchemaMacros.GenerableExpansion.unexpectedType(of: content, for: SchemaMacros",
        """
        #if DEBUG
        case .`some node`(let value0):
          return .`some node`(`the value`: SchemaMacros.GenerableExpansion.partial(value0))
        #endif
        """,
        """
        #if DEBUG
        nonisolated struct `DiscriminatedSome node`: nonisolated SchemaModel.Generable {
        """,
        """
        guides: [.constant("some node")]))
        properties.append(SchemaModel.GenerationSchema.Property(name: "the value", \
        type: SchemaMacros.GenerableExpansion.generable(\
        SchemaMacros.GenerableExpansion.valueType { (value: Tree) in \
        guard case .`some node`(let value0) = value else { \
        throw SchemaMacros.GenerableExpansion.NoValue() }; return value0 })))
        """,
        #"title: "DiscriminatedSome node", properties: properties) } } #endif"#,
        "\(cases) SchemaMacros.GenerableExpansion.unexpectedType(of: content, for: Self.self)",
      ])
  }
}
#endif
