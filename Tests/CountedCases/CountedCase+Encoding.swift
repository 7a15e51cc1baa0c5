import SchemaDialects
import SchemaEncoding

extension CountedCase {
  /// From a type to bytes, resolved and written anew each time; and from a kept graph.
  static let encoding = [
    encoding("encode-recipe", Recipe.self),
    encoding("encode-wide", WideRecord.self),
    encoding("encode-circle", Circle.types[0]),
    keptEncoding("encode-kept-recipe", Recipe.self),
    keptEncoding("encode-kept-circle", Circle.types[0]),
  ]

  /// The same for a thousand levels.
  static let deepEncoding = [
    encoding("encode-deep-titled", Chain.types[0]),
    encoding("encode-deep-arrays", nestedArrays(depth: 1000)),
    encoding("encode-deep-mutual", Ladder.types[0]),
  ]

  private static func encoding(
    _ name: String, _ type: @escaping @autoclosure @Sendable () -> any Generable.Type
  ) -> CountedCase {
    CountedCase(name: name) {
      let type = type()
      return { try SchemaEncoder(dialect: GeminiDialect()).encode(type).utf8.count }
    }
  }

  private static func keptEncoding(
    _ name: String, _ type: @escaping @autoclosure @Sendable () -> any Generable.Type
  ) -> CountedCase {
    CountedCase(name: name) {
      let graph = try SchemaGraph(type())
      let encoder = SchemaEncoder(dialect: GeminiDialect())
      return { try encoder.encode(graph).utf8.count }
    }
  }
}
