/// The formats in which a schema is drawn.
enum DrawingFormat: String, CaseIterable, Sendable {
  case mermaid, dot, svg

  /// The file extensions of this format, the usual one first.
  var endings: [String] {
    switch self {
    case .mermaid: ["mmd", "mermaid"]
    case .dot: ["dot", "gv"]
    case .svg: ["svg"]
    }
  }

  /// The format of a file by its extension, or `nil` if the extension is not known.
  init?(ofFile path: String) {
    let path = path.lowercased()
    let format = Self.allCases.first { $0.endings.contains { path.hasSuffix(".\($0)") } }
    guard let format else { return nil }
    self = format
  }

  /// Draws a diagram.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - graphviz: The Graphviz that draws SVG.
  /// - Returns: The drawing as a text, which ends with a line break.
  /// - Throws: ``CommandError`` if Graphviz is needed and cannot draw.
  func text(of diagram: SchemaDiagram, by graphviz: Graphviz) throws(CommandError) -> String {
    switch self {
    case .mermaid: diagram.mermaid()
    case .dot: diagram.dot()
    case .svg: try graphviz.svg(of: diagram.dot())
    }
  }
}
