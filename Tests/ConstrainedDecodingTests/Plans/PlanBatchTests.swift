import Testing

@testable import ConstrainedDecoding

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
    #expect(error?.description.contains("Pass rows of at least 0 words.") == true)
    #expect(rows == [7, 7])
  }

  @Test func `K8: the error of a short buffer says which length is needed`() throws {
    let plan = try Self.plan()
    let (needed, wide) = ((plan.vocabulary.count + 31) / 32, plan.vocabulary.maskWordCount)
    let matcher = PlanMatcher(plan)
    var rows = [UInt32](repeating: 7, count: 2 * needed - 1)
    var words = [UInt64](repeating: 7, count: wide - 1)
    func description(_ body: () throws -> Void) -> String? {
      #expect(throws: TokenMatcher.Failure.self) { try body() }?.description
    }
    func isNamed(_ count: Int, _ description: String?) -> Bool {
      description?.hasSuffix("Pass at least \(count) words.") == true
    }
    #expect(
      isNamed(
        wide,
        description {
          try unsafe words.withUnsafeMutableBufferPointer { try unsafe matcher.fill($0) }
        }))
    #expect(
      isNamed(
        2 * needed,
        description {
          try unsafe rows.withUnsafeMutableBufferPointer {
            try unsafe PlanMatcher.fill([matcher, nil], rows: $0, wordsPerRow: needed)
          }
        }))
    #expect(
      isNamed(
        2 * needed,
        description {
          try unsafe rows.withUnsafeMutableBufferPointer {
            _ = try unsafe matcher.draftMasks(of: [1], rows: $0, wordsPerRow: needed)
          }
        }))
    // A row of each mask is too short, although the buffer is not.
    #expect(
      isNamed(
        needed,
        description {
          try unsafe rows.withUnsafeMutableBufferPointer {
            try unsafe PlanMatcher.fill([matcher], rows: $0, wordsPerRow: needed - 1)
          }
        }))
    #expect(rows.allSatisfy { $0 == 7 } && words.allSatisfy { $0 == 7 })
  }

  /// A plan with too many alternatives after its first two letters.
  static func ambiguousPlan() throws -> TokenPlan {
    let many = (0..<1_600).map { PlanPart.literal("k\($0)") }
    return try TokenPlan(
      .sequence([.literal("y"), .literal("a"), .one(of: many)]),
      vocabulary: PlanMatcherTests.vocabulary())
  }

  @Test(arguments: [1, 2])
  func `K5: a text with too many readings is the failure of its row alone`(threads: Int) throws {
    let plan = try Self.ambiguousPlan()
    let width = (plan.vocabulary.count + 31) / 32
    let cache = PlanCache(plan)
    let good = PlanMatcher(plan, cache: cache)
    // The mask of the token before the alternatives is found by reading them.
    var bad = good
    try bad.commit(text: "y")
    // In the first batch, the other masks are not yet known.
    for matchers in [[bad, good, good, nil], [good, bad, nil, good]] as [[PlanMatcher?]] {
      var rows = [UInt32](repeating: 7, count: matchers.count * width)
      let failure = #expect(throws: TokenMatcher.Failure.self) {
        try unsafe rows.withUnsafeMutableBufferPointer {
          try unsafe PlanMatcher.fill(matchers, rows: $0, wordsPerRow: width, threads: threads)
        }
      }
      let failed = matchers.firstIndex { $0?.tokenCount == 1 }
      #expect(failure?.code == .tooManyReadings && failure?.row == failed)
      for (index, matcher) in matchers.enumerated() {
        let row = Array(rows[(index * width)..<((index + 1) * width)])
        let expected =
          try index == failed
          ? Array(repeating: 0, count: width)
          : matcher.map { try Self.row($0, width) } ?? Array(repeating: .max, count: width)
        #expect(row == expected, "row \(index)")
      }
      // The failure is no failure of later masks.
      #expect(try Self.row(good, width).contains { $0 != 0 })
    }
  }

  @Test func `K6: the search for the items of a place ends when there are too many`() throws {
    let many = (0..<3_000).map { PlanPart.literal("k\($0)").role(.text) }
    let plan = try TokenPlan(.one(of: many), vocabulary: PlanMatcherTests.vocabulary())
    let machine = PlanCache(plan).workspace().machine
    let start = machine.start()
    #expect(machine.items.takeOverflow())
    #expect(start.items.count == ItemSets<PlanItem>.limit)
    // Each visited alternative has a trace.
    #expect(start.traces.count == start.items.count + 1)
    machine.checkInvariants()
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
