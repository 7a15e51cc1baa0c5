import SchemaEncoding
import SchemaGuides
import SchemaPatterns
import SchemaTestSupport
import Testing

/// G6, through resolution: guides that no value satisfies are an error that names both sides.
struct ContradictionTests {
  @Test(
    arguments: [
      ([.minimum(2), .maximum(1)], ["minimum 2", "maximum 1"]),
      ([GenerationGuide(GenerationGuide<Double>.range(0.2...0.8))], ["integer", "0.2", "0.8"]),
      (
        [GenerationGuide(GenerationGuide<Double>.range(-0.8...(-0.2)))],
        ["integer", "-0.8", "-0.2"]
      ),
      ([.minimum(.max), .maximum(.max - 1)], ["807", "806"]),
    ] as [([GenerationGuide<Int>], [String])])
  func `G6: a range without an integer is a contradiction`(
    guides: [GenerationGuide<Int>], words: [String]
  ) throws {
    let text = try #require(try contradiction(Int.self, type: guides))
    for word in words { #expect(text.contains(word)) }
  }

  @Test func `G6: a range that contains a number is not a contradiction`() throws {
    #expect(try contradiction(Double.self, type: [.range(0.2...0.8)]) == nil)
    #expect(try contradiction(Double.self, type: [.range(5...5)]) == nil)
    #expect(try contradiction(Int.self, type: [.range(5...5)]) == nil)
    for range in [0.2...1, -0.8...0.2] {
      #expect(
        try contradiction(Int.self, type: [GenerationGuide(GenerationGuide<Double>.range(range))])
          == nil)
    }
  }

  @Test(
    arguments: [
      [.minimumCount(3), .maximumCount(2)], [.minimumCount(-1)], [.maximumCount(-1)],
      [.minimumCount(.min), .maximumCount(.max)], [.minimumCount(-1), .minimumCount(3)],
      [.minimumCount(3), .minimumCount(-1)],
    ] as [[GenerationGuide<[Int]>]])
  func `G6: crossed and negative counts are contradictions`(
    guides: [GenerationGuide<[Int]>]
  ) throws {
    #expect(try contradiction([Int].self, type: guides) != nil)
    #expect(
      try contradiction([Int].self, type: [guides[0]], property: Array(guides.dropFirst())) != nil)
  }

  @Test func `a negative count has a remedy of its own`() throws {
    let error = try #require(
      try SchemaGuidesTests.refusal([Int].self, type: [.minimumCount(-1)]))
    #expect("\(error)".contains("is negative. Ask for zero or more."))
    #expect(!"\(error)".contains("Relax one of the two"))
  }

  @Test(
    arguments: [
      [.minimumLength(3), .maximumLength(2)], [.minimumLength(-1)], [.maximumLength(-1)],
      [.minimumLength(-1), .minimumLength(3)], [.minimumLength(3), .minimumLength(-1)],
      [.minimumLength(-1), .anyOf(["a"])], [.anyOf(["a"]), .minimumLength(-1)],
    ] as [[GenerationGuide<String>]])
  func `G6: crossed and negative lengths are contradictions`(
    guides: [GenerationGuide<String>]
  ) throws {
    #expect(try contradiction(String.self, type: guides) != nil)
    #expect(
      try contradiction(String.self, type: [guides[0]], property: Array(guides.dropFirst())) != nil)
  }

  @Test func `zero elements are not a contradiction`() throws {
    #expect(try contradiction([Int].self, type: [.count(0)]) == nil)
    #expect(try contradiction(String.self, type: [.length(0...0)]) == nil)
  }

  @Test(
    arguments: [
      (.anyOf(["a"]), .anyOf(["b"]), ["\"a\"", "\"b\""]),
      (.anyOf(["a"]), .pattern(/^[0-9]$/), ["\"a\"", "[0-9]"]),
      (.pattern(/^[0-9]$/), .anyOf(["a"]), ["\"a\"", "[0-9]"]),
      (.minimumLength(2), .anyOf(["a"]), ["\"a\"", "length"]),
    ] as [(GenerationGuide<String>, GenerationGuide<String>, [String])])
  func `G6: both sides that leave no choice are named`(
    first: GenerationGuide<String>, second: GenerationGuide<String>, words: [String]
  ) throws {
    let text = try #require(try contradiction(String.self, type: [first], property: [second]))
    for word in words { #expect(text.contains(word), "\(text)") }
  }

  @Test func `G7: an empty list is the same error in any order of guides`() throws {
    let lists: [GenerationGuide<String>] = [.anyOf(["a"]), .anyOf(["b"]), .anyOf([])]
    for order in [[2, 0, 1], [0, 2, 1], [0, 1, 2]] {
      let error = try refusal(
        String.self, type: [lists[order[0]], lists[order[1]]], property: [lists[order[2]]])
      guard case .emptyTypeChoices = error else {
        Issue.record("\(order): \(String(describing: error))")
        continue
      }
    }
  }

  @Test func `G6: a long list is named in part`() throws {
    let text = try #require(
      try contradiction(
        String.self, type: [.anyOf((0..<100).map(String.init))], property: [.anyOf(["x"])]))
    #expect(text.contains("\"7\"") && !text.contains("\"8\"") && text.contains("92 more"))
  }

  @Test(arguments: [0, 1, 2])
  func `a guide that cannot be stated is an error next to any other guide`(place: Int) throws {
    var guides: [GenerationGuide<Double>] = [.minimum(1), .minimum(2)]
    guides.insert(.maximum(.nan), at: place)
    let error = try #require(try refusal(Double.self, type: guides))
    guard case .invalidGuide(_, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.path.pointer == "/value")
  }

  @Test(
    arguments: [
      Misfit(GenerationGuide.anyOf(["a"]), fits: [.string, .any]),
      Misfit(GenerationGuide.format(.uuid), fits: [.string]),
      Misfit(GenerationGuide.minimumLength(1), fits: [.string]),
      Misfit(GenerationGuide<Int>.minimum(1), fits: [.integer, .number]),
      Misfit(GenerationGuide<Int>.exclusiveMinimum(1), fits: [.integer, .number]),
      Misfit(GenerationGuide<Int>.multiple(of: 2), fits: [.integer, .number]),
      Misfit(GenerationGuide<[Int]>.minimumCount(1), fits: [.array]),
      Misfit(GenerationGuide<[String: Int]>.minimumProperties(1), fits: [.dictionary]),
      Misfit(GenerationGuide<Int>.anyOf([1]), fits: [.integer, .number, .any]),
      Misfit(GenerationGuide<Bool>.constant(true), fits: [.boolean, .any]),
    ] as [Misfit])
  func `a guide on a kind of value that it does not fit is an error`(
    guide: Misfit
  ) throws {
    for kind in Misfit.Kind.allCases {
      let error = try guide.refusal(kind)
      guard !guide.fitting.contains(kind) else {
        #expect(error == nil, "\(kind)")
        continue
      }
      guard case .invalidGuide? = error else {
        Issue.record("\(kind): \(String(describing: error))")
        continue
      }
    }
  }
}

