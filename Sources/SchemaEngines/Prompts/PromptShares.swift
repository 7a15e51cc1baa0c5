/// The numbers of tokens that the parts of a prompt have.
struct PromptShares: CustomStringConvertible {
  /// The number of tokens in the instructions.
  let instructions: Int
  /// The number of tokens in the tools.
  let tools: Int
  /// The number of all other tokens, with those of the template's own text.
  let conversation: Int

  var description: String {
    "\(instructions) of them instructions, \(tools) tools and \(conversation) the conversation"
  }

  /// The part to shorten, which has the largest share.
  var advice: String {
    let largest = max(instructions, tools, conversation)
    if largest == conversation { return "Shorten the conversation" }
    return largest == tools ? "Pass fewer tools" : "Shorten the instructions"
  }
}

extension EngineError {
  /// The error for a prompt that leaves no room for an answer.
  ///
  /// - Parameters:
  ///   - count: The number of tokens in the prompt.
  ///   - answerCount: The number of tokens in the shortest answer; `nil` if one token suffices.
  ///   - shares: The parts of the prompt; `nil` if they are not known.
  ///   - facts: The engine.
  /// - Returns: The error.
  static func contextFull(
    by count: Int, answer answerCount: Int?, of shares: PromptShares? = nil, in facts: EngineFacts
  ) -> EngineError {
    let meaning = shares.map { ", \($0)," } ?? ""
    let advice = shares?.advice ?? "Shorten the conversation"
    let answer = answerCount.map { "the shortest answer needs \($0) more, " } ?? ""
    var error = EngineError(
      .contextFull,
      problem: "The prompt has \(count) tokens\(meaning), \(answer)and \(facts.name) has room for "
        + "\(facts.contextSize) in a conversation, the answer included.",
      remedy: "\(advice), or open the model with a larger context.")
    error.tokenCount = count
    error.answerTokenCount = answerCount
    return error
  }
}
