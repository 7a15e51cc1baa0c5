/// The numbers of tokens that the parts of a prompt have.
struct PromptShares: CustomStringConvertible {
  let instructions: Int
  let tools: Int
  /// The number of tokens in the schemas of answers.
  let schemas: Int
  /// The number of all other tokens, including the tokens of the template's own text.
  let conversation: Int

  /// The parts that have tokens, with their numbers.
  var description: String {
    [
      (instructions, "instructions"), (tools, "tools"), (schemas, "schemas"),
      (conversation, "conversation"),
    ].filter { $0.0 > 0 }.map { "\($0.0) for the \($0.1)" }.joined(separator: ", ")
  }

  /// The advice to shorten the part with the largest share.
  var advice: String {
    switch max(instructions, tools, schemas, conversation) {
    case conversation: "Shorten the conversation"
    case schemas: "Use a smaller schema"
    case tools: "Pass fewer tools"
    default: "Shorten the instructions"
    }
  }
}

extension EngineError {
  /// The error for a prompt that leaves no room for an answer.
  ///
  /// `answerCount`: The number of tokens in the shortest answer; `nil` if one token suffices.
  /// `shares`: The parts of the prompt; `nil` if they are not known.
  static func contextFull(
    by count: Int, answer answerCount: Int?, of shares: PromptShares? = nil, in facts: EngineFacts
  ) -> EngineError {
    let parts = shares.map { " (\($0))" } ?? ""
    let advice = shares?.advice ?? "Shorten the conversation"
    let answer = answerCount.map { ", and the shortest answer needs \($0) more" } ?? ""
    var error = EngineError(
      .contextFull,
      problem: "The prompt has \(count) tokens\(parts)\(answer). \(facts.name) has room for "
        + "\(facts.contextSize), the answer included.",
      remedy: "\(advice), or open the model with a larger context.")
    error.tokenCount = count
    error.answerTokenCount = answerCount
    return error
  }
}
