import SchemaModel

extension SchemaEncoder {
  /// The option that avoids an error, as a sentence of a remedy.
  static let fittingRemedy =
    "Or encode with the option 'fitting: .automatic', and read answers by 'content(from:)' of the"
    + " encoded schema."

  /// Whether the dialect takes a schema that is fitted to it.
  func canFit(_ graph: SchemaGraph) -> Bool {
    var encoder = self
    encoder.fitting = .automatic
    return (try? encoder.encode(graph)) != nil
  }

  /// An error of encoding a schema as it is, whose remedy names the option if that avoids it.
  func remedied(_ error: SchemaError, _ graph: SchemaGraph) -> SchemaError {
    switch error {
    case .unsupported(let feature, let context) where canFit(graph):
      .unsupported(feature: feature, context: context.addingRemedy(Self.fittingRemedy))
    case .limitExceeded(let limit, let value, let maximum, let context) where canFit(graph):
      .limitExceeded(
        limit: limit, value: value, maximum: maximum,
        context: context.addingRemedy(Self.fittingRemedy))
    default: error
    }
  }
}

extension SchemaError.Context {
  /// The same with another sentence of what to do.
  fileprivate func addingRemedy(_ sentence: String) -> Self {
    Self(
      path: path, problem: debugDescription,
      remedy: [recoverySuggestion, sentence].compactMap { $0 }.joined(separator: " "))
  }
}
