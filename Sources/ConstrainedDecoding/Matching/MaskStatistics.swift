/// The work for a mask, for whoever looks for the cause of a slow one.
///
///     try matcher.fill(&mask)
///     print(matcher.maskStatistics)
///
/// A mask consists of parts: one for each way to read the text so far, and one for each way to go
/// on after free text that may end here. A part that was computed before comes from the
/// ``MaskCache``. A new part is made of sets of tokens that were prepared with the vocabulary, and
/// by walks through the bytes of its other tokens.
public struct MaskStatistics: Sendable, Hashable {
  /// The number of ways to read the text so far.
  public internal(set) var readings = 0

  /// The number of parts that were in the cache.
  public internal(set) var foundMasks = 0

  /// The number of parts that were computed.
  public internal(set) var newMasks = 0

  /// The number of prepared sets in the computed parts, such as all tokens within a string.
  public internal(set) var preparedSets = 0

  /// The number of bytes of tokens that the walks have read.
  ///
  /// Bytes that several tokens have in common count once. Bytes that are read to test a budget or a
  /// limit do not count.
  public internal(set) var walkedBytes = 0
}
