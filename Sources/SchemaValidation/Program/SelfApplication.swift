import SchemaDocuments

/// Finds the keywords that ask whether a schema does not hold while it is evaluated for the same
/// value, such as `{"not": {"$ref": "#"}}`.
///
/// Such a keyword has no meaning: neither that it holds nor that it fails is consistent. The groups
/// of schemas that lead to each other for the same value are the strongly connected components of
/// the program (Tarjan, "Depth-first search and linear graph algorithms", 1972).
struct SelfApplication {
  private struct Visit {
    let schema: Int
    var successors: [Int]
  }

  private let program: SchemaProgram
  private var numbers: [Int]
  private var lowest: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var count = 0
  /// The group of each schema.
  private(set) var groups: [Int]

  /// - Complexity: Linear in the number of schemas and their references. Nothing recurses.
  init(_ program: SchemaProgram) {
    self.program = program
    numbers = Array(repeating: -1, count: program.schemas.count)
    lowest = numbers
    groups = numbers
    isOpen = Array(repeating: false, count: program.schemas.count)
    for schema in program.schemas.indices where numbers[schema] < 0 { visit(from: schema) }
  }

  private mutating func visit(from start: Int) {
    var visits = [enter(start)]
    while let top = visits.indices.last {
      let schema = visits[top].schema
      guard let next = visits[top].successors.popLast() else {
        visits.removeLast()
        if lowest[schema] == numbers[schema] { close(schema) }
        if let outer = visits.last?.schema { lowest[outer] = min(lowest[outer], lowest[schema]) }
        continue
      }
      if numbers[next] < 0 {
        visits.append(enter(next))
      } else if isOpen[next] {
        lowest[schema] = min(lowest[schema], numbers[next])
      }
    }
  }

  private mutating func enter(_ schema: Int) -> Visit {
    numbers[schema] = count
    lowest[schema] = count
    count += 1
    open.append(schema)
    isOpen[schema] = true
    let applicators = program.applicators[program.schemas[schema].applicators]
    return Visit(schema: schema, successors: applicators.flatMap { program.inPlace($0) })
  }

  private mutating func close(_ schema: Int) {
    while let member = open.popLast() {
      isOpen[member] = false
      groups[member] = schema
      if member == schema { return }
    }
  }

  /// Returns `true` if the verdict of a schema depends, by one of its keywords, on its own verdict
  /// being negative.
  func isParadox(_ applicator: Applicator, of schema: Int) -> Bool {
    let asked: [Int] =
      switch applicator {
      case .not(let target), .conditional(let target, _, _): [target]
      case .oneOf(let alternatives): Array(program.parts[alternatives.schemas])
      default: []
      }
    return asked.contains { groups[$0] == groups[schema] }
  }
}

extension SchemaProgram {
  /// Drops the keywords that ask whether their own schema does not hold.
  ///
  /// - Returns: The schemas and their keywords.
  mutating func dropParadoxes() -> [(schema: Int, keyword: Keyword)] {
    let asksBack = applicators.contains {
      switch $0 {
      case .not, .conditional, .oneOf: true
      default: false
      }
    }
    guard asksBack else { return [] }
    let groups = SelfApplication(self)
    var dropped: [(schema: Int, keyword: Keyword)] = []
    for schema in schemas.indices {
      for number in schemas[schema].applicators
      where groups.isParadox(applicators[number], of: schema) {
        dropped.append((schema, applicators[number].keyword))
        applicators[number] = .allOf(0..<0)
      }
    }
    return dropped
  }
}
