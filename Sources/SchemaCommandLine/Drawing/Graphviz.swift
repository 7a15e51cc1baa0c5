import Foundation

/// Graphviz, which lays out and draws SVG.
struct Graphviz {
  /// The folders to search for its command `dot`, with colons between them.
  var searchPath = ProcessInfo.processInfo.environment["PATH", default: ""]

  /// Draws a graph.
  ///
  /// - Parameter graph: The graph in the language DOT.
  /// - Returns: The picture, as the text of an SVG document.
  /// - Throws: ``CommandError`` if `dot` is not installed or fails.
  func svg(of graph: String) throws(CommandError) -> String {
    let paths = searchPath.split(separator: ":").map { "\($0)/dot" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw .graphviz("its command 'dot' is not found")
    }
    // It may end before it has read the graph.
    OutputFile.reportClosedPipes()
    let dot = Process()
    dot.executableURL = URL(fileURLWithPath: path)
    dot.arguments = ["-Tsvg"]
    let (input, output) = (Pipe(), Pipe())
    dot.standardInput = input
    dot.standardOutput = output
    dot.standardError = FileHandle.nullDevice
    do {
      try dot.run()
    } catch {
      throw .graphviz("'\(path)' cannot be run")
    }
    // Concurrent with the reading, so that neither process waits for the other with a full pipe.
    DispatchQueue.global().async {
      try? input.fileHandleForWriting.write(contentsOf: Data(graph.utf8))
      try? input.fileHandleForWriting.close()
    }
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    dot.waitUntilExit()
    guard dot.terminationStatus == 0, !picture.isEmpty else {
      throw .graphviz("'\(path)' has failed with status \(dot.terminationStatus)")
    }
    return String(decoding: picture, as: UTF8.self)
  }
}
