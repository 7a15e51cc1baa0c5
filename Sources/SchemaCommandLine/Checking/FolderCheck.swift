/// What becomes of many schemas, summed up.
struct FolderCheck: Sendable, Hashable {
  /// What the folder is called.
  let name: String

  /// The schemas, in the order of their names.
  private(set) var schemas: [SchemaCheck] = []

  /// Creates the check of a folder in which nothing was looked at yet.
  ///
  /// - Parameter name: What the folder is called.
  init(name: String) {
    self.name = name
  }

  /// Adds a schema.
  ///
  /// - Parameter schema: What became of it.
  mutating func append(_ schema: SchemaCheck) {
    schemas.append(schema)
  }

  /// How many schemas were read with each result, in the order of ``SchemaCheck/Import``.
  var imports: [(outcome: SchemaCheck.Import, count: Int)] {
    SchemaCheck.Import.allCases.map { outcome in
      (outcome, schemas.count { $0.imported == outcome })
    }
  }

  /// What became of the schemas in one dialect.
  struct Tally: Sendable, Hashable {
    let dialect: String
    fileprivate(set) var ok = 0
    fileprivate(set) var weakened = 0
    fileprivate(set) var refused = 0

    /// The schemas that could not be read, hence not be written either.
    fileprivate(set) var failed = 0
  }

  /// What became of the schemas in each dialect.
  ///
  /// - Parameter dialects: The names of the dialects.
  /// - Returns: A tally for each, in the same order.
  func tallies(of dialects: [String]) -> [Tally] {
    var tallies = dialects.map { Tally(dialect: $0) }
    for schema in schemas {
      for index in tallies.indices {
        guard schema.dialects.indices.contains(index) else {
          tallies[index].failed += 1
          continue
        }
        switch schema.dialects[index].outcome {
        case .ok: tallies[index].ok += 1
        case .weakened: tallies[index].weakened += 1
        case .refused: tallies[index].refused += 1
        }
      }
    }
    return tallies
  }

  /// A sentence that is told of several schemas, and of how many.
  struct Reason: Sendable, Hashable {
    let problem: String
    let schemas: Int
  }

  /// What is told of most schemas, the most frequent first, and then in the order of the words.
  ///
  /// - Parameter findings: What of a schema to count.
  /// - Returns: Every sentence, with the number of schemas of which it is told.
  func reasons(_ findings: (SchemaCheck) -> [Finding]) -> [Reason] {
    var counts: [String: Int] = [:]
    for schema in schemas {
      let sentences = findings(schema).filter { $0.severity != .note }.map(\.problem)
      for sentence in Set(sentences) { counts[sentence, default: 0] += 1 }
    }
    return counts.map { Reason(problem: $0.key, schemas: $0.value) }.sorted { first, second in
      first.schemas == second.schemas
        ? first.problem.utf8.lexicographicallyPrecedes(second.problem.utf8)
        : first.schemas > second.schemas
    }
  }
}
