import Foundation
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct DrawingTextTests {
  @Test func `a tree in Mermaid`() throws {
    #expect(
      try SchemaDiagram(of: .tree).mermaid() == """
        classDiagram
          direction LR
          class c0["Folder"] {
            <<root>>
            string name
            string purpose?
            [File] files? · 1…12 elements
            [Folder] folders? · 1…8 elements
          }
          class c1["File"] {
            <<object>>
            string name
            string contents
            integer lines · 1…400
          }
          c0 --> c1 : files
          c0 ..> c0 : folders

        """)
  }

  @Test func `Mermaid takes no name for anything but a name`() throws {
    let graph = try SchemaGraph(Awkward.schema())
    let text = SchemaDiagram(graph, name: "root").mermaid()
    let lines = text.split(separator: "\n")
    // There are two boxes, each with three lines and its rows, and an arrow for each name.
    #expect(lines.count == 2 + 2 * 3 + Awkward.names.count + 1 + Awkward.names.count)
    for line in lines where line.hasPrefix("    ") && !line.hasPrefix("    <<") {
      let plain = line.replacing(/#[0-9]+;/, with: "")
      #expect(!plain.contains { "\"'`<>{}()#;:~$*%&+-/\\".contains($0) }, "\(line)")
    }
    #expect(text.contains("a#60;b#62;#38;#34;c#34;#39;d#39;"))
    #expect(text.contains("Größe 🍰"))
  }

  @Test func `a tree in DOT`() throws {
    let lines = try SchemaDiagram(of: .tree).dot().split(separator: "\n")
    #expect(lines.first == "digraph schema {")
    #expect(lines.suffix(3).first == "  c0:r2:e -> c1:head")
    #expect(lines.suffix(2).first?.hasPrefix("  c0:r3:e -> c0:head:e [style=dashed") == true)
    #expect(lines.contains { $0.contains("<B>Folder</B>") })
    #expect(lines.contains { $0.contains(">folders?</TD>") && $0.contains(">1…8 elements</TD>") })
    #expect(lines.last == "}")
  }

  @Test func `the tables in DOT are well-formed whatever the names`() throws {
    let graph = try SchemaGraph(Awkward.schema())
    let text = SchemaDiagram(graph, name: "root").dot()
    let tables = text.split(separator: "label=<").dropFirst()
    #expect(tables.count == 2)
    for table in tables {
      let end = try #require(table.range(of: "</TABLE>>]"))
      let reading = XMLReading(String(table[..<end.lowerBound]) + "</TABLE>")
      #expect(reading != nil, "\(table)")
    }
    #expect(text.contains("a&lt;b&gt;&amp;&quot;c&quot;'d'"))
    #expect(text.contains("Größe 🍰"))
  }

  #if CommandLine
  @Test func `constraints of an object are shown next to its title`() throws {
    let run = CommandRun("draw", "-", input: #"{"type": "object", "minProperties": 1}"#)
    #expect(run.output.contains("    <<root>>\n    at least 1 property\n"), "\(run.output)")
    let dot = CommandRun(
      "draw", "-", "--format", "dot", input: #"{"type": "object", "minProperties": 1}"#)
    #expect(dot.output.contains("<I>root; at least 1 property</I>"))
  }
  #endif
}
