/// What is left of the ``LoadLimits`` of an input.
struct LoadBudget {
  private var operations: Int
  private var references: Int
  /// Changes and the references between them.
  private var changes: Int
  /// Bytes from DEFLATE streams and repeated strings.
  private var inflatedBytes: Int

  init(_ limits: LoadLimits, inputBytes: Int) {
    let count = limits.maximumOperations(inputBytes: inputBytes)
    operations = count
    references = count
    changes = count
    inflatedBytes = limits.maximumInflatedBytes(inputBytes: inputBytes)
  }

  mutating func claimOperation() throws(AutomergeError) {
    try Self.claim(1, of: &operations, "operations")
  }

  mutating func claimReferences(_ count: UInt64) throws(AutomergeError) {
    try Self.claim(count, of: &references, "references between operations")
  }

  mutating func claimChange(references: UInt64) throws(AutomergeError) {
    try Self.claim(1, of: &changes, "changes")
    try Self.claim(references, of: &changes, "references between changes")
  }

  /// Claims the bytes of a string that a run repeats.
  mutating func claimRepeatedText(_ bytes: Int) throws(AutomergeError) {
    try Self.claim(UInt64(bytes), of: &inflatedBytes, "bytes of repeated text")
  }

  mutating func inflate(
    _ input: [UInt8], _ range: Range<Int>
  ) throws(AutomergeError) -> [UInt8] {
    let output = try Deflate.inflate(input, range, limit: inflatedBytes)
    inflatedBytes -= output.count
    return output
  }

  private static func claim(
    _ count: UInt64, of remaining: inout Int, _ unit: StaticString
  ) throws(AutomergeError) {
    guard count <= UInt64(remaining) else {
      throw AutomergeError(
        .limitExceeded,
        "The data claim more \(unit) than the limits allow; raise the limits to read them.")
    }
    remaining -= Int(count)
  }
}
