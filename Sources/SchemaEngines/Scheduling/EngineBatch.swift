/// The tokens that an engine reads in one step: the last token of each running answer, and as many
/// tokens of prompts as fit.
struct EngineBatch {
  /// The consecutive inputs of one answer.
  struct Part {
    let id: EngineScheduler.AnswerID
    let sequence: SequenceNumber
    let inputs: [EngineInput]
    /// The index in the batch of the input with logits; `nil` if more inputs of the prompt follow
    /// in the next batch.
    let logitsIndex: Int?
  }

  private(set) var parts: [Part] = []

  var inputs: [EngineInput] { parts.flatMap(\.inputs) }

  /// Fills a batch.
  ///
  /// `answers`: The answers in the order in which they began. `pool`: The sequences, which give the
  /// positions.
  init(
    _ answers: [(EngineScheduler.AnswerID, RunningAnswer)], size: Int, lengths pool: SequencePool
  ) {
    var room = size
    var count = 0
    // Running answers come before prompts, so that long prompts do not delay them.
    let ready = answers.filter { $0.1.isReady }
    for (id, answer) in ready.filter({ !$0.1.isCatchingUp }) + ready.filter(\.1.isCatchingUp) {
      guard room > 0, let sequence = answer.sequence else { continue }
      let slice = answer.pending.prefix(room)
      let position = pool.tokens(of: sequence).count
      let isLast = slice.count == answer.pending.count
      let inputs = slice.enumerated().map { offset, token in
        EngineInput(
          token: token, sequence: sequence.number, position: position + offset,
          needsLogits: isLast && offset == slice.count - 1)
      }
      parts.append(
        Part(
          id: id, sequence: sequence, inputs: inputs,
          logitsIndex: isLast ? count + inputs.count - 1 : nil))
      count += inputs.count
      room -= inputs.count
    }
  }
}
