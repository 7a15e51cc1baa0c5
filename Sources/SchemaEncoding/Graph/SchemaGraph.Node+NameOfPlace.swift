extension SchemaGraph.Node {
  /// A name for the schema of a place: that of the nearest property around it.
  package var nameOfPlace: String {
    var node = self
    while true {
      if case .property(let name, _) = node.role, !name.isEmpty { return name }
      guard let parent = node.parent else { return node.title ?? "Part" }
      node = parent
    }
  }
}
