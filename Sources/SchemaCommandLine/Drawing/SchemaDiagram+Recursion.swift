import SchemaKit

extension SchemaDiagram {
  /// Marks the arrows that are part of a cycle, and their rows.
  mutating func markRecursion() {
    var targets = [[Int]](repeating: [], count: boxes.count)
    for arrow in arrows { targets[arrow.source].append(arrow.target) }
    let components = ComponentSearch.components(among: boxes.count) { [targets] in targets[$0] }
    for index in arrows.indices {
      let arrow = arrows[index]
      guard components[arrow.source] == components[arrow.target] else { continue }
      arrows[index].isRecursive = true
      boxes[arrow.source].rows[arrow.row].isRecursive = true
    }
  }
}
