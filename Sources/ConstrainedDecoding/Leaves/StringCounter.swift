/// A string with a pattern whose characters are counted beside its automaton.
///
/// A state for each state of the pattern with each count would be exact, too, and there would be
/// too many: an address of at most 128 characters needs 2 000 000. What a count forbids is found in
/// a table of lengths instead. A state and a count are possible if and only if some string within
/// the bounds goes on from there.
struct StringCounter: Sendable {
  /// The leaf whose automaton reads the string.
  let leaf: Int
  /// The leaf's state behind the opening quote.
  let start: Int
  let minimum: Int
  let maximum: Int?
  /// Indicates whether all strings of the automaton are within the bounds.
  let bindsNothing: Bool
  private let lengths: LengthTable
  /// The lengths of which every character is one byte and a token of its own.
  private var plainLengths: LengthTable?
  /// Indicates whether every character can be spelled by bytes that are tokens.
  private(set) var isSpelled = false
  /// For each state, the most characters that any state ahead needs to complete the string.
  private let needed: [Int32]
  /// For each state, the number from which on any number completes the string from all states
  /// ahead.
  private let solid: [Int32]

  /// The largest bound that can be counted.
  static let maximumCount = Position.characterLimit
  /// The most bytes of a character in JSON.
  private static let characterBytes: Int64 = 6

  /// Makes the counter of a leaf, or `nil` if no string is within the bounds.
  ///
  /// - Parameters:
  ///   - automaton: The automaton of a string.
  ///   - leaf: Its number.
  ///   - minimum: The fewest characters, at most ``maximumCount``.
  ///   - maximum: The most characters, at most ``maximumCount``.
  /// - Throws: `LeafAutomaton.TooLarge` if the table of lengths would be too large.
  init?(
    _ automaton: LeafAutomaton, leaf: Int, minimum: Int, maximum: Int?
  ) throws(LeafAutomaton.TooLarge) {
    let steps = CharacterSteps(automaton)
    // With two more it is seen whether any length is longer.
    let lengths = try LengthTable(steps, upTo: maximum.map { $0 + 2 })
    let quote = Int(automaton.byteClasses[Int(UInt8(ascii: "\""))])
    let start = Int(automaton.transitions[Int(LeafAutomaton.start) * automaton.stride + quote])
    guard let shortest = lengths.shortest(from: start, atLeast: minimum),
      shortest <= maximum ?? .max
    else { return nil }
    let longest = lengths.longest(from: start)
    bindsNothing =
      lengths.shortest(from: start, atLeast: 0).map { $0 >= minimum } == true
      && (maximum == nil || longest.map { $0 <= maximum ?? .max } == true)
    self.leaf = leaf
    self.start = start
    self.minimum = minimum
    self.maximum = maximum
    self.lengths = lengths
    func ahead(_ value: (Int) -> Int?) -> [Int32] {
      // Only states between characters count: the others lead to them.
      steps.largestAhead(
        automaton.contents.indices.map { state in
          guard automaton.contents[state] == StringContent.start else { return 0 }
          return value(state).map { Int32(clamping: $0) } ?? .max
        })
    }
    needed = ahead { lengths.shortest(from: $0, atLeast: 0) }
    solid = ahead { lengths.solidStart(of: $0) }
  }

  /// Finds how strings can be spelled by bytes that are tokens of their own.
  mutating func spell(_ automaton: LeafAutomaton, with bytes: ByteSet) {
    guard bytes.contains(UInt8(ascii: "\"")) else { return }
    isSpelled = !automaton.usableSymbols(bytes).dropFirst().contains(false)
    let steps = CharacterSteps(automaton, using: bytes, takesOneByte: true)
    plainLengths = try? LengthTable(steps, upTo: maximum)
  }

  // MARK: Counts

  /// The count after one more character, as far as it matters.
  func count(after count: Int) -> Int { min(count + 1, (maximum ?? minimum) + 1) }

  /// The fewest characters that have to follow a count.
  func missing(after count: Int) -> Int { max(minimum - count, 0) }

  /// The most characters that may follow a count, below zero if there are too many; `nil` for any
  /// number.
  func room(after count: Int) -> Int? { maximum.map { $0 - count } }

  /// Indicates whether some string within the bounds goes on from a state at a count.
  func isPossible(_ state: Int, _ count: Int) -> Bool {
    guard let room = room(after: count) else {
      return lengths.shortest(from: state, atLeast: missing(after: count)) != nil
    }
    guard room >= 0,
      let shortest = lengths.shortest(from: state, atLeast: missing(after: count))
    else { return false }
    return shortest <= room
  }

  /// Indicates whether the string may be closed at a count, where its automaton can.
  func mayClose(at count: Int) -> Bool { count >= minimum && count <= maximum ?? .max }

  /// Up to how many characters every token is possible that the automaton takes.
  ///
  /// A token that ends within a character has it counted. `nil` stands for any number.
  func safeLength(_ state: Int, _ count: Int) -> Int? {
    let ahead = missing(after: count) == 0 ? needed[state] : solid[state]
    guard ahead < .max else { return -1 }
    return room(after: count).map { $0 - Int(ahead) }
  }

  /// The count for which the mask of a state is kept: those that no token tells apart are alike.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - count: The count.
  ///   - longest: The most characters of a token.
  /// - Returns: A count with the same mask.
  func representative(_ state: Int, _ count: Int, longest: Int) -> Int {
    if let safe = safeLength(state, count), safe <= longest { return count }
    let missing = missing(after: count)
    if missing == 0 { return minimum }
    return missing > longest ? 0 : count
  }

  // MARK: Distances

  /// The fewest bytes that are sure to suffice to behind the closing quote, if each is a token.
  ///
  /// Each of them can be chosen such that fewer suffice after it. Where characters of one byte do
  /// not suffice, all are taken to be as long as the longest.
  func distance(_ state: Int, _ count: Int, content: UInt8) -> Int64 {
    let isWithin = content != StringContent.start
    let rest = Int64(isWithin ? StringContent.shared.longest[Int(content)] : 0)
    let missing = missing(after: count)
    let room = room(after: count) ?? .max
    var best = GrammarLayout.far
    if let length = plainLengths?.shortest(from: state, atLeast: missing), length <= room {
      best = Int64(length) - (isWithin ? 1 : 0) + rest + 1
    }
    if isSpelled, let length = lengths.shortest(from: state, atLeast: missing), length <= room {
      best = min(best, Int64(length - (isWithin ? 1 : 0)) * Self.characterBytes + rest + 1)
    }
    return best
  }

  /// The most that ``distance(_:_:content:)`` can be.
  var longestDistance: Int64 {
    let length = min(minimum + lengths.reach, maximum ?? .max)
    return (Int64(length) + 1) * Self.characterBytes + 1
  }

  /// The most that the distance can be in all possible states ahead; `nil` if it is not known.
  ///
  /// Where no characters are missing, the shortest rest of each state counts: it is within the
  /// bounds, since the state is possible.
  func longestDistance(ahead state: Int, _ count: Int) -> Int64? {
    let missing = missing(after: count)
    let ahead = missing == 0 ? needed[state] : solid[state]
    guard isSpelled, ahead < .max else { return nil }
    return (Int64(missing) + Int64(ahead) + 2) * Self.characterBytes + 1
  }

  /// The size in bytes.
  var byteCount: Int {
    lengths.byteCount + (plainLengths?.byteCount ?? 0) + needed.byteCount + solid.byteCount
  }
}
