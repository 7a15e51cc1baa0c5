/// What a value has to satisfy: some schemas of a document, and that it does not satisfy others.
///
/// A demand refers to schemas and does not read them. Demands on the values inside a value
/// therefore cost nothing until they are expanded, and recursive schemas have finitely many.
struct Demand: Hashable, Sendable {
  /// In rising order and each once; `nil` where no value satisfies it.
  private(set) var literals: [Literal]?

  /// The same in the order in which they were demanded, which decides the order of properties.
  private(set) var order: [Literal]

  /// The demand that all values satisfy.
  static let anything = Demand(literals: [])

  /// The demand that no value satisfies.
  static let nothing = Demand(literals: nil)

  init(_ literal: Literal) {
    literals = [literal]
    order = [literal]
  }

  private init(literals: [Literal]?, order: [Literal] = []) {
    self.literals = literals
    self.order = order
  }

  static func == (first: Demand, second: Demand) -> Bool { first.literals == second.literals }

  func hash(into hasher: inout Hasher) { hasher.combine(literals) }

  var isNothing: Bool { literals == nil }
  var isAnything: Bool { literals?.isEmpty ?? false }

  /// The only literal, where there is one.
  var single: Literal? {
    guard let literals, literals.count == 1 else { return nil }
    return literals.first
  }

  /// What satisfies both demands.
  func and(_ other: Demand) -> Demand {
    guard let literals, let others = other.literals else { return .nothing }
    if others.isEmpty || literals == others { return self }
    if literals.isEmpty { return other }
    var merged: [Literal] = []
    merged.reserveCapacity(literals.count + others.count)
    var index = 0
    var otherIndex = 0
    while index < literals.count || otherIndex < others.count {
      let next: Literal
      if otherIndex == others.count
        || index < literals.count && literals[index].code <= others[otherIndex].code
      {
        next = literals[index]
        index += 1
      } else {
        next = others[otherIndex]
        otherIndex += 1
      }
      if let last = merged.last {
        if last == next { continue }
        // A schema and its negation follow each other.
        if last.code ^ 1 == next.code { return .nothing }
      }
      merged.append(next)
    }
    if merged == literals { return self }
    return Demand(literals: merged, order: order + other.order.filter { !order.contains($0) })
  }

  /// One schema that is to be satisfied, or not.
  struct Literal: Hashable, Sendable {
    let code: Int

    private init(code: Int) {
      self.code = code
    }

    /// The schema at a number of the document is satisfied.
    static func schema(_ node: Int) -> Literal { Literal(code: node << 2) }

    /// The value equals the one at a number of the document.
    static func value(_ node: Int) -> Literal { Literal(code: node << 2 | 2) }

    var node: Int { code >> 2 }
    var isValue: Bool { code & 2 != 0 }
    var isNegated: Bool { code & 1 != 0 }

    /// The opposite.
    var negated: Literal { Literal(code: code ^ 1) }
  }
}
