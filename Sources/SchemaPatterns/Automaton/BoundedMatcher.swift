import IndexedTables

/// Runs a program with lookaheads or references by backtracking, up to a fixed number of steps.
///
/// No configuration is tried twice. Without references, the number of configurations for each
/// lookahead is at most the number of instructions times the number of positions in the text.
struct BoundedMatcher: Sendable {
  /// A search for a match of the pattern or of a lookahead.
  private struct Search {
    /// The length of the list of pending configurations that belong to the enclosing searches.
    var base: Int
    /// The configuration with which the outer search continues after a lookahead.
    var continuation: Configuration?
    var isNegated = false
    /// The configurations that the search has tried.
    var visited = ConfigurationTable()
  }

  private let program: PatternProgram
  private let captureCount: Int
  /// The configurations that one match may try.
  var configurationLimit = PatternLimits.configurations

  init(_ program: PatternProgram) {
    self.program = program
    var count: Int32 = 0
    for case .groupStart(let number) in program.instructions { count = max(count, number + 1) }
    captureCount = Int(count)
  }

  /// Returns `true` if a text contains a match.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - visits: The remaining visits for several texts; the function subtracts its own visits. See
  ///     ``PatternLimits/visitsPerConfiguration``.
  /// - Returns: `nil` if the match exceeds ``configurationLimit``, or if no visits are left.
  func matches(_ text: [Unicode.Scalar], within visits: inout WorkBudget) -> Bool? {
    guard text.count < Int32.max else { return nil }
    let limit = min(
      Int64(configurationLimit) * PatternLimits.visitsPerConfiguration, visits.remaining)
    // A configuration takes memory for each capture.
    let cost = PatternLimits.visitsPerConfiguration * Int64(1 + captureCount)
    var pending = PendingConfigurations(captureCount)
    var searches = [Search(base: 0)]
    var spent: Int64 = 0
    defer { visits.spend(spent) }
    for start in 0...text.count {
      pending.append(Configuration(at: start, captures: captureCount))
      while let search = searches.indices.last {
        guard pending.count > searches[search].base else {
          // All configurations have failed. The outermost search then tries the next start.
          guard let continuation = searches[search].continuation else { break }
          let isNegated = searches.removeLast().isNegated
          if isNegated { pending.append(continuation) }
          continue
        }
        guard let current = pending.popLast() else { break }
        guard searches[search].visited.insert(current) else { continue }
        spent += cost
        guard spent <= limit else { return nil }
        switch program.instructions[current.instruction] {
        case .accept:
          guard let continuation = searches[search].continuation else { return true }
          let ended = searches.removeLast()
          pending.removeAll(from: ended.base)
          if !ended.isNegated { pending.append(continuation) }
        case .lookahead(let isNegated, let distance):
          var continuation = current
          continuation.instruction += Int(distance)
          searches.append(
            Search(base: pending.count, continuation: continuation, isNegated: isNegated))
          pending.append(current.next)
        default:
          spent += step(current, text, &pending)
        }
      }
    }
    return false
  }

  /// Adds the configurations that follow another one.
  ///
  /// - Returns: The number of characters that were compared with those of a group.
  private func step(
    _ current: Configuration, _ text: [Unicode.Scalar], _ pending: inout PendingConfigurations
  ) -> Int64 {
    let position = current.position
    var next = current.next
    var compared = 0
    switch program.instructions[current.instruction] {
    case .characters(let set):
      guard position < text.count, program.sets[set].contains(text[position].value) else {
        return 0
      }
      next.position += 1
    case .branch(let distance):
      var other = current
      other.instruction += Int(distance)
      pending.append(other)
    case .jump(let distance): next.instruction = current.instruction + Int(distance)
    case .start: if position > 0 { return 0 }
    case .end: if position < text.count { return 0 }
    case .wordBoundary(let isNegated):
      let isBefore = position > 0 && Self.isWord(text[position - 1])
      let isAfter = position < text.count && Self.isWord(text[position])
      if (isBefore != isAfter) == isNegated { return 0 }
    case .groupStart(let number): next.beginGroup(Int(number))
    case .groupEnd(let number): next.endGroup(Int(number))
    case .reference(let number):
      guard Int(number) < captureCount, let range = current.group(Int(number)) else { return 0 }
      guard range.count <= text.count - position else { return 0 }
      while compared < range.count {
        guard text[range.lowerBound + compared] == text[position + compared] else {
          return Int64(compared)
        }
        compared += 1
      }
      next.position += range.count
    case .lookahead, .accept: return 0
    }
    pending.append(next)
    return Int64(compared)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ScalarSet.wordCharacters.contains(scalar.value)
  }
}

