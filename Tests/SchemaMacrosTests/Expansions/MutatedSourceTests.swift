#if Macros
import SchemaTestSupport
import Testing

/// Source that somebody is in the middle of typing.
struct MutatedSourceTests {
  static let source = #"""
    /// A "pet".
    @available(macOS 15, *)
    @Generable(name: "Animal", description: "A pet", commentsAsDescriptions: true)
    public struct Pet<ID: Generable & Hashable>: Identifiable, Codable {
      /** What it is
       *  called. */
      @Guide(key: "the_name", description: "a\(1)", /[a-z]+/) @Guide(.minimumLength(2))
      public var name: String = "x", nick: String?
      let id: ID, friends: [Self], other: Swift.Optional<[Pet<ID>]>, forced: Int!
      #if os(Linux) && !DEBUG
      @Guide(.range(0...limit)) private(set) var `default`: [[Int]]
      #elseif X
      lazy var late: (Int, Int) = (1, 2)
      #else
      var watched: Int = 1 { didSet { print(1) } }
      #endif
      var (a, b): (Int, any P), c: Any, d: () -> Int, e: Int.Type, f: Int??
      static let g = 1
    }
    @Generable public indirect enum Tree: String, Text {
      case leaf, `a b`(`c d`: Int, _ value: Tree?, String), node(left: Self, right: [Tree])
      #if DEBUG
      case debug = "x", type(type: Int = 3)
      #endif
    }
    @Generable final class Pond: Generable { @Guide(description: "") func swim() {} }
    """#

  /// The words, runs of spaces and signs of the source.
  private static let tokens: [String] = {
    var tokens: [String] = []
    for character in source {
      let isWord = character.isLetter || character.isNumber || character == "_"
      if let last = tokens.last?.last,
        isWord && (last.isLetter || last.isNumber || last == "_") || character == " " && last == " "
      {
        tokens[tokens.count - 1].append(character)
      } else {
        tokens.append(String(character))
      }
    }
    return tokens
  }()

  @Test(arguments: [UInt64(1), 2])
  func `a source with mistakes in its grammar expands to something`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    for round in 0..<4 {
      var mutated = Self.tokens
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: mutated.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: mutated.remove(at: place)
        case 1: mutated.insert(mutated[place], at: place)
        case 2: mutated.swapAt(place, Int.random(in: mutated.indices, using: &generator))
        default: mutated.removeSubrange(place..<min(place + 5, mutated.count))
        }
      }
      // The plug-in has to come to its end; it may report whatever it finds.
      await #expect(throws: Never.self, "seed \(seed), round \(round)") {
        try await expansion(of: mutated.joined())
      }
    }
  }
}
#endif
