import ContentStorage
import SchemaModel

/// The search for the alternative of which a value is, by what has arrived of it.
///
/// It ends at the first member that leaves alternatives of one node, so that it finds the same in a
/// value that is arriving and in the whole. Each member is looked at once.
struct AlternativeSearch {
  /// A shape that the value may have.
  private struct Candidate {
    let shape: MappingPlan.Shape

    /// The numbers of those of the required names that have not arrived.
    private var missing: NumberSet

    /// The number of names that have arrived, since properties mostly come in order.
    private var count = 0

    init(_ shape: MappingPlan.Shape) {
      self.shape = shape
      missing = NumberSet(below: shape.required.count)
    }

    /// Indicates whether all required names have arrived.
    var hasRequired: Bool { missing.isEmpty }

    /// Takes a name.
    ///
    /// - Returns: Whether a value of the shape may have it.
    mutating func take(
      _ member: ContentPlaces.Property, _ answer: ContentPlaces, _ plan: MappingPlan
    ) -> Bool {
      if let allowed = shape.allowed,
        plan.index(
          of: member, in: answer, among: allowed, near: allowed.lowerBound + count) == nil
      {
        return false
      }
      if !missing.isEmpty,
        let name = plan.index(
          of: member, in: answer, among: shape.required, near: shape.required.lowerBound + count)
      {
        missing.remove(name - shape.required.lowerBound)
      }
      count += 1
      return true
    }
  }

  private let plan: MappingPlan
  private var candidates: [Candidate]
  private var children: ContentPlaces.Children

  /// The last member, whose value may still be arriving.
  private var pending: ContentPlaces.Property?

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - number: The number of the union, of which the alternatives with the value's kind of shape
  ///     may be found.
  ///   - place: The place of the value, an object or a string.
  ///   - answer: What has arrived of the answer.
  ///   - plan: The plan of the mapping.
  init(_ number: Int, at place: Int, in answer: ContentPlaces, _ plan: MappingPlan) {
    let kind = ValueShape.Kind(answer.shape(at: place))
    candidates = kind.map { plan.unions[number].shapes(of: $0).map { Candidate($0) } } ?? []
    self.plan = plan
    children = answer.children(of: place)
  }

  /// The node of a value as far as it has arrived; 0 while it is not known.
  static func node(
    of value: GeneratedContent, among number: Int, _ plan: MappingPlan
  ) -> Int {
    guard let kind = ValueShape.Kind(value.shape) else { return 0 }
    if let node = plan.unions[number].node(of: kind) { return node }
    let answer = ContentPlaces(value)
    var search = AlternativeSearch(number, at: answer.root, in: answer, plan)
    return search.node(at: answer.root, in: answer) ?? 0
  }

  /// The node of the value, or `nil` while it is not known.
  ///
  /// A value that is of no alternative stays as it is.
  mutating func node(at place: Int, in answer: ContentPlaces) -> Int? {
    if answer.shape(at: place) == .string {
      guard !answer.isOpen(at: place) else { return nil }
      return candidates.first { candidate in
        candidate.shape.choices.map { isChoice(at: place, of: $0, answer) } ?? true
      }?.shape.node ?? 0
    }
    children = answer.later(children, of: place)
    while true {
      if let member = pending {
        let value = answer.later(member.value)
        if answer.isOpen(at: value) { break }
        candidates = candidates.filter { !hasOtherTag($0.shape, member, value, answer) }
        if let node = onlyNode { return node }
      }
      pending = answer.nextProperty(&children)
      guard let member = pending else { break }
      note(member, answer)
      if let node = onlyNode { return node }
    }
    guard !answer.isOpen(at: place) else { return nil }
    return candidates.first { $0.hasRequired }?.shape.node ?? 0
  }

  /// The node that all candidates have; 0 if there are none left.
  private var onlyNode: Int? {
    guard let first = candidates.first?.shape.node else { return 0 }
    return candidates.allSatisfy { $0.shape.node == first } ? first : nil
  }

  /// Takes a name, and drops what must not have it.
  private mutating func note(_ member: ContentPlaces.Property, _ answer: ContentPlaces) {
    for index in candidates.indices.reversed()
    where !candidates[index].take(member, answer, plan) {
      candidates.remove(at: index)
    }
  }

  private func hasOtherTag(
    _ shape: MappingPlan.Shape, _ member: ContentPlaces.Property, _ value: Int,
    _ answer: ContentPlaces
  ) -> Bool {
    guard let tag = plan.index(of: member, in: answer, among: shape.tags) else { return false }
    return answer.shape(at: value) != .string
      || !isChoice(at: value, of: shape.tagChoices[tag - shape.tags.lowerBound], answer)
  }

  private func isChoice(
    at place: Int, of choices: MappingPlan.Choices, _ answer: ContentPlaces
  ) -> Bool {
    if plan.hasText(at: place, in: answer, among: choices.names) { return true }
    return plan.ignoresCase && !choices.texts.spellings(of: answer.text(at: place)).isEmpty
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
