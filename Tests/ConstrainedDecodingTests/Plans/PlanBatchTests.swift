import ConstrainedDecoding
import Testing

/// Masks of plans as rows of 32-bit words, which are written in place.
struct PlanBatchTests {
  static func plan() throws -> TokenPlan {
    let vocabulary = try PlanMatcherTests.vocabulary()
    let schema = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
    return try TokenPlan(
      .sequence([.text(until: ["</t>"]), .value(.jsonSchema(schema))]), vocabulary: vocabulary)
  }

  /// The words of a mask, with zeros behind them.
  static func row(_ matcher: PlanMatcher, _ count: Int) throws -> [UInt32] {
    var mask = TokenMask(matcher.plan.vocabulary)
    try matcher.fill(&mask)
    let tokens = mask.tokens
    var row = [UInt32](repeating: 0, count: count)
    for token in tokens { row[token / 32] |= 1 << UInt32(token % 32) }
    return row
  }

  static let texts = ["", "Hi</", "</t>{", "x</t>{\"a\": \"b", "</t>{}"]

  @Test(arguments: [1, 2, 3, 8, 0], [0, 1, 4])
  func `K5, K8: rows are the masks, whatever the threads and the width`(
    threads: Int, padding: Int
  ) throws {
    let plan = try Self.plan()
    let width = (plan.vocabulary.count + 31) / 32 + padding
    let shared = PlanCache(plan)
    var matchers: [PlanMatcher?] = [nil]
    for (index, text) in Self.texts.enumerated() {
      var matcher = index % 2 == 0 ? PlanMatcher(plan) : PlanMatcher(plan, cache: shared)
      try matcher.commit(text: text)
      matchers += [matcher, nil]
    }
    var rows = [UInt32](repeating: 7, count: matchers.count * width + 1)
    try unsafe rows.withUnsafeMutableBufferPointer {
      try unsafe PlanMatcher.fill(matchers, rows: $0, wordsPerRow: width, threads: threads)
    }
    for (index, matcher) in matchers.enumerated() {
      let expected =
        try matcher.map { try Self.row($0, width) } ?? Array(repeating: .max, count: width)
      #expect(Array(rows[(index * width)..<((index + 1) * width)]) == expected)
    }
    #expect(rows.last == 7)
  }

  @Test func `H1: rows of a negative width are an error where no sequence has a plan, too`() {
    var rows: [UInt32] = [7, 7]
    let error = #expect(throws: TokenMatcher.Failure.self) {
      try unsafe rows.withUnsafeMutableBufferPointer {
        try unsafe PlanMatcher.fill([nil, nil], rows: $0, wordsPerRow: -1)
      }
    }
    #expect(error?.code == .bufferTooShort)
    #expect(rows == [7, 7])
  }

  @Test func `K8: rows that are too short are errors, and stay as they are`() throws {
    let plan = try Self.plan()
    let needed = (plan.vocabulary.count + 31) / 32
    let matcher = PlanMatcher(plan)
    for (count, width) in [
      (2 * needed - 1, needed), (2 * needed, needed - 1), (4, .max), (4, -1), (0, 0),
    ] {
      var rows = [UInt32](repeating: 7, count: count)
      let isTooShort: @Sendable (any Error) -> Bool = {
        ($0 as? TokenMatcher.Failure)?.code == .bufferTooShort
      }
      #expect {
        try unsafe rows.withUnsafeMutableBufferPointer {
          try unsafe PlanMatcher.fill([matcher, matcher], rows: $0, wordsPerRow: width)
        }
      } throws: {
        isTooShort($0)
      }
      #expect {
        try unsafe rows.withUnsafeMutableBufferPointer {
          try unsafe matcher.draftMasks(of: [1], rows: $0, wordsPerRow: width)
        }
      } throws: {
        isTooShort($0)
      }
      #expect(rows.allSatisfy { $0 == 7 })
    }
  }

  @Test(arguments: [0, 1, 4])
  func `K3, K8: the rows of a draft are the masks after its tokens`(padding: Int) throws {
    let plan = try Self.plan()
    let width = (plan.vocabulary.count + 31) / 32 + padding
    var matcher = PlanMatcher(plan)
    try matcher.commit(text: "Hi")
    let text = "</t>{\"a\": \"b\"}"
    for ending in [[], [1], [-1], [plan.vocabulary.count], [5, 0]] as [[Int]] {
      let draft = text.utf8.map { Int($0) + 3 } + ending
      var expected = [UInt32](repeating: 0, count: (draft.count + 1) * width)
      let masks = try matcher.masks(ofDraft: draft)
      for (row, mask) in masks.enumerated() {
        for token in mask.tokens { expected[row * width + token / 32] |= 1 << UInt32(token % 32) }
      }
      var rows = [UInt32](repeating: 7, count: (draft.count + 1) * width + 1)
      let count = try unsafe rows.withUnsafeMutableBufferPointer {
        try unsafe matcher.draftMasks(of: draft, rows: $0, wordsPerRow: width)
      }
      #expect(count == masks.count - 1 && count == text.utf8.count)
      #expect(Array(rows.dropLast()) == expected)
      #expect(rows.last == 7 && matcher.tokenCount == 1)
    }
  }
}
