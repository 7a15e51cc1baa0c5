#if canImport(Dispatch)
import Dispatch
#endif

/// The distribution of a batch's rows over threads.
enum RowShares {
  /// The rows for each of some threads, by the workspace of each row: all of one workspace are on
  /// one thread.
  static func shares(of owners: [ObjectIdentifier], _ threads: Int) -> [[Int]] {
    guard threads > 1 else { return [Array(owners.indices)] }
    var groups: [ObjectIdentifier: Int] = [:]
    var rows: [[Int]] = []
    for (row, owner) in owners.enumerated() {
      let group = groups[owner] ?? rows.count
      if group == rows.count {
        groups[owner] = group
        rows.append([])
      }
      rows[group].append(row)
    }
    var shares = [[Int]](repeating: [], count: min(threads, rows.count))
    for group in rows.sorted(by: { $0.count > $1.count }) {
      let least = shares.indices.min { shares[$0].count < shares[$1].count } ?? 0
      shares[least] += group
    }
    return shares
  }

  /// Does something with each row, the shares side by side.
  static func run(_ shares: [[Int]], _ body: @Sendable (_ row: Int) -> Void) {
    #if canImport(Dispatch)
    DispatchQueue.concurrentPerform(iterations: shares.count) { index in
      for row in shares[index] { body(row) }
    }
    #else
    for share in shares { for row in share { body(row) } }
    #endif
  }
}
