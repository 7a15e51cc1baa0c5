public import SchemaFitting

/// The forms of the answer and of the arguments of calls in a reply to fitted schemas.
public struct ReplyForms: Sendable, Hashable {
  /// The mapping from the answer to content of its declared schema.
  public var answer: AnswerMapping

  /// The mappings from the arguments of calls to content of their declared schemas, by the tools'
  /// names.
  ///
  /// A tool without a mapping gets its arguments unchanged.
  public var arguments: [String: AnswerMapping]

  /// Creates forms.
  ///
  /// - Parameters:
  ///   - answer: The mapping from the answer to content of its declared schema.
  ///   - arguments: The mappings from the arguments of calls to content of the declared schemas, by
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
