import ConstrainedDecoding

extension CountedCase {
  /// The first mask of a schema, and the masks of an answer whose masks are not known yet.
  static let masking = [
    CountedCase(name: "mask-first") {
      let vocabulary = try SyllableTokens.vocabulary()
      return {
        let grammar = try TokenGrammar(jsonSchema: Ticket.document, vocabulary: vocabulary)
        var mask = TokenMask(vocabulary)
        try TokenMatcher(grammar).fill(&mask)
        return mask.contains(0) ? 2 : 1
      }
    },
    CountedCase(name: "mask-answer") {
      let vocabulary = try SyllableTokens.vocabulary()
      let grammar = try TokenGrammar(jsonSchema: Ticket.document, vocabulary: vocabulary)
      let tokens = SyllableTokens.split(Ticket.instance(events: 8), vocabulary)
      return {
        var matcher = TokenMatcher(grammar)
        var mask = TokenMask(vocabulary)
        var allowed = 0
        for token in tokens {
          try matcher.fill(&mask)
          if mask.contains(token) { allowed += 1 }
          try matcher.commit(token)
        }
        guard matcher.canEnd, allowed == tokens.count else {
          throw CaseError(problem: "The masks do not allow the answer.")
        }
        return allowed
      }
    },
  ]
}
