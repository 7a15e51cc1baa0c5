import SchemaDialects
import SchemaEncoding

// A type, a dialect, an error and a visitor, with nothing imported but the two modules above.

struct Step: Generable {
  var text: String
  var next: [Step]

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "text", type: String.self),
        GenerationSchema.Property(name: "next", type: [Step].self, guides: [.maximumCount(2)]),
      ])
  }

  init(_ content: GeneratedContent) throws {
    text = try content.value(forProperty: "text")
    next = try content.value(forProperty: "next")
  }

  init(text: String, next: [Step]) {
    self.text = text
    self.next = next
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["text": text, "next": next])
  }
}

struct ShortDialect: SchemaDialect {
  let name = "short"

  var rules: DialectRules {
    var rules = DialectRules()
    rules.keywords.propertyOrder = "order"
    rules.limits.properties = 1
    return rules
  }
}

struct NodeCounter: SchemaVisitor {
  var count = 0

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) { count += 1 }
}

var registry = DialectRegistry.standard
try registry.register(ShortDialect())
for name in registry.names {
  guard let dialect = registry.dialect(named: name) else { continue }
  do {
    print(name, try SchemaEncoder(dialect: dialect).encode(Step.self))
  } catch let error as SchemaError {
    print(name, error.path.pointer, error.recoverySuggestion ?? "no remedy")
  }
}

var counter = NodeCounter()
try SchemaGraph(Step.self).walk(&counter)
print(counter.count)

let step = Step(text: "Knead", next: [Step(text: "Bake", next: [])])
print(try Step(step.generatedContent).next.map(\.text))

try printLabels()
