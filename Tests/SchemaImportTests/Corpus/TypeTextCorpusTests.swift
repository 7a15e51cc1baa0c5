import Foundation
import SchemaDialects
import SchemaImport
import SchemaTestSupport
import Testing

@Suite(.enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
struct TypeTextCorpusTests {
  @Test func `the type text of each real schema reads as the declared graph`() throws {
    var count = 0
    let step = ImportExport.folder == nil ? 8 / tried(of: 8) : 1
    for (index, item) in try ImportCorpus.schemas().enumerated() where index % step == 0 {
      guard let imported = try? SchemaImporter().import(item.text) else { continue }
      let graph = try SchemaGraph(imported.schema)
      let text = try TypeText(graph).description
      try TypeTextExport.write(item.name, original: item.text, graph, text)
      #expect(try TypeText(imported.schema).description == text)
      try expectReading(text, declares: graph, "\(item.name)")
      count += 1
    }
    #expect(count > 790 / step)
  }
}

struct TypeTextImportTests {
  @Test(arguments: [
    (#"{"prefixItems": [{"type": "string"}, {"type": "integer"}]}"#, "[string?,integer?]"),
    (
      #"{"prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 1, "items": false}"#,
      "[string,integer?]"
    ),
    (
      #"{"prefixItems": [{"type": "string"}], "minItems": 1, "items": {"enum": ["a", "b"]}}"#,
      #"[string,...("a"|"b")[]]"#
    ),
  ])
  func `an array of open length states elements that may be absent and further ones`(
    document: String, text: String
  ) throws {
    let document = document.replacing("{", with: #"{"type": "array", "#, maxReplacements: 1)
    let schema = try GenerationSchema(jsonSchema: document)
    #expect(try TypeText(schema).description == text)
    try expectReading(text, declares: SchemaGraph(schema), "\(document)")
  }

  @Test func `a property that differs from an earlier one only in its description has its own`()
    throws
  {
    let size = #""type": "object", "properties": {"width": {}, "height": {}}"#
    let schema = try GenerationSchema(
      jsonSchema: """
        {"title": "Shop window", "type": "object", "properties": {
          "outer": {"description": "The frame", \(size)},
          "inner": {"description": "> the glass", \(size)},
          "all": {\(size)}}}
        """)
    let text = try TypeText(schema).description
    #expect(
      text == """
        type window = { // Shop window
        outer?:{ // The frame
        width?:any
        height?:any
        }
        inner?:window.outer //; > the glass
        all?:{
        width?:any
        height?:any
        }
        }
        """)
    try expectReading(text, declares: SchemaGraph(schema), "\(text)")
  }
}
