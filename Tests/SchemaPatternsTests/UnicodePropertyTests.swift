import SchemaTestSupport
import Testing

@testable import SchemaPatterns

struct UnicodePropertyTests {
  /// All scalars; a debug build looks at the first ones, which have most of the properties.
  private static let all = (0...UInt32(0x10FFFF)).prefix(tried(of: 0x11_0000, oneIn: 16))
    .compactMap(Unicode.Scalar.init)

  @Test(arguments: [
    "LC", "Cn", "Co", "Alphabetic", "Ideographic",
    "Grapheme_Base",
  ])
  func `a property has the same scalars, looked at one by one`(name: String) throws {
    let set = try #require(UnicodeProperty.loose(name).flatMap(UnicodeProperty.scalars))
    let categories: [String: Set<Unicode.GeneralCategory>] = [
      "LC": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter],
      "Cn": [.unassigned], "Co": [.privateUse],
    ]
    let test = UnicodeProperty.binaryTests[name]
    var expected: [ClosedRange<UInt32>] = []
    for scalar in Self.all {
      let isMember: Bool? =
        categories[name].map { $0.contains(scalar.properties.generalCategory) }
        ?? test.map { $0(scalar.properties) }
      if try #require(isMember as Bool?) == true { expected.append(scalar.value...scalar.value) }
    }
    // Ranges may run on over surrogates.
    let last = try #require(Self.all.last?.value)
    let all = ScalarSet([0...last]).intersection(.all)
    #expect(set.intersection(all) == ScalarSet(expected).intersection(all))
  }

  @Test(arguments: [
    ("Script=Greek", "α", "a"), ("sc=Latn", "a", "α"), ("scx=Hira", "ー", "a"),
    ("Script=Han", "日", "あ"), ("ASCII", "a", "é"),
    ("Any", "a", ""), ("Regional_Indicator", "\u{1F1E6}", "a"), ("Emoji_Component", "#", "a"),
    ("gc=Decimal_Number", "٣", "a"), ("Hex_Digit", "f", "g"),
  ])
  func `a property is known by each of its names`(name: String, member: String, other: String)
    throws
  {
    let set = try #require(UnicodeProperty.loose(name).flatMap(UnicodeProperty.scalars))
    for scalar in member.unicodeScalars { #expect(set.contains(scalar.value)) }
    for scalar in other.unicodeScalars { #expect(!set.contains(scalar.value)) }
  }

  @Test(.withOptimizer) func `H3: the patterns of a document look up few properties, each once`()
    throws
  {
    var budget = PatternBudget(documentSize: 1)
    let names =
      UnicodeProperty.binaryTests.keys.sorted() + ["L", "M", "N", "P", "S", "Z", "C"]
      + ["Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Sm", "Sc", "Sk", "So"]
    let patterns = try names.map { try SchemaPattern(ecma: "^\\p{\($0)}$") }
    let matchers = patterns.map { $0.matcher(within: &budget) }
    #expect(matchers.count { $0 != nil } == PatternLimits.properties)
    #expect(matchers.prefix(PatternLimits.properties).allSatisfy { $0 != nil })
    // By another name, and in another pattern, it is the same property.
    let known = try SchemaPattern(ecma: "\\p{\(names[0])}+").matcher(within: &budget)
    #expect(known != nil)
  }

  @Test func `a pattern with a property that the standard library doesn't know is not run`()
    throws
  {
    let pattern = try SchemaPattern(ecma: #"\p{Extended_Pictographic}"#)
    #expect(pattern.matches("😀") == nil)
  }
}
