public import SchemaFitting

/// The forms in which a provider gives the answer and the arguments of calls if schemas were
/// fitted.
public struct ReplyForms: Sendable, Hashable {
  /// The way from the answer to content of its declared schema.
  public var answer: AnswerMapping

  /// The ways from the arguments of calls to content of their declared schemas, by the tools'
  /// names.
  ///
  /// A tool without one gets its arguments unchanged.
  public var arguments: [String: AnswerMapping]

  /// Creates forms.
  ///
  /// - Parameters:
  ///   - answer: The way from the answer to content of its declared schema.
  ///   - arguments: The ways from the arguments of calls to content of their declared schemas, by
  ///     the tools' names.
  public init(
    answer: AnswerMapping = .identity, arguments: [String: AnswerMapping] = [:]
  ) {
    self.answer = answer
    self.arguments = arguments
  }

  /// `true` if all forms are the declared ones.
  public var isIdentity: Bool {
    answer.isIdentity && arguments.values.allSatisfy { $0.isIdentity }
  }
}
