/// Limits on the memory that received bytes may claim: bytes that claim more are an error before it
/// is allocated.
///
/// Run-length encoding and DEFLATE let a few bytes stand for very many operations. A document
/// counts the bytes of the file that it is created from, and apart from those all bytes that it
/// receives later, in changes, documents and messages. The content of the file may take
/// ``fileMemory`` and ``fileMemoryPerByte`` for each byte of the file; the content received later
/// may take ``memory`` and ``memoryPerByte`` for each byte received. Edits of the document itself
/// are not limited.
///
/// The default value accepts the histories that people make. A change of one character, received as
/// a change of its own, has more than a hundred bytes and takes a kilobyte of memory, so 64 bytes
/// of memory for each received byte are enough for any number of them. A file needs as little as
/// half a byte for a character that was typed, and repetitive text needs even less, so a file may
/// claim more. To read a file of your own that exceeds the limits, raise ``fileMemory``. To receive
/// files of replicas that you trust as changes, raise ``memory``.
///
/// A negative number counts as 0.
public struct LoadLimits: Hashable, Sendable {
  /// The bytes of memory that received content may claim without regard to the bytes received.
  public var memory: Int
  /// The bytes of memory that received content may claim for each byte received.
  public var memoryPerByte: Int
  /// The bytes of memory that the content of a file may claim without regard to its size.
  public var fileMemory: Int
  /// The bytes of memory that the content of a file may claim for each of its bytes.
  public var fileMemoryPerByte: Int
  /// The number of changes that may wait for others that they depend on.
  public var waitingChanges: Int
  /// The number of bytes that these changes may have together.
  public var waitingBytes: Int

  /// Creates limits.
  public init(
    memory: Int = 1 << 24, memoryPerByte: Int = 64, fileMemory: Int = 1 << 30,
    fileMemoryPerByte: Int = 1024, waitingChanges: Int = 1 << 14, waitingBytes: Int = 1 << 24
  ) {
    self.memory = memory
    self.memoryPerByte = memoryPerByte
    self.fileMemory = fileMemory
    self.fileMemoryPerByte = fileMemoryPerByte
    self.waitingChanges = waitingChanges
    self.waitingBytes = waitingBytes
  }
}
