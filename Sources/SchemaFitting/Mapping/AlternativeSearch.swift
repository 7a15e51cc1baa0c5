import ContentStorage
import SchemaModel

/// The search for the alternative of which a value is, by what has arrived of it.
///
/// It ends at the first member that leaves alternatives of one node, so that it finds the same in a
/// value that is arriving and in the whole. Each member is looked at once.
final class AlternativeSearch {
  /// A shape that the value may have.
  private struct Candidate {
    let node: Int
    private let prepared: MappingPlan.Shape

    /// The numbers of those of the required names that have not arrived.
    private var missing: NumberSet

    /// The index of the name that is expected next.
    private var next = 0

    init(_ prepared: MappingPlan.Shape) {
      self.prepared = prepared
      node = prepared.node
      missing = NumberSet(below: prepared.shape.required.count)
    }

    var shape: ValueShape { prepared.shape }

    /// Indicates whether all required names have arrived.
    var hasRequired: Bool { missing.isEmpty }

    /// Takes a name.
    ///
    /// - Returns: Whether a value of the shape may have it.
    mutating func take(_ key: Int, _ answer: ContentPlaces) -> Bool {
      if let allowed = prepared.shape.allowed {
        // Properties mostly come in order.
        let found =
          allowed[next...].firstIndex { answer.isKey(key, $0) }
          ?? allowed[..<next].firstIndex { answer.isKey(key, $0) }
        guard let found else { return false }
        next = found + 1
      }
      if !missing.isEmpty,
        let index = prepared.shape.required.firstIndex(where: { answer.isKey(key, $0) })
      {
        missing.remove(index)
      }
      return true
    }
  }

  private var candidates: [Candidate]
  private let ignoresCase: Bool
  private var children: ContentPlaces.Children

  /// The last member, whose value may still be arriving.
  private var pending: (key: Int, value: Int)?

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - union: The alternatives, of which those with the value's kind of shape may be found.
  ///   - place: The place of the value, an object or a string.
  ///   - answer: What has arrived of the answer.
  ///   - ignoresCase: Whether strings may be in other capitals.
  init(
    _ union: MappingPlan.Union, at place: Int, in answer: ContentPlaces, ignoresCase: Bool
  ) {
    let kind = ValueShape.Kind(answer.shape(at: place))
    candidates = kind.map { union[$0].shapes.map { Candidate($0) } } ?? []
    self.ignoresCase = ignoresCase
    children = answer.children(of: place)
  }

  /// The node of a value as far as it has arrived; 0 while it is not known.
  static func node(
    of value: GeneratedContent, among union: MappingPlan.Union, ignoresCase: Bool
  ) -> Int {
    guard let kind = ValueShape.Kind(value.shape) else { return 0 }
    if let node = union[kind].node { return node }
    let answer = ContentPlaces(value)
    let search = AlternativeSearch(union, at: answer.root, in: answer, ignoresCase: ignoresCase)
    return search.node(at: answer.root, in: answer) ?? 0
  }

  /// The node of the value, or `nil` while it is not known.
  ///
  /// A value that is of no alternative stays as it is.
  func node(at place: Int, in answer: ContentPlaces) -> Int? {
    if answer.shape(at: place) == .string {
      guard !answer.isOpen(at: place) else { return nil }
      return candidates.first { isChoice(at: place, of: $0.shape.choices, answer) }?.node ?? 0
    }
    children = answer.later(children, of: place)
    while true {
      if let member = pending {
        let value = answer.later(member.value)
        if answer.isOpen(at: value) { break }
        candidates.removeAll { hasOtherTag($0.shape, member.key, value, answer) }
        pending = nil
        if let node = onlyNode { return node }
      }
      guard let key = answer.nextKey(&children), let value = answer.next(&children) else { break }
      note(key, answer)
      if let node = onlyNode { return node }
      pending = (key, value)
    }
    guard !answer.isOpen(at: place) else { return nil }
    return candidates.first { $0.hasRequired }?.node ?? 0
  }

  /// The node that all candidates have; 0 if there are none left.
  private var onlyNode: Int? {
    guard let first = candidates.first else { return 0 }
    return candidates.allSatisfy { $0.node == first.node } ? first.node : nil
  }

  /// Takes a name, and drops what must not have it.
  private func note(_ key: Int, _ answer: ContentPlaces) {
    for index in candidates.indices.reversed() where !candidates[index].take(key, answer) {
      candidates.remove(at: index)
    }
  }

  private func hasOtherTag(
    _ shape: ValueShape, _ key: Int, _ value: Int, _ answer: ContentPlaces
  ) -> Bool {
    shape.tags.contains { tag in
      answer.isKey(key, tag.name)
        && (answer.shape(at: value) != .string || !isChoice(at: value, of: tag.choices, answer))
    }
  }

  private func isChoice(at place: Int, of choices: [String]?, _ answer: ContentPlaces) -> Bool {
    guard let choices else { return true }
    if choices.contains(where: { answer.isText(at: place, $0) }) { return true }
    guard ignoresCase else { return false }
    return !choices.spellings(of: answer.text(at: place)).isEmpty
  }
}

/// Some of the numbers from 0 to a limit.
private struct NumberSet {
  /// Those below 64, a bit each, and the others.
  private var few: UInt64
  private var others: Set<Int>

  /// All numbers below a limit.
  init(below limit: Int) {
    few = limit < 64 ? (1 << UInt64(limit)) - 1 : .max
    others = Set(64..<max(64, limit))
  }

  var isEmpty: Bool { few == 0 && others.isEmpty }

  mutating func remove(_ number: Int) {
    if number < 64 { few &= ~(1 << UInt64(number)) } else { others.remove(number) }
  }
}
