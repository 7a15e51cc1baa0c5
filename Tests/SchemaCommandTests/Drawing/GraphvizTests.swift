import Foundation
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct GraphvizTests {
  private static let isInstalled = ProcessInfo.processInfo.environment["PATH", default: ""]
    .split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/dot") }

  /// Makes a command `dot`.
  ///
  /// Another process writes it. Another test may fork while a file of this process is
  /// open for writing, and a file that is open for writing in any process cannot be run.
  private func install(_ script: String, in folder: TemporaryFolder) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$2\" && chmod 755 \"$2\"", "sh", script,
      folder.url.appendingPathComponent("dot").path,
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  @Test func `without Graphviz the error states how to install it`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: CommandError.self) {
      try Graphviz(searchPath: folder.url.path).svg(of: "digraph {}")
    }
    #expect(error?.problem == "SVG is drawn by Graphviz, and its command 'dot' is not found.")
    #expect(error?.remedy?.contains("apt-get install graphviz") == true)
  }

  @Test(arguments: [("exit 3", "status 3"), ("exit 0", "status 0")])
  func `a Graphviz that fails is an error`(script: String, reason: String) throws {
    let folder = try TemporaryFolder()
    try install(script, in: folder)
    let error = #expect(throws: CommandError.self) {
      try Graphviz(searchPath: "/nowhere:\(folder.url.path)").svg(of: "digraph {}")
    }
    #expect(error?.problem.contains(reason) == true)
  }

  @Test func `the output of Graphviz is the picture, at any size`() throws {
    let folder = try TemporaryFolder()
    try install("[ \"$1\" = -Tsvg ] && cat", in: folder)
    let graph = String(repeating: "0123456789\n", count: 100_000)
    #expect(try Graphviz(searchPath: folder.url.path).svg(of: graph) == graph)
  }

  @Test(.enabled(if: isInstalled, "Graphviz is not installed."), arguments: Sample.allCases)
  func `each sample is a picture`(sample: Sample) throws {
    let diagram = try SchemaDiagram(of: sample)
    let reading = try #require(XMLReading(try DrawingFormat.svg.text(of: diagram, by: Graphviz())))
    for box in diagram.boxes { #expect(reading.texts.contains(box.title)) }
  }

  @Test(.enabled(if: isInstalled, "Graphviz is not installed."))
  func `awkward names are in the picture as they are`() throws {
    let graph = try SchemaGraph(Awkward.schema())
    let diagram = SchemaDiagram(graph, name: "root")
    let reading = try #require(XMLReading(try Graphviz().svg(of: diagram.dot())))
    let texts = reading.texts.joined(separator: "\n")
    for name in ["a<b>&\"c\"'d'?", "</text>?", "a\\nb?", "nul\\u0000?", "Größe 🍰?", "]]>?"] {
      #expect(texts.contains(name), "\(name) in \(texts)")
    }
  }
}
