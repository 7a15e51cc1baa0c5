/// For each state of a string's automaton, the possible numbers of remaining characters.
///
/// For most patterns, the possible lengths repeat with a period from some length on, so the table
/// is short even for large bounds.
struct LengthTable: Sendable {
  /// The class of each state; see ``CharacterSteps``.
  private let classes: [Int32]
  /// The possible lengths as bits, ``wordsPerClass`` words for each class.
  private let words: [UInt64]
  private let wordsPerClass: Int
  /// The number of lengths in the table; the table ends after the second period, or at a limit.
  private let lengthCount: Int
  /// The length from which on the entries repeat; see ``period``.
  private let periodStart: Int
  /// The period in characters; 0 if the entries do not repeat within the table.
  private let period: Int

  /// The largest number of bits in a table: 16 MB.
  private static let maximumBits = 1 << 27
  /// The largest number of steps that are followed, so that making a table takes less than a
  /// second.
  private static let maximumWork = 1 << 28

  /// - Parameters:
  ///   - steps: The steps of the automaton.
  ///   - limit: The largest length that is needed; `nil` for no limit.
  /// - Throws: `LeafAutomaton.TooLarge` if the lengths do not repeat within the largest table.
  init(_ steps: CharacterSteps, upTo limit: Int?) throws(LeafAutomaton.TooLarge) {
    let classCount = steps.classCount
    classes = steps.classes
    /// For each class, the classes after one more character.
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

  /// Returns the smallest number of characters, but at least `minimum`, that completes the string;
  /// `nil` if there is none.
  ///
  /// Within a character, its rest counts as one character.
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

  /// Returns the largest number of characters that completes the string; `nil` if there is no
  /// largest one, or if it is beyond the table's limit.
  func longest(from state: Int) -> Int? {
    guard period > 0, shortest(from: state, atLeast: periodStart) == nil else { return nil }
    return (0..<periodStart).last { shortest(from: state, atLeast: $0) == $0 }
  }

  /// Returns the smallest number such that every number of characters from it on, up to the table's
  /// limit, completes the string; `nil` if there is none.
  func solidStart(of state: Int) -> Int? {
    let first = Int(classes[state]) * wordsPerClass
    var length = lengthCount - 1
    while length >= 0, words[first + length >> 6] >> UInt64(length & 63) & 1 == 1 { length -= 1 }
    return length == lengthCount - 1 ? nil : length + 1
  }

  /// An upper bound of the difference between the result and the `minimum` of
  /// ``shortest(from:atLeast:)``.
  var reach: Int { lengthCount }

  var byteCount: Int { words.byteCount + classes.byteCount }
}
