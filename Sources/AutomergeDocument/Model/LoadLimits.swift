/// How much memory bytes may claim: bytes that claim more are an error before it is allocated.
///
/// Run-length encoding and DEFLATE let a few bytes stand for very many, so the limits are a number
/// of bytes and operations that is always allowed, and a factor of the size of the input. A negative number
/// counts as 0.
public struct LoadLimits: Hashable, Sendable {
  /// The number of operations that any input may contain, of references between operations, and of
  /// changes with the references between those.
  public var operations: Int
  /// The same for each byte of input, if that is more.
  public var operationsPerByte: Int
  /// The number of bytes that any input may inflate to, by DEFLATE or by runs of equal strings.
  public var inflatedBytes: Int
  /// The same for each byte of input, if that is more.
  public var inflatedBytesPerByte: Int

  /// Creates limits; those that are not given allow documents of long typing histories.
  public init(
    operations: Int = 1 << 20, operationsPerByte: Int = 1024, inflatedBytes: Int = 1 << 25,
    inflatedBytesPerByte: Int = 64
  ) {
    self.operations = operations
    self.operationsPerByte = operationsPerByte
    self.inflatedBytes = inflatedBytes
    self.inflatedBytesPerByte = inflatedBytesPerByte
  }

  func maximumOperations(inputBytes: Int) -> Int {
    Self.larger(operations, operationsPerByte, inputBytes)
  }

  func maximumInflatedBytes(inputBytes: Int) -> Int {
    Self.larger(inflatedBytes, inflatedBytesPerByte, inputBytes)
  }

  private static func larger(_ least: Int, _ factor: Int, _ bytes: Int) -> Int {
    let (product, overflows) = max(0, factor).multipliedReportingOverflow(by: bytes)
    return overflows ? Int.max : max(least, product)
  }
}
