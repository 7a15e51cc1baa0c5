import ContentStorage
import IndexedTables
import SchemaModel

/// A search for the alternative of a value while the value arrives.
///
/// This is another question than those of SchemaAlternatives, which compares schemas. It has told
/// whether the alternatives are distinct when the schema was fitted: see `UnclearUnions`. The
/// search only reads which of the distinct shapes a value has, and needs no more of the value than
/// that.
///
/// The search ends at the first member after which all remaining alternatives have one node, so
/// that a snapshot and the complete value give the same result. Each member is read once. If
/// several alternatives remain at the end of the value, the search excludes the alternatives that
/// require a missing member.
struct AlternativeSearch {
  private let plan: MappingPlan

  /// The shapes that the value may have.
  private var candidates: [MappingPlan.Candidate]

  private var children: ContentPlaces.Children

  /// The number of members that have been examined.
  private var count = 0

  /// The last member, whose value may still be arriving.
  private var pending: ContentPlaces.Property?

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - candidates: The shapes of the union's alternatives with the value's kind.
  ///   - place: The place of the value, an object or a string.
  ///   - answer: The part of the answer that has arrived.
  ///   - plan: The plan of the mapping.
  init(
    _ candidates: [MappingPlan.Candidate], of place: ContentPlace, in answer: ContentPlaces,
    _ plan: MappingPlan
  ) {
    self.candidates = candidates
    self.plan = plan
    children = answer.children(of: place)
  }

  /// The node of the value, or `nil` while it is not known.
  ///
  /// A value that matches no alternative stays unchanged.
  mutating func node(at place: ContentPlace, in answer: ContentPlaces) -> AnswerMapping.Node.ID? {
    let plan = plan
    if answer.shape(at: place) == .string {
      guard !answer.isOpen(at: place) else { return nil }
      return candidates.first { candidate in
        candidate.shape.choices.map { plan.isChoice(at: place, of: $0, answer) } ?? true
      }?.node ?? .same
    }
    children = answer.later(children, of: place)
    while true {
      if let member = pending {
        let value = answer.later(member.value)
        if answer.isOpen(at: value) { break }
        candidates.removeAll { plan.hasOtherTag($0.shape, member, value, answer) }
        if let node = onlyNode { return node }
      }
      pending = answer.nextProperty(&children)
      guard let member = pending else { break }
      // Properties mostly come in order.
      let count = count
      candidates.removeAll { !plan.allows(member, $0.shape, near: count, answer) }
      self.count += 1
      if let node = onlyNode { return node }
    }
    guard !answer.isOpen(at: place) else { return nil }
    return candidates.first { plan.hasRequired($0.shape, place, answer) }?.node ?? .same
  }

  /// The node of all candidates, if they have the same node; the node of unchanged values if no
  /// candidate is left.
  private var onlyNode: AnswerMapping.Node.ID? {
    guard let first = candidates.first?.node else { return .same }
    return candidates.allSatisfy { $0.node == first } ? first : nil
  }
}

extension MappingPlan {
  /// Indicates whether values of a shape may have a member.
  fileprivate func allows(
    _ member: ContentPlaces.Property, _ shape: Shape, near count: Int, _ answer: ContentPlaces
  ) -> Bool {
    guard let allowed = shape.allowed else { return true }
    return index(of: member, in: answer, among: allowed, near: allowed.lowerBound + count) != nil
  }

  /// Indicates whether an object has all required members of a shape.
  fileprivate func hasRequired(_ shape: Shape, _ object: ContentPlace, _ answer: ContentPlaces)
    -> Bool
  {
    var found: Set<Int> = []
    var children = answer.children(of: object)
    while found.count < shape.required.count, let member = answer.nextProperty(&children) {
      if let name = index(of: member, in: answer, among: shape.required) { found.insert(name) }
    }
    return found.count == shape.required.count
  }

  /// Indicates whether a member has a choice that the shape does not allow for this member.
  fileprivate func hasOtherTag(
    _ shape: Shape, _ member: ContentPlaces.Property, _ value: ContentPlace, _ answer: ContentPlaces
  ) -> Bool {
    guard let tag = index(of: member, in: answer, among: shape.tags) else { return false }
    let choices = shape.tagChoices[tag - shape.tags.lowerBound]
    if answer.shape(at: value) == .string { return !isChoice(at: value, of: choices, answer) }
    if choices.others.isEmpty { return true }
    return answer.content(at: value).scalar.map { !choices.others.contains($0) } ?? true
  }

  /// Indicates whether a string is one of some choices.
  fileprivate func isChoice(at place: ContentPlace, of choices: Choices, _ answer: ContentPlaces)
    -> Bool
  {
    if hasText(at: place, in: answer, among: choices.names) { return true }
    guard let spellings = choices.spellings else { return false }
    return !spellings.texts(meantBy: answer.text(at: place)).isEmpty
  }
}
