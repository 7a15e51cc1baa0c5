import RegexBuilder
import Testing

@testable import SchemaPatterns

struct RegexStructureTests {
  /// A tree in the shape that the standard library's has, with a case that it does not have.
  private indirect enum Node {
    case concatenation([Node])
    case quotedLiteral(String)
    case quantification(Int, Int, Node)
    case capture(Int, Node)
    case repeatedUntil(Node)
    case nonCapturingGroup(Kind, Node)
    case empty
    case nothing
  }

  private struct Kind { var ast: Group }

  private enum Group {
    case nonCapture
    case somethingNew
    case changeMatchingOptions(Options)
  }

  private struct Options { var adding: [Option], removing: [Option] }

  private struct Option { var kind: Name }

  private enum Name { case caseInsensitive, possessiveByDefault, unheardOf }

  @Test func `a tree of known nodes is read`() {
    let group = Group.changeMatchingOptions(
      Options(adding: [Option(kind: .caseInsensitive)], removing: []))
    let known: [Node] = [
      .quotedLiteral("a"), .empty, .concatenation([.quotedLiteral("a"), .empty]),
      .quantification(0, 1, .quotedLiteral("ab")),
      .nonCapturingGroup(Kind(ast: .nonCapture), .quotedLiteral("a")),
      .nonCapturingGroup(Kind(ast: group), .quotedLiteral("a")),
    ]
    for node in known { #expect(RegexStructure.isKnown(root: node), "\(node)") }
  }

  @Test func `an unknown part of a tree is an error`() {
    func group(_ option: Name) -> Node {
      .nonCapturingGroup(
        Kind(ast: .changeMatchingOptions(Options(adding: [], removing: [Option(kind: option)]))),
        .empty)
    }
    let unknown: [Any] = [
      Node.nothing, Node.repeatedUntil(.empty), Node.capture(1, .empty), "text",
      Node.concatenation([.quotedLiteral("a"), .repeatedUntil(.empty)]),
      Node.nonCapturingGroup(Kind(ast: .somethingNew), .empty), group(.unheardOf),
      group(.possessiveByDefault),
    ]
    for node in unknown { #expect(!RegexStructure.isKnown(root: node), "\(node)") }
  }

  @Test func `every kind of component that Swift can write is known`() throws {
    let built = Regex {
      Anchor.startOfSubject
      Capture { OneOrMore(.word) }
      Optionally { "ab" }
      ZeroOrMore(.digit, .reluctant)
      Repeat(1...3) { CharacterClass("a"..."z", .digit) }
      Lookahead { "x" }
      NegativeLookahead { "y" }
      CharacterClass.anyOf("a.b")
      TryCapture(as: Reference(Substring.self)) {
        "z"
      } transform: {
        $0
      }
    }
    #expect(throws: SchemaPattern.TranslationError.self) { try SchemaPattern(built) }
    let writable = Regex {
      Anchor.startOfSubject
      Capture { OneOrMore(.word) }
      Optionally { "ab" }
      ZeroOrMore(.digit, .reluctant)
      Repeat(1...3) { CharacterClass("a"..."z", .digit) }
      Lookahead { "x" }
      NegativeLookahead { "y" }
      CharacterClass.anyOf("a.b")
    }
    #expect(
      try SchemaPattern(writable).source
        == #"^(\w+)(?:ab)?\d*?[a-z\d]{1,3}(?=x)(?!y)[a.b]"#)
  }
}
