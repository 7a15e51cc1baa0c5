import SchemaKit

/// The parts that an answer which was cut off lacks, by its schema.
struct MissingParts: Equatable {
  /// The place where the text ends: the incomplete value, as a JSON Pointer.
  private(set) var unfinished = ""

  /// The required properties that have not begun, as JSON Pointers, the innermost first.
  private(set) var missing: [String] = []

  /// Finds the missing parts.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - graph: Its schema.
  /// - Complexity: Linear in the depth of the content and the number of properties on the path to
  ///   its end.
  init(of content: GeneratedContent, by graph: SchemaGraph) {
    var path: [String] = []
    var content = content
    var place: SchemaGraph.Node? = graph.root
    var levels: [[String]] = []
    while !content.isComplete {
      let node = place.flatMap { graph.node(for: content, at: $0) }
      var last: (name: String, content: GeneratedContent)?
      var names: Set<String> = []
      for (name, value) in content.properties {
        names.insert(name)
        last = (name, value)
      }
      for (index, element) in content.elements.enumerated() { last = ("\(index)", element) }
      let lacking = (node?.properties ?? []).filter { !$0.isOptional && !names.contains($0.name) }
      levels.append(lacking.map { SchemaPath(path + [$0.name]).pointer })
      guard let last, !last.content.isComplete else { break }
      let property = node?.properties.first { $0.name == last.name }
      place = property?.node ?? node?.items ?? node?.additionalProperties
      path.append(last.name)
      content = last.content
    }
    unfinished = SchemaPath(path).pointer
    missing = levels.reversed().flatMap { $0 }
  }

  /// What is unfinished and missing, as sentences.
  var description: String {
    (unfinished.isEmpty ? "" : " Not finished: \(unfinished).")
      + (missing.isEmpty ? "" : " Missing: \(missing.joined(separator: ", ")).")
  }
}
