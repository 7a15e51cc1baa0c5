/// A kind of mend: what is read, and the condition under which it is the only meaning.
///
/// Each kind is declared beside its rule, in the folder `Kinds`.
public struct MendKind: Sendable, Hashable, CustomStringConvertible {
  /// The name, for programs and counts.
  public let name: String

  /// What stood in the text and how it was read, in words.
  public let meaning: String

  /// The other reading of the same text that would contradict the mend.
  public let contradiction: String

  /// `true` if other meanings are possible, so that only ``ReadingPolicy/guessing`` allows it.
  public let isGuess: Bool

  init(_ name: String, _ meaning: String, unless contradiction: String, isGuess: Bool = false) {
    self.name = name
    self.meaning = meaning
    self.contradiction = contradiction
    self.isGuess = isGuess
  }

  /// The name.
  public var description: String { name }

  /// All kinds.
  public static let all: [MendKind] = syntax + quotes + scalars + choices + shapes + keys + several
}
