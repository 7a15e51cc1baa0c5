import SchemaModel

extension SchemaEncoder {
  /// An error of encoding a schema as it is; the remedy of a limit names the option that avoids it.
  func remedied(_ error: SchemaError, _ graph: SchemaGraph) -> SchemaError {
    guard case .limitExceeded(let limit, let value, let maximum, let context) = error,
      canFit(graph)
    else { return error }
    let option = "Or encode with 'fitting: .automatic'."
    let remedy = [context.recoverySuggestion, option].compactMap { $0 }.joined(separator: " ")
    return .limitExceeded(
      limit: limit, value: value, maximum: maximum,
      context: SchemaError.Context(
        path: context.path, problem: context.debugDescription, remedy: remedy))
  }

  /// Whether the dialect takes a schema that is fitted to it.
  private func canFit(_ graph: SchemaGraph) -> Bool {
    var encoder = self
    encoder.fitting = .automatic
    return (try? encoder.encode(graph)) != nil
  }
}
