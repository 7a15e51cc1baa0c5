/// The totals of the checks of many schemas.
struct FolderCheck: Sendable, Hashable {
  /// The name of the folder.
  let name: String

  /// The schemas, in the order of their names.
  private(set) var schemas: [SchemaCheck] = []

  /// Creates the check of a folder, without schemas.
  ///
  /// - Parameter name: The name of the folder.
  init(name: String) {
    self.name = name
  }

  /// Adds a schema.
  ///
  /// - Parameter schema: The check of the schema.
  mutating func append(_ schema: SchemaCheck) {
    schemas.append(schema)
  }

  /// How many schemas were read with each result, in the order of ``SchemaCheck/Import``.
  var imports: [(outcome: SchemaCheck.Import, count: Int)] {
    SchemaCheck.Import.allCases.map { outcome in
      (outcome, schemas.count { $0.imported == outcome })
    }
  }

  /// The totals of one dialect.
  struct Tally: Sendable, Hashable {
    let dialect: String
    fileprivate(set) var ok = 0
    fileprivate(set) var weakened = 0
    fileprivate(set) var rejected = 0

    /// The schemas that could not be read, and are therefore not written.
    fileprivate(set) var failed = 0
  }

  /// The totals of each dialect.
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
        case .rejected: tallies[index].rejected += 1
        }
      }
    }
    return tallies
  }

  /// A problem, and the number of schemas that have it.
  struct Reason: Sendable, Hashable {
    let problem: String
    let schemas: Int
  }

  /// The problems, the most frequent first, and then in alphabetical order.
  ///
  /// - Parameter findings: The findings of a schema to count.
  /// - Returns: Each problem, with the number of schemas that have it.
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
