struct SequenceNumber: Hashable, Sendable {
  /// The number by which a ``TokenEngine`` knows the sequence.
  let number: Int
}

/// The tokens of each sequence of an engine, and the choice of a sequence for a conversation.
///
/// The pool does not call the engine. It makes a plan, and the caller reports the result.
struct SequencePool {
  /// The sequence for a conversation, and the shared tokens.
  struct Plan: Equatable {
    var sequence: SequenceNumber
    /// The sequence from which shared tokens are copied; `nil` if `sequence` already has them.
    var source: SequenceNumber?
    /// The number of tokens at the beginning that are reused.
    var sharedCount: Int
  }

  private struct Sequence {
    /// The tokens that have been read.
    var tokens: [Int] = []
    var isBusy = false
    /// The time, by ``clock``, at which a conversation last left the sequence.
    var lastUse = 0
    /// States of the sequence, by the number of their tokens, the newest last.
    var checkpoints: [(count: Int, state: [UInt8])] = []
  }

  private var sequences: [Sequence]
  private var clock = 0

  /// The largest number of states that a sequence keeps.
  private static let checkpointLimit = 2

  /// The smallest number of shared tokens for which a sequence is copied.
  private static let smallestCopy = 16

  init(count: Int) { sequences = Array(repeating: Sequence(), count: max(count, 1)) }

  /// `true` if all sequences are in use.
  var isFull: Bool { sequences.allSatisfy(\.isBusy) }

  /// `true` if a conversation that begins with the tokens need not read them.
  ///
  /// `canFork`: `true` if sequences can be copied and cut.
  func hasTokens(_ tokens: [Int], canFork: Bool) -> Bool {
    sequences.contains { canFork ? $0.tokens.starts(with: tokens) : $0.tokens == tokens }
  }

  var busyCount: Int { sequences.count { $0.isBusy } }

  func tokens(of sequence: SequenceNumber) -> [Int] { sequences[sequence.number].tokens }

  /// Chooses a sequence for a conversation.
  ///
  /// At least one token of the conversation is not reused, since only reading a token gives logits.
  ///
  /// `canFork`: `true` if sequences can be copied and cut.
  ///
  /// - Returns: The plan; `nil` if all sequences are in use.
  func plan(for prompt: [Int], canFork: Bool) -> Plan? {
    let shared = sequences.map { sequence in
      min(sequence.tokens.commonPrefixCount(with: prompt), max(prompt.count - 1, 0))
    }
    let idle = sequences.indices.filter { !sequences[$0].isBusy }
    guard
      let closest = idle.max(by: { first, second in
        (shared[first], sequences[first].lastUse) < (shared[second], sequences[second].lastUse)
      }), let oldest = idle.min(by: { age(of: $0) < age(of: $1) })
    else { return nil }
    guard canFork, let source = sequences.indices.max(by: { shared[$0] < shared[$1] }),
      shared[source] >= Self.smallestCopy
    else { return Self.plan(closest, sharedCount: shared[closest]) }
    // A conversation that continues at its end stays in its sequence. A conversation that branches
    // off takes the oldest sequence, so that the first conversation keeps its tokens.
    let extendsClosest = shared[closest] >= sequences[closest].tokens.count - 1
    if shared[closest] == shared[source], extendsClosest || oldest == closest {
      return Self.plan(closest, sharedCount: shared[closest])
    }
    return oldest == source
      ? Self.plan(oldest, sharedCount: shared[oldest])
      : Self.plan(oldest, copying: source, sharedCount: shared[source])
  }

  private static func plan(_ index: Int, copying source: Int? = nil, sharedCount: Int) -> Plan {
    Plan(
      sequence: SequenceNumber(number: index), source: source.map { SequenceNumber(number: $0) },
      sharedCount: sharedCount)
  }

  /// The order in which sequences are reused: first empty sequences, then by their last use.
  private func age(of index: Int) -> (Int, Int) {
    (sequences[index].tokens.isEmpty ? 0 : 1, sequences[index].lastUse)
  }

  /// Marks a sequence as used by a conversation.
  mutating func take(_ sequence: SequenceNumber) { sequences[sequence.number].isBusy = true }

  /// Marks a sequence as free; its tokens stay for the next conversation.
  mutating func leave(_ sequence: SequenceNumber) {
    clock += 1
    sequences[sequence.number].isBusy = false
    sequences[sequence.number].lastUse = clock
  }

  // MARK: Reports of the engine's operations

  /// Records that a sequence has read tokens.
  mutating func append(_ tokens: some Swift.Sequence<Int>, to sequence: SequenceNumber) {
    sequences[sequence.number].tokens += tokens
  }

  /// Records that a sequence keeps only its first tokens.
  mutating func cut(_ sequence: SequenceNumber, to count: Int) {
    let extra = max(sequences[sequence.number].tokens.count - count, 0)
    sequences[sequence.number].tokens.removeLast(extra)
    sequences[sequence.number].checkpoints.removeAll { $0.count > count }
  }

  /// Records that a sequence has the first tokens of another one.
  mutating func copy(_ source: SequenceNumber, count: Int, to sequence: SequenceNumber) {
    sequences[sequence.number].tokens = Array(sequences[source.number].tokens.prefix(count))
    sequences[sequence.number].checkpoints = []
  }

  // MARK: States

  /// Stores the current state of a sequence.
  mutating func keep(_ state: [UInt8], of sequence: SequenceNumber) {
    let count = sequences[sequence.number].tokens.count
    sequences[sequence.number].checkpoints.removeAll { $0.count == count }
    sequences[sequence.number].checkpoints.append((count, state))
    let extra = max(sequences[sequence.number].checkpoints.count - Self.checkpointLimit, 0)
    sequences[sequence.number].checkpoints.removeFirst(extra)
  }

  /// Returns the newest stored state of a sequence with at most `count` tokens.
  func checkpoint(of sequence: SequenceNumber, within count: Int) -> (count: Int, state: [UInt8])? {
    sequences[sequence.number].checkpoints.last { $0.count <= count }
  }

  /// The least recently used free sequence that has tokens.
  var evictionCandidate: SequenceNumber? {
    sequences.indices.filter { !sequences[$0].isBusy && !sequences[$0].tokens.isEmpty }
      .min { sequences[$0].lastUse < sequences[$1].lastUse }
      .map { SequenceNumber(number: $0) }
  }
}

extension [Int] {
  /// Returns the number of equal elements at the beginning.
  func commonPrefixCount(with other: [Int]) -> Int {
    var count = 0
    while count < self.count, count < other.count, self[count] == other[count] { count += 1 }
    return count
  }
}