extension ContradictionTests {
  @Test func `a guide on strings does not fit a number with choices either`() throws {
    let constraints: [(GuideValue.Constraint, String)] = [
      (.length(minimum: 1, maximum: nil), "a length"),
      (.length(minimum: nil, maximum: 3), "a length"),
      (.pattern(try SchemaPattern(ecma: "a")), "a pattern"),
    ]
    let choices = GuideValue(.scalars([.number(SchemaNumber(1)), .number(SchemaNumber(2))]))
    for (constraint, phrase) in constraints {
      for guides in [[choices, GuideValue(constraint)], [GuideValue(constraint), choices]] {
        let error = #expect(throws: GuideConflict.self) {
          try GuideConstraints(merging: guides, for: .integer)
        }
        guard case .misfit(let found)? = error, found == phrase else {
          Issue.record("\(phrase): \(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test func `the choice null of a null is no constraint`() throws {
    let constraints = try GuideConstraints(merging: [GuideValue(.scalars([.null]))], for: .null)
    #expect(constraints == nil)
  }
}

/// A guide that is put on values of all kinds.
struct Misfit: Sendable {
  enum Kind: CaseIterable { case string, integer, number, boolean, any, array, dictionary, object }

  /// The error that ends resolution where the guide constrains a value of a kind.
  let refusal: @Sendable (Kind) throws -> SchemaError?

  /// The kinds of values that it fits.
  let fitting: Set<Kind>

  init<Value>(_ guide: GenerationGuide<Value>, fits fitting: Set<Kind>) {
    self.fitting = fitting
    refusal = { kind in
      switch kind {
      case .string: try Self.refusal(String.self, guide)
      case .integer: try Self.refusal(Int.self, guide)
      case .number: try Self.refusal(Double.self, guide)
      case .boolean: try Self.refusal(Bool.self, guide)
      case .any: try Self.refusal(GeneratedContent.self, guide)
      case .array: try Self.refusal([Int].self, guide)
      case .dictionary: try Self.refusal([String: Int].self, guide)
      case .object: try Self.refusal(Sprout.self, guide)
      }
    }
  }

  private static func refusal<Value: Generable, Other>(
    _ type: Value.Type, _ guide: GenerationGuide<Other>
  ) throws -> SchemaError? {
    try SchemaGuidesTests.refusal(type, property: [GenerationGuide<Value>(guide)])
  }
}
