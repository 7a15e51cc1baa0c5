/// A model with a known context size.
public protocol ContextSizedLanguageModel: LanguageModel {
  /// The number of tokens that the model reads in one request, including its answer.
  var contextSize: Int { get }
}

extension LanguageModel {
  /// The number of tokens that the model reads in one request; `nil` if the number is unknown.
  var knownContextSize: Int? {
    switch self {
    case let model as any ContextSizedLanguageModel: return model.contextSize
    case let model as any WrappingLanguageModel: return model.base.knownContextSize
    case let model as SystemLanguageModel: return model.ask { $0?.knownContextSize }
    case let model as FallbackModel:
      let sizes = model.models.map(\.knownContextSize)
      return sizes.contains(nil) ? nil : sizes.compactMap(\.self).min()
    default: return nil
    }
  }
}
