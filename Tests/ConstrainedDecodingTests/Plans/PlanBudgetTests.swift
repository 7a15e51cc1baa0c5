import ConstrainedDecoding
import SchemaTestSupport
import Testing

/// Budgets of plans whose values have long strings: far ones, that forbid nothing, and near ones.
struct PlanBudgetTests {
  static let schema = """
    {"type": "object", "properties": {"mail": {"type": "string", "format": "email", \
    "maxLength": 20},
    "list": {"type": "array", "items": {"type": "string", "minLength": 2, "maxLength": 9},
    "minItems": 2}, "tree": {"$ref": "#/$defs/tree"}}, "required": ["mail", "list"],
    "additionalProperties": false, "$defs": {"tree": TREE}}
    """
  static let trees = [
    #"{"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}"#,
    ##"{"type": "object", "properties": {"t": {"$ref": "#/$defs/tree"}}}"##,
  ]
  /// Texts, and whether a near budget forbids a token behind them.
  static let prefixes: [(prefix: String, isRestricted: Bool)] = [
    ("", true), ("Hm</t>", false), ("</t>{\"mail\": \"", false), ("</t>{\"mail\": \"a@b.c", true),
    ("</t>{\"mail\": \"a@b.cd\", \"list\": [\"ab", true),
    ("</t>{\"mail\": \"a@b.cd\", \"list\": [\"ab\", \"cd\"", true),
  ]

  @Test(arguments: trees, prefixes)
  func `K1, K4: masks under a budget are those of each token, near and far`(
    tree: String, text: (prefix: String, isRestricted: Bool)
  ) throws {
    let prefix = text.prefix
    let vocabulary = try PlanMatcherTests.vocabulary()
    let plan = try TokenPlan(
      .sequence([
        .text(until: ["</t>"]),
        .value(.jsonSchema(Self.schema.replacing("TREE", with: tree))), .marker("[CALL]"),
      ]), vocabulary: vocabulary)
    var matcher = PlanMatcher(plan)
    for character in prefix { try matcher.commit(text: String(character)) }
    var free = TokenMask(vocabulary)
    try matcher.fill(&free)
    var mask = free
    var restricted = 0
    for left in Array(stride(from: 0, to: 80, by: isOptimized ? 1 : 2)) + [100, 200, 400] {
      guard (try? matcher.setTokenBudget(prefix.count + left)) != nil else { continue }
      try matcher.fill(&mask)
      if mask != free { restricted += 1 }
      for token in 0..<vocabulary.count
      where mask.contains(token) != (matcher.validatedCount(of: [token]) == 1) {
        Issue.record("'\(prefix)', \(left) tokens left: token \(token)")
        return
      }
    }
    // The last budgets are far.
    #expect(mask == free)
    #expect((restricted > 0) == text.isRestricted)
  }
}
