import IndexedTables

/// A string with a pattern and bounds on its length.
///
/// The characters are counted separately from the pattern's automaton.
///
/// An automaton with one state for each pair of a pattern's state and a count would have too many
/// states: 2 000 000 for an address of at most 128 characters. Instead, a table of lengths tells
/// which pairs are possible. A pair is possible if and only if it can be continued to a string
/// within the bounds.
struct StringCounter: Sendable {
  /// The automaton that reads the string.
  let automaton: EntryIndex<CompiledLeaf>
  /// The state of the leaf after the opening quote.
  let start: Int
  let minimum: Int
  let maximum: Int?
  /// Indicates whether the bounds allow all strings of the automaton.
  let allowsAllStrings: Bool
  private let lengths: LengthTable
  /// The possible lengths if every character is one byte that is a token by itself.
  private var plainLengths: LengthTable?
  /// Indicates whether all bytes of the automaton are tokens by themselves.
  private(set) var isSpelled = false
  /// For each state, the largest number of characters that a state reachable from it needs to
  /// complete the string.
  ///
  /// The number is `.max` if a state needs an unlimited number; see ``charactersAhead(of:_:)``.
  private let needed: [Int32]
  /// For each state, a number such that, from all states reachable from it, every number of
  /// characters from that number on completes the string.
  ///
  /// The number is `.max` if a state has none; see ``charactersAhead(of:_:)``.
  private let solid: [Int32]

  /// The leaf whose automaton reads the string.
  var leaf: EntryIndex<GrammarTables.Leaf> { automaton.inTables }

  /// The largest bound that can be counted.
  static let maximumCount = GrammarPosition.characterLimit
  /// The largest number of bytes of a character in JSON.
  private static let characterBytes: Int64 = 6

  /// Makes the counter of a leaf, or `nil` if no string is within the bounds.
  ///
  /// `minimum`: The smallest number of characters, at most ``maximumCount``. `maximum`: The largest
  /// number of characters, at most ``maximumCount``; `nil` for no limit.
  ///
  /// - Throws: `LeafAutomaton.TooLarge` if the table of lengths would be too large.
  init?(
    _ automaton: LeafAutomaton, at index: EntryIndex<CompiledLeaf>, minimum: Int, maximum: Int?
  ) throws(LeafAutomaton.TooLarge) {
    let steps = CharacterSteps(automaton)
    // Two further lengths are enough to find out whether a longer string exists.
    let lengths = try LengthTable(steps, upTo: maximum.map { $0 + 2 })
    let quote = Int(automaton.byteClasses[Int(UInt8(ascii: "\""))])
    let start = Int(automaton.transitions[Int(LeafAutomaton.start) * automaton.stride + quote])
    guard let shortest = lengths.shortest(from: start, atLeast: minimum),
      shortest <= maximum ?? .max
    else { return nil }
    let longest = lengths.longest(from: start)
    allowsAllStrings =
      lengths.shortest(from: start, atLeast: 0).map { $0 >= minimum } == true
      && (maximum == nil || longest.map { $0 <= maximum ?? .max } == true)
    self.automaton = index
    self.start = start
    self.minimum = minimum
    self.maximum = maximum
    self.lengths = lengths
    func ahead(_ value: (Int) -> Int?) -> [Int32] {
      // Only states between characters have values, because the other states lead to them.
      steps.largestAhead(
        automaton.contents.indices.map { state in
          guard automaton.contents[state] == StringContent.start else { return 0 }
          return value(state).map { Int32(clamping: $0) } ?? .max
        })
    }
    needed = ahead { lengths.shortest(from: $0, atLeast: 0) }
    solid = ahead { lengths.solidStart(of: $0) }
  }

  /// Computes the distances of strings for the bytes that are tokens by themselves.
  mutating func spell(_ automaton: LeafAutomaton, with bytes: ByteSet) {
    guard bytes.contains(UInt8(ascii: "\"")) else { return }
    isSpelled = !automaton.usableSymbols(bytes).dropFirst().contains(false)
    let steps = CharacterSteps(automaton, using: bytes, takesOneByte: true)
    plainLengths = try? LengthTable(steps, upTo: maximum)
  }

  // MARK: Counts

  /// Returns the count after one more character, up to the largest count that makes a difference.
  func count(after count: Int) -> Int { min(count + 1, (maximum ?? minimum) + 1) }

