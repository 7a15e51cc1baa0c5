#if Macros
import SchemaKit
import Testing

/// The examples of SchemaEncoding's and SchemaDialects' pages.
struct EncodingExamples {
  @Test func `a type is encoded`() async throws {
    try await example("encode") { print in
      // example: encode
      let encoder = SchemaEncoder(dialect: GeminiDialect())
      let schema = try encoder.encode(Recipe.self)
      print(schema.jsonString(.pretty))
      // example: end
    }
  }

  @Test func `a document is inspected`() async throws {
    try await example("inspect") { print in
      // example: inspect
      let schema = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(Recipe.self)
      print(schema.root.properties.map(\.name))  // ["name", "minutes", "ingredients"]
      print(schema.root.definitions.map(\.name))  // ["Ingredient"]
      print(schema.utf8.count)  // 558
      // example: end
    }
  }

  @Test func `a graph is encoded in every dialect`() async throws {
    try await example("graph") { print in
      // example: graph
      let graph = try SchemaGraph(Recipe.self)
      let registry = DialectRegistry.standard
      for dialect in registry.names.compactMap(registry.dialect(named:)) {
        let schema = try SchemaEncoder(dialect: dialect).encode(graph)
        print("\(dialect.name): \(schema.utf8.count) bytes")
      }
      // example: end
    }
  }

  @Test func `a graph is walked`() async throws {
    try await example("walk") { print in
      // example: walk
      var finder = OptionalPropertyFinder()
      try SchemaGraph(TableReservation.self).walk(&finder)
      print(finder.paths)  // ["/special_requests"]
      // example: end
    }
  }

  @Test func `constraints of a node are read`() async throws {
    try await example("constraints") { print in
      // example: constraints
      let graph = try SchemaGraph(Booking.self)
      for property in graph.root.properties where property.node.kind == .string {
        print(property.name, property.node.constraints.formats)
      }
      // example: end
    }
  }

  @Test func `all problems of a dialect are reported together`() async throws {
    try await example("check") { print in
      // example: check
      let graph = try SchemaGraph(Booking.self)
      for diagnostic in SchemaEncoder(dialect: AnthropicDialect()).check(graph) {
        print(diagnostic.severity, diagnostic.path)
      }
      // example: end
    }
  }

  @Test func `a strict encoder takes no weaker schema`() async throws {
    try await example("strict") { print in
      // example: strict
      let encoder = SchemaEncoder(dialect: AnthropicDialect(), isStrict: true)
      do {
        print(try encoder.encode(Booking.self))
      } catch let error as SchemaError {
        print(error.path)  // /discount
      }
      // example: end
    }
  }

  @Test func `a dialect is found by its name`() async throws {
    try await example("registry") { print in
      // example: registry
      let dialect = DialectRegistry.standard.dialect(named: "openai") ?? JSONSchemaDialect()
      print(try SchemaEncoder(dialect: dialect).encode(TableReservation.self).jsonString())
      // example: end
    }
  }
}
#endif
