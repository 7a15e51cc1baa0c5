#if Automerge
/// How much memory received bytes may claim: bytes that claim more are an error before it is
/// allocated.
///
/// Run-length encoding and DEFLATE let a few bytes stand for very many operations. A document counts
/// all bytes that it receives, in files, changes and messages, and the memory that their content
/// takes. What they may take together is ``memory`` and ``memoryPerByte`` for each byte. Edits of
/// the document itself are not limited.
///
/// The default value accepts the histories that people make: a file has as little as half a byte
/// for a character that was typed, which takes a tenth of a kilobyte in memory, and half a kilobyte
/// more if it is a change of its own. Text that repeats itself can take less than that in a file.
/// To read a file of your own that exceeds the limits, raise ``memory``. To receive from peers that
/// you don't trust, lower ``memoryPerByte``: 64 is enough for changes of a few characters each.
///
/// A negative number counts as 0.
public struct LoadLimits: Hashable, Sendable {
  /// The bytes of memory that a document may claim without regard to the bytes received.
  public var memory: Int
  /// The bytes of memory that it may claim for each byte received.
  public var memoryPerByte: Int
  /// The number of changes that may wait for others that they depend on.
  public var waitingChanges: Int
  /// The number of bytes that these changes may have together.
  public var waitingBytes: Int

  /// Creates limits.
  public init(
    memory: Int = 1 << 24, memoryPerByte: Int = 1024, waitingChanges: Int = 1 << 14,
    waitingBytes: Int = 1 << 24
  ) {
    self.memory = memory
    self.memoryPerByte = memoryPerByte
    self.waitingChanges = waitingChanges
    self.waitingBytes = waitingBytes
  }
}
#endif