/// A place in a program and in a text, with the texts of the groups to which the program refers.
private struct Configuration {
  private(set) var words: (instruction: Int32, position: Int32)
  /// For each group the bounds of its text, or -1.
  private(set) var groups: [Int32]

  fileprivate init(_ words: ArraySlice<Int32>) {
    self.words = (words[words.startIndex], words[words.startIndex + 1])
    groups = Array(words.dropFirst(2))
  }

  /// Creates the first configuration of a search at a position.
  init(at position: Int, captures: Int) {
    words = (0, Int32(position))
    groups = Array(repeating: -1, count: 2 * captures)
  }

  var instruction: Int {
    get { Int(words.instruction) }
    set { words.instruction = Int32(newValue) }
  }

  var position: Int {
    get { Int(words.position) }
    set { words.position = Int32(newValue) }
  }

  /// The configuration at the next instruction.
  var next: Configuration {
    var next = self
    next.instruction += 1
    return next
  }

  mutating func beginGroup(_ number: Int) { groups[2 * number] = words.position }

  mutating func endGroup(_ number: Int) { groups[2 * number + 1] = words.position }

  /// Returns the range of the text that a group has captured last; `nil` if the group has not
  /// matched, or has begun anew.
  func group(_ number: Int) -> Range<Int>? {
    let (start, end) = (Int(groups[2 * number]), Int(groups[2 * number + 1]))
    return start >= 0 && start <= end ? start..<end : nil
  }
}

extension [Int32] {
  fileprivate mutating func append(_ configuration: Configuration) {
    append(configuration.words.instruction)
    append(configuration.words.position)
    append(contentsOf: configuration.groups)
  }
}

/// The configurations that a match still has to try, in one list of words.
///
/// Values with arrays of their own would take several times the memory.
private struct PendingConfigurations {
  private let width: Int
  private var words: [Int32] = []

  init(_ captureCount: Int) { width = 2 + 2 * captureCount }

  var count: Int { words.count / width }

  mutating func append(_ configuration: Configuration) { words.append(configuration) }

  mutating func popLast() -> Configuration? {
    guard !words.isEmpty else { return nil }
    let last = Configuration(words.suffix(width))
    words.removeLast(width)
    return last
  }

  mutating func removeAll(from index: Int) { words.removeSubrange((index * width)...) }
}

/// The configurations that a search has tried, in one list of words with a table of their hashes.
private struct ConfigurationTable {
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize())

  private var words: [Int32] = []
  private var count = 0
  /// The number of the configuration at each place, from 1; 0 for none.
  private var places: [UInt32] = []

  /// Adds a configuration.
  ///
  /// - Returns: `false` if the table has it.
  mutating func insert(_ configuration: Configuration) -> Bool {
    let start = words.count
    words.append(configuration)
    let width = words.count - start
    if 4 * (count + 1) > 3 * places.count { grow(width) }
    let place = place(of: start..<words.count)
    guard places[place] == 0 else {
      words.removeLast(width)
      return false
    }
    count += 1
    places[place] = UInt32(count)
    return true
  }

  /// Returns the place of the configuration with some words, or a free place for it.
  private func place(of range: Range<Int>) -> Int {
    var hash = Self.seed
    for word in words[range] {
      hash = (hash ^ UInt64(UInt32(bitPattern: word))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 {
      let start = (Int(places[place]) - 1) * range.count
      if range.indices.allSatisfy({ words[start + $0 - range.lowerBound] == words[$0] }) { break }
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow(_ width: Int) {
    places = Array(repeating: 0, count: max(16, 2 * places.count))
    for number in 0..<count {
      places[place(of: number * width..<(number + 1) * width)] = UInt32(number + 1)
    }
  }
}
