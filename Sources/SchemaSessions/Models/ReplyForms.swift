public import SchemaFitting

/// The forms in which a provider gives the answer and the arguments of calls, where schemas were
/// fitted.
public struct ReplyForms: Sendable, Hashable {
  /// The way from the answer to content of its declared schema.
  public var answer: AnswerMapping

  /// The same for the arguments of tools, by the tools' names; a tool without one gets them as they
  /// are.
  public var arguments: [String: AnswerMapping]

  /// Creates forms.
  ///
  /// - Parameters:
  ///   - answer: The way from the answer to content of its declared schema.
  ///   - arguments: The same for the arguments of tools, by the tools' names.
  public init(
    answer: AnswerMapping = .identity, arguments: [String: AnswerMapping] = [:]
  ) {
    self.answer = answer
    self.arguments = arguments
  }

  /// Whether nothing has another form than it is declared in.
  public var isIdentity: Bool {
    answer.isIdentity && arguments.values.allSatisfy { $0.isIdentity }
  }
}
