import SchemaEncoding

/// A type that contains itself is written out for some levels, and is JSON text below.
enum RecursionFitting {
  /// How many levels there are at most below the first.
  static let levels = 3

  static func fit(_ task: FittingTask, with fitter: inout GraphFitter) -> AnswerMapping.Node {
    guard task.level < fitter.levels else {
      fitter.putText(task)
      fitter.warn(
        .recursion, at: task.node,
        "The type contains itself, so it is written out for \(fitter.levels + 1) levels, and as JSON"
          + " text below.")
      return .text(.json)
    }
    let body = fitter.tables.bodyIndex(ofReference: task.node.index)
    fitter.putReference(to: body, for: task, level: task.level + 1)
    return .alias(fitter.bodyMapping(body, level: task.level + 1))
  }
}
