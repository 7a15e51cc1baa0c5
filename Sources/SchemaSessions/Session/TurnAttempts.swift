/// The attempts of a turn to get a valid answer, and the usage of its requests.
struct TurnAttempts {
  /// The attempts that have ended.
  private(set) var ended: [AnswerAttempt] = []
  /// The usage of the attempts that have ended.
  private var endedUsage = LanguageModelSession.Usage.zero
  /// The usage of the current attempt.
  private var currentUsage = LanguageModelSession.Usage.zero

  /// The number of the current attempt, from 1.
  var current: Int { ended.count + 1 }

  /// The usage of all requests so far.
  var usage: LanguageModelSession.Usage { endedUsage + currentUsage }

  /// Adds the usage of a request.
  mutating func add(_ usage: LanguageModelSession.Usage) { currentUsage.add(usage) }

  /// Ends the current attempt, and adds the usage of its requests to it.
  mutating func end(with attempt: AnswerAttempt) {
    var attempt = attempt
    attempt.usage = currentUsage
    endedUsage.add(currentUsage)
    currentUsage = .zero
    ended.append(attempt)
  }

  /// Returns `true` if a policy allows another attempt.
  func allowsAnother(by policy: ReaskPolicy) -> Bool {
    let isSpent = policy.tokenBudget.map { usage.totalTokenCount >= $0 } ?? false
    return ended.count < policy.maximumTries && !isSpent
  }
}
