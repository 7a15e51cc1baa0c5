extension AnswerMapping.Node {
  /// A value that the answer has as JSON text.
  static func text(_ form: AnswerMapping.TextForm, value: Int) -> AnswerMapping.Node { .text(form) }
}
