import IndexedTables

/// Runs a program with lookaheads or references by backtracking, up to a fixed number of steps.
///
/// No configuration is tried twice. Without references, the number of configurations for each
/// lookahead is at most the number of instructions times the number of positions in the text.
struct BoundedMatcher: Sendable {
  private struct Configuration: Hashable {
    var instruction: Int
    var position: Int
    /// The texts of the groups to which the program refers.
    var captures: [Capture]
  }

  /// The part of the text that a group has captured last.
  private struct Capture: Hashable {
    var start: Int?
    var end: Int?

    /// The range of the part; `nil` if the group has not matched, or has begun anew.
    var range: Range<Int>? {
      guard let start, let end, start <= end else { return nil }
      return start..<end
    }
  }

  /// A search for a match of the pattern or of a lookahead.
  private struct Search {
    /// The number of pending configurations that belong to the enclosing searches.
    var base: Int
    /// The configuration with which the outer search continues after a lookahead.
    var continuation: Configuration?
    var isNegated = false
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
    let limit = min(
      configurationLimit, Int(clamping: visits.remaining / PatternLimits.visitsPerConfiguration))
    let captures = [Capture](repeating: Capture(), count: captureCount)
    var pending: [Configuration] = []
    var searches = [Search(base: 0)]
    /// The configurations that each search has tried.
    var visited: [Set<Configuration>] = [[]]
    var steps = 0
    defer { visits.spend(Int64(steps) * PatternLimits.visitsPerConfiguration) }
    for start in 0...text.count {
      pending.append(Configuration(instruction: 0, position: start, captures: captures))
      while let search = searches.last {
        guard pending.count > search.base else {
          // All configurations have failed. The outermost search then tries the next start.
          guard let continuation = search.continuation else { break }
          searches.removeLast()
          visited.removeLast()
          if search.isNegated { pending.append(continuation) }
          continue
        }
        guard let current = pending.popLast() else { break }
        guard visited[visited.count - 1].insert(current).inserted else { continue }
        // A configuration takes memory for each capture.
        steps += 1 + captureCount / 4
        guard steps <= limit else { return nil }
        switch program.instructions[current.instruction] {
        case .accept:
          guard let continuation = search.continuation else { return true }
          searches.removeLast()
          visited.removeLast()
          pending.removeSubrange(search.base...)
          if !search.isNegated { pending.append(continuation) }
        case .lookahead(let isNegated, let distance):
          var continuation = current
          continuation.instruction += Int(distance)
          searches.append(
            Search(base: pending.count, continuation: continuation, isNegated: isNegated))
          visited.append([])
          pending.append(Self.next(current))
        default:
          step(current, text, &pending)
        }
      }
    }
    return false
  }

  private static func next(_ current: Configuration, taking count: Int = 0) -> Configuration {
    var next = current
    next.instruction += 1
    next.position += count
    return next
  }

  private func step(
    _ current: Configuration, _ text: [Unicode.Scalar], _ pending: inout [Configuration]
  ) {
    let position = current.position
    var next = Self.next(current)
    switch program.instructions[current.instruction] {
    case .characters(let set):
      guard position < text.count, program.sets[set].contains(text[position].value) else {
        return
      }
      next.position += 1
    case .branch(let distance):
      var other = current
      other.instruction += Int(distance)
      pending.append(other)
    case .jump(let distance): next.instruction = current.instruction + Int(distance)
    case .start: if position > 0 { return }
    case .end: if position < text.count { return }
    case .wordBoundary(let isNegated):
      let isBefore = position > 0 && Self.isWord(text[position - 1])
      let isAfter = position < text.count && Self.isWord(text[position])
      if (isBefore != isAfter) == isNegated { return }
    case .groupStart(let number): next.captures[Int(number)].start = position
    case .groupEnd(let number): next.captures[Int(number)].end = position
    case .reference(let number):
      guard Int(number) < captureCount, let range = current.captures[Int(number)].range
      else { return }
      let captured = text[range]
      guard text[position...].starts(with: captured) else { return }
      next.position += captured.count
    case .lookahead, .accept: return
    }
    pending.append(next)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ScalarSet.wordCharacters.contains(scalar.value)
  }
}
