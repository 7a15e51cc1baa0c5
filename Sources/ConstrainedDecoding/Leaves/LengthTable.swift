/// The numbers of characters that can complete a string from each state of its automaton.
///
/// For most patterns the answer is the same from some length on, or repeats, so the table is short
/// whatever the lengths are.
struct LengthTable: Sendable {
  /// The class of each state; see ``CharacterSteps``.
  private let classes: [Int32]
  /// The lengths as bits, ``wordsPerClass`` words a class.
  private let words: [UInt64]
  private let wordsPerClass: Int
  /// The lengths in the table: those up to behind the second period, or up to a limit.
  private let lengthCount: Int
  /// From this length on, what is possible repeats; see ``period``.
  private let periodStart: Int
  /// After how many characters it repeats; 0 if it does not within the table.
  private let period: Int

  /// The most bits of a table: 16 MB.
  private static let maximumBits = 1 << 27
  /// The most steps to follow, so that a table takes less than a second.
  private static let maximumWork = 1 << 28

  /// - Parameters:
  ///   - steps: The steps of the automaton.
  ///   - limit: The longest length that will be asked for; `nil` for any.
  /// - Throws: `LeafAutomaton.TooLarge` if the lengths do not repeat within the largest table.
  init(_ steps: CharacterSteps, upTo limit: Int?) throws(LeafAutomaton.TooLarge) {
    let classCount = steps.classCount
    classes = steps.classes
    /// The classes after one more character, for each class.
    let targets = (0..<classCount).map {
      steps.targets(ofClass: $0).map { Int(steps.classes[Int($0)]) }
    }
    let columnWords = (classCount + 63) / 64
    var columns: [[UInt64]] = []
    var indices: [[UInt64]: Int] = [:]
    var isPossible = steps.closes
    var (periodStart, period) = (0, 0)
    while true {
      var column = [UInt64](repeating: 0, count: columnWords)
      for index in 0..<classCount where isPossible[index] {
        column[index >> 6] |= 1 << UInt64(index & 63)
      }
      if let first = indices[column] {
        (periodStart, period) = (first, columns.count - first)
        break
      }
      indices[column] = columns.count
      columns.append(column)
      if let limit, columns.count > limit { break }
      let (bits, tooMany) = (columns.count + 1).multipliedReportingOverflow(by: classCount * 2)
      guard !tooMany, bits <= Self.maximumBits, columns.count * steps.count <= Self.maximumWork
      else { throw LeafAutomaton.TooLarge() }
      isPossible = targets.map { targets in
        targets.contains { column[$0 >> 6] >> UInt64($0 & 63) & 1 == 1 }
      }
    }
    for index in 0..<period { columns.append(columns[periodStart + index]) }
    self.periodStart = periodStart
    self.period = period
    lengthCount = columns.count
    wordsPerClass = (columns.count + 63) / 64
    var words = [UInt64](repeating: 0, count: classCount * wordsPerClass)
    for (length, column) in columns.enumerated() {
      for (index, word) in column.enumerated() {
        var rest = word
        while rest != 0 {
          let first = (index * 64 + rest.trailingZeroBitCount) * wordsPerClass
          rest &= rest - 1
          words[first + length >> 6] |= 1 << UInt64(length & 63)
        }
      }
    }
    self.words = words
  }

  /// The fewest characters that complete the string, of at least some number; `nil` if none do.
  ///
  /// In the middle of a character, its rest counts as one.
  func shortest(from state: Int, atLeast minimum: Int) -> Int? {
    var length = max(minimum, 0)
    var shift = 0
    if period > 0, length >= periodStart + period {
      shift = (length - periodStart) / period * period
      length -= shift
    }
    let first = Int(classes[state]) * wordsPerClass
    while length < lengthCount {
      let rest = words[first + length >> 6] >> UInt64(length & 63)
      if rest != 0 { return length + rest.trailingZeroBitCount + shift }
      length = (length >> 6 + 1) << 6
    }
    return nil
  }

  /// The most characters that complete the string; `nil` if there is no most, or it is beyond the
  /// table's limit.
  func longest(from state: Int) -> Int? {
    guard period > 0, shortest(from: state, atLeast: periodStart) == nil else { return nil }
    return (0..<periodStart).last { shortest(from: state, atLeast: $0) == $0 }
  }

  /// The number from which on any number of characters completes the string, up to the table's
  /// limit; `nil` if there is none.
  func solidStart(of state: Int) -> Int? {
    let first = Int(classes[state]) * wordsPerClass
    var length = lengthCount - 1
    while length >= 0, words[first + length >> 6] >> UInt64(length & 63) & 1 == 1 {
      length -= 1
    }
    return length == lengthCount - 1 ? nil : length + 1
  }

  /// The most that repetition adds: no answer of ``shortest(from:atLeast:)`` is larger than
  /// the number asked for by more than this.
  var reach: Int { lengthCount }

  /// The size in bytes.
  var byteCount: Int { words.byteCount + classes.byteCount }
}
