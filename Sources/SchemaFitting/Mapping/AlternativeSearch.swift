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
    let shape: ValueShape

    /// Those of the required names that have not arrived.
    var missing: [String]

    /// The index of the name that is expected next.
    var next = 0

    init(_ node: Int, _ shape: ValueShape) {
      self.node = node
      self.shape = shape
      missing = shape.required
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
  ///   - alternatives: The alternatives, of which those with the value's kind of shape may be
  ///     found.
  ///   - place: The place of the value, an object or a string.
  ///   - answer: What has arrived of the answer.
  ///   - ignoresCase: Whether strings may be in other capitals.
  init(
    _ alternatives: [AnswerMapping.Alternative], at place: Int, in answer: ContentPlaces,
    ignoresCase: Bool
  ) {
    let kind = ValueShape.Kind(answer.shape(at: place))
    candidates = alternatives.flatMap { alternative in
      alternative.answers.filter { $0.kind == kind }.map { Candidate(alternative.value, $0) }
    }
    self.ignoresCase = ignoresCase
    children = answer.children(of: place)
  }

  /// The node of a value as far as it has arrived; 0 while it is not known.
  static func node(
    of value: GeneratedContent, among alternatives: [AnswerMapping.Alternative], ignoresCase: Bool
  ) -> Int {
    guard let kind = ValueShape.Kind(value.shape) else { return 0 }
    if let node = MappingPlan.Union(alternatives).nodes[kind, default: 0] { return node }
    let answer = ContentPlaces(value)
    let search = AlternativeSearch(
      alternatives, at: answer.root, in: answer, ignoresCase: ignoresCase)
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
        candidates = candidates.filter { !hasOtherTag($0.shape, member.key, value, answer) }
        pending = nil
        if let node = onlyNode { return node }
      }
      guard let key = answer.nextKey(&children), let value = answer.next(&children) else { break }
      note(key, answer)
      if let node = onlyNode { return node }
      pending = (key, value)
    }
    guard !answer.isOpen(at: place) else { return nil }
    return candidates.first { $0.missing.isEmpty }?.node ?? 0
  }

  /// The node that all candidates have; 0 if there are none left.
  private var onlyNode: Int? {
    guard let first = candidates.first else { return 0 }
    return candidates.allSatisfy { $0.node == first.node } ? first.node : nil
  }

  /// Takes a name, and drops what must not have it.
  private func note(_ key: Int, _ answer: ContentPlaces) {
    for index in candidates.indices.reversed() {
      if let allowed = candidates[index].shape.allowed {
        let next = candidates[index].next
        // Properties mostly come in order.
        let found =
          allowed[next...].firstIndex { answer.isKey(key, $0) }
          ?? allowed[..<next].firstIndex { answer.isKey(key, $0) }
        guard let found else {
          candidates.remove(at: index)
          continue
        }
        candidates[index].next = found + 1
      }
      candidates[index].missing.removeAll { answer.isKey(key, $0) }
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
