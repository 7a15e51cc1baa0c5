import SchemaKit
import Testing

// example: guide of others
extension GenerationGuide where Value == Int {
  /// The number is a percentage.
  static var percentage: GenerationGuide<Int> { .range(0...100) }
}
// example: end

/// The examples of SchemaModel's and SchemaGuides' pages.
struct ModelExamples {
  @Test func `types written by hand are encoded and read`() async throws {
    try await example("use by hand") { print in
      // example: use by hand
      print(try SchemaEncoder().encode(Note.self).jsonString())
      print(Note(text: "Buy salt", stars: nil).generatedContent.jsonString)
      print(try Season(GeneratedContent(json: #""winter""#)))
      // example: end
    }
  }

  @Test func `content is made of values and read again`() async throws {
    try await example("content values") { print in
      // example: content values
      let note: String? = nil
      let content = GeneratedContent(properties: ["name": "Dal", "minutes": 40, "note": note])
      print(content.jsonString)
      print(try content.value(Int.self, forProperty: "minutes"))
      print(try content.value(String?.self, forProperty: "note") ?? "no note")
      // example: end
    }
  }

  @Test func `a value is read by its path`() async throws {
    try await example("paths") { print in
      // example: paths
      let order = GeneratedContent(properties: [
        "lines": [GeneratedContent(properties: ["item": "Salt", "price": 0.1])]
      ])
      let path: SchemaPath = ["lines", 0, "price"]
      print(path)
      print(try order.value(Double.self, at: path))
      let line = try order.value(GeneratedContent.self, at: SchemaPath(pointer: "/lines/0"))
      print(line.exactNumber?.description ?? "no number")
      // example: end
    }
  }

  @Test func `names that occur twice are combined`() async throws {
    try await example("combine names") { print in
      // example: combine names
      let pairs: [(String, any ConvertibleToGeneratedContent)] = [
        ("name", "Dal"), ("minutes", 30), ("minutes", 10),
      ]
      let content = try GeneratedContent(properties: pairs) { first, second in
        try Int(first) + Int(second)
      }
      print(content.jsonString)  // {"name": "Dal", "minutes": 40}
      // example: end
    }
  }

  @Test func `a schema is made at run time`() async throws {
    try await example("dynamic") { print in
      // example: dynamic
      let comment = DynamicGenerationSchema(
        name: "Comment",
        properties: [
          DynamicGenerationSchema.Property(name: "text", schema: .string),
          DynamicGenerationSchema.Property(
            name: "replies", schema: .array(of: DynamicGenerationSchema(referenceTo: "Comment")),
            isOptional: true),
        ])
      let schema = try GenerationSchema(root: comment, dependencies: [])
      print(try SchemaEncoder().encode(schema).jsonString(.pretty))
      // example: end
    }
  }

  @Test func `a prompt contains text and values`() async throws {
    try await example("prompt") { print in
      // example: prompt
      let isShort = true
      let prompt = Prompt {
        "Write a note. This is a good one:"
        Note(text: "Buy salt", stars: 2)
        if isShort {
          "Use at most five words."
        }
      }
      print(prompt.text)
      // example: end
    }
  }

  @Test func `guides of one place are merged`() async throws {
    try await example("merge") { print in
      // example: merge
      let discount = DynamicGenerationSchema(
        name: "Discount",
        properties: [
          DynamicGenerationSchema.Property(
            name: "rate",
            schema: DynamicGenerationSchema(type: Percentage.self, guides: [.atLeast(10)]))
        ])
      let graph = try SchemaGraph(GenerationSchema(root: discount, dependencies: []))
      let rate = graph.root.properties[0].node
      print(rate.constraints.minimum ?? 0, rate.constraints.maximum ?? 0)  // 10 100
      // example: end
    }
  }

  @Test func `a pattern is matched`() async throws {
    try await example("pattern") { print in
      // example: pattern
      let code = try SchemaPattern(ecma: "^[A-Z]{2}[0-9]{4}$")
      print(code.matches("AB1234") ?? false, code.matches("AB12") ?? false)  // true false
      print(try SchemaPattern(/[a-z]+\.txt/))  // [a-z]+\.txt
      // example: end
    }
  }

  @Test func `a guide is made of others`() throws {
    let share = DynamicGenerationSchema(type: Int.self, guides: [.percentage])
    let schema = try GenerationSchema(root: share, dependencies: [])
    #expect(
      try SchemaEncoder(dialect: JSONSchemaDialect()).encode(schema).jsonString()
        == #"{"type":"integer","minimum":0,"maximum":100}"#)
  }
}
