#if canImport(Dispatch)
import Dispatch
#endif

/// The rows of a batch.
///
/// Several threads fill different rows at the same time.
///
/// It is `@unchecked Sendable`, because filling a row changes only the row and the workspace of its
/// matcher, and all rows of one workspace are filled by one thread. Threads get only the sources of
/// masks, because a copy of a matcher would count references to objects that they share.
@safe
struct MatcherRows<Word: MaskWord>: @unchecked Sendable {
  private let sources: [MaskSource?]
  private let base: UnsafeMutablePointer<Word>
  private let wordsPerRow: Int
  /// For each row, whether its text can be read in too many ways.
  private let failures: UnsafeMutablePointer<Bool>

  /// Writes the masks of matchers, one row after the other.
  ///
  /// - Throws: The failure of the first row that is too short, before anything is written, or of
  ///   the first row whose text can be read in too many ways, after all rows are written.
  static func fill(
    _ matchers: [TokenMatcher?], _ rows: UnsafeMutableBufferPointer<Word>, _ wordsPerRow: Int,
    _ threads: Int
  ) throws(TokenMatcher.Failure) {
    let (needed, overflow) = matchers.count.multipliedReportingOverflow(by: max(wordsPerRow, 0))
    guard wordsPerRow >= 0, !overflow, needed <= rows.count else {
      throw .rowsTooShort(rows.count, rows: matchers.count, wordsPerRow, Word.self)
    }
    for matcher in matchers { try matcher?.checkCount(wordsPerRow, Word.self) }
    guard let base = rows.baseAddress else { return }
    let sources = matchers.map { $0?.maskSource }
    let failures = UnsafeMutableBufferPointer<Bool>.allocate(capacity: sources.count)
    defer { unsafe failures.deallocate() }
    unsafe failures.initialize(repeating: false)
    guard let firstFailure = failures.baseAddress else { return }
    let work = unsafe MatcherRows(
      sources: sources, base: base, wordsPerRow: wordsPerRow, failures: firstFailure)
    work.run(shares(of: sources.map { $0.map { ObjectIdentifier($0.workspace) } }, threads))
    if let row = unsafe failures.firstIndex(of: true) { throw .tooManyReadings(row: row) }
  }

  /// Returns the rows for each thread; all rows of one workspace are filled by one thread.
  ///
  /// Any thread may fill the rows without a matcher. They are treated as rows of one workspace.
  private static func shares(of owners: [ObjectIdentifier?], _ threads: Int) -> [[Int]] {
    guard threads > 1 else { return [Array(owners.indices)] }
    var groups: [ObjectIdentifier?: Int] = [:]
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

  /// Fills all rows; each share is filled by one thread.
  private func run(_ shares: [[Int]]) {
    #if canImport(Dispatch)
    guard shares.count > 1 else { return shares.forEach(fill) }
    DispatchQueue.concurrentPerform(iterations: shares.count) { fill(shares[$0]) }
    #else
    shares.forEach(fill)
    #endif
  }

  private func fill(_ share: [Int]) {
    for row in share {
      let words = unsafe base + row * wordsPerRow
      if let source = sources[row] {
        guard unsafe !source.write(to: words, count: wordsPerRow) else { continue }
        // Rows of the same workspace follow, so the failure is kept with this row.
        unsafe failures[row] = true
        unsafe words.update(repeating: 0, count: wordsPerRow)
      } else {
        unsafe words.update(repeating: .max, count: wordsPerRow)
      }
    }
  }
}
