import SchemaKit
import Testing

@testable import SchemaCommandLine

@Suite struct SVGDrawingTests {
  @Test(arguments: Sample.allCases)
  func `every definition and every property is in the picture`(sample: Sample) throws {
    let diagram = try SchemaDiagram(of: sample)
    let reading = try #require(XMLReading(SVGDrawing(diagram).text))
    for box in diagram.boxes {
      #expect(reading.texts.contains(box.title))
      for row in box.rows {
        if let name = row.name { #expect(reading.texts.contains(name)) }
        #expect(reading.texts.contains { $0.hasPrefix(row.type) })
        #expect(reading.tips.contains(row.tip))
      }
    }
    let returns = diagram.arrows.count(where: \.isRecursive)
    let options = diagram.boxes.flatMap(\.rows).count(where: \.isOptional)
    #expect(reading.classes.count { $0.hasPrefix("arrow") } == diagram.arrows.count)
    #expect(reading.classes.count { $0 == "arrow recursive" } == returns)
    #expect(reading.texts.count { $0 == "?" } == options)
  }

  @Test(arguments: Sample.allCases)
  func `a picture needs nothing from elsewhere`(sample: Sample) throws {
    let text = SVGDrawing(try SchemaDiagram(of: sample)).text
    let links = text.matches(of: /(href|src|url)[=(][^)>]*/).map { String($0.output.0) }
    #expect(links.allSatisfy { $0.hasPrefix("url(#") })
    #expect(text.matches(of: /http/).count == 1)
    #expect(text.contains("@media (prefers-color-scheme: dark)"))
  }

  @Test func `a picture is well-formed whatever the names`() throws {
    let diagram = SchemaDiagram(try SchemaGraph(Awkward.schema()), name: "root")
    let reading = try #require(XMLReading(SVGDrawing(diagram).text))
    for name in Awkward.names { #expect(reading.texts.contains(name.visible)) }
    #expect(reading.texts.contains("Page<Item> \"&\" 🍰"))
    #expect(reading.elements["script"] == nil)
  }

  @Test func `a picture is the same each time`() throws {
    let texts = try (0..<3).map { _ in SVGDrawing(try SchemaDiagram(of: .shape)).text }
    #expect(Set(texts).count == 1)
  }

  @Test func `a very long name is cut, and told in full`() throws {
    let name = String(repeating: "long", count: 100)
    let schema = DynamicGenerationSchema(
      name: name, properties: [DynamicGenerationSchema.Property(name: name, schema: .string)])
    let graph = try SchemaGraph(GenerationSchema(root: schema, dependencies: []))
    let drawing = SVGDrawing(SchemaDiagram(graph, name: "root"))
    let reading = try #require(XMLReading(drawing.text))
    #expect(reading.tips.contains("\(name): string"))
    #expect(reading.texts.allSatisfy { $0.count <= 40 })
    #expect(drawing.layout.width < 800)
  }

  @Test func `markup escapes what is put into it`() {
    let markup: SVGMarkup = #"<a b="\#("\"<&>'")">\#(12.25)\#(-0.04)\#(-1.5)</a>"#
    #expect(markup.text == #"<a b="&quot;&lt;&amp;&gt;&#39;">12.30-1.5</a>"#)
  }
}
