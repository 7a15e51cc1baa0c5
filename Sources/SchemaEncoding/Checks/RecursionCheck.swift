import SchemaModel

/// Finds types that contain themselves in a way that a dialect does not accept.
struct RecursionCheck: RecordVisitor {
  private let storage: GraphStorage
  private let rule: DialectRules.Recursion
  private let dialect: String

  /// The references counted, as nodes, in the order of the bodies that they stand in.
  private var references: [Int32] = []

  /// For each body, of which the root is the first, where its references begin.
  private var starts: [Int32] = [0]
  private var optionalDepth = 0

  init(_ graph: SchemaGraph, _ rule: DialectRules.Recursion, dialect: String) {
    storage = graph.storage
    self.rule = rule
    self.dialect = dialect
    starts.reserveCapacity(storage.definitions.count + 2)
    references.reserveCapacity(storage.definitions.count)
  }

  mutating func enter(_ index: Int, _ record: NodeRecord, as role: RecordRole) throws(Never) {
    switch role {
    case .definition: starts.append(Int32(truncatingIfNeeded: references.count))
    case .property(let property, _) where storage.properties[property].isOptional:
      optionalDepth += 1
    default: break
    }
    guard rule == .refused || optionalDepth == 0 else { return }
    if record.kind == .rootReference || record.kind == .definitionReference {
      references.append(Int32(truncatingIfNeeded: index))
    }
  }

  mutating func leave(_ index: Int, _ record: NodeRecord, as role: RecordRole) throws(Never) {
    if case .property(let property, _) = role, storage.properties[property].isOptional {
      optionalDepth -= 1
    }
  }

  /// What is to be said of each reference that closes a cycle.
  func run() -> [SchemaDiagnostic] {
    var check = self
    storage.walk(&check)
    check.starts.append(Int32(truncatingIfNeeded: check.references.count))
    return check.closingReferences().map { node in
      guard rule != .refused else {
        return SchemaDiagnostic(
          .error, at: storage.path(to: node),
          problem: "The type here contains itself, which the dialect '\(dialect)' refuses.",
          remedy: "Write the levels out as types of their own, or use another dialect.")
      }
      return SchemaDiagnostic(
        .warning, at: storage.path(to: node),
        problem:
          "The type here contains itself by way of required properties only, which the dialect"
          + " '\(dialect)' may reject.",
        remedy: "Make one of the properties on the way optional.")
    }
  }

  /// A body whose references are followed, and which of them comes next; a million may be open.
  private struct Search: BitwiseCopyable {
    let body: Int32
    var next: Int32
  }

  /// The references that lead back to where a depth-first search came from, in order.
  private func closingReferences() -> [Int] {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: starts.count - 1)
    var closing: [Int] = []
    var stack = FlatList<Search>(capacity: 16)
    for start in states.indices where states[start] == .new {
      states[start] = .open
      stack.append(Search(body: Int32(truncatingIfNeeded: start), next: starts[start]))
      while !stack.isEmpty {
        let top = stack.count - 1
        let (body, next) = (Int(stack[top].body), stack[top].next)
        guard next < starts[body + 1] else {
          states[body] = .done
          stack.removeLast()
          continue
        }
        stack[top].next = next + 1
        let node = Int(references[Int(next)])
        let record = storage.nodes[node]
        let target = record.kind == .rootReference ? 0 : Int(record.first) + 1
        switch states[target] {
        case .new:
          states[target] = .open
          stack.append(Search(body: Int32(truncatingIfNeeded: target), next: starts[target]))
        case .open: closing.append(node)
        case .done: break
        }
      }
    }
    return closing
  }
}
