extension SystemLanguageModel {
  /// The task that a model of Apple's systems is adapted to.
  ///
  /// The task has no effect in SchemaKit: the app's model answers as for any other task. To get
  /// tags instead of text, state the task in the instructions.
  public struct UseCase: Sendable, Equatable {
    private enum Task {
      case general
      case contentTagging
    }

    private let task: Task

    /// Any task.
    public static let general = UseCase(task: .general)

    /// Tags for a text, such as its topics, actions and emotions.
    public static let contentTagging = UseCase(task: .contentTagging)
  }

  /// The safety checks that a model of Apple's systems runs on prompts and answers.
  ///
  /// They have no effect in SchemaKit: a provider runs its own filters, which a request cannot turn
  /// off. If a filter stops an answer, the request throws
  /// ``LanguageModelError/guardrailViolation(_:)``.
  public struct Guardrails: Sendable {
    private enum Strictness {
      case strict
      case permissive
    }

    private let strictness: Strictness

    /// Unsafe prompts and answers are errors.
    public static let `default` = Guardrails(strictness: .strict)

    /// Texts that a prompt asks to transform may be unsafe.
    public static let permissiveContentTransformations = Guardrails(strictness: .permissive)
  }
}