  /// Returns the smallest number of characters that must follow a count.
  func missing(after count: Int) -> Int { max(minimum - count, 0) }

  /// Returns the largest number of characters that may follow a count; `nil` for no limit.
  ///
  /// The result is negative if the count already exceeds the maximum.
  func room(after count: Int) -> Int? { maximum.map { $0 - count } }

  /// Indicates whether a state and a count can be continued to a string within the bounds.
  func isPossible(_ state: Int, _ count: Int) -> Bool {
    guard let room = room(after: count) else {
      return lengths.shortest(from: state, atLeast: missing(after: count)) != nil
    }
    guard room >= 0,
      let shortest = lengths.shortest(from: state, atLeast: missing(after: count))
    else { return false }
    return shortest <= room
  }

  /// Indicates whether the bounds allow to close the string at a count.
  func mayClose(at count: Int) -> Bool { count >= minimum && count <= maximum ?? .max }

  /// The tokens that are possible if the automaton accepts them, whatever their characters are.
  enum SafeLength {
    case noToken
    /// Every token with at most this number of characters.
    ///
    /// A character that is incomplete at the end of a token is counted.
    case atMost(Int)
    case unlimited
  }

  /// Returns the length of the tokens that are possible if the automaton accepts them.
  func safeLength(_ state: Int, _ count: Int) -> SafeLength {
    guard let ahead = charactersAhead(of: state, count) else { return .noToken }
    guard let room = room(after: count) else { return .unlimited }
    return room < ahead ? .noToken : .atMost(room - ahead)
  }

  /// Returns a number of characters that completes the string from every state that can be reached;
  /// `nil` if no number does.
  private func charactersAhead(of state: Int, _ count: Int) -> Int? {
    let ahead = missing(after: count) == 0 ? needed[state] : solid[state]
    return ahead == .max ? nil : Int(ahead)
  }

  /// Returns the count under which the mask for a state and a count is stored.
  ///
  /// Counts with equal masks have one representative.
  ///
  /// `longest`: The largest number of characters in a token.
  func representative(_ state: Int, _ count: Int, longest: Int) -> Int {
    switch safeLength(state, count) {
    case .noToken: return count
    case .atMost(let length): if length <= longest { return count }
    case .unlimited: break
    }
    let missing = missing(after: count)
    if missing == 0 { return minimum }
    return missing > longest ? 0 : count
  }

  // MARK: Distances

  /// Returns an upper bound of the bytes that complete the string with its closing quote, if each
  /// byte is a token.
  ///
  /// There is always a next byte after which this bound is smaller. If the string cannot be
  /// completed with one-byte characters, all characters are assumed to have the largest length.
  func distance(_ state: Int, _ count: Int, content: UInt8) -> Distance {
    let isWithin = content != StringContent.start
    let rest = Int64(isWithin ? StringContent.shared.longest[Int(content)] : 0)
    let missing = missing(after: count)
    let room = room(after: count) ?? .max
    var best = Distance.infinite
    if let length = plainLengths?.shortest(from: state, atLeast: missing), length <= room {
      best = Distance(Int64(length) - (isWithin ? 1 : 0) + rest + 1)
    }
    if isSpelled, let length = lengths.shortest(from: state, atLeast: missing), length <= room {
      best = min(
        best, Distance(Int64(length - (isWithin ? 1 : 0)) * Self.characterBytes + rest + 1))
    }
    return best
  }

  /// An upper bound of ``distance(_:_:content:)``.
  var longestDistance: Distance {
    let length = min(minimum + lengths.reach, maximum ?? .max)
    return Distance((Int64(length) + 1) * Self.characterBytes + 1)
  }

  /// Returns an upper bound of the distance in all possible states that can be reached; `nil` if it
  /// is not known.
  ///
  /// If no characters are missing, the shortest rest of each state is used. It is within the
  /// bounds, because the state is possible.
  func longestDistance(ahead state: Int, _ count: Int) -> Distance? {
    let missing = missing(after: count)
    guard isSpelled, let ahead = charactersAhead(of: state, count) else { return nil }
    return Distance((Int64(missing) + Int64(ahead) + 2) * Self.characterBytes + 1)
  }

  var byteCount: Int {
    lengths.byteCount + (plainLengths?.byteCount ?? 0) + needed.byteCount + solid.byteCount
  }
}
