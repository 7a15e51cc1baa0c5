import ConstrainedDecoding

extension PlanMatcher {
  /// The masks at each place of a draft: before the draft, and after each allowed token.
  func masks(ofDraft draft: [Int]) throws -> [TokenMask] {
    var copy = self
    var masks = [TokenMask(plan.vocabulary)]
    try copy.fill(&masks[0])
    for (count, token) in draft.enumerated() {
      guard masks[count].contains(token) else { break }
      try copy.commit(token)
      masks.append(TokenMask(plan.vocabulary))
      try copy.fill(&masks[count + 1])
    }
    return masks
  }
}
