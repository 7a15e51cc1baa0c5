/// The budgets of a document for received bytes and for the bytes of its file.
struct LoadAllowance {
  let limits: LoadLimits
  /// The budget for received bytes.
  var received: LoadBudget
  /// The budget for the content of the file.
  var file: LoadBudget

  init(_ limits: LoadLimits) {
    self.limits = limits
    received = LoadBudget(limits)
    file = LoadBudget(file: limits)
  }
}

/// The memory that received bytes may still claim for a document; see ``LoadLimits``.
struct LoadBudget {
  private(set) var memory: Int
  private let memoryPerByte: Int

  private init(memory: Int, memoryPerByte: Int) {
    self.memory = max(0, memory)
    self.memoryPerByte = max(0, memoryPerByte)
  }

  /// Creates the budget for received bytes.
  init(_ limits: LoadLimits) {
    self.init(memory: limits.memory, memoryPerByte: limits.memoryPerByte)
  }

  init(file limits: LoadLimits) {
    self.init(memory: limits.fileMemory, memoryPerByte: limits.fileMemoryPerByte)
  }

  /// A budget for content that is already in memory.
  static let unlimited = LoadBudget(memory: .max, memoryPerByte: 0)

  /// Returns the budget with at most the memory of another.
  func limited(to other: LoadBudget) -> LoadBudget {
    LoadBudget(memory: min(memory, other.memory), memoryPerByte: memoryPerByte)
  }

  /// Adds the memory that a number of received bytes may claim.
  mutating func receive(_ count: Int) {
    let (product, overflows) = memoryPerByte.multipliedReportingOverflow(by: max(0, count))
    let (sum, isLarger) = memory.addingReportingOverflow(product)
    memory = overflows || isLarger ? .max : sum
  }

  /// Claims memory for a number of items of one size.
  mutating func claim(
    _ count: UInt64 = 1, of size: Int, for unit: StaticString
  ) throws(AutomergeError) {
    let (product, overflows) = count.multipliedReportingOverflow(by: UInt64(max(0, size)))
    guard !overflows, product <= UInt64(memory) else {
      throw AutomergeError(
        .limitExceeded,
        "The data claim more memory for \(unit) than the limits allow; raise the limits to read "
          + "them.")
    }
    memory -= Int(product)
  }

  /// Releases claimed memory.
  mutating func release(_ size: Int) {
    let (sum, isLarger) = memory.addingReportingOverflow(size)
    memory = isLarger ? .max : sum
  }

  /// Inflates a range of bytes, and claims the size of the result.
  mutating func inflate(
    _ input: [UInt8], _ range: Range<Int>
  ) throws(AutomergeError) -> [UInt8] {
    let output = try Deflate.inflate(input, range, limit: memory)
    memory -= output.count
    return output
  }
}
